//! Random numbers for a search that must go the same way on every machine.

/// SplitMix64 (Steele, Lea and Flood 2014), seeded by a map.
#[derive(Clone, Debug)]
pub(crate) struct LayoutRandom(u64);

impl LayoutRandom {
    /// Numbers that depend on all that a map holds.
    pub fn new(places: usize, roads: &[(u32, u32, u32)]) -> Self {
        let mut random = LayoutRandom(u64::try_from(places).unwrap_or(u64::MAX));
        for &(a, b, length) in roads {
            for number in [a, b, length] {
                random.0 ^= u64::from(number);
                random.0 = random.next();
            }
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// The upper half of a word.
    fn half(&mut self) -> u32 {
        u32::try_from(self.next() >> 32).unwrap_or(0)
    }

    /// A number from 0 to below `bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        let wide = u64::from(self.half()) * u64::from(bound);
        u32::try_from(wide >> 32).unwrap_or(0)
    }

    /// A number from `low` to `high`, with both of them. `low` is not above `high`.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        low.saturating_add_unsigned(self.below(high.abs_diff(low).saturating_add(1)))
    }

    /// A number from 0 to below 1.
    pub fn share(&mut self) -> f64 {
        f64::from(self.half()) / 4_294_967_296.0
    }
}
