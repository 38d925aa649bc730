//! The judge that games taught.

use crate::board::Position;
use crate::new::opening;
use crate::players::evaluation::Judge as _;
use crate::players::learned::Learned;
use chase_engine::dice::{Dice, Generator};

/// A side is told nothing but what the other would be told in its place.
#[test]
fn a_board_turned_round_is_worth_the_same_to_the_other_side() {
    let mut dice = Dice::new(Generator::Chacha8, 6, 0);
    for _ in 0..100 {
        let (position, side) = opening(12, &mut dice);
        let turned = Position::from_rows(&position.rows(1)).expect("a board");
        let judge = Learned::usual();
        assert_eq!(judge.worth(&position, side), judge.worth(&turned, 1 - side));
    }
}
