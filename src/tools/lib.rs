//! Tools for games of any kind, each a room of its own: matches ([`arena`]), sweeps over many games
//! ([`sweep`]), verdicts on replays, transcripts and submitted programs ([`judge`]), pages and drawings ([`view`]).
//!
//! They know games through the traits of the core and of the kit, and name none.

pub mod arena;
pub mod judge;
pub mod sweep;
pub mod view;
