//! The board: squares, who stands where, and which steps are open to a piece.
//!
//! A set of squares is a `u64`: bit 8 * (row - 1) + (column - 1), seen by side 0. Column 8 and
//! row 8 are no squares, so that a step never wraps round an edge.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use chase_world::error::quoted;

/// Columns, and rows, of the board.
pub const SIZE: u8 = 7;

/// The kinds of piece, in the order of the move codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Animal {
    /// Captures elephant and mouse.
    Mouse,
    /// Captures dog and mouse.
    Dog,
    /// Captures tiger, dog and mouse.
    Tiger,
    /// Captures elephant, tiger and dog.
    Elephant,
}

impl Animal {
    /// All four, in the order of the move codes.
    pub const ALL: [Animal; 4] = [Animal::Mouse, Animal::Dog, Animal::Tiger, Animal::Elephant];

    /// Returns true if this animal may capture that enemy animal by stepping onto its square.
    pub const fn captures(self, other: Animal) -> bool {
        match self {
            Animal::Mouse => matches!(other, Animal::Elephant | Animal::Mouse),
            Animal::Dog => matches!(other, Animal::Dog | Animal::Mouse),
            Animal::Tiger => matches!(other, Animal::Tiger | Animal::Dog | Animal::Mouse),
            Animal::Elephant => !matches!(other, Animal::Mouse),
        }
    }

    /// The letter of one's own piece.
    pub fn letter(self) -> char {
        ['M', 'D', 'T', 'E'][self as usize]
    }

    /// The animal of a letter of either case.
    pub(crate) fn by_letter(letter: char) -> Option<Animal> {
        let upper = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|animal| animal.letter() == upper)
    }
}

impl fmt::Display for Animal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["mouse", "dog", "tiger", "elephant"][*self as usize])
    }
}

/// A step, as its mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// To the mover's right.
    Right,
    /// Away from the mover.
    Up,
    /// To the mover's left.
    Left,
    /// Towards the mover.
    Down,
}

impl Direction {
    /// All four, in the order of the move codes.
    pub const ALL: [Direction; 4] =
        [Direction::Right, Direction::Up, Direction::Left, Direction::Down];

    /// The letter a person types.
    pub fn letter(self) -> char {
        ['r', 'u', 'l', 'd'][self as usize]
    }

    /// The direction of a letter of either case.
    pub(crate) fn by_letter(letter: char) -> Option<Direction> {
        let lower = letter.to_ascii_lowercase();
        Self::ALL.into_iter().find(|direction| direction.letter() == lower)
    }

    /// The direction of this step on the board turned by 180 degrees, as the other side sees it.
    pub fn turned(self) -> Direction {
        Self::ALL[(self as usize + 2) % Self::ALL.len()]
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["right", "up", "left", "down"][*self as usize])
    }
}

/// A square: `c2` is column 3, row 2, as side 0 sees them. Its number is
/// 8 * (row - 1) + (column - 1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct BoardSquare(u8);

impl BoardSquare {
    /// The square in a column and a row, both from 1 to 7.
    #[must_use]
    pub fn new(column: u8, row: u8) -> Option<Self> {
        let fits = (1..=SIZE).contains(&column) && (1..=SIZE).contains(&row);
        fits.then(|| BoardSquare(8 * (row - 1) + (column - 1)))
    }

    /// All squares, row by row.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..=SQUARE_LAST).filter_map(Self::from_number)
    }

    /// The square of a number, if there is one.
    pub(crate) fn from_number(number: u8) -> Option<Self> {
        Self::new(number % 8 + 1, number / 8 + 1)
    }

    /// The number of the square, from 0.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// From 1 to 7.
    #[must_use]
    pub fn column(self) -> u8 {
        self.0 % 8 + 1
    }

    /// From 1 to 7.
    #[must_use]
    pub fn row(self) -> u8 {
        self.0 / 8 + 1
    }

    /// The square that the other side calls by this one's name.
    pub fn turned(self) -> Self {
        BoardSquare(SQUARE_LAST - self.0)
    }

    /// The next square in a direction, as side 0 sees it.
    pub fn neighbour(self, direction: Direction) -> Option<Self> {
        let (column, row) = (self.column(), self.row());
        match direction {
            Direction::Right => Self::new(column + 1, row),
            Direction::Up => Self::new(column, row + 1),
            Direction::Left => Self::new(column - 1, row),
            Direction::Down => Self::new(column, row - 1),
        }
    }
}

