//! `chase play`: a game at the terminal, from its beginning or from any cycle of a replay.

mod kept;
#[cfg(feature = "web")]
mod web;

#[cfg(feature = "web")]
pub(crate) use web::{open as open_live, session_host, take_down as take_live_down};

pub(crate) use kept::{GameKeeper, KeepTarget, is_free};

use std::io::Write;
use std::path::{Path, PathBuf};

#[cfg(feature = "web")]
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::input::cut_off;
use crate::options::cycle_number::{CycleNumber, number};
use crate::options::outsiders::players_help;
use crate::options::setup::{For, setup_of};
use crate::print::terminal;
use crate::print::usage::clap_error;
use crate::verb::{Context, Done, Failure, GamesVerb, Verb};
use chase_engine::seat::Seat;
use chase_kit::budget::StopFlag;
use chase_outside::process::stop_all;
use chase_play::commands::Purpose;
#[cfg(feature = "web")]
use chase_play::player_name::HUMAN;
use chase_play::player_name::{PlayerName, is_human};
use chase_play::seating::{Seating, TakesOver};
use chase_play::{CommandLine, Console, Games, Input, Then};
use chase_record::any::{PartsBegun, RecordedHistory};
use chase_record::replay::{Broken, Header};
use chase_replay::opener::{opener, past_the_end};
use chase_replay::store::{ReplayForm, ReplayReader, is_one_file, unrecorded};
use chase_world::error::{Error, quoted};
use chase_world::world::World;

pub const VERB: &dyn Verb = &GamesVerb { name: "play", command, run };

#[derive(Args)]
struct PlayOptions {
    /// Save the game as a replay: binary for FILE.chase, else JSON
    #[arg(short, long, value_name = "FILE", global = true)]
    output: Option<PathBuf>,
    /// Replace a file that exists
    #[arg(long, global = true)]
    force: bool,
    /// Let people ask what their actions are worth: `hint` at the terminal, a button on the page; the
    /// recording names such a player human:hints
    #[arg(long, global = true)]
    hints: bool,
    /// Continue a replay: the same players with the same dice play the same future
    #[arg(long, value_name = "FILE", requires = "moment")]
    from: Option<PathBuf>,
    /// Cycle of that replay to continue from, as in 3; -1 is the last, -2 the one before
    #[arg(long, visible_aliases = ["cycle", "rotation", "turn", "move"], value_name = "N", requires = "from", group = "moment", allow_negative_numbers = true)]
    hour: Option<CycleNumber>,
    /// Round to continue from, as in 3, in games whose cycles have several rounds
    #[arg(long, value_name = "N", requires = "from", group = "moment")]
    round: Option<u64>,
    #[cfg(feature = "web")]
    #[command(flatten)]
    browser: web::PlayBrowserOptions,
}

impl PlayOptions {
    /// Returns whether the game goes on that was cut off before it was written to the file of `-o`:
    /// from its last cycle on, so that nothing of it is left out.
    fn goes_on(&self, context: Context<'_>, from: &Path, moment: u64) -> Result<bool, Error> {
        let is_there =
            |output: &PathBuf| is_one_file(&context.world.at(output), &context.world.at(from));
        if !self.output.as_ref().is_some_and(is_there) || self.round.is_some() {
            return Ok(false);
        }
        let mut reader = ReplayReader::open(&context.world.at(from), &opener(context.games))?;
        while reader.next_cycle()? {}
        Ok(reader.form() == ReplayForm::Journal && reader.now().last() == Some(moment))
    }

    /// The options beside the game, in the command that goes on with it.
    fn how(&self) -> &'static str {
        #[cfg(feature = "web")]
        if self.browser.web {
            return " --web";
        }
        ""
    }
}

