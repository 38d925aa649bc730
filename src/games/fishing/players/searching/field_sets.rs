//! Sets of fields, as bits.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// A set of fields, numbered from 0. A shift moves every field to a higher or lower number.
pub trait Bits:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    const NONE: Self;

    /// The set of one field.
    fn of(at: usize) -> Self;
    /// The number of bits that are set.
    fn count(self) -> i32;
    /// The lowest field.
    fn lowest(self) -> Option<usize>;

    fn has(self, at: usize) -> bool {
        (self & Self::of(at)) != Self::NONE
    }

    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// All fields, from the lowest.
    fn fields(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        std::iter::from_fn(move || {
            let at = left.lowest()?;
            left = left.without(Self::of(at));
            Some(at)
        })
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Bits for $word {
            const NONE: Self = 0;

            #[inline]
            fn of(at: usize) -> Self {
                1 << at
            }

            #[inline]
            fn count(self) -> i32 {
                self.count_ones().cast_signed()
            }

            #[inline]
            fn lowest(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }
        }
    };
}

word!(u64);
word!(u128);

/// Bits of a word of [`Wide`].
const WORD: usize = 64;

/// For boards with more fields than a word has bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
        self
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
        self
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        self.0.iter_mut().for_each(|word| *word = !*word);
        self
    }
}

impl<const N: usize> Shl<usize> for Wide<N> {
    type Output = Self;

    fn shl(self, by: usize) -> Self {
        let (words, bits) = (by / WORD, by % WORD);
        let mut moved = Wide([0; N]);
        for n in words..N {
            moved.0[n] = self.0[n - words] << bits;
            if bits > 0 && n > words {
                moved.0[n] |= self.0[n - words - 1] >> (WORD - bits);
            }
        }
        moved
    }
}

impl<const N: usize> Shr<usize> for Wide<N> {
    type Output = Self;

    fn shr(self, by: usize) -> Self {
        let (words, bits) = (by / WORD, by % WORD);
        let mut moved = Wide([0; N]);
        for n in words..N {
            moved.0[n - words] = self.0[n] >> bits;
            if bits > 0 && n + 1 < N {
                moved.0[n - words] |= self.0[n + 1] << (WORD - bits);
            }
        }
        moved
    }
}

impl<const N: usize> Bits for Wide<N> {
    const NONE: Self = Wide([0; N]);

    fn of(at: usize) -> Self {
        let mut one = Self::NONE;
        one.0[at / WORD] = 1 << (at % WORD);
        one
    }

    fn count(self) -> i32 {
        self.0.iter().map(|word| word.count_ones().cast_signed()).sum()
    }

    fn lowest(self) -> Option<usize> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(word * WORD + self.0[word].trailing_zeros() as usize)
    }
}
