//! `srand` and `rand` of the GNU C library.

/// `a % n`, for small n by two multiplications in place of a division: with m = 2^64 / n rounded
/// up, the low half of m * a is the fraction of a / n, and n times that is the remainder. Exact
/// for all 32-bit numbers (Lemire, Kaser and Kurz, "Faster remainder by direct computation",
/// 2019).
#[inline]
pub(super) fn remainder(a: u32, n: u32) -> u32 {
    const SMALL: usize = 32;
    const INVERSES: [u64; SMALL] = {
        let mut inverses = [0; SMALL];
        let mut n = 1;
        while n < SMALL {
            // 2^64 itself for n = 1 wraps to 0, which gives the remainder 0 just as well.
            inverses[n] = (u64::MAX / n as u64).wrapping_add(1);
            n += 1;
        }
        inverses
    };
    match INVERSES.get(n as usize) {
        Some(inverse) => {
            let fraction = inverse.wrapping_mul(u64::from(a));
            #[expect(clippy::cast_possible_truncation, reason = "the upper half is below n")]
            let remainder = ((u128::from(fraction) * u128::from(n)) >> 64) as u32;
            remainder
        }
        None => a % n,
    }
}

/// The additive feedback generator behind `rand()` of the GNU C library (TYPE_3: degree 31,
/// separation 3), 31 words at a time.
#[derive(Clone, Debug)]
pub(super) struct Glibc {
    /// The seed of the series.
    seed: i64,
    words: [u32; Glibc::DEGREE],
    used: usize,
}

impl Glibc {
    pub(super) const DEGREE: usize = 31;
    pub(super) const SEPARATION: usize = 3;
    pub(super) const DROPPED: u64 = 310;

    /// The sequence of a game of a series.
    pub(super) fn of_game(seed: i64, number: u64) -> Self {
        let mut word = Self::first_word(seed, number);
        let mut words = [0; Self::DEGREE];
        for n in 0..Self::DEGREE {
            words[Self::place(n)] = word.cast_unsigned();
            word = Self::next_seed_word(word);
        }
        let used = 0;
        let mut glibc = Glibc { seed, words, used };
        glibc.refill();
        glibc.skip(Self::DROPPED);
        glibc
    }

    pub(super) fn restart(&mut self, number: u64) {
        *self = Glibc::of_game(self.seed, number);
    }

    /// The first of the words that are made of the seed.
    #[inline(always)]
    pub(super) fn first_word(seed: i64, number: u64) -> i32 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "C's int, then unsigned: the low 32 bits are what srand sees"
        )]
        let first = seed.wrapping_add_unsigned(number) as u32;
        first.max(1).cast_signed()
    }

    /// Returns the place of word n of the seed: the library's sequence goes on as r[34] = r[31] +
    /// r[3] with r[31..34] = r[0..3].
    #[inline(always)]
    pub(super) const fn place(n: usize) -> usize {
        (n + Self::DEGREE - Self::SEPARATION) % Self::DEGREE
    }

    /// The minimal standard generator of Park and Miller by Schrage's method on signed words.
    #[inline(always)]
    pub(super) const fn next_seed_word(word: i32) -> i32 {
        let (high, low) = (word / 127_773, word % 127_773);
        // No product is beyond 31 bits.
        let word = i32::wrapping_sub(low.wrapping_mul(16_807), high.wrapping_mul(2_836));
        if word < 0 { word.wrapping_add(i32::MAX) } else { word }
    }

    /// r[i] = r[i-3] + r[i-31] for the next 31 places, in the place of the old ones.
    fn refill(&mut self) {
        for i in 0..Self::DEGREE {
            let nearer = (i + Self::DEGREE - Self::SEPARATION) % Self::DEGREE;
            self.words[i] = self.words[i].wrapping_add(self.words[nearer]);
        }
        self.used = 0;
    }

    pub(super) fn skip(&mut self, words: u64) {
        for _ in 0..words {
            self.next();
        }
    }

    #[inline]
    pub(super) fn next(&mut self) -> u32 {
        if self.used == Self::DEGREE {
            self.refill();
        }
        let word = self.words[self.used];
        self.used += 1;
        word >> 1
    }
}