fn command(games: Games) -> Command {
    let command = Command::new("play")
        .about("Play a game yourself, at the terminal or in the browser")
        .args_conflicts_with_subcommands(false)
        .after_help(
            "Examples:\n  \
             chase play police data/police/citiesSmall.data data/police/agentsS0.data 10 6\n  \
             echo run | chase play police cities.data agents.data 100 -o game.json\n  \
             chase play --from replays/police/S3.json --hour 3\n  \
             chase play animal-checkers --agent greedy -o duel.json\n  \
             chase play animal-checkers --agent 'exec:python3 examples/player.py'",
        );
    let of_games = games.all().iter().map(|game| {
        let example = format!("chase play {} {}", game.name(), game.example(Purpose::Play));
        For::Play
            .command(*game)
            .after_help(format!("{}\nExample:\n  {example}", players_help(*game)))
    });
    PlayOptions::augment_args(command).subcommands(of_games)
}

fn run(context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
    let options = PlayOptions::from_arg_matches(matches).map_err(clap_error)?;
    let stop = StopFlag::with_clock(context.world.clock());
    let round = options.round.map(CycleNumber::FromStart);
    match (&options.from, options.hour.or(round)) {
        (Some(from), Some(moment)) => {
            if matches.subcommand().is_some() {
                let what = "--from already names the game; give one or the other";
                return Err(Error::new(what).into());
            }
            resume(context, from, moment, &options, &stop, out)
        }
        _ => begin(context, matches, &options, &stop, out),
    }
}

/// The session of a game.
///
/// Ctrl-C, SIGTERM and SIGHUP while a player thinks end the session as the end of the input does; at any
/// other time they end the process. What was played is kept either way. A session that nothing can stop,
/// and of which nothing is kept, needs no handler, whose thread would hold memory to the end.
fn console_of(
    game: &dyn CommandLine,
    header: &mut Header,
    seating: &Seating,
    options: &PlayOptions,
    kept: &GameKeeper,
) -> Result<Box<dyn Console>, Error> {
    let console = game.console(header, seating).map_err(|why| unrecorded(game.name(), why))?;
    if console.can_be_stopped() || options.output.is_some() {
        end_when_interrupted(seating.stop.clone(), kept.clone());
    }
    Ok(console)
}

fn end_when_interrupted(stop: StopFlag, kept: GameKeeper) {
    const INTERRUPTED: i32 = 130;
    let world = kept.world().clone();
    // A second one cannot be set, and the first has the same flag.
    world.caller().when_interrupted(move || {
        // The same signal may come twice: what ends already must not end otherwise.
        let ends_already = stop.is_stopped();
        stop.stop();
        if ends_already || stop.is_heard() {
            stop_all();
            return;
        }
        // The session may wait for a line that never comes: all that was played is in the journal.
        if let Err(error) = kept.close(None) {
            kept.world().tell(&error);
        }
        std::process::exit(INTERRUPTED);
    });
}

/// Has a session taken down, where it is kept.
fn take_down(console: &mut dyn Console, kept: &GameKeeper, stop: &StopFlag) {
    let stop = stop.clone();
    if let Some(turns) = kept.turns(move || stop.stop()) {
        console.take_down_with(turns);
    }
}

fn begin(
    context: Context<'_>,
    matches: &ArgMatches,
    options: &PlayOptions,
    stop: &StopFlag,
    out: &mut dyn Write,
) -> Done {
    #[cfg(feature = "web")]
    if options.browser.is_wanted()? {
        let (game, mut setup, mut seating) = setup_of(context, matches, For::Play, stop)?;
        seating.hints = options.hints;
        if !names_players(matches) {
            seat_a_person(context.world, game, &mut setup.header);
        }
        let live = web::open(game, &mut setup.header, &seating)?;
        return web::series(context, game, live, options, seating, false, out);
    }
    let (game, setup, mut seating) = setup_of(context, matches, For::Play, stop)?;
    seating.hints = options.hints;
    let mut input = terminal::input(context.world);
    let kept = GameKeeper::of(context);
    series(game, setup.header, &mut *input, options, &kept, seating, out)
}

/// One game after another, as long as somebody wants to.
fn series(
    game: &dyn CommandLine,
    mut header: Header,
    input: &mut dyn Input,
    options: &PlayOptions,
    kept: &GameKeeper,
    mut seating: Seating,
    out: &mut dyn Write,
) -> Done {
    loop {
        let mut console = console_of(game, &mut header, &seating, options, kept)?;
        keep(kept, options, &header, header.number, false)?;
        take_down(&mut *console, kept, &seating.stop);
        kept.publish()?;
        match hold(&mut *console, input, kept, out)? {
            Then::Done => return Ok(()),
            Then::Another => header.number += 1,
        }
        seating = seating.another()?;
    }
}

