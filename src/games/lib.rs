//! The games. A game is one folder and one line in [`GAMES`]; what they share stands beside them:
//! [`kit`] at the command line, [`board`] road networks, [`table`] and [`live`] games that people play.
//!
//! A game knows the core and what the games share; it never sees how replays are stored, nor another game.

pub mod animal_checkers;
pub mod board;
pub mod clock;
mod command_line;
pub mod console;
mod extras;
pub mod file_protocol;
pub mod fishing;
#[cfg(feature = "tui")]
pub mod full_screen;
pub mod kit;
pub mod limits;
pub mod live;
pub mod openings;
pub mod people;
pub mod player_name;
pub mod police;
mod registry;
pub mod robots;
pub mod scotland_yard;
pub mod seating;
mod session;
pub mod table;

pub use command_line::{CommandLine, NewFiles, Setup};
pub(crate) use command_line::{parsed, plain};
pub use extras::{CommandExtras, CountLines, OwnCommand, OwnFailure, Perft, Printed};
pub use registry::{GAMES, Games, REFUSAL, refused};
pub use session::{Console, Input, Played, Prompt, Saver, Then};
