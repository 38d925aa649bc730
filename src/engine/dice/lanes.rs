//! The words of several streams side by side, for who plays many games at once: the same words as
//! [`Dice`](super::Dice) draws, made by plain loops over lanes that compilers turn into vector
//! instructions.
//!
//! ChaCha8 has a lane for each stream: a seat of eight games, or eight seats of one game. The C
//! library's generator has a lane for each game.

#![expect(
    clippy::needless_range_loop,
    reason = "loops by index are made of vectors; what iterators call is left out of line in quick builds"
)]

use super::ChachaStreams;
use super::chacha8::CONSTANTS;
use super::glibc::{Glibc, remainder};

pub use super::chacha8::WORDS;

/// Streams of ChaCha8 side by side.
pub const LANES: usize = 8;

/// A block of each lane: word by word, each with its lanes.
pub type LaneBlocks = [[u32; LANES]; WORDS];

/// The key that a seed makes of itself.
#[derive(Clone, Copy, Debug)]
pub struct Key([u32; 8]);

macro_rules! quarter {
    ($a:ident, $b:ident, $c:ident, $d:ident) => {
        $a = $a.wrapping_add($b);
        $d = ($d ^ $a).rotate_left(16);
        $c = $c.wrapping_add($d);
        $b = ($b ^ $c).rotate_left(12);
        $a = $a.wrapping_add($b);
        $d = ($d ^ $a).rotate_left(8);
        $c = $c.wrapping_add($d);
        $b = ($b ^ $c).rotate_left(7);
    };
}

/// Columns, then diagonals.
macro_rules! double_round {
    ($a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident
     $i:ident $j:ident $k:ident $l:ident $m:ident $n:ident $o:ident $p:ident) => {
        quarter!($a, $e, $i, $m);
        quarter!($b, $f, $j, $n);
        quarter!($c, $g, $k, $o);
        quarter!($d, $h, $l, $p);
        quarter!($a, $f, $k, $p);
        quarter!($b, $g, $l, $m);
        quarter!($c, $h, $i, $n);
        quarter!($d, $e, $j, $o);
    };
}

impl Key {
    /// The key of a series with this seed.
    pub fn of_seed(seed: i64) -> Self {
        let bytes = ChachaStreams::key(seed);
        Key(std::array::from_fn(|n| {
            let word = [0, 1, 2, 3].map(|byte| bytes[4 * n + byte]);
            u32::from_le_bytes(word)
        }))
    }

    /// Fills a block for each lane: of the stream of a game and a seat, with so many blocks before it.
    #[inline(always)]
    pub fn blocks(
        &self,
        number: &[u64; LANES],
        seat: &[u8; LANES],
        block: &[u64; LANES],
        out: &mut LaneBlocks,
    ) {
        // Halves of 64-bit numbers in arrays of their own: the loop over lanes then reads words.
        let (mut counter, mut nonce) = ([[0; LANES]; 2], [[0; LANES]; 2]);
        for lane in 0..LANES {
            let stream = number[lane].wrapping_mul(ChachaStreams::PER_GAME);
            let stream = stream.wrapping_add(u64::from(seat[lane]));
            (counter[0][lane], counter[1][lane]) = (low(block[lane]), high(block[lane]));
            (nonce[0][lane], nonce[1][lane]) = (low(stream), high(stream));
        }
        self.mix(&counter, &nonce, out);
    }

