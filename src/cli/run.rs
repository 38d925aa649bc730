//! A command line is run: its words are read, the command is called, what went wrong is told, and the exit status follows.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::{Arc, atomic::AtomicBool};

use chase_outside::limited::{set_launcher, started_for_another};
use chase_outside::process::trouble;
use chase_play::{Games, OwnFailure};
use chase_world::error::{Error, exit};
use chase_world::escape::EscapingWriter;
use chase_world::world::World;
use clap::ArgMatches;
use clap::error::ErrorKind;

use super::commands::{GAME_VERBS, OTHER_VERBS, command, own_commands};
use super::verb::{Context, Done, Failure};
use super::{only_game, program, system};
use crate::print::usage::clap_error;
use crate::print::{help, terminal};

/// Runs the program with these games and the process's arguments: every command there is, for each of
/// them. A `main` of one line.
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race_entry.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let main = || chase::cli::run(Games::new().with::<Race>());
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn run(games: Games) -> ExitCode {
    let world = system::world(program::name(games));
    let words: Vec<_> = std::env::args_os().collect();
    let texts: Vec<_> = words.iter().skip(1).map(|it| it.to_string_lossy().into_owned()).collect();
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
    let matches = match only_game::matches(games, words, command) {
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

pub fn dispatch(context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
    let (name, matches) = matches.subcommand().expect("clap asks for a command");
    if let Some(own) = own_commands(context.games).find(|own| own.name == name) {
        return (own.run)(matches, out).map_err(|failure| own_failure(context.world, failure));
    }
    let verb = GAME_VERBS.iter().chain(OTHER_VERBS).find(|verb| verb.name() == name);
    verb.expect("clap knows only these commands").run(context, matches, out)
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
