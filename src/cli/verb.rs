//! What a command is: its name, its arguments, what it is handed, and the reasons for which it ends early.

use std::io::{self, Write};

use chase_play::Games;
use chase_world::error::Error;
use chase_world::world::World;
use clap::{ArgMatches, Command};

/// What every command is handed: the games of the program, and the world that it runs in.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub games: Games,
    pub world: &'a World,
}

/// A command: its name, its arguments, and what it does.
pub struct Verb {
    pub name: &'static str,
    pub command: fn(Games) -> Command,
    pub run: CommandRun,
}

impl Verb {
    pub const fn new(name: &'static str, command: fn(Games) -> Command, run: CommandRun) -> Self {
        Verb { name, command, run }
    }
}

/// The function that runs a command with its arguments; it prints to the last.
pub type CommandRun = fn(Context<'_>, &ArgMatches, &mut dyn Write) -> Done;

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
