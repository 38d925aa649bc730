//! A 64-bit value of how a game ended, made of integers in few steps: two ways of playing millions
//! of games are held against each other by it. It is no seal: a seal covers a whole history.

/// A check value that is being made. Words that differ, or stand in another order, give another
/// value, as far as 64 bits can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckValue(u64);

impl CheckValue {
    /// Of a game of a series, which ended so: `ending` is made by [`ending_word`].
    #[inline]
    pub const fn of_game(number: u64, ending: u64) -> Self {
        CheckValue(0x6368_6173_6500_0001).word(number).word(ending)
    }

    /// Takes in one number more.
    #[inline]
    #[must_use]
    pub const fn word(self, word: u64) -> Self {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        CheckValue(mixed ^ (mixed >> 32))
    }

    /// Takes in bytes: how many there are, then eight at a time, the last filled up with zeros.
    pub fn bytes(self, bytes: &[u8]) -> Self {
        let eight = |part: &[u8]| {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            u64::from_le_bytes(word)
        };
        let words = bytes.chunks(8).map(eight);
        words.fold(self.word(bytes.len() as u64), CheckValue::word)
    }

    /// The check value of all words so far.
    #[inline]
    #[must_use]
    pub const fn finish(self) -> u64 {
        // The last step of SplitMix64 (G. Steele, D. Lea and C. Flood, 2014).
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// An outcome as one word: its cause, and its points per side.
pub fn ending_word(cause: &str, points: &[u8]) -> u64 {
    CheckValue(0).bytes(cause.as_bytes()).bytes(points).finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values stand in files: another program must make the same.
    #[test]
    fn the_value_is_pinned() {
        let ending = ending_word("caught", &[0, 2]);
        assert_eq!(ending, ENDING);
        assert_eq!(CheckValue::of_game(7, ending).word(3).finish(), VALUE);
    }

    const ENDING: u64 = 0x6a53_bb09_b2e0_ea20;
    const VALUE: u64 = 0xc0c4_4204_b0fb_513a;

    #[test]
    fn order_number_and_length_count() {
        let value = |words: &[u64]| {
            let begun = CheckValue::of_game(1, 2);
            words.iter().fold(begun, |it, word| it.word(*word)).finish()
        };
        assert_ne!(value(&[1, 2]), value(&[2, 1]));
        assert_ne!(value(&[]), value(&[0]));
        let bytes = |bytes: &[u8]| CheckValue::of_game(1, 2).bytes(bytes).finish();
        assert_ne!(bytes(&[1]), bytes(&[1, 0]));
        assert_ne!(CheckValue::of_game(1, 3), CheckValue::of_game(2, 3));
    }
}