fn resume(
    context: Context<'_>,
    from: &Path,
    moment: CycleNumber,
    options: &PlayOptions,
    stop: &StopFlag,
    out: &mut dyn Write,
) -> Done {
    cut_off::tell_of(context.world, from);
    let mut reader = ReplayReader::open_checked(&context.world.at(from), &opener(context.games))?;
    let moment = number(context.games, &mut reader, moment)?;
    let mut header = reader.header().clone().without_provenance();
    let game = context.games.find(&header.game)?;
    check_starts_nothing(game, &header)?;
    let seating = Seating {
        stop: stop.clone(),
        hints: options.hints,
        takes_over: taken_over(context.games, &mut reader, game, |reader| {
            go_through(reader, moment, options, from, &mut |_| Ok(()))
        })?,
        ..Seating::default()
    };
    let goes_on = options.goes_on(context, from, moment)?;
    let broken = |broken: Broken| Error::new(broken.to_string()).at(from.display());
    #[cfg(feature = "web")]
    if options.browser.is_wanted()? {
        let mut live = web::open(game, &mut header, &seating)?;
        go_through(&mut reader, moment, options, from, &mut |now| live.past(now).map_err(broken))?;
        return web::series(context, game, live, options, seating, goes_on, out);
    }
    let kept = &GameKeeper::of(context);
    let mut console = console_of(game, &mut header, &seating, options, kept)?;
    keep(kept, options, &header, header.number, goes_on)?;
    take_down(&mut *console, kept, stop);
    let mut input = terminal::input(context.world);
    go_through(&mut reader, moment, options, from, &mut |now| console.past(now).map_err(broken))?;
    kept.publish()?;
    match hold(&mut *console, &mut *input, kept, out)? {
        Then::Done => Ok(()),
        Then::Another => {
            header.number += 1;
            series(game, header, &mut *input, options, kept, seating, out)
        }
    }
}

/// The place at which a person takes over a recording in which nobody is one, and the seat: the
/// first that is not the house's. `go` goes to the moment; the reader then stands before its first
/// cycle again.
fn taken_over(
    games: Games,
    reader: &mut ReplayReader,
    game: &dyn CommandLine,
    go: impl FnOnce(&mut ReplayReader) -> Result<(), Error>,
) -> Result<Option<TakesOver>, Error> {
    if reader.header().players.iter().any(|name| is_human(name)) {
        return Ok(None);
    }
    go(reader)?;
    let now = reader.now();
    let moment =
        now.last().map(|cycle| TakesOver { seat: first_free(game), cycle, seal: now.seal() });
    reader.begin_again(&opener(games))?;
    Ok(moment)
}

/// True if the command says who plays.
#[cfg(feature = "web")]
fn names_players(matches: &ArgMatches) -> bool {
    let game = matches.subcommand().map(|(_, game)| game);
    game.is_some_and(|game| {
        game.try_contains_id("player").is_ok()
            && game.value_source("player") == Some(ValueSource::CommandLine)
    })
}

/// Gives a person a seat in a game whose usual players are none: a page of a game that plays itself to its end
/// at once shows nobody anything.
#[cfg(feature = "web")]
fn seat_a_person(world: &World, game: &dyn CommandLine, header: &mut Header) {
    if header.players.iter().any(|name| is_human(name)) {
        return;
    }
    let seat = first_free(game);
    let sides = game.sides(&mut header.clone()).unwrap_or_default();
    let mut seats = sides.iter().flat_map(|side| &side.seats);
    let name = seats.find(|(it, _)| *it == seat).map(|(_, name)| name);
    if let (Some(player), Some(name)) = (header.players.get_mut(seat.index()), name) {
        HUMAN.clone_into(player);
        world.note(&format_args!("you play {name}; --player WHO=human names another seat"));
    }
}

/// The first seat that a person can have.
fn first_free(game: &dyn CommandLine) -> Seat {
    let house = game.house();
    let is_free = |seat: &Seat| house.iter().all(|(taken, _)| taken != seat);
    let free = (0..Seat::COUNT_MAX).map(Seat).find(is_free);
    free.unwrap_or(Seat(0))
}