impl fmt::Display for BoardSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'a' + self.column() - 1);
        write!(f, "{column}{}", self.row())
    }
}

impl fmt::Debug for BoardSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for BoardSquare {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let square = match text.as_bytes() {
            [column @ b'a'..=b'g', row @ b'1'..=b'7'] => Self::new(column - b'a' + 1, row - b'0'),
            _ => None,
        };
        square.ok_or_else(|| format!("`{text}` is no square; expected a1 to g7"))
    }
}

/// `"c2"` for people, its number in the binary form and in seals.
impl Serialize for BoardSquare {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() { to.collect_str(self) } else { to.serialize_u8(self.0) }
    }
}

impl<'de> Deserialize<'de> for BoardSquare {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        if from.is_human_readable() {
            let text = String::deserialize(from)?;
            text.parse().map_err(D::Error::custom)
        } else {
            let number = u8::deserialize(from)?;
            let what = || D::Error::custom(format!("{number} is not the number of a square"));
            Self::from_number(number).ok_or_else(what)
        }
    }
}

const SQUARE_LAST: u8 = 8 * (SIZE - 1) + (SIZE - 1);

/// The number of the square of a piece that was captured: none.
const OFF: u8 = 63;

/// The dens: d1 of side 0, d7 of side 1.
pub const DEN: [BoardSquare; 2] = [BoardSquare(3), BoardSquare(SQUARE_LAST - 3)];

/// The squares one step from each; none from [`OFF`].
const NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut row = 0;
    while row < SIZE {
        let mut column = 0;
        while column < SIZE {
            let at = 8 * row + column;
            let mut set = 0;
            if column + 1 < SIZE {
                set |= 1 << (at + 1);
            }
            if column > 0 {
                set |= 1 << (at - 1);
            }
            if row + 1 < SIZE {
                set |= 1 << (at + 8);
            }
            if row > 0 {
                set |= 1 << (at - 8);
            }
            table[at as usize] = set;
            column += 1;
        }
        row += 1;
    }
    table
};

/// A position: the squares of the eight pieces, side 0's mouse, dog, tiger, elephant, then side
/// 1's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position([u8; 8]);

impl Position {
    /// An empty board.
    pub const EMPTY: Position = Position([OFF; 8]);

    /// The square of a side's piece; nothing when it was captured.
    pub fn square(&self, side: usize, animal: Animal) -> Option<BoardSquare> {
        let number = self.number(side, animal);
        (number != OFF).then_some(BoardSquare(number))
    }

    #[inline]
    pub(super) fn number(&self, side: usize, animal: Animal) -> u8 {
        self.0[4 * side + animal as usize]
    }

    /// Puts a piece on a square, or takes it off the board.
    pub(super) fn put(&mut self, side: usize, animal: Animal, square: Option<BoardSquare>) {
        self.0[4 * side + animal as usize] = square.map_or(OFF, |square| square.0);
    }

    /// Returns true if the side has a piece on the square.
    pub(crate) fn square_holds(&self, side: usize, square: BoardSquare) -> bool {
        self.0[4 * side..4 * side + 4].contains(&square.0)
    }

    /// The side and the animal of the piece on a square, or nothing if the square is empty.
    pub(crate) fn piece_on(&self, square: BoardSquare) -> Option<(usize, Animal)> {
        let at = self.0.iter().position(|number| *number == square.0)?;
        Some((at / 4, Animal::ALL[at % 4]))
    }

