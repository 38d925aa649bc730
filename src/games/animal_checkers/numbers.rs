//! The game in numbers. An action's number is the code of the specification, and the board is as the
//! mover sees it, with its own nearest row first.

use super::board::SIZE;
use super::{Action, AnimalCheckers, BoardSquare, State};
use chase_engine::game::Seat;
use chase_kit::faces::NumericForm;
use chase_kit::numbers::{Feature, number};

const SQUARES: usize = SIZE as usize * SIZE as usize;
const CODES: usize = 16;

/// A square as a place in an observation, row by row from the nearest.
fn place(square: BoardSquare) -> usize {
    usize::from(square.row() - 1) * usize::from(SIZE) + usize::from(square.column() - 1)
}

/// Codes of actions, and the board as the mover sees it.
pub(super) struct Codes;

impl NumericForm<AnimalCheckers> for Codes {
    fn action_count(&self, _: &AnimalCheckers) -> usize {
        CODES
    }

    fn action_number(&self, _: &AnimalCheckers, _: &State, _: Seat, action: &Action) -> usize {
        action.code().into()
    }

    /// A square is 0 when it is empty, 1 to 4 for the own mouse, dog, tiger and elephant, 5 to 8 for
    /// the enemy's.
    fn features(&self, game: &AnimalCheckers) -> Vec<Feature> {
        let squares = BoardSquare::all().map(|square| Feature::new(square.to_string(), 0, 8));
        let moves = number(game.scenario.moves);
        let counts = ["moves", "moves_left"].map(|name| Feature::new(name, 0, moves));
        squares.chain(counts).collect()
    }

    fn observation(&self, game: &AnimalCheckers, seen: &State, seat: Seat, out: &mut Vec<i32>) {
        let mut board = [0; SQUARES];
        for (square, piece) in seen.position.pieces_seen_by(seat.index()) {
            board[place(square)] = piece;
        }
        out.extend_from_slice(&board);
        out.extend([number(seen.moves), number(game.moves_left(seen))]);
    }
}
