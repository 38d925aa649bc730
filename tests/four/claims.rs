//! What is claimed of the rules of Connect Four in a second way, for the laws: the board can be mirrored,
//! the seats exchanged, and the end is worked out line by line. No rule asks it.

use chase::laws::{Claims, Symmetry};
use chase::prelude::*;

use super::{DIRECTIONS, Four, State, other};

pub(super) const EXTRAS: Extras<Four> = Extras {
    claims: Some(Claims {
        candidates: Some(candidates),
        symmetries: &[
            Symmetry {
                name: "mirror",
                state: mirrored,
                action: mirrored_column,
                seat: |seat| seat,
            },
            Symmetry { name: "seats", state: exchanged, action: |_, column| *column, seat: other },
        ],
        outcome: Some(outcome),
    }),
    ..Extras::NONE
};

/// Every column, and one that is not there.
pub(crate) fn candidates(game: &Four) -> Vec<u8> {
    (0..=game.0.columns).collect()
}

/// The mirror image of a state.
pub(crate) fn mirrored(_: &Four, state: &State) -> State {
    let mut state = state.clone();
    state.columns.reverse();
    state
}

/// The mirror image of a column.
pub(crate) fn mirrored_column(game: &Four, column: &u8) -> u8 {
    game.0.columns - 1 - column
}

/// A state with the discs of each in the other's place.
pub(crate) fn exchanged(_: &Four, state: &State) -> State {
    let column = |column: &Vec<Seat>| column.iter().map(|seat| other(*seat)).collect();
    State {
        columns: state.columns.iter().map(column).collect(),
        next: other(state.next),
        winner: state.winner.map(other),
        ..state.clone()
    }
}

/// How it ended: every line of four of the board is looked at, square by square.
pub(crate) fn outcome(game: &Four, state: &State) -> Option<Outcome> {
    // The law of forfeits has its own word on those who lose a turn.
    if state.is_lost {
        return game.turn(state).outcome();
    }
    let (columns, rows) = (i32::from(game.0.columns), i32::from(game.0.rows));
    let squares = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
    let lines = squares.flat_map(|from| DIRECTIONS.iter().map(move |line| (from, line)));
    let mut fours = lines.filter_map(|((column, row), (x, y))| {
        let at = |n| state.disc(column + n * x, row + n * y);
        at(0).filter(|_| (1..4).all(|n| at(n) == at(0)))
    });
    if let Some(winner) = fours.next() {
        return Some(Outcome::won("four_in_a_line", winner.index(), 2));
    }
    let mut columns = state.columns.iter();
    let is_full = columns.all(|column| column.len() == usize::from(game.0.rows));
    is_full.then(|| Outcome::draw("board_full", 2))
}
