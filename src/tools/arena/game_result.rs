//! What came of one game of a match: a line of its journal, and what its standings count.

use serde::{Deserialize, Serialize};

use chase_core::game::ForfeitCause;

/// What came of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// Which game of the schedule, from 0.
    pub game: u64,
    /// The number of the opening, from 0.
    pub opening: u64,
    /// Who filled which slot.
    pub entrants: Vec<usize>,
    /// Why the game ended, one word of the game's list.
    pub cause: String,
    /// Points by slot: 2 for a win, 1 for a shared one.
    pub points: Vec<u8>,
    /// What each slot collected, or how many cycles there were.
    pub amounts: Vec<i64>,
    /// The seal of its history; empty where nothing of it is kept.
    pub seal: String,
    /// What players did wrong.
    pub faults: Vec<PlayerFault>,
}

/// What a player did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerFault {
    /// The player, by its place among the entrants.
    pub entrant: usize,
    /// The name of the seat it sat in.
    pub seat: String,
    /// In which cycle, where it was its turn.
    pub cycle: Option<u64>,
    /// The kind of failure.
    pub cause: ForfeitCause,
    /// What was found, and what was expected.
    pub what: String,
}
