//! The dice of a C program.

/// The GNU C library's `srand` and `rand`, as the plain recurrence over an
/// ever growing list instead of a ring of 31 words.
pub struct Dice {
    words: Vec<u32>,
}

impl Dice {
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
        let mut dice = Dice { words };
        for _ in 0..310 {
            dice.rand();
        }
        dice
    }

    pub fn rand(&mut self) -> u32 {
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
