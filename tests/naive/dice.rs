//! The dice of a C program.

use super::fault::{Fault, Faults};

/// How another library's seed becomes the next one and a number.
type NextNumber = fn(u64) -> (u64, u64);

/// The GNU C library's `srand` and `rand`, as the plain recurrence over an
/// ever growing list instead of a ring of 31 words.
pub struct Dice {
    words: Vec<u32>,
    /// Another library's seed, and what it makes of it.
    other: Option<(u64, NextNumber)>,
}

impl Dice {
    pub fn of(seed: u32, faults: Faults) -> Dice {
        let mut dice = Dice::new(seed);
        if faults.has(Fault::RandOfMacos) {
            dice.other = Some((seed.into(), |seed| {
                let next = if seed == 0 { 123_459_876 } else { seed } * 16_807 % ((1 << 31) - 1);
                (next, next)
            }));
        }
        if faults.has(Fault::RandOfMusl) {
            dice.other = Some((seed.wrapping_sub(1).into(), |seed| {
                let next = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (next, next >> 33)
            }));
        }
        if faults.has(Fault::RandOfMicrosoft) {
            dice.other = Some((seed.into(), |seed| {
                let next = (seed * 214_013 + 2_531_011) % (1 << 32);
                (next, next / (1 << 16) % (1 << 15))
            }));
        }
        dice
    }

    pub fn new(seed: u32) -> Dice {
        let mut word = if seed == 0 { 1 } else { seed as i32 };
        let mut words = vec![word as u32];
        for _ in 1..31 {
            word = park_miller(word);
            words.push(word as u32);
        }
        // The ring has come round: its first three words stand again in front
        // of the place where the next one is written.
        words.extend_from_within(0..3);
        let mut dice = Dice { words, other: None };
        for _ in 0..310 {
            dice.rand();
        }
        dice
    }

    pub fn rand(&mut self) -> u32 {
        if let Some((seed, draw)) = &mut self.other {
            let (next, number) = draw(*seed);
            *seed = next;
            return number as u32;
        }
        let end = self.words.len();
        let word = self.words[end - 3].wrapping_add(self.words[end - 31]);
        self.words.push(word);
        word >> 1
    }
}

/// 16807 * word mod 2147483647 by Schrage's method, which is what the library
/// does; on negative words it differs from the mathematical remainder.
fn park_miller(word: i32) -> i32 {
    let next = 16807 * (word % 127_773) - 2836 * (word / 127_773);
    if next < 0 { next + 2_147_483_647 } else { next }
}
