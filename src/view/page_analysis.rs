//! The analysis of a game as a page draws it under the board: what each side could expect, and the
//! choices that lost something.

use serde::Serialize;

/// What each side could expect in every cycle of a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PageAnalysis {
    /// The names of the sides.
    pub sides: Vec<String>,
    /// For every cycle of the page, from its first, the share of a win from 0 to 1 that each side could
    /// expect after it.
    pub values: Vec<Vec<f64>>,
    /// What the draws of the game brought each side, as a share of a win.
    pub luck: Vec<f64>,
    /// The choices that are marked, by rising cycle.
    pub marks: Vec<PageMark>,
}

/// A marked choice.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PageMark {
    /// The cycle of the choice.
    pub cycle: u64,
    /// The turn of the choice within its cycle, from 0; nothing for the whole cycle.
    pub turn: Option<usize>,
    /// The mark: `?!`, `?` or `??`.
    pub mark: String,
    /// What was chosen, and what would have been better.
    pub words: String,
}
