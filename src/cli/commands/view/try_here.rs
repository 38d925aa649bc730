//! Play that goes on from a moment of a replay that is shown: each a session of its own, at an address
//! of its own, which ends in a file.

use crate::verb::Context;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use crate::commands::play::{
    GameKeeper, KeepTarget, is_free, open_live, session_host, take_live_down,
};
use chase_kit::budget::StopFlag;
use chase_play::CommandLine;
use chase_play::live::LiveGame;
use chase_play::player_name::PlayerName;
use chase_play::seating::Seating;
use chase_record::replay::Header;
use chase_replay::fork::Fork;
use chase_replay::opener::opener;
use chase_replay::store::ReplayReader;
use chase_view::{About, live_page};
use chase_web::play::{NextGame, PlayHall, Session, routes};
use chase_web::replays::Try;
use chase_web::{Keys, Server, ShownKey};
use chase_world::error::{Error, quoted};
use chase_world::world::World;

/// Everything that is played on.
#[derive(Default)]
pub struct Tries(Mutex<Vec<TrySession>>);

/// A session on its way.
struct TrySession {
    stop: StopFlag,
    hall: Arc<PlayHall>,
    thread: JoinHandle<()>,
}

impl Tries {
    /// So many are open at a time.
    const PLAYED_MAX: usize = 8;

    /// Opens a session, and says at which address.
    ///
    /// # Errors
    /// Nobody can play on from there like this; too many do already.
    pub fn begin(&self, context: Context<'_>, file: PathBuf, wish: Try) -> Result<String, Error> {
        let mut played = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        played.retain(|it| !it.thread.is_finished());
        if played.len() >= Self::PLAYED_MAX {
            let what = format!(
                "{} games continued from here are open already, finished ones included",
                Self::PLAYED_MAX
            );
            return Err(Error::new(what).help("end the program, and begin again"));
        }
        let (opened, is_open) = channel();
        let stop = StopFlag::with_clock(context.world.clock());
        let ends = stop.clone();
        let (world, games) = (context.world.clone(), context.games);
        let thread = std::thread::spawn(move || {
            hold(Context { games, world: &world }, &file, &wish, &ends, &opened);
        });
        match is_open.recv() {
            Ok(Ok((hall, address))) => {
                played.push(TrySession { stop, hall, thread });
                Ok(address)
            }
            Ok(Err(error)) => Err(error),
            Err(_) => Err(Error::new("the game could not be opened")),
        }
    }

    /// Ends all of them, and waits until what was played is kept.
    pub fn close(&self) {
        let mut played = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for TrySession { stop, hall, thread } in played.drain(..) {
            stop.stop();
            hall.stop();
            // What went wrong in it is told already.
            let _ = thread.join();
        }
    }
}

/// The message about a session as soon as it can be reached: its hall and address, or an error.
type SessionStart = Result<(Arc<PlayHall>, String), Error>;

fn hold(
    context: Context<'_>,
    file: &Path,
    wish: &Try,
    stop: &StopFlag,
    opened: &Sender<SessionStart>,
) {
    let seating = Seating { stop: stop.clone(), ..Seating::default() };
    // Nobody is left to be told where the sending fails.
    let tell = |what| drop(opened.send(what));
    let moment = match open(context, file, wish, &seating) {
        Ok(open) => open,
        Err(error) => return tell(Err(error)),
    };
    let (hall, asked) = PlayHall::of(&*moment.live);
    let hall = Arc::new(hall);
    let serve = || {
        let server = Server::bind(None)?;
        let keys = Keys::drawn(hall.holders().len());
        let address = server.address(keys.key(ShownKey(0)));
        let (page, policy) = live_page(moment.game.name());
        let running = server.start(keys, page, &policy, routes(&hall))?;
        Ok((running, address))
    };
    let _running = match serve() {
        Ok((running, address)) => {
            tell(Ok((Arc::clone(&hall), address)));
            running
        }
        Err(error) => return tell(Err(error)),
    };
    let session = Session::new(Arc::clone(&hall), asked);
    if let Err(error) = play(context, moment, session, hall, seating) {
        context.world.tell(&error);
    }
}

