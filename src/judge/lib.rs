//! Verdicts: replays played again, transcripts held against the rules, outside programs put to the test.
//!
//! | question | where |
//! |---|---|
//! | Does one replay or transcript follow the rules, and where not? | [`verify`], within a [`deadline`] |
//! | What is a submitted program worth? | [`grade`] |
//! | Does a program do the same again, and if not, why? | [`repeat`] |
//!
//! Two traces are compared by `diff` of the crate replay. `verify` and `diff` both ask the game's
//! [`Referee`](chase_kit::referee::Referee) whether a trace follows the rules.

pub mod deadline;
pub mod grade;
pub mod repeat;
pub mod verify;
