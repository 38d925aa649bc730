//! `srand` and `rand` of C libraries other than the GNU one, each of which draws with a congruential
//! generator.

use super::Generator;

/// The generator behind `rand()` of the library that `library` names.
#[derive(Clone, Debug)]
pub(super) struct Congruential {
    library: Generator,
    /// The seed of the series.
    seed: i64,
    word: u64,
}

impl Congruential {
    /// The sequence of a game of a series.
    pub(super) fn of_game(library: Generator, seed: i64, number: u64) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "srand sees the low 32 bits")]
        let given = seed.wrapping_add_unsigned(number) as u32;
        let word = if library == Generator::Musl { given.wrapping_sub(1) } else { given };
        Congruential { library, seed, word: word.into() }
    }

    pub(super) fn restart(&mut self, number: u64) {
        *self = Congruential::of_game(self.library, self.seed, number);
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "31 bits at most are left")]
    pub(super) fn next(&mut self) -> u32 {
        match self.library {
            Generator::Musl => {
                const FACTOR: u64 = 6_364_136_223_846_793_005;
                self.word = self.word.wrapping_mul(FACTOR).wrapping_add(1);
                (self.word >> 33) as u32
            }
            Generator::Microsoft => {
                self.word = (self.word * 214_013 + 2_531_011) & 0xffff_ffff;
                (self.word >> 16) as u32 & 0x7fff
            }
            // The minimal standard generator of Park and Miller, which never leaves 0 by itself.
            _ => {
                let word = if self.word == 0 { 123_459_876 } else { self.word };
                self.word = word * 16_807 % 0x7fff_ffff;
                self.word as u32
            }
        }
    }
}