/// Hands over the cycles of a replay up to a moment.
fn go_through(
    reader: &mut ReplayReader,
    moment: u64,
    options: &PlayOptions,
    from: &Path,
    take: &mut dyn FnMut(&dyn RecordedHistory) -> Result<(), Error>,
) -> Result<(), Error> {
    let parts = |now: &dyn RecordedHistory| now.parts().filter(|_| options.round.is_some());
    let is_there = |now: &dyn RecordedHistory| match parts(now) {
        Some(begun) => now.last().is_some() && begun.count >= moment,
        None => now.last() == Some(moment),
    };
    while !is_there(reader.now()) {
        if !reader.next_cycle()? {
            let error = match parts(reader.now()) {
                Some(begun) => Error::new(format!("there is no {} {moment}", begun.unit)),
                None => past_the_end(reader.now(), moment),
            };
            return Err(error.at(from.display()));
        }
        take(reader.now())?;
    }
    match parts(reader.now()) {
        Some(PartsBegun { unit, count }) if count > moment => {
            let what =
                format!("{unit} {moment} is in the middle of a move that takes several {unit}s");
            let error = Error::new(what).at(from.display());
            Err(error.help(format!("go on from {unit} {count}")))
        }
        _ => Ok(()),
    }
}

/// A recording is somebody else's text: no program is started because it stands there. In a game
/// without a person one takes the first seat that is free.
fn check_starts_nothing(game: &dyn CommandLine, header: &Header) -> Result<(), Error> {
    let has_person = header.players.iter().any(|name| is_human(name));
    let taken = (!has_person).then(|| first_free(game));
    let mut seats = (0..).map(Seat).zip(&header.players);
    let outside =
        |(seat, name): &(Seat, &String)| Some(*seat) != taken && PlayerName::of(name).is_outside();
    match seats.find(outside) {
        None => Ok(()),
        Some((_, name)) => {
            let what = format!("an outside program played there: `{}`", quoted(name));
            let help = "no program is started because a recording names it; name it with --player in a new game";
            Err(Error::new(what).help(help))
        }
    }
}

/// Holds the session and closes what is kept of it, whatever ended it.
fn hold(
    console: &mut dyn Console,
    input: &mut dyn Input,
    kept: &GameKeeper,
    out: &mut dyn Write,
) -> Result<Then, Failure> {
    let look = terminal::look(kept.world());
    if let Some(columns) = look.width {
        console.width(columns);
    }
    console.screen(terminal::is_a_screen(kept.world()));
    let held = console.run(input, out);
    kept.close(console.played_ms())?;
    Ok(held?)
}

/// The file of a game of a series: the first has the name given, the second `NAME-2`.
fn numbered(path: &Path, number: u64) -> PathBuf {
    if number == 0 || is_standard_output(path) {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{}", number + 1));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

fn is_standard_output(path: &Path) -> bool {
    path == Path::new("-")
}

/// The file in which the game with this number in its series is kept: the first has the name that
/// was asked for, the others the next that is free.
fn place_of(world: &World, options: &PlayOptions, number: u64) -> Result<Option<PathBuf>, Error> {
    let Some(path) = &options.output else {
        return Ok(None);
    };
    if is_standard_output(path) {
        return Err(
            Error::new("the session already uses standard output").help("name a file with -o FILE")
        );
    }
    let mut names = (number..).map(|number| numbered(path, number));
    let free = |path: &PathBuf| number == 0 || options.force || is_free(world, path);
    Ok(Some(names.find(free).unwrap_or_else(|| path.to_owned())))
}

/// Begins to keep a game, where that is asked for; `goes_on` when it is the one that was cut off there.
fn keep(
    kept: &GameKeeper,
    options: &PlayOptions,
    header: &Header,
    number: u64,
    goes_on: bool,
) -> Result<(), Error> {
    let Some(path) = place_of(kept.world(), options, number)? else {
        return Ok(());
    };
    let place = KeepTarget { path: &path, force: options.force, goes_on, how: options.how() };
    kept.begin(place, header)
}