    /// Returns true if all numbers are squares or none, no two pieces share a square, and no piece
    /// stands in its own den.
    pub fn is_sound(&self) -> bool {
        let squares = || self.0.iter().filter(|number| **number != OFF);
        let count = squares().count();
        let set = squares()
            .fold(0u64, |set, number| set | 1u64.checked_shl(u32::from(*number)).unwrap_or(0));
        squares().all(|number| BoardSquare::from_number(*number).is_some())
            && set.count_ones() as usize == count
            && (0..2).all(|side| self.pieces(side) & bit(DEN[side].0) == 0)
    }

    /// The squares of a side's pieces. Bit 63 may be set too.
    #[inline]
    pub(super) fn pieces(&self, side: usize) -> u64 {
        let at = &self.0[4 * side..4 * side + 4];
        bit(at[0]) | bit(at[1]) | bit(at[2]) | bit(at[3])
    }

    /// The number of pieces that a side has left.
    #[must_use]
    pub fn count(&self, side: usize) -> u32 {
        (self.pieces(side) & !bit(OFF)).count_ones()
    }

    /// Returns true if the side has no piece left.
    #[inline]
    pub(super) fn is_bare(&self, side: usize) -> bool {
        self.0[4 * side..4 * side + 4] == [OFF; 4]
    }

    /// The squares to which each of a side's pieces can step, by [`Animal`].
    #[inline]
    pub(super) fn steps(&self, side: usize) -> [u64; 4] {
        let at = &self.0[4 * side..4 * side + 4];
        let enemy = &self.0[4 * (1 - side)..4 * (1 - side) + 4];
        let [mouse, dog, tiger, elephant] =
            [bit(enemy[0]), bit(enemy[1]), bit(enemy[2]), bit(enemy[3])];
        let closed = self.pieces(side) | bit(DEN[side].0);
        [
            NEIGHBOURS[at[0] as usize] & !(closed | tiger | dog),
            NEIGHBOURS[at[1] as usize] & !(closed | elephant | tiger),
            NEIGHBOURS[at[2] as usize] & !(closed | elephant),
            NEIGHBOURS[at[3] as usize] & !(closed | mouse),
        ]
    }

    /// Returns true if the side has at least one move.
    pub fn can_step(&self, side: usize) -> bool {
        self.steps(side).iter().any(|set| *set != 0)
    }

    /// A side's pieces that stand one step from the enemy's den.
    #[inline]
    pub fn at_the_gates(&self, side: usize) -> u64 {
        self.pieces(side) & NEIGHBOURS[DEN[1 - side].0 as usize]
    }

    /// After a step to a square that [`Position::steps`] has.
    #[inline]
    pub(super) fn stepped(&self, side: usize, animal: usize, to: u8) -> Position {
        let mut next = *self;
        for number in &mut next.0[4 * (1 - side)..4 * (1 - side) + 4] {
            if *number == to {
                *number = OFF;
            }
        }
        next.0[4 * side + animal] = to;
        next
    }

    /// The cell of the drawn board: upper case for the viewer, `X` and `x` for empty dens.
    #[must_use]
    pub fn cell(&self, viewer: usize, square: BoardSquare) -> char {
        let case = |side: usize, letter: char| {
            if side == viewer { letter } else { letter.to_ascii_lowercase() }
        };
        if let Some((side, animal)) = self.piece_on(square) {
            return case(side, animal.letter());
        }
        match DEN.iter().position(|den| *den == square) {
            Some(side) => case(side, 'X'),
            None => '.',
        }
    }

    /// The board as a side sees it, a row from its far end at a time, from column 1.
    #[must_use]
    pub fn rows(&self, viewer: usize) -> [String; SIZE as usize] {
        let mut rows = [const { String::new() }; SIZE as usize];
        for (line, row) in rows.iter_mut().zip((1..=SIZE).rev()) {
            for square in (1..=SIZE).filter_map(|column| BoardSquare::new(column, row)) {
                let square = if viewer == 0 { square } else { square.turned() };
                line.push(self.cell(viewer, square));
            }
        }
        rows
    }

