//! A solved scenario as commands print it: the values of the solver with the words of the game.

use serde::Serialize;

use chase_study::solve::{BestLineEnd, SolvedValue};

/// A solved scenario of any game.
#[derive(Clone, Debug)]
pub struct SolvedScenario {
    /// The names of the sides, one or two.
    pub sides: Vec<String>,
    /// The value of the start.
    pub value: SolvedValue,
    /// The name of the seat that moves first, unless the dice come first or the game is over.
    pub to_move: Option<String>,
    /// The legal first actions.
    pub actions: Vec<SolvedAction>,
    /// The best moves from the start on.
    pub line: Vec<SolvedMove>,
    /// Why the line ends.
    pub end: BestLineEnd,
    /// The ending in words, where the line ends with the game.
    pub ending: Option<String>,
    /// The number of states that can be reached.
    pub states: u64,
}

/// A legal first action.
#[derive(Clone, Debug)]
pub struct SolvedAction {
    /// The action in words.
    pub action: String,
    /// The value of the game if it is chosen.
    pub value: SolvedValue,
    /// True if no other action is better.
    pub is_best: bool,
}

/// A move of the best line.
#[derive(Clone, Debug, Serialize)]
pub struct SolvedMove {
    /// The name of the seat.
    pub seat: String,
    /// The action in words.
    pub action: String,
}
