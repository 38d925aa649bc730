//! The columns of the trace with what a board shows in them, the signs of a board, and how endings are told.

use super::Ending;
use super::board::BoardCell;
use chase_kit::faces::{DEEDS, cell};
use chase_kit::trace::Column;

/// The characters that stand for the contents of a cell.
pub(super) mod sign {
    pub const EMPTY: char = '.';
    pub const PLAYER: char = '@';
    pub(crate) const ROBOT: char = '+';
    pub(crate) const DEBRIS: char = '#';
    pub(crate) const TELEPORT: char = 'o';
    /// A dead player with a robot over it, or under debris.
    pub(crate) const UNDER_ROBOT: char = 'X';
    pub(crate) const UNDER_DEBRIS: char = '%';
}

/// The trace of a game: where everything is, and what was done.
pub(super) static TRACE: &[Column] = &[cell("player"), cell("robots"), cell("debris"), DEEDS];

/// The columns by number.
pub(super) mod column {
    pub const PLAYER: usize = 0;
    pub(crate) const ROBOTS: usize = 1;
    pub(crate) const DEBRIS: usize = 2;
}

/// Cells in the order of rows, as words.
pub(super) fn cells_words(cells: impl IntoIterator<Item = BoardCell>) -> String {
    let mut cells: Vec<_> = cells.into_iter().collect();
    cells.sort_unstable();
    let words: Vec<_> = cells.iter().map(BoardCell::to_string).collect();
    words.join(" ")
}

impl Ending {
    /// Returns the sentence that tells the ending, in the transcript and at the terminal.
    pub(super) fn words(self) -> &'static str {
        match self {
            Ending::Won => "The player wins: no robot is left",
            Ending::Caught => "The player dies: a robot has come",
            Ending::RanInto => "The player dies: it has walked into a robot",
            Ending::TurnLimit => "Nobody wins: all turns are taken",
            Ending::Forfeited => "The player loses: it has lost its turn",
        }
    }

    /// The ending of this cause.
    pub(super) fn of_cause(cause: &str) -> Option<Self> {
        Ending::ALL.into_iter().find(|it| it.word() == cause)
    }
}
