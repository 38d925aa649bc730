//! A game's plain text: how it tells its cycles, and how that text is read back.

use std::fmt;

use serde::Serialize;

use super::game::Game;

/// What a game can say about itself in words.
///
/// Text goes into the caller's buffer as bytes: a trace of millions of cycles is written
/// through here.
pub trait Transcript: Game {
    /// What a transcript shows of one cycle; a parsed transcript is a list of these.
    type Row: PartialEq + fmt::Debug;
    /// One moment for programs.
    type Facts: Serialize;
    /// What is counted on the way through a history.
    type Tally: Default + Send;
    /// The counts, for programs.
    type Totals: Serialize;

    /// What stands before the first cycle.
    fn opening(&self, out: &mut Vec<u8>);

    /// The block of the cycle that just closed.
    fn cycle(&self, state: &Self::State, out: &mut Vec<u8>);

    /// How it ended; nothing while it goes on.
    fn ending(&self, state: &Self::State, out: &mut Vec<u8>);

    /// What [`Transcript::cycle`] and [`Transcript::ending`] show, as data.
    fn row(&self, state: &Self::State) -> Self::Row;

    /// Reads a transcript back.
    ///
    /// # Errors
    /// The line and column of what could not be understood.
    fn parse(text: &str) -> Result<Vec<Self::Row>, Unreadable>;

    /// Everything worth knowing about a moment: more than a cycle's block.
    fn moment(&self, state: &Self::State, players: &[String], out: &mut Vec<u8>);

    /// [`Transcript::moment`] as data.
    fn facts(&self, state: &Self::State, players: &[String]) -> Self::Facts;

    /// One event in words, a line without its end; `before` is the state it changes.
    fn event(&self, before: &Self::State, event: &Self::Event, out: &mut Vec<u8>);

    /// Counts one event; `before` is the state it changes.
    fn count(&self, tally: &mut Self::Tally, before: &Self::State, event: &Self::Event);

    /// The counts as data.
    fn totals(&self, tally: &Self::Tally) -> Self::Totals;

    /// The counts as a table.
    fn table(&self, totals: &Self::Totals, out: &mut Vec<u8>);
}

/// A transcript that is not one, or not of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What stood there and what was expected.
    pub what: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.what)
    }
}

impl std::error::Error for Unreadable {}
