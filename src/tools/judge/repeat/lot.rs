//! The order of runs with a thing and without it, drawn by lot.

use chase_core::dice::{Dice, Generator};

/// Draws the order of runs with a thing and without it.
pub(crate) struct Lot(Dice);

impl Lot {
    /// From a seed, which decides all of them.
    pub fn new(seed: i64) -> Self {
        Lot(Dice::new(Generator::Chacha8, seed, 0))
    }

    /// So many 0 and as many 1; all orders are equally likely.
    pub fn order(&mut self, each: usize) -> Vec<usize> {
        let mut order: Vec<_> = (0..2 * each).map(|n| n % 2).collect();
        for last in (1..order.len()).rev() {
            let below = u32::try_from(last + 1).unwrap_or(u32::MAX);
            order.swap(last, self.0.below(below) as usize);
        }
        order
    }
}