/// A game at a moment.
struct AtMoment {
    game: &'static dyn CommandLine,
    live: Box<dyn LiveGame>,
    /// The stem of the names of the files that it goes into.
    stem: String,
    /// The moment that it goes on from, in words.
    from: String,
}

/// The game at the moment, with those who play on.
fn open(
    context: Context<'_>,
    file: &Path,
    wish: &Try,
    seating: &Seating,
) -> Result<AtMoment, Error> {
    let reader = ReplayReader::open_checked(&context.world.at(file), &opener(context.games))?;
    let mut fork = Fork::at(context.games, reader, wish.cycle)?;
    for player in &wish.players {
        fork.seat(player)?;
    }
    fork.check_seated()?;
    let mut header = fork.header().clone();
    let is_outside = |name: &&String| PlayerName::of(name).is_outside();
    if let Some(name) = header.players.iter().find(is_outside) {
        let what = format!("`{}`: a page starts no programs", quoted(name));
        return Err(Error::new(what));
    }
    let game = fork.game();
    let mut live = open_live(game, &mut header, seating)?;
    fork.past(|now| {
        live.past(now).map_err(|broken| Error::new(broken.to_string()).at(file.display()))
    })?;
    let words = |name: Option<&OsStr>| name.unwrap_or_default().to_string_lossy().into_owned();
    let (unit, cycle) = (fork.unit(), fork.cycle());
    Ok(AtMoment {
        game,
        live,
        stem: format!("{}-{unit}-{cycle}", words(file.file_stem())),
        from: format!("goes on from {}, {unit} {cycle}", words(file.file_name())),
    })
}

/// One game after another, each kept in a file of its own.
fn play(
    context: Context<'_>,
    moment: AtMoment,
    mut session: Session,
    hall: Arc<PlayHall>,
    seating: Seating,
) -> Result<(), Error> {
    let AtMoment { game, mut live, mut stem, from } = moment;
    // Who tries something has seen all of the replay, its name too.
    let mut about = About { game: game.name(), unit: game.unit(), name: from, ..About::default() };
    let mut host = session_host(context, game, seating.clone());
    let kept = GameKeeper::of(context);
    loop {
        keep(&kept, &free(context.world, &stem), &mut *live, &seating.stop, &hall)?;
        let then = session.hold(&mut *live, &about, &mut *host);
        let header = live.header().clone();
        kept.close(live.played_ms())?;
        about.name = String::new();
        // What comes now goes on from nowhere.
        let number = header.number + 1;
        stem = format!("{}-{}-{number}", game.name(), header.seed);
        live = match then {
            NextGame::Done => return Ok(()),
            NextGame::Load(other) => other,
            NextGame::Another => another(game, &header, &seating)?,
        };
    }
}

/// Keeps a game in a file.
fn keep(
    kept: &GameKeeper,
    path: &Path,
    live: &mut dyn LiveGame,
    stop: &StopFlag,
    hall: &Arc<PlayHall>,
) -> Result<(), Error> {
    let place = KeepTarget { path, force: false, goes_on: false, how: " --web" };
    kept.begin(place, live.header())?;
    let (stop, hall) = (stop.clone(), Arc::clone(hall));
    take_live_down(kept, live, move || {
        stop.stop();
        hall.stop();
    });
    kept.publish()
}

/// The next game of the series, from its beginning.
fn another(
    game: &dyn CommandLine,
    header: &Header,
    seating: &Seating,
) -> Result<Box<dyn LiveGame>, Error> {
    let mut header = header.clone().without_provenance();
    header.number += 1;
    open_live(game, &mut header, seating)
}

/// The first name that is free in the current folder.
fn free(world: &World, stem: &str) -> PathBuf {
    let numbered = (2..).map(|n| PathBuf::from(format!("{stem}-{n}.json")));
    let mut names = std::iter::once(PathBuf::from(format!("{stem}.json"))).chain(numbered);
    names.find(|path| is_free(world, path)).expect("names without end")
}
