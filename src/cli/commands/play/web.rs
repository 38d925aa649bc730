//! `chase play --web`: a game in the browser, with the same players and the same file as at the
//! terminal.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use clap::Args;

use super::{GameKeeper, PlayOptions, check_starts_nothing, keep, taken_over};
use crate::commands::analyse::on_page;
use crate::options::match_seed::drawn_seed;
use crate::print::terminal;
use crate::verb::{Context, Done};
use chase_engine::dice::{Generator, fresh_seed};
use chase_engine::game::Seat;
use chase_kit::budget::StopFlag;
use chase_outside::process::stop_all;
use chase_play::live::LiveGame;
use chase_play::seating::Seating;
use chase_play::{CommandLine, Games};
use chase_record::any::{RecordedHistory, RecordingSink};
use chase_record::replay::Header;
use chase_replay::opener::opener;
use chase_replay::store::{Overwrite, ReplayReader, ReplayWriter, unrecorded};
use chase_view::{About, PageAnalysis, live_page};
use chase_web::play::{Host, NextGame, PlayHall, Session, routes};
use chase_web::{Keys, Server, ShownKey};
use chase_world::error::{Error, IoAt, quoted};
use chase_world::world::World;

#[derive(Args)]
pub struct PlayBrowserOptions {
    /// Play in the browser, through a server that only this machine can reach (docs/playing.md)
    #[arg(long, global = true)]
    pub web: bool,
    /// With --web: port of the server on 127.0.0.1, as in 8080 [default: any free port]
    #[arg(long, value_name = "N", global = true)]
    port: Option<u16>,
    /// With --web: print where the page is, and open no browser
    #[arg(long, global = true)]
    no_open: bool,
}

impl PlayBrowserOptions {
    /// Returns whether the browser is asked for.
    ///
    /// # Errors
    /// What is for the browser alone stands there without it.
    pub fn is_wanted(&self) -> Result<bool, Error> {
        let alone = match (self.port, self.no_open) {
            (Some(_), _) => "--port",
            (None, true) => "--no-open",
            (None, false) => return Ok(self.web),
        };
        match self.web {
            true => Ok(true),
            false => Err(Error::new(format!("{alone} needs --web"))),
        }
    }
}

/// Opens a game for the browser; nothing is played yet.
pub(crate) fn open(
    game: &dyn CommandLine,
    header: &mut Header,
    seating: &Seating,
) -> Result<Box<dyn LiveGame>, Error> {
    game.live(header, seating).map_err(|why| unrecorded(game.name(), why))
}

/// One game after another, as long as somebody wants to and nobody presses Ctrl-C.
pub(super) fn series(
    context: Context<'_>,
    game: &'static dyn CommandLine,
    mut live: Box<dyn LiveGame>,
    options: &PlayOptions,
    seating: Seating,
    goes_on: bool,
    out: &mut dyn Write,
) -> Done {
    let mut nth = live.header().number;
    let kept = GameKeeper::of(context);
    let (hall, asked) = PlayHall::of(&*live);
    let hall = Arc::new(hall);
    keep_live(&kept, options, &*live, nth, goes_on)?;
    let end = |stop: &StopFlag| {
        let (stop, hall) = (stop.clone(), Arc::clone(&hall));
        move || {
            stop.stop();
            hall.stop();
        }
    };
    take_down(&kept, &mut *live, end(&seating.stop));
    let server = Server::bind(options.browser.port)?;
    let keys = Keys::drawn(hall.holders().len());
    tell_addresses(&server, &keys, &hall, &*live, out)?;
    let address = server.address(keys.key(ShownKey(0)));
    let (page, policy) = live_page(game.name());
    end_when_interrupted(context.world, &seating.stop, &hall);
    let _running = server.start(keys, page, &policy, routes(&hall))?;
    if !options.browser.no_open {
        terminal::open_browser(context.world, &address);
    }
    kept.publish()?;
    let mut session = Session::new(Arc::clone(&hall), asked);
    let mut host = AtDisk { world: context.world.clone(), games: context.games, game, seating };
    loop {
        let then = session.hold(&mut *live, &about(game), &mut host);
        kept.close(live.played_ms())?;
        nth += 1;
        live = match then {
            NextGame::Done => return Ok(()),
            NextGame::Load(other) => other,
            NextGame::Another => {
                host.seating = host.seating.another()?;
                let mut header = next_game(&*live);
                open(game, &mut header, &host.seating)?
            }
        };
        keep_live(&kept, options, &*live, nth, false)?;
        take_down(&kept, &mut *live, end(&host.seating.stop));
        kept.publish()?;
    }
}

