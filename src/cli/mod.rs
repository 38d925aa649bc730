//! The commands, one file each. Only this part of the crate opens standard output and standard
//! error; everything else is handed where to write.

mod analyse;
mod columns;
mod convert;
mod cut_off;
mod cycle_number;
mod diff;
mod env;
mod eyes;
mod files_in_folder;
mod fork;
mod games;
mod grade;
mod help;
mod house_players;
#[doc(hidden)]
pub mod in_process;
mod info;
mod input_max;
mod junit;
mod laws;
mod log_page;
mod logs;
mod manual;
mod match_connection;
mod match_games;
mod match_page;
mod match_seed;
mod matches;
mod new;
mod newest_recording;
mod odds;
mod only_game;
mod outsiders;
mod own_player;
mod page_file;
mod pair;
mod people;
mod perft;
mod play;
mod player;
mod playing;
mod positions_file;
mod printout;
mod program;
mod progress_bar;
mod record;
mod record_sweep;
mod repeat;
mod replay;
mod sandbox;
mod scenario_doubt;
mod secret_files;
mod shell;
mod solve;
#[cfg(feature = "tui")]
mod step;
mod sweep;
mod sweep_bar;
mod sweep_diff;
mod sweep_game;
mod sweep_merge;
mod sweep_page;
mod sweep_plan;
mod sweep_show;
mod sweep_workers;
#[cfg_attr(target_family = "wasm", path = "no_system.rs")]
mod system;
mod terminal;
mod tick;
mod trace;
mod usage;
mod verify;
mod version;
mod view;
mod view_log;
mod watching;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::{Arc, atomic::AtomicBool};

use clap::error::ErrorKind;
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _};

use crate::engine::budget::StopFlag;
use crate::error::{Error, exit};
use crate::escape::EscapingWriter;
use crate::games::commands::Purpose;
use crate::games::seating::Seating;
use crate::games::{CommandLine, Games, OwnCommand, OwnFailure, Setup, project_games};
use crate::outside::limited::{set_launcher, started_for_another};
use crate::outside::process::trouble;
use crate::world::World;
use outsiders::OutsiderOptions;
use secret_files::Secret;
use usage::clap_error;

pub use own_player::play_outside;
#[cfg(feature = "tui")]
#[doc(hidden)]
pub use step::hold;

/// What every command is handed: the games of the program, and the world that it runs in.
#[derive(Clone, Copy)]
struct Context<'a> {
    games: Games,
    world: &'a World,
}

/// A command: its name, its arguments, and what it does.
struct Verb {
    name: &'static str,
    command: fn(Games) -> Command,
    run: CommandRun,
}

impl Verb {
    const fn new(name: &'static str, command: fn(Games) -> Command, run: CommandRun) -> Self {
        Verb { name, command, run }
    }
}

/// The function that runs a command with its arguments; it prints to the last.
type CommandRun = fn(Context<'_>, &ArgMatches, &mut dyn Write) -> Done;

/// Every command for games. In help, completions and manual the commands that games bring along
/// follow these.
const GAME_VERBS: &[Verb] = &[
    record::VERB,
    replay::VERB,
    view::VERB,
    info::VERB,
    convert::VERB,
    diff::VERB,
    trace::VERB,
    repeat::VERB,
    verify::VERB,
    grade::VERB,
    play::VERB,
    odds::VERB,
    analyse::VERB,
    perft::VERB,
    solve::VERB,
    laws::VERB,
    matches::VERB,
    sweep::VERB,
    player::VERB,
    env::VERB,
];

/// The commands that stand after those that games bring along.
const OTHER_VERBS: &[Verb] = &[new::VERB, games::VERB, shell::VERB, manual::VERB];

/// The exit status of every command that does not say otherwise.
const EXIT_STATUS: &str = "Exit status: 0 fine, 1 differs or fails a check, 2 trouble.";

/// The reason why a command ended early.
#[derive(Debug)]
enum Failure {
    /// Something to tell the user.
    Told(Error),
    /// Standard output could not be written.
    Output(io::Error),
    /// Nothing went wrong, but what was compared differs or what was checked fails; standard
    /// output says how.
    Differs,
    /// The fault is told already, and the program returns this status.
    Code(u8),
}

/// The end of a command: all is fine, or a reason why it ended early.
type Done = Result<(), Failure>;

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Told(error)
    }
}

