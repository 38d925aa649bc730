//! What a command is: its name, its arguments, what it is handed, and the reasons for which it ends early.

use std::ffi::OsString;
use std::io::{self, Write};

use chase_play::Games;
use chase_world::error::Error;
use chase_world::world::World;
use clap::{ArgMatches, Args, Command};

use crate::print::usage::clap_error;

/// What every command is handed: the games of the program, and the world that it runs in.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub games: Games,
    pub world: &'a World,
}

/// A command: its name, its arguments, and what it does.
pub trait Verb {
    fn name(&self) -> &'static str;

    /// The command with its arguments, for these games.
    fn command(&self, games: Games) -> Command;

    /// Runs the command with its arguments; it prints to the last.
    fn run(&self, context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done;
}

/// A command that is the same whatever games there are: the attributes of its options `O` say what it is for.
pub struct PlainVerb<O> {
    pub name: &'static str,
    pub run: fn(Context<'_>, O, &mut dyn Write) -> Done,
}

impl<O: Args> Verb for PlainVerb<O> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn command(&self, _: Games) -> Command {
        O::augment_args(Command::new(self.name))
    }

    fn run(&self, context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
        (self.run)(context, O::from_arg_matches(matches).map_err(clap_error)?, out)
    }
}

/// A command whose arguments depend on the games.
pub struct GamesVerb {
    pub name: &'static str,
    pub command: fn(Games) -> Command,
    pub run: fn(Context<'_>, &ArgMatches, &mut dyn Write) -> Done,
}

impl Verb for GamesVerb {
    fn name(&self) -> &'static str {
        self.name
    }

    fn command(&self, games: Games) -> Command {
        (self.command)(games).name(self.name)
    }

    fn run(&self, context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
        (self.run)(context, matches, out)
    }
}

/// The options that these words give, as a command of this name takes them: what no word says is as the options have
/// it by default.
pub fn options_of<O: Args>(
    name: &'static str,
    words: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> Result<O, clap::Error> {
    let command = O::augment_args(Command::new(name)).no_binary_name(true);
    command.try_get_matches_from(words).and_then(|matches| O::from_arg_matches(&matches))
}

/// The reason why a command ended early.
#[derive(Debug)]
pub enum Failure {
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
pub type Done = Result<(), Failure>;

/// The end of a command that compares or checks, once standard output says what it found.
pub fn fine_if(is_fine: bool) -> Done {
    match is_fine {
        true => Ok(()),
        false => Err(Failure::Differs),
    }
}

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
