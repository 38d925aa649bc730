//! What came of one game of a match: a line of its journal, and what its standings count.

use serde::{Deserialize, Serialize};

use chase_engine::game::ForfeitCause;

/// The result of one game of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// The number of the game in the schedule, from 0.
    pub game: u64,
    /// The number of the opening, from 0.
    pub opening: u64,
    /// For each slot, the number of the entrant that filled it.
    pub entrants: Vec<usize>,
    /// The cause of the game's end, one word of the game's list.
    pub cause: String,
    /// Points by slot: 2 for a win, 1 for a shared one.
    pub points: Vec<u8>,
    /// The amount that each slot collected, or the number of cycles in games in which nothing is
    /// collected.
    pub amounts: Vec<i64>,
    /// The seal of its history; empty where nothing of it is kept.
    pub seal: String,
    /// The faults that players made.
    pub faults: Vec<PlayerFault>,
    /// The players that had ended by themselves since the game before, and were started again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub restarts: Vec<PlayerRestart>,
}

/// A player that had ended with nothing asked of it, and was started or connected again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerRestart {
    /// The player, by its place among the entrants.
    pub entrant: usize,
    /// How it had ended, as in `code 0`.
    pub after: String,
}

/// A fault that a player made.
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
    /// The message: the answer that was found and the answer that was expected.
    pub what: String,
}
