//! What a quiet position is worth, as games taught it: a weight for each piece on each square, and
//! one for each pair of a piece of the mover's and one of the enemy's, by how they stand to each
//! other. So it is seen that an elephant beside a mouse is in danger, and who is nearer to a den
//! than those who could stop him.
//!
//! The weights stand in `learned.txt`; logistic regression over games of a search with itself found them.

use std::sync::LazyLock;

use super::evaluation::{Judge, OFF, seen_by};
use crate::board::Position;

/// The number of ways in which one piece can stand to another: differences of their square numbers,
/// and one for a captured enemy.
const STANDS: usize = 110;

/// The stand of an enemy that was captured.
const CAPTURED: usize = STANDS - 1;

/// The greatest square number.
const LAST: usize = 54;

/// The number of weights: of the mover's pieces on squares, of the enemy's, of pairs, and of the
/// right to move.
const COUNT: usize = 4 * 64 + 4 * 64 + 16 * STANDS + 1;

/// One for each weight, in hundredths of a dog or so.
type Weights = [i16; COUNT];

/// Judges by weights.
#[derive(Clone, Copy, Debug)]
pub struct Learned {
    weights: &'static Weights,
}

impl Learned {
    /// By the weights that stand beside this file.
    pub fn usual() -> Self {
        static USUAL: LazyLock<Weights> =
            LazyLock::new(|| read(include_str!("learned.txt")).expect("a number for each weight"));
        Learned { weights: &USUAL }
    }
}

impl Judge for Learned {
    #[inline]
    fn worth(&self, position: &Position, side: usize) -> i32 {
        let mut sum = 0;
        each_weight(position, side, |at| sum += i32::from(self.weights[at]));
        sum
    }
}

/// Calls `take` with the number of each weight that counts in a position, for the side to move.
#[inline]
fn each_weight(position: &Position, side: usize, mut take: impl FnMut(usize)) {
    let [mine, theirs] = seen_by(position, side);
    for animal in 0..4 {
        take(64 * animal + mine[animal]);
        take(256 + 64 * animal + theirs[animal]);
    }
    for (animal, own) in mine.into_iter().enumerate() {
        if own == OFF {
            continue;
        }
        for (enemy, other) in theirs.into_iter().enumerate() {
            let stand = if other == OFF { CAPTURED } else { LAST + other - own };
            take(512 + STANDS * (4 * animal + enemy) + stand);
        }
    }
    take(COUNT - 1);
}

/// Weights from a text: numbers between blanks.
fn read(text: &str) -> Option<Weights> {
    let numbers: Option<Vec<i16>> = text.split_whitespace().map(|it| it.parse().ok()).collect();
    numbers?.try_into().ok()
}