/// Has a game taken down, where it is kept; `end` ends its session.
pub(crate) fn take_down(kept: &GameKeeper, live: &mut dyn LiveGame, end: impl Fn() + 'static) {
    if let Some(turns) = kept.turns(end) {
        live.take_down_with(turns);
    }
}

/// The header of the next game. Where something is hidden its luck is new: what is kept of a game that
/// is over tells everybody its seed.
fn next_game(live: &dyn LiveGame) -> Header {
    let mut header = live.header().clone().without_provenance();
    match (live.public_eyes(), header.dice) {
        (None, _) => header.number += 1,
        (Some(_), Generator::Chacha8) => (header.seed, header.number) = (drawn_seed(), 0),
        (Some(_), _) => (header.seed, header.number) = (fresh_seed(), 0),
    }
    header
}

fn keep_live(
    kept: &GameKeeper,
    options: &PlayOptions,
    live: &dyn LiveGame,
    nth: u64,
    goes_on: bool,
) -> Result<(), Error> {
    keep(kept, options, live.header(), nth, goes_on)
}

/// The description of a game for a page. The name of a file and the statements of a scenario are
/// not for everybody.
fn about(game: &dyn CommandLine) -> About {
    About { game: game.name(), unit: game.unit(), ..About::default() }
}

/// Says who opens which address.
fn tell_addresses(
    server: &Server,
    keys: &Keys,
    hall: &PlayHall,
    live: &dyn LiveGame,
    out: &mut dyn Write,
) -> Done {
    let seats = live.seats();
    let holders = hall.holders();
    for (n, holder) in holders.iter().enumerate() {
        let who = match holder.seats.as_slice() {
            _ if n + 1 == holders.len() => "watch at".to_owned(),
            [Seat(seat)] => format!("{} plays at", seats[usize::from(*seat)].name),
            [] => "the session is at".to_owned(),
            _ => "all play at".to_owned(),
        };
        writeln!(out, "{who:<18} {}", server.address(keys.key(ShownKey(n))))?;
    }
    writeln!(out, "Ctrl-C ends the session")?;
    Ok(out.flush()?)
}

/// Ctrl-C ends the session, so that what was played is kept.
fn end_when_interrupted(world: &World, stop: &StopFlag, hall: &Arc<PlayHall>) {
    let (stop, hall) = (stop.clone(), Arc::clone(hall));
    world.caller().when_interrupted(move || {
        stop.stop();
        stop_all();
        hall.stop();
    });
}

/// The host that opens and keeps files for a session.
pub(crate) fn session_host(
    context: Context<'_>,
    game: &'static dyn CommandLine,
    seating: Seating,
) -> Box<dyn Host> {
    Box::new(AtDisk { world: context.world.clone(), games: context.games, game, seating })
}

/// A recorder as a sink.
struct Recording<'a>(&'a mut ReplayWriter);

impl RecordingSink for Recording<'_> {
    fn cycle(&mut self, now: &dyn RecordedHistory) -> std::io::Result<()> {
        self.0.cycle(now)
    }
}

/// Files, for a session.
struct AtDisk {
    world: World,
    /// The games of the program.
    games: Games,
    game: &'static dyn CommandLine,
    seating: Seating,
}

