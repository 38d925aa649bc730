//! The game in numbers. An action's number is the code of the specification, and the board is as the
//! mover sees it, with its own nearest row first.

use super::board::SIZE;
use super::{Action, Animal, AnimalCheckers, BoardSquare, State};
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
        let me = seat.index();
        let mut board = [0; SQUARES];
        for (whose, side) in [me, 1 - me].into_iter().enumerate() {
            for (n, animal) in Animal::ALL.into_iter().enumerate() {
                if let Some(square) = seen.position.square(side, animal) {
                    let square = if me == 0 { square } else { square.turned() };
                    board[place(square)] = number(1 + 4 * whose + n);
                }
            }
        }
        out.extend_from_slice(&board);
        out.extend([number(seen.moves), number(game.moves_left(seen))]);
    }
}