/// Errors of writing to standard output. Those of files are told with their path.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// The whole command line. Its help is arranged where it is shown.
fn command(games: Games) -> Command {
    let command_of = |verb: &Verb| (verb.command)(games).name(verb.name);
    let of_games = GAME_VERBS.iter().filter(|verb| has_games(games, verb.name));
    let own = own_commands(games).map(|own| (own.command)().name(own.name));
    let others = OTHER_VERBS.iter().map(command_of);
    let verbs = of_games.map(command_of).chain(own).chain(others);
    let command = Command::new(program::name(games))
        .version(version::NUMBER)
        .long_version(version::LONG.as_str())
        .about(
            "Records every move of a turn-based game as an immutable event log, finds the\n\
             first wrong step between two runs, and says why",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(verbs.map(|verb| {
            let verb = program::with_own_examples(games, verb);
            only_game::told(games, verb)
        }));
    if games.are_brought() {
        // The examples are of games that this program does not have.
        return command.after_help(EXIT_STATUS);
    }
    command.after_help(format!(
        "Examples:\n  \
             chase record                        record the built-in police chase\n  \
             chase replay FILE --hour 5          rebuild hour 5 of a recording\n  \
             chase diff OURS REF                 find the first wrong step between two runs\n  \
             chase play police CITIES AGENTS 10  play a chase at the terminal\n\n\
             {EXIT_STATUS}"
    ))
}

/// Returns whether there is a game that a command is for.
fn has_games(games: Games, verb: &str) -> bool {
    let any = |is: fn(&dyn CommandLine) -> bool| games.all().iter().any(|game| is(*game));
    if verb == perft::VERB.name {
        any(|game| game.extras().perft.is_some())
    } else if verb == grade::VERB.name {
        any(|game| game.extras().grading_suite.is_some())
    } else if verb == solve::VERB.name {
        any(|game| !game.has_secrets())
    } else {
        true
    }
}

/// The commands that games bring along.
fn own_commands(games: Games) -> impl Iterator<Item = &'static OwnCommand> {
    games.all().iter().filter_map(|game| game.extras().own_command)
}

/// Runs the program with the games of the project and the process's arguments.
#[must_use]
pub fn main() -> ExitCode {
    run(project_games())
}

/// Runs the program with these games and the process's arguments: every command there is, for each of
/// them. A `main` of one line.
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/race.rs"));
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/race_entry.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let main = || chase::cli::run(Games::new().with::<Race>());
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn run(games: Games) -> ExitCode {
    let world = system::world(program::name(games));
    let words: Vec<_> = std::env::args_os().collect();
    let texts = words.iter().skip(1);
    let texts: Vec<_> = texts.map(|it| it.to_string_lossy().into_owned()).collect();
    if let Some(unstarted) = started_for_another(&texts) {
        let Some(why) = unstarted else {
            return ExitCode::from(exit::FINE);
        };
        world.note(&why);
        return ExitCode::from(exit::TROUBLE);
    }
    set_launcher();
    outlive_file_limits();
    ExitCode::from(perform(&world, games, &words, &mut terminal::standard_output()))
}

