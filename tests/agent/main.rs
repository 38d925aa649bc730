//! An agent of Animal Checkers as a program: `chase match animal-checkers --player exec:./agent`, or
//! `agent --serve 4000`. It enters the den, else captures, else goes up, else takes any legal move.

use std::process::ExitCode;

use chase::animal_checkers_agent::{
    Agent, CAN_EAT, CAN_MOVE, ELEPHANT_0, EMPTY, LocalBoard, MOUSE_0, players,
};
use chase::games::animal_checkers::AnimalCheckers;

/// The column of the enemy's den, and its row.
const DEN: (usize, usize) = (4, 7);
/// Columns and rows by direction: right, up, left, down.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

struct Hasty;

/// What a step to a square is worth.
fn worth(board: &LocalBoard, (column, row): (usize, usize)) -> usize {
    if (column, row) == DEN {
        return 100;
    }
    let capture = usize::from(board[column][row] != EMPTY) * 50;
    capture + row
}

fn stepped(at: usize, by: i32) -> usize {
    at.wrapping_add_signed(by as isize)
}

impl Agent for Hasty {
    fn step(&mut self, board: &LocalBoard) -> i32 {
        let mut best = (0, 0);
        for (column, row) in (1..=7).flat_map(|column| (1..=7).map(move |row| (column, row))) {
            let piece = board[column][row];
            if !(MOUSE_0..=ELEPHANT_0).contains(&piece) {
                continue;
            }
            for (direction, (right, up)) in STEPS.into_iter().enumerate() {
                let to = (stepped(column, right), stepped(row, up));
                if !CAN_MOVE[column][row][direction] {
                    continue;
                }
                let there = board[to.0][to.1];
                if there == EMPTY || CAN_EAT[piece as usize][there as usize] {
                    let code = 4 * (piece - MOUSE_0) + direction as i32;
                    best = best.max((worth(board, to), code));
                }
            }
        }
        best.1
    }
}

fn main() -> ExitCode {
    chase::cli::play_outside::<AnimalCheckers>(players(Hasty))
}
