//! What a command lives in: files on disk or in memory, standard input and standard error, a clock, threads, and who
//! interrupts it ([`world`]); errors told to people ([`error`]), with escapes for what a terminal would obey
//! ([`escape`]); panics caught without their message ([`panics`]); objects of JSON that are made in one place ([`object`]).
//!
//! It knows nothing of games.

pub mod error;
pub mod escape;
pub mod object;
pub mod panics;
pub mod world;

pub use error::Error;
