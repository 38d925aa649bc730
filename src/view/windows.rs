//! Of which cycles a page has everything: words take much more room than boards.

/// The cycles of which a page has words, tables and turns; of the others it has the board.
#[derive(Clone, Debug)]
pub struct Windows {
    first: u64,
    last: u64,
    /// Further spans of cycles that have words, each from its first cycle to its last.
    besides: Vec<(u64, u64)>,
}

impl Windows {
    /// The most cycles that all have words.
    const ALL_MAX: u64 = 20_000;
    /// In a longer game, so many at the beginning and at the end.
    const EACH: u64 = 2_000;
    /// So many before and after where something besides is worth them,
    const ROUND: u64 = 20;
    /// at so many places.
    const PLACES_MAX: usize = 100;

    /// Of a page that goes from one cycle to another.
    #[must_use]
    pub fn new(first: u64, last: u64) -> Self {
        let besides = Vec::new();
        Windows { first, last, besides }
    }

    /// With words round the first cycles of some runs too, as far as there is room for them.
    pub(super) fn round(mut self, runs: &[(u64, u64)]) -> Self {
        let runs = runs.iter().take(Self::PLACES_MAX);
        let round =
            |(at, _): &(u64, u64)| (at.saturating_sub(Self::ROUND), at.saturating_add(Self::ROUND));
        self.besides = runs.map(round).collect();
        self
    }

    /// Returns whether a page has words of a cycle.
    #[must_use]
    pub fn has(&self, cycle: u64) -> bool {
        self.last - self.first < Self::ALL_MAX
            || cycle.saturating_sub(self.first) < Self::EACH
            || self.last.saturating_sub(cycle) < Self::EACH
            || self.besides.iter().any(|(from, to)| (*from..=*to).contains(&cycle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_of_huge_numbers_are_windows() {
        let windows = Windows::new(u64::MAX - 30_000, u64::MAX).round(&[(u64::MAX - 9_000, 0)]);
        let has = [30_000, 9_000, 15_000, 0].map(|back| windows.has(u64::MAX - back));
        assert_eq!(has, [true, true, false, true]);
        assert!(Windows::new(0, 30_000).round(&[(u64::MAX, u64::MAX)]).has(0));
    }
}
