//! What a command lives in: files on disk or in memory, three streams, a clock, threads, and who interrupts it
//! ([`world`]); errors told to people ([`error`]), with escapes for what a terminal would obey ([`escape`]).
//!
//! It knows nothing of games. Only [`world`] opens a file or reads a clock.

pub mod error;
pub mod escape;
pub mod panics;
pub mod world;

pub use error::Error;
