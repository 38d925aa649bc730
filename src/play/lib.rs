//! What games share where people meet them: their options and scenarios at the command line, consoles,
//! tables that people play at, seats, protocols through files.
//!
//! | what | where |
//! |---|---|
//! | a game's command line, and the games of a program | `commands`, `command_line`, `extras`, `openings`, `limits`, `registry` |
//! | who plays, by name, and who sits where | `player_name`, `seating`, `people` |
//! | sessions at a terminal and tables in a browser | `console`, `session`, `table`, `live`, `hints` |
//! | programs that meet through files | `file_protocol` |
//! | a solved scenario in words | `solving` |
//!
//! A game brings what [`commands`] asks for. Nothing here names a game or knows how recordings are stored.

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
pub use extras::{CommandExtras, OwnCommand, OwnFailure, Printed};
pub use registry::Games;
pub use session::{Console, Input, Played, Prompt, Then};