    /// The pieces on the squares where a side sees them: 1 to 4 for its own mouse, dog, tiger and elephant, 5 to 8 for
    /// the enemy's.
    pub(super) fn pieces_seen_by(&self, side: usize) -> impl Iterator<Item = (BoardSquare, i32)> {
        let owned = move |owner| Animal::ALL.map(|animal| self.square(owner, animal));
        let squares = [owned(side), owned(1 - side)].into_iter().flatten().zip(1..);
        squares.filter_map(move |(square, piece)| {
            Some((if side == 0 { square? } else { square?.turned() }, piece))
        })
    }

    /// Reads rows as side 0 sees them, row 7 first.
    ///
    /// # Errors
    /// The row, from the top, and what was expected.
    pub fn from_rows(rows: &[impl AsRef<str>]) -> Result<Self, String> {
        Self::read(rows, None)
    }

    /// Reads rows that a program printed: what no game could hold is for a referee to tell. A
    /// piece that is drawn twice stands where it was drawn first; the second thing says so.
    ///
    /// # Errors
    /// The row, from the top, and what was expected.
    pub(super) fn of_a_trace(rows: &[impl AsRef<str>]) -> Result<(Self, Option<String>), String> {
        let mut twice = None;
        Ok((Self::read(rows, Some(&mut twice))?, twice))
    }

    /// Reads rows. A piece in its own den or one that is drawn twice is an error, unless there is something to say it
    /// in.
    fn read(
        rows: &[impl AsRef<str>],
        mut twice: Option<&mut Option<String>>,
    ) -> Result<Self, String> {
        if rows.len() != usize::from(SIZE) {
            return Err(format!("rows: {}; expected {SIZE}, row {SIZE} first", rows.len()));
        }
        let mut position = Position::EMPTY;
        for (line, row) in rows.iter().zip((1..=SIZE).rev()) {
            let line = line.as_ref();
            let fail = |what: String| format!("row {row}: {what}");
            let found = line.chars().count();
            if found != usize::from(SIZE) {
                return Err(fail(format!("{found} cells; expected {SIZE}")));
            }
            for (cell, column) in line.chars().zip(1..) {
                let square = BoardSquare::new(column, row).expect("seven cells in seven rows");
                let Some(animal) = Animal::by_letter(cell) else {
                    check_no_piece(cell, square).map_err(fail)?;
                    continue;
                };
                let side = usize::from(cell.is_ascii_lowercase());
                match (position.square(side, animal), &mut twice) {
                    (_, None) if DEN[side] == square => {
                        let what = format!("`{cell}` on {square}; no piece may be in its own den");
                        return Err(fail(what));
                    }
                    (Some(other), None) => {
                        let what =
                            format!("`{cell}` on {square} and on {other}; a side has one {animal}");
                        return Err(fail(what));
                    }
                    (Some(_), Some(twice)) => {
                        twice.get_or_insert_with(|| {
                            format!("`{cell}` is there twice; the one on {square} is ignored")
                        });
                    }
                    (None, _) => position.put(side, animal, Some(square)),
                }
            }
        }
        Ok(position)
    }
}

/// Checks what is drawn where no piece stands: nothing, or a den in its place.
fn check_no_piece(cell: char, square: BoardSquare) -> Result<(), String> {
    let [own, other] = DEN;
    match cell {
        '.' => Ok(()),
        'X' if square == own => Ok(()),
        'x' if square == other => Ok(()),
        'X' | 'x' => Err(format!("`{cell}` on {square}; the dens are X on {own}, x on {other}")),
        _ => {
            let cell = quoted(&cell.to_string());
            Err(format!("`{cell}` on {square}; expected one of . M D T E m d t e X x"))
        }
    }
}

/// The board as side 0 sees it, on one line: row 7 first, rows parted by `/`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rows(0).join("/"))
    }
}

#[inline]
fn bit(number: u8) -> u64 {
    1 << number
}
