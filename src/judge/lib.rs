//! Verdicts: replays played again, transcripts held against the rules, outside programs put to the test.
//!
//! | question | where |
//! |---|---|
//! | Does one replay or transcript follow the rules, and where not? | [`verify`], within a [`deadline`] |
//! | What is a submitted program worth? | [`grade`] |
//! | Does a program do the same again, and if not, why? | [`repeat`] |
//!
//! Two traces are compared by `diff` of the replay crate. The rules themselves are judged by the
//! [`Referee`](chase_kit::referee::Referee) of the game, which both ask.

pub mod deadline;
pub mod grade;
pub mod repeat;
pub mod verify;
