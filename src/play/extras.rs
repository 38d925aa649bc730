//! What a game may bring to the command line besides what every game brings. Most games bring none
//! of it.

use std::io::{self, Write};

use clap::{ArgMatches, Command};

use chase_world::error::Error;
use chase_world::world::World;

use crate::file_protocol::FileProtocol;

/// A game's additions to the command line, beside those of every game. It names what it has and
/// takes the rest from [`CommandExtras::NONE`].
#[derive(Clone, Copy)]
pub struct CommandExtras {
    /// The protocol by which programs meet through files.
    pub file_protocol: Option<&'static dyn FileProtocol>,
    /// A command beside those that all games have.
    pub own_command: Option<&'static OwnCommand>,
    /// Looks for something that `record` prints in place of recording, where its arguments ask for
    /// that.
    pub instead: Option<Instead>,
}

/// Looks for what is printed in place of recording: nothing where a game is to be recorded. It fails
/// where a file or a number is wrong.
pub(crate) type Instead = fn(&World, &ArgMatches) -> Result<Option<Printed>, Error>;

impl CommandExtras {
    /// Nothing of it.
    pub const NONE: Self = CommandExtras { file_protocol: None, own_command: None, instead: None };
}

/// A command that a game brings along, beside those for all games.
#[derive(Debug)]
pub struct OwnCommand {
    /// Its name, which no other command has.
    pub name: &'static str,
    /// Its arguments and its help.
    pub command: fn() -> Command,
    /// Does what its arguments ask for. What it prints goes to the writer, standard output.
    pub run: fn(&ArgMatches, &mut dyn Write) -> Result<(), OwnFailure>,
    /// The exit status of the program when the arguments are wrong.
    pub usage_code: u8,
}

/// The reason why a game's own command ended early.
#[derive(Debug)]
pub enum OwnFailure {
    /// Standard output could not be written.
    Output(io::Error),
    /// The program returns this code.
    Code {
        /// The return code.
        code: u8,
        /// The error that the user is told first, if any.
        told: Option<Error>,
    },
}

impl From<io::Error> for OwnFailure {
    fn from(error: io::Error) -> Self {
        OwnFailure::Output(error)
    }
}

/// The output of `record` in place of a recording.
#[derive(Debug)]
pub struct Printed {
    /// The text to print.
    pub text: String,
    /// Warnings about a game that can be played but is unusual.
    pub warnings: Vec<String>,
}
