//! Counts lines of play, to hold a move generator against known numbers.

use super::board::{DEN, Position};

/// The lines of exactly `depth` moves. A den entry or the capture of a last piece ends a line;
/// there is no move limit. The last move is counted without being played.
#[must_use]
pub fn count(position: &Position, side: usize, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_steps(side)),
        _ => deeper(position, side, depth),
    }
}

fn deeper(position: &Position, side: usize, depth: u32) -> u64 {
    let other = 1 - side;
    let goal = 1u64 << DEN[other].number();
    let mut lines = 0;
    for (animal, steps) in position.steps(side).into_iter().enumerate() {
        let mut rest = steps & !goal;
        while rest != 0 {
            #[expect(clippy::cast_possible_truncation, reason = "a set has 64 squares")]
            let to = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let next = position.stepped(side, animal, to);
            lines += if depth == 2 {
                u64::from(next.count_steps(other))
            } else if next.is_bare(other) {
                0
            } else {
                deeper(&next, other, depth - 1)
            };
        }
    }
    lines
}
