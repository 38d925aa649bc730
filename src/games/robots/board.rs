//! The board: 31 x 31 cells, and the debris on it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Rows, and columns, of the board.
pub const SIDE: u8 = 31;

/// A cell: its row and its column, from 1; row 1 is on top.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct BoardCell(pub u8, pub u8);

/// The cell where the player begins.
pub const START: BoardCell = BoardCell(15, 15);

impl fmt::Display for BoardCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.0, self.1)
    }
}

impl BoardCell {
    /// Returns true if the cell is on the board.
    pub fn is_on_board(self) -> bool {
        let fits = |n: u8| (1..=SIDE).contains(&n);
        fits(self.0) && fits(self.1)
    }

    /// Reads a cell as it is written: `(3,14)`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (row, column) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        Some(BoardCell(row.parse().ok()?, column.parse().ok()?))
    }

    /// All cells, row by row.
    pub fn all() -> impl Iterator<Item = BoardCell> {
        (1..=SIDE).flat_map(|row| (1..=SIDE).map(move |column| BoardCell(row, column)))
    }

    /// The next cell in a direction, if it is on the board.
    #[must_use]
    pub fn step(self, direction: Direction) -> Option<BoardCell> {
        let (rows, columns) = direction.offset();
        let to = BoardCell(self.0.wrapping_add_signed(rows), self.1.wrapping_add_signed(columns));
        to.is_on_board().then_some(to)
    }

    /// The direction in which a cell is the next.
    pub fn way_to(self, next: BoardCell) -> Option<Direction> {
        let mut ways = Direction::ALL.into_iter();
        ways.find(|way| self.step(*way) == Some(next))
    }

    /// The cell that a robot here goes to when the player is there.
    #[inline]
    pub fn towards(self, player: BoardCell) -> BoardCell {
        let nearer = |from: u8, to: u8| from + u8::from(to > from) - u8::from(to < from);
        BoardCell(nearer(self.0, player.0), nearer(self.1, player.1))
    }

    /// Rows plus columns between two cells.
    #[inline]
    pub fn distance(self, other: BoardCell) -> u8 {
        self.0.abs_diff(other.0) + self.1.abs_diff(other.1)
    }

    /// Its number, row by row from 0.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        (usize::from(self.0) - 1) * usize::from(SIDE) + usize::from(self.1) - 1
    }

    /// The cell of an index; nothing past the last.
    #[must_use]
    pub fn nth(index: usize) -> Option<BoardCell> {
        let side = usize::from(SIDE);
        let number = |n: usize| u8::try_from(n + 1).ok();
        let cell = BoardCell(number(index / side)?, number(index % side)?);
        cell.is_on_board().then_some(cell)
    }
}

/// The number of cells of the board.
pub const CELLS: usize = SIDE as usize * SIDE as usize;

/// The eight directions, row by row round the player. The order is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Up and left.
    Nw,
    /// One row up.
    N,
    /// Up and right.
    Ne,
    /// One column left.
    W,
    /// One column right.
    E,
    /// Down and left.
    Sw,
    /// One row down.
    S,
    /// Down and right.
    Se,
}

impl Direction {
    /// All of them, in their order.
    pub const ALL: [Direction; 8] = [
        Direction::Nw,
        Direction::N,
        Direction::Ne,
        Direction::W,
        Direction::E,
        Direction::Sw,
        Direction::S,
        Direction::Se,
    ];

    /// Rows and columns that it leads on.
    pub fn offset(self) -> (i8, i8) {
        [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)][self as usize]
    }

    /// Its name (`ne`).
    #[must_use]
    pub fn name(self) -> &'static str {
        ["nw", "n", "ne", "w", "e", "sw", "s", "se"][self as usize]
    }

    /// Reads a name.
    pub fn parse(name: &str) -> Option<Self> {
        Direction::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// Cells as a set: a bit for each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cells(pub [u64; Cells::WORDS]);

impl Cells {
    const WORDS: usize = CELLS.div_ceil(64);

    /// Returns true if the set contains the cell.
    #[inline]
    #[must_use]
    pub fn has(&self, cell: BoardCell) -> bool {
        let n = cell.index();
        self.0[n / 64] >> (n % 64) & 1 == 1
    }

    /// Adds a cell.
    #[inline]
    pub fn add(&mut self, cell: BoardCell) {
        let n = cell.index();
        self.0[n / 64] |= 1 << (n % 64);
    }

    /// Takes a cell out.
    pub fn remove(&mut self, cell: BoardCell) {
        let n = cell.index();
        self.0[n / 64] &= !(1 << (n % 64));
    }

    /// The number of cells in the set.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The cells, row by row.
    pub fn iter(&self) -> impl Iterator<Item = BoardCell> {
        BoardCell::all().filter(|cell| self.has(*cell))
    }

    /// Returns true if no bit is set beyond those of the board's cells.
    pub fn is_sound(&self) -> bool {
        self.0[Self::WORDS - 1] >> (CELLS % 64) == 0
    }
}
