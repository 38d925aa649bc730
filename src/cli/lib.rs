//! The command line of chase, for the games that it is given: every command, what it reads and what it prints.
//!
//! [`commands`] has a file for each command, [`options`] what several of them take, [`input`] what they read, and
//! [`print`] how they write. Only this crate opens standard output and standard error; everything else is handed where
//! to write.

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