    /// All lanes' blocks. One loop over lanes with eight rounds in its body: so it is made of vectors
    /// even where the compiler does not join statements to vectors.
    #[inline(always)]
    fn mix(&self, counter: &[[u32; LANES]; 2], nonce: &[[u32; LANES]; 2], out: &mut LaneBlocks) {
        let Key([k0, k1, k2, k3, k4, k5, k6, k7]) = *self;
        let [c0, c1, c2, c3] = CONSTANTS;
        for lane in 0..LANES {
            let (m0, n0) = (counter[0][lane], counter[1][lane]);
            let (o0, p0) = (nonce[0][lane], nonce[1][lane]);
            let (mut a, mut b, mut c, mut d) = (c0, c1, c2, c3);
            let (mut e, mut f, mut g, mut h) = (k0, k1, k2, k3);
            let (mut i, mut j, mut k, mut l) = (k4, k5, k6, k7);
            let (mut m, mut n, mut o, mut p) = (m0, n0, o0, p0);
            double_round!(a b c d e f g h i j k l m n o p);
            double_round!(a b c d e f g h i j k l m n o p);
            double_round!(a b c d e f g h i j k l m n o p);
            double_round!(a b c d e f g h i j k l m n o p);
            out[0][lane] = a.wrapping_add(c0);
            out[1][lane] = b.wrapping_add(c1);
            out[2][lane] = c.wrapping_add(c2);
            out[3][lane] = d.wrapping_add(c3);
            out[4][lane] = e.wrapping_add(k0);
            out[5][lane] = f.wrapping_add(k1);
            out[6][lane] = g.wrapping_add(k2);
            out[7][lane] = h.wrapping_add(k3);
            out[8][lane] = i.wrapping_add(k4);
            out[9][lane] = j.wrapping_add(k5);
            out[10][lane] = k.wrapping_add(k6);
            out[11][lane] = l.wrapping_add(k7);
            out[12][lane] = m.wrapping_add(m0);
            out[13][lane] = n.wrapping_add(n0);
            out[14][lane] = o.wrapping_add(o0);
            out[15][lane] = p.wrapping_add(p0);
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half")]
#[inline(always)]
fn low(word: u64) -> u32 {
    word as u32
}

#[inline(always)]
fn high(word: u64) -> u32 {
    (word >> 32) as u32
}

/// A number from 0 to n - 1 out of a word of ChaCha8, as [`Dice::below`](super::Dice::below) makes
/// it; 0 for no n at all.
#[inline(always)]
pub fn below_of_chacha8(word: u32, n: u32) -> u32 {
    // The upper half of the product is below n, which is 32 bits wide.
    high(u64::from(word).wrapping_mul(u64::from(n)))
}

/// Games of the C library's generator side by side.
pub const GLIBC_LANES: usize = 64;

/// The number of words that the generator makes at a time.
const ROUND: usize = Glibc::DEGREE;

/// The first words of many games, before they lose their lowest bit: two rounds of the generator.
#[derive(Debug)]
pub struct GlibcGames {
    words: [[u32; GLIBC_LANES]; 2 * ROUND],
}

impl Default for GlibcGames {
    fn default() -> Self {
        GlibcGames { words: [[0; GLIBC_LANES]; 2 * ROUND] }
    }
}

impl GlibcGames {
    /// The games of these numbers.
    #[inline(always)]
    pub fn begin(&mut self, seed: i64, number: &[u64; GLIBC_LANES]) {
        let mut first = [0i32; GLIBC_LANES];
        for lane in 0..GLIBC_LANES {
            first[lane] = Glibc::first_word(seed, number[lane]);
        }
        let words = &mut self.words;
        for n in 0..ROUND {
            let of_seed = &mut words[Glibc::place(n)];
            for lane in 0..GLIBC_LANES {
                of_seed[lane] = first[lane].cast_unsigned();
                first[lane] = Glibc::next_seed_word(first[lane]);
            }
        }
        // What is dropped are whole rounds.
        for _ in 0..=Glibc::DROPPED / ROUND as u64 {
            for n in 0..ROUND {
                let nearer = words[(n + ROUND - Glibc::SEPARATION) % ROUND];
                for lane in 0..GLIBC_LANES {
                    words[n][lane] = words[n][lane].wrapping_add(nearer[lane]);
                }
            }
        }
        for n in ROUND..2 * ROUND {
            let (older, nearer) = (words[n - ROUND], words[n - Glibc::SEPARATION]);
            for lane in 0..GLIBC_LANES {
                words[n][lane] = older[lane].wrapping_add(nearer[lane]);
            }
        }
    }

    /// The words of one of them.
    #[inline(always)]
    #[must_use]
    pub fn game(&self, lane: usize) -> GlibcWords {
        let mut words = [0; 2 * ROUND];
        for n in 0..2 * ROUND {
            words[n] = self.words[n][lane];
        }
        GlibcWords { words, used: 0 }
    }
}

/// The words of one game: at least [`GlibcWords::READY`] of them are there after a refill.
#[derive(Debug)]
pub struct GlibcWords {
    words: [u32; 2 * ROUND],
    used: usize,
}

impl GlibcWords {
    /// The number of words that can be drawn after a refill.
    pub const READY: usize = ROUND;

    /// Makes more where fewer than [`GlibcWords::READY`] are left.
    #[inline(always)]
    pub fn refill(&mut self) {
        if self.used >= ROUND {
            self.next_round();
        }
    }

    #[inline(never)]
    fn next_round(&mut self) {
        self.used -= ROUND;
        let words = &mut self.words;
        words.copy_within(ROUND.., 0);
        for n in ROUND..2 * ROUND {
            words[n] = words[n - ROUND].wrapping_add(words[n - Glibc::SEPARATION]);
        }
    }

    /// A number from 0 to n - 1, as [`Dice::below`](super::Dice::below) makes it; 0 for no n at all,
    /// and nothing is drawn then.
    #[inline(always)]
    pub fn below(&mut self, n: u32) -> u32 {
        let word = self.words[self.used] >> 1;
        self.used += usize::from(n != 0);
        // For nothing to choose from it is 0.
        remainder(word, n)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Dice, DrawOwner, Generator, Seat};
    use super::*;

    const MANY: u32 = 1 << 31;

    #[test]
    fn lanes_draw_what_the_dice_draw() {
        let key = Key::of_seed(-7);
        let numbers = [0, 1, 2, 77, 1 << 33, 1 << 54, u64::MAX / 256, u64::MAX];
        let mut blocks = LaneBlocks::default();
        for block in [0, 1, 2, 300] {
            let seats = [0, 1, 2, 3, 4, 5, 6, 7];
            key.blocks(&numbers, &seats, &[block; LANES], &mut blocks);
            for (n, number) in numbers.into_iter().enumerate() {
                let mut dice = Dice::new(Generator::Chacha8, -7, number);
                dice.turn_to(DrawOwner::Seat(Seat(u8::try_from(n).unwrap())));
                dice.skip(block * WORDS as u64);
                for words in &blocks {
                    assert_eq!(below_of_chacha8(words[n], MANY), dice.below(MANY));
                }
            }
        }
        assert_eq!(below_of_chacha8(u32::MAX, 0), 0);
    }

    #[test]
    fn glibc_lanes_draw_what_the_c_library_draws() {
        let mut games = GlibcGames::default();
        for seed in [0, -1, 4, i64::from(u32::MAX) - 5] {
            games.begin(seed, &std::array::from_fn(|lane| 3 * lane as u64));
            for lane in [0, 1, 5, GLIBC_LANES - 1] {
                let mut words = games.game(lane);
                let mut dice = Dice::new(Generator::Glibc, seed, 3 * lane as u64);
                for _ in 0..50 {
                    words.refill();
                    for n in [MANY, 3, 0, 1, 100, 7] {
                        let drawn = words.below(n);
                        let expected = if n == 0 { 0 } else { dice.below(n) };
                        assert_eq!(drawn, expected);
                    }
                }
            }
        }
    }
}
