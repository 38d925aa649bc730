//! What the writer and the reader of transcripts share: the signs and words of the text, and the
//! columns of the trace with what a board shows in them.

use super::Ending;
use super::board::{BoardCell, Cells};
use chase_core::kit::{DEEDS, cell};
use chase_core::trace::Column;

/// The line above the first turn.
pub(super) const BANNER: &str = "ROBOTS";
/// The first word of the line above a board.
pub(super) const TURN: &str = "Turn ";

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
    pub const ACTION: usize = 3;
}

/// The cells of the columns before the last, in words: the player, the robots and the debris.
pub(super) fn cells(
    player: BoardCell,
    robots: &[BoardCell],
    debris: &Cells,
) -> [String; column::ACTION] {
    let robots = cells_words(robots.iter().copied());
    [player.to_string(), robots, cells_words(debris.iter())]
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

    pub(super) fn from_words(words: &str) -> Option<Self> {
        Ending::ALL.into_iter().find(|it| it.words() == words)
    }
}
