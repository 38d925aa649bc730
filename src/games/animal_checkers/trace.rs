//! What the writer and the reader of transcripts share: the banner of the text, and the columns of
//! the trace with what a position shows in them.

use super::board::{Animal, BoardSquare, Position};
use chase_kit::trace::{Cell, Column, TraceRow};

/// The line above the first move.
pub(super) const BANNER: &str = "ANIMAL CHECKERS";

/// The trace of a game: each piece's square, and the move that was made.
pub(super) static TRACE: &[Column] = &[
    Column::of("S0.mouse", "S0", "mouse").of_names(),
    Column::of("S0.dog", "S0", "dog").of_names(),
    Column::of("S0.tiger", "S0", "tiger").of_names(),
    Column::of("S0.elephant", "S0", "elephant").of_names(),
    Column::of("S1.mouse", "S1", "mouse").of_names(),
    Column::of("S1.dog", "S1", "dog").of_names(),
    Column::of("S1.tiger", "S1", "tiger").of_names(),
    Column::of("S1.elephant", "S1", "elephant").of_names(),
    Column::whole("move").unshown(),
];

/// The places of the columns in [`TRACE`]: a side's pieces by [`Animal`], then the move.
pub(super) mod column {
    pub const PIECES: usize = 8;
    pub const MOVE: usize = PIECES;
}

/// A piece's column shows its square as column and row in two digits (c2 is 32), or this.
pub(super) const CAPTURED: u64 = 0;

/// A square as a column shows it.
pub(super) fn square_number(square: Option<BoardSquare>) -> u64 {
    square.map_or(CAPTURED, |square| u64::from(square.column()) * 10 + u64::from(square.row()))
}

/// The square that a column shows.
pub(super) fn shown_square(number: u64) -> Option<BoardSquare> {
    let digits = u8::try_from(number).ok()?;
    BoardSquare::new(digits / 10, digits % 10)
}

/// A piece's column in words.
pub(super) fn square_words(number: u64) -> String {
    match shown_square(number) {
        Some(square) => square.to_string(),
        None if number == CAPTURED => "captured".into(),
        None => format!("{number}, which is no square"),
    }
}

/// The columns of the pieces, filled from a position.
pub(super) fn show(position: &Position, row: &mut TraceRow) {
    for (n, cell) in row.cells[..column::PIECES].iter_mut().enumerate() {
        let square = position.square(n / 4, Animal::ALL[n % 4]);
        *cell = Cell::Number(square_number(square));
    }
}