/// Runs a command line, of which the first word is the program's name, in a world. What it prints goes to `out`,
/// with escapes in place of what a terminal would obey. Returns the exit status.
#[doc(hidden)]
pub fn perform(world: &World, games: Games, words: &[OsString], out: &mut dyn Write) -> u8 {
    let out = &mut EscapingWriter::new(out);
    let matches = match only_game::matches(games, words) {
        Ok(matches) => matches,
        Err(error) => {
            let code = u8::try_from(error.exit_code()).unwrap_or(exit::TROUBLE);
            show_usage(world, games, words, error, out);
            return match code {
                exit::FINE => code,
                code => usage_code(games, words).unwrap_or(code),
            };
        }
    };
    let done = dispatch(Context { games, world }, &matches, out)
        .and_then(|()| out.flush().map_err(Failure::Output));
    let done = match trouble() {
        Some(trouble) => Err(Failure::Told(Error::new(trouble))),
        None => done,
    };
    match done {
        Ok(()) => exit::FINE,
        Err(Failure::Differs) => match out.flush() {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                world.tell(&Error::io("standard output", "write", &error));
                exit::TROUBLE
            }
            _ => exit::DIFFERS,
        },
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => exit::FINE,
        Err(Failure::Output(error)) => {
            world.tell(&Error::io("standard output", "write", &error));
            exit::TROUBLE
        }
        Err(Failure::Code(code)) => code,
        Err(Failure::Told(error)) => {
            // What was printed before the trouble is shown before it.
            let _ = out.flush();
            world.tell(&error);
            exit::TROUBLE
        }
    }
}

/// Has a file that grows beyond what this process may write fail as any other does, in place of a signal
/// that ends the process without a word. It is a handler, as programs that are started inherit none.
fn outlive_file_limits() {
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGXFSZ;
        // Where it cannot be set the signal ends the process, as before.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }
}

/// Shows help, or what is wrong with the arguments.
fn show_usage(
    world: &World,
    games: Games,
    words: &[OsString],
    error: clap::Error,
    out: &mut dyn Write,
) {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let is_bare = words.len() < 2;
        let text = match is_bare {
            true => help::first_screen(&command(games)),
            false => error.to_string(),
        };
        world.note(&text.trim_end_matches('\n'));
    } else if error.use_stderr() {
        world.tell(&clap_error(error));
    } else if world.screens().output.is_terminal {
        // Help that nobody reads any more is no error.
        let _ = error.print();
    } else {
        let text = error.render().to_string();
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }
}

/// The exit status after wrong arguments of a game's own command, which has codes of its own.
fn usage_code(games: Games, words: &[OsString]) -> Option<u8> {
    let name = words.get(1)?;
    let own = own_commands(games).find(|own| name == own.name);
    own.map(|own| own.usage_code)
}

fn dispatch(context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
    let (name, matches) = matches.subcommand().expect("clap asks for a command");
    if let Some(own) = own_commands(context.games).find(|own| own.name == name) {
        return (own.run)(matches, out).map_err(|failure| own_failure(context.world, failure));
    }
    let mut verbs = GAME_VERBS.iter().chain(OTHER_VERBS);
    let verb = verbs.find(|verb| verb.name == name);
    (verb.expect("clap knows only these commands").run)(context, matches, out)
}

/// Tells what a game's own command has to tell, before the program returns its code.
fn own_failure(world: &World, failure: OwnFailure) -> Failure {
    match failure {
        OwnFailure::Output(error) => Failure::Output(error),
        OwnFailure::Code { code, told } => {
            if let Some(error) = told {
                world.tell(&error);
            }
            Failure::Code(code)
        }
    }
}

/// A command that asks for one of these games.
fn with_games(command: Command, of_games: impl Iterator<Item = Command>) -> Command {
    command.subcommand_required(true).arg_required_else_help(true).subcommands(of_games)
}

/// The game named after a command that asks for one, and the arguments that follow.
fn named_game(
    games: Games,
    matches: &ArgMatches,
) -> Result<(&'static dyn CommandLine, &ArgMatches), Error> {
    let (name, matches) = matches.subcommand().expect("clap asks for a game");
    Ok((games.find(name)?, matches))
}

/// The matches that hold a command's own options: those of the game it names, if it names one.
fn leaf(matches: &ArgMatches) -> &ArgMatches {
    matches.subcommand().map_or(matches, |(_, leaf)| leaf)
}