impl AtDisk {
    /// The game of a replay, with everything that was played in it.
    fn go_on(&mut self, path: &Path) -> Result<Box<dyn LiveGame>, Error> {
        let mut reader = ReplayReader::open_checked(&self.world.at(path), &opener(self.games))?;
        let mut header = reader.header().clone().without_provenance();
        if header.game != self.game.name() {
            let what = format!("it is a replay of {}", quoted(&header.game));
            return Err(Error::new(what).at(path.display()));
        }
        check_starts_nothing(self.game, &header)?;
        let takes_over = taken_over(self.games, &mut reader, self.game, |reader| {
            while reader.next_cycle()? {}
            Ok(())
        });
        let seating = Seating {
            stop: self.seating.stop.clone(),
            hints: self.seating.hints,
            takes_over: takes_over?,
            ..Seating::default()
        };
        let mut live = open(self.game, &mut header, &seating)?;
        while reader.next_cycle()? {
            let past = live.past(reader.now());
            past.map_err(|broken| Error::new(broken.to_string()).at(path.display()))?;
        }
        self.seating = seating;
        Ok(live)
    }

    /// The game of a scenario's file, for those who play now.
    fn begin(&mut self, now: &dyn LiveGame, path: &Path) -> Result<Box<dyn LiveGame>, Error> {
        let mut header = self.game.load(&self.world.at(path), now.header())?.header;
        header.number = now.header().number + 1;
        if header.players.len() != now.header().players.len() {
            return Err(
                Error::new("it has another number of players than this session").at(path.display())
            );
        }
        header.players.clone_from(&now.header().players);
        let seating = self.seating.clone().another()?;
        let live = open(self.game, &mut header, &seating)?;
        self.seating = seating;
        Ok(live)
    }
}

impl AtDisk {
    /// What can be read from a recording of all that was played, which is there for a moment.
    fn with_recording<T>(
        &self,
        game: &mut dyn LiveGame,
        read: impl FnOnce(&Path) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let folder = tempfile::tempdir().io_at("a temporary file", "write")?;
        let path = folder.path().join("game.json");
        let header = game.header().clone();
        let path_here = self.world.at(&path);
        let never = Overwrite::Never;
        let mut recorder = ReplayWriter::create(&path_here, &header, never, &opener(self.games))?;
        recorder.set_played_ms(game.played_ms());
        game.keep(&mut Recording(&mut recorder)).io_at(path.display(), "write")?;
        recorder.finish(game.kept(), &opener(self.games))?;
        read(&path)
    }
}

impl Host for AtDisk {
    fn load(
        &mut self,
        now: &dyn LiveGame,
        name: &str,
        text: &str,
    ) -> Result<Box<dyn LiveGame>, Error> {
        let example = self.game.examples().iter().find(|it| it.0 == name);
        let text = match example {
            Some((_, example)) if text.is_empty() => example,
            _ => text,
        };
        let folder = tempfile::tempdir().io_at("a temporary file", "write")?;
        let path = folder.path().join("loaded");
        fs::write(&path, text).io_at("a temporary file", "write")?;
        let loaded = match self.go_on(&path) {
            Err(_) if !text.trim_start().starts_with('{') => self.begin(now, &path),
            Err(why) => self.begin(now, &path).map_err(|_| why),
            loaded => loaded,
        };
        // Nobody knows the file by the name that it has for a moment.
        loaded.map_err(|why| {
            let here = path.display().to_string();
            Error::new(why.to_string().replace(&here, &quoted(name)))
        })
    }

    fn save(&mut self, game: &mut dyn LiveGame) -> Result<Vec<u8>, Error> {
        self.with_recording(game, |path| fs::read(path).io_at("a temporary file", "read"))
    }

    fn analyse(&mut self, game: &mut dyn LiveGame) -> Result<PageAnalysis, Error> {
        let (world, games) = (self.world.clone(), self.games);
        self.with_recording(game, |path| {
            on_page(Context { games, world: &world }, path, 0, u64::MAX)
        })
    }

    fn examples(&self) -> &[(&str, &str)] {
        self.game.examples()
    }
}
