//! What games share where people meet them: their options and scenarios at the command line, consoles,
//! tables that people play at, seats, protocols through files.
//!
//! A game brings what [`commands`] asks for. Nothing here names a game, and nothing sees how replays are
//! stored.

mod command_line;
pub mod commands;
pub mod console;
mod extras;
pub mod file_protocol;
pub mod hints;
pub mod limits;
pub mod live;
pub mod openings;
pub mod people;
pub mod player_name;
mod registry;
pub mod seating;
mod session;
pub mod solving;
pub mod table;

pub use command_line::{CommandLine, NewFiles, Setup, parsed, plain};
pub use extras::{CommandExtras, CountLines, OwnCommand, OwnFailure, Perft, Printed};
pub use registry::Games;
pub use session::{Console, Input, Played, Prompt, Then};