/// The purpose that a game is set up for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    /// A recording of the game with this number in its series.
    Record(u64),
    Play,
}

impl For {
    /// A game's subcommand with its arguments and its help.
    fn command(self, game: &dyn CommandLine) -> Command {
        let command = Command::new(game.name());
        let command = match self {
            For::Record(_) => game.args(Purpose::Record, command),
            For::Play => game.args(Purpose::Play, command),
        };
        OutsiderOptions::augment_args(command).about(game.about())
    }

    fn setup(
        self,
        world: &World,
        game: &dyn CommandLine,
        matches: &ArgMatches,
    ) -> Result<Setup, Error> {
        match self {
            For::Record(number) => game.setup(world, matches, number),
            For::Play => game.play_setup(world, matches),
        }
    }

    /// The file that the game is written to, if it is to any.
    fn written(self, matches: &ArgMatches, setup: &Setup) -> Option<PathBuf> {
        let output = matches.try_get_one::<PathBuf>("output").ok().flatten();
        match (self, output) {
            (For::Record(_), None) => Some(setup.usual_path()),
            (_, output) => output.filter(|path| *path != Path::new("-")).cloned(),
        }
    }
}

/// The game that a command names with its setup, or the first there is with its embedded one.
/// What the setup has to say is told, and those who play from outside sit down; `stop` ends what
/// they play.
fn setup_of(
    context: Context<'_>,
    matches: &ArgMatches,
    what_for: For,
    stop: &StopFlag,
) -> Result<(&'static dyn CommandLine, Setup, Seating), Error> {
    let nothing;
    let (game, matches) = match matches.subcommand() {
        Some((name, matches)) => (context.games.find(name)?, matches),
        None => {
            let game = *context.games.all().first().ok_or_else(none)?;
            let command = what_for.command(game).no_binary_name(true);
            nothing = command.get_matches_from([""; 0]);
            (game, &nothing)
        }
    };
    let mut setup = what_for.setup(context.world, game, matches)?;
    for warning in &setup.warnings {
        context.world.warn(warning);
    }
    if setup.seed_drawn {
        context.world.note_drawn(setup.header.seed, "repeat this game");
    }
    let outsiders = OutsiderOptions::from_arg_matches(matches).map_err(clap_error)?;
    let mut secrets = secret_files::of_scenario(context.world, game, matches)?;
    secrets.extend(what_for.written(matches, &setup).map(|path| Secret::recording(&path)));
    let seating = outsiders.seat(context.world, game, &mut setup.header, secrets, stop)?;
    Ok((game, setup, seating))
}

/// The error of a program without games: nothing can be played in it.
fn none() -> Error {
    Error::new("this program has no game").help("give it one, as in Games::new().with::<Nim>()")
}

/// A game's setup from words on the command line, as `--scenario` takes them. A word that holds
/// options, as in `--scenario='--side 1 --seed 7'`, is parted at its blanks.
fn setup_from(world: &World, game: &dyn CommandLine, words: &[String]) -> Result<Setup, Error> {
    let command = game.args(Purpose::Record, Command::new("--scenario")).no_binary_name(true);
    let words = words.iter().flat_map(|word| {
        let parts: Vec<_> = match word.trim_start().strip_prefix("--") {
            Some(_) => word.split_whitespace().collect(),
            None if word.trim().is_empty() => Vec::new(),
            None => vec![word.as_str()],
        };
        parts
    });
    let matches = command
        .try_get_matches_from(words)
        .map_err(|error| clap_error(error).at("--scenario").help(scenario_example(game)))?;
    game.setup(world, &matches, 0)
}

fn scenario_example(game: &dyn CommandLine) -> String {
    let example = game.example(Purpose::Record);
    if example.starts_with('-') {
        format!("as in: --scenario='{example}'")
    } else {
        format!("as in: --scenario {example}")
    }
}
