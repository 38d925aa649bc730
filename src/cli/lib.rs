//! The command line of chase, for the games that it is given: every command, what it reads and what it prints.
//!
//! `commands` has a file for each command, `options` what several of them take, `input` what they read, and
//! `print` how they write. `run` reads the words of a command line, runs the command, and makes an exit status of how
//! it ended; `verb` says how a command may end, with a status of its own where it has one. `system` makes the world of the process, `program` knows the name of the
//! program, `only_game` a program of one game, `own_player` a player's program. Only this crate opens standard output.

mod commands;
#[doc(hidden)]
pub mod in_process;
mod input;
mod only_game;
mod options;
mod own_player;
mod print;
mod program;
mod run;
#[cfg_attr(target_family = "wasm", path = "no_system.rs")]
mod system;
mod verb;
mod version;

#[cfg(feature = "tui")]
#[doc(hidden)]
pub use commands::replay::step::hold;
pub use own_player::play_outside;
#[doc(hidden)]
pub use run::perform;
pub use run::run;
