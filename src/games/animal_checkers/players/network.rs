//! What a quiet position is worth, by a small neural network that was taught by games and searches.
//!
//! The input is who stands where, as the side to move sees it: one of 64 for each of the eight pieces. A layer of
//! [`HIDDEN`] units adds the weights of the eight inputs that are on; the square of each sum, cut off below 0 and above
//! 1, is weighed into one number. Such networks are usual in programs for chess and shogi (Y. Nasu, 'Efficiently
//! Updatable Neural-Network-based Evaluation Functions for Computer Shogi', 2018). With eight inputs it is quicker to
//! add them anew in each position than to keep the sums from move to move.
//!
//! All numbers are whole, so a position is worth the same on every machine. The weights stand in `network.txt`;
//! `cargo bench --bench network` makes such files.

use std::sync::LazyLock;

use super::evaluation::{Judge, seen_by};
use crate::board::Position;

/// The number of hidden units.
pub const HIDDEN: usize = 32;

/// The number of inputs: 64 squares for each of eight pieces.
pub const INPUTS: usize = 8 * 64;

/// What stands for 1 in the hidden layer.
pub const ONE: i16 = 255;

/// A network: whole numbers, those of the hidden layer in parts of [`ONE`], those of the output in hundredths of a dog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkWeights {
    /// By input: its weight for each hidden unit.
    pub inputs: Vec<[i16; HIDDEN]>,
    /// What each hidden unit begins with.
    pub start: [i16; HIDDEN],
    /// The weight of each hidden unit.
    pub output: [i16; HIDDEN],
    /// What the output begins with.
    pub bias: i16,
}

/// Judges by a network.
#[derive(Clone, Copy, Debug)]
pub struct Network {
    weights: &'static NetworkWeights,
}

impl Network {
    /// By weights of one's own.
    pub fn by(weights: &'static NetworkWeights) -> Self {
        Network { weights }
    }

    /// By those that the player has.
    pub fn usual() -> Self {
        static USUAL: LazyLock<NetworkWeights> = LazyLock::new(|| {
            NetworkWeights::read(include_str!("network.txt")).expect("a number for each weight")
        });
        Network { weights: &USUAL }
    }
}

/// The inputs that are on in a position, for the side to move.
#[inline]
pub fn inputs(position: &Position, side: usize) -> [usize; 8] {
    let [mine, theirs] = seen_by(position, side);
    std::array::from_fn(|piece| {
        let square = if piece < 4 { mine[piece] } else { theirs[piece - 4] };
        64 * piece + square
    })
}

impl Judge for Network {
    #[inline]
    fn worth(&self, position: &Position, side: usize) -> i32 {
        /// No judgement is as great as a win.
        const WORTH_MAX: i32 = 10_000;
        let weights = self.weights;
        let mut hidden = weights.start;
        // Wrapping, so that many are added at a time; `read` makes sure that no sum is too great.
        for input in inputs(position, side) {
            for (sum, weight) in hidden.iter_mut().zip(&weights.inputs[input]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        let mut worth = 0i32;
        for (sum, weight) in hidden.into_iter().zip(weights.output) {
            let cut = sum.clamp(0, ONE).cast_unsigned();
            let square = cut.wrapping_mul(cut) >> 8;
            worth =
                worth.wrapping_add(i32::from(square.cast_signed()).wrapping_mul(i32::from(weight)));
        }
        (i32::from(weights.bias) + worth / i32::from(ONE)).clamp(-WORTH_MAX, WORTH_MAX)
    }
}

impl NetworkWeights {
    /// From a text: numbers between blanks, in the order of the fields. Nothing if one is missing or too great.
    pub fn read(text: &str) -> Option<Self> {
        /// Nine of them fit into 16 bits.
        const WEIGHT_MAX: i16 = i16::MAX / 9;
        let numbers: Option<Vec<i16>> = text.split_whitespace().map(|it| it.parse().ok()).collect();
        let numbers = numbers?;
        let (bias, layers) = numbers.split_last()?;
        let (rows, []) = layers.as_chunks::<HIDDEN>() else {
            return None;
        };
        let [inputs @ .., start, output] = rows else {
            return None;
        };
        let is_small = |row: &[i16; HIDDEN]| {
            row.iter().all(|it| it.unsigned_abs() <= WEIGHT_MAX.unsigned_abs())
        };
        let are_small = inputs.iter().all(is_small) && is_small(start);
        (inputs.len() == INPUTS && are_small).then(|| NetworkWeights {
            inputs: inputs.to_vec(),
            start: *start,
            output: *output,
            bias: *bias,
        })
    }

    /// As a text.
    pub fn written(&self) -> String {
        let rows = self.inputs.iter().chain([&self.start, &self.output]);
        let line = |row: &[i16]| row.iter().map(i16::to_string).collect::<Vec<_>>().join(" ");
        let mut lines: Vec<String> = rows.map(|row| line(row)).collect();
        lines.push(line(&[self.bias]));
        lines.join("\n") + "\n"
    }
}
