//! How often chance alone parts runs as unevenly as they were parted: an exact permutation test.
//!
//! Runs were made with a factor and without it, in an order drawn by lot. If the factor does nothing,
//! every run would have printed the same had the lot fallen otherwise, whatever else makes outputs
//! differ: so each way of choosing the runs with it is as likely as the one that was drawn. A table of
//! outputs by runs with and without is as extreme as the number of choices that lead to it is small (the
//! test of Fisher, for any number of outputs the one of Freeman and Halton, Biometrika 38, 1951).

use std::collections::BTreeMap;

/// A chance: so many choices of all there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// Choices whose table is at least as extreme.
    choices: u128,
    /// All choices of as many runs as had the factor.
    all: u128,
}

impl Chance {
    /// The chance of what was found, by the outputs of the runs with a factor and of those without
    /// it; equal numbers are equal outputs. At most 60 runs on each side.
    #[must_use]
    pub fn of(with: &[usize], without: &[usize]) -> Self {
        let mut counts: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
        for output in with {
            counts.entry(*output).or_default().0 += 1;
        }
        for output in without {
            counts.entry(*output).or_default().1 += 1;
        }
        let found = counts.values().map(|(a, b)| chosen(a + b, *a)).product();
        let totals: Vec<_> = counts.values().map(|(a, b)| a + b).collect();
        Chance::at_most(found, &totals, with.len() as u64)
    }

    /// The chance of a table that at most `most` choices lead to, among all choices of `taken`
    /// runs.
    fn at_most(most: u128, totals: &[u64], taken: u64) -> Self {
        // How many tables take so many runs and are led to by so many choices.
        let mut tables = BTreeMap::from([((0, 1), 1)]);
        for total in totals {
            let mut next = BTreeMap::new();
            for ((sum, choices), count) in &tables {
                for a in 0..=(*total).min(taken - sum) {
                    *next.entry((sum + a, choices * chosen(*total, a))).or_insert(0_u128) += count;
                }
            }
            tables = next;
        }
        let whole = tables.iter().filter(|((sum, _), _)| *sum == taken);
        let (mut choices, mut all) = (0, 0);
        for ((_, led_by), count) in whole {
            all += led_by * count;
            if *led_by <= most {
                choices += led_by * count;
            }
        }
        Chance { choices, all }
    }

    /// Returns whether it is below one in so many.
    pub(crate) fn is_below_one_in(self, many: u64) -> bool {
        self.choices.saturating_mul(u128::from(many)) < self.all
    }

    /// One in so many, rounded down: at least 1, and no more than 64 bits hold.
    pub fn one_in(self) -> u64 {
        u64::try_from(self.all / self.choices.max(1)).unwrap_or(u64::MAX)
    }
}

/// In how many ways `a` of `total` are chosen.
fn chosen(total: u64, a: u64) -> u128 {
    (0..u128::from(a)).fold(1, |product, k| product * (u128::from(total) - k) / (k + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance(with: &[usize], without: &[usize]) -> (u128, u128) {
        let Chance { choices, all } = Chance::of(with, without);
        (choices, all)
    }

    #[test]
    fn fishers_tea_has_the_chance_he_reckoned() {
        // Three of four cups told right: 34 of 70, both sides.
        assert_eq!(chance(&[0, 0, 0, 1], &[1, 1, 1, 0]), (34, 70));
        assert_eq!(chance(&[0; 4], &[1; 4]), (2, 70));
    }

    #[test]
    fn outputs_that_are_all_alike_or_all_unlike_tell_nothing() {
        assert_eq!(chance(&[0; 12], &[0; 12]), (2_704_156, 2_704_156));
        let (a, b): (Vec<_>, Vec<_>) = ((0..12).collect(), (12..24).collect());
        assert_eq!(chance(&a, &b), (2_704_156, 2_704_156));
    }

    #[test]
    fn one_side_alike_and_the_other_not_is_as_rare_as_a_whole_parting() {
        let unlike: Vec<_> = (1..13).collect();
        assert_eq!(chance(&[0; 12], &unlike), (2, 2_704_156));
        let found = Chance::of(&[0; 12], &unlike);
        assert!(found.is_below_one_in(1_000_000));
        assert_eq!(found.one_in(), 1_352_078);
    }

    /// Every choice, one by one.
    #[test]
    fn the_count_is_that_of_all_choices() {
        let outputs = [0, 0, 0, 1, 1, 2, 3, 3];
        let table = |mask: u32| -> u128 {
            (0..4)
                .map(|output| {
                    let of = |n: &usize| outputs[*n] == output;
                    let total = (0..8).filter(of).count() as u64;
                    let taken = (0..8).filter(of).filter(|n| mask >> n & 1 == 1);
                    chosen(total, taken.count() as u64)
                })
                .product()
        };
        for drawn in (0..256_u32).filter(|mask| mask.count_ones() == 4) {
            let side = |bit| (0..8).filter(move |n| drawn >> n & 1 == bit);
            let pick = |bit| side(bit).map(|n| outputs[n]).collect::<Vec<_>>();
            let all = (0..256_u32).filter(|mask| mask.count_ones() == 4);
            let extreme = all.filter(|mask| table(*mask) <= table(drawn)).count();
            assert_eq!(chance(&pick(1), &pick(0)), (extreme as u128, 70));
        }
    }
}
