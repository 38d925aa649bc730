//! A share of the points, and how far off it may be.

use serde::Serialize;

use super::normal::Z95;
use super::{Average, real};

/// A player's share of the points, from 0 to 1, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The share in the results there are.
    pub mean: f64,
    /// The interval's lower end, 0 at least.
    pub low: f64,
    /// The interval's upper end, 1 at most.
    pub high: f64,
}

impl Share {
    /// From shares of results that do not depend on each other: games on openings of their own, or
    /// averages over the games on one opening. Nothing where there is none.
    ///
    /// Where results differ the ends lie 1.96 standard errors about the mean. Where one of them would
    /// then lie beyond 0 or 1, both are those of Wilson's interval (E. B. Wilson, "Probable Inference,
    /// the Law of Succession, and Statistical Inference", JASA 22, 1927), of so many won and lost
    /// results as have this mean and this standard error, but no narrower than for results that are all
    /// alike. Where all are the same the variance is 0,
    /// which says that nothing is known of it: then the interval holds every share with which such a
    /// row is likelier than 2.5 %, whatever the other results would be; n wins in n games give a share
    /// of at least 0.025^(1/n), which is the exact limit of Clopper and Pearson.
    ///
    /// ```
    /// use chase_arena::stats::{Average, Share};
    /// let mut four_of_four = Average::default();
    /// (0..4).for_each(|_| four_of_four.add(1.0));
    /// let share = Share::of(&four_of_four).unwrap();
    /// assert_eq!((share.mean, share.high), (1.0, 1.0));
    /// assert!((share.low - 0.3976).abs() < 1e-4);
    /// ```
    #[must_use]
    pub fn of(results: &Average) -> Option<Self> {
        let (mean, variance) = (results.mean().mean, results.variance());
        match results.count() {
            0 => None,
            count => Some(Self::from_moments(real(count), mean, variance)),
        }
    }

    /// The share from the number of results, one at least, their mean and their variance (divided
    /// by their number).
    pub(super) fn from_moments(count: f64, mean: f64, variance: f64) -> Self {
        if variance <= 0.0 {
            // How likely another result may be at most, the row being likelier than 2.5 %.
            let other = -(0.025_f64.ln() / count).exp_m1();
            let low = mean * (1.0 - other);
            return Share { mean, low, high: low + other };
        }
        let width = Z95 * (variance / count).sqrt();
        let (low, high) = (mean - width, mean + width);
        if low >= 0.0 && high <= 1.0 {
            return Share { mean, low, high };
        }
        let trials = mean * (1.0 - mean) / (variance / count);
        let squared = Z95 * Z95 / trials;
        let middle = mean + squared / 2.0;
        let width = (squared * (mean * (1.0 - mean) + squared / 4.0)).sqrt();
        // Who did better in every result is never bounded lower than this.
        let row = 0.025_f64.powf(1.0 / count);
        let low = (middle - width) / (1.0 + squared);
        let high = (middle + width) / (1.0 + squared);
        Share {
            mean,
            low: low.min(mean * row).max(0.0),
            high: high.max(1.0 - (1.0 - mean) * row).min(1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(results: &[f64]) -> Share {
        let mut average = Average::default();
        results.iter().for_each(|it| average.add(*it));
        Share::of(&average).expect("results")
    }

    #[track_caller]
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-4, "{found} {expected}");
    }

    #[test]
    fn without_results_there_is_no_interval() {
        assert_eq!(Share::of(&Average::default()), None);
    }

    /// Wilson's interval of 1 in 10 is 0.0179 to 0.4042 in every table of it.
    #[test]
    fn an_end_beyond_all_bounds_is_wilsons() {
        let mut results = [0.0; 10];
        results[3] = 1.0;
        let one = share(&results);
        near(one.low, 0.0179);
        near(one.high, 0.4042);
        let twenty = share(&std::array::from_fn::<_, 20, _>(|n| f64::from(u8::from(n > 0))));
        near(twenty.low, 0.7639);
        let nine = share(&results.map(|it| 1.0 - it));
        near(nine.low, 1.0 - one.high);
        near(nine.high, 1.0 - one.low);
    }

    #[test]
    fn in_the_middle_it_is_the_normal_distributions() {
        let results: Vec<_> = (0..100).map(|n| f64::from(n % 2)).collect();
        let half = share(&results);
        near(half.low, 0.5 - 0.098);
        near(half.high, 0.5 + 0.098);
    }

    /// Exact limits: 0.025^(1/n) for n of n, and the same about a half for draws alone.
    #[test]
    fn a_row_of_the_same_is_no_certainty() {
        near(share(&[1.0; 10]).low, 0.6915);
        near(share(&[0.0; 10]).high, 0.3085);
        let draws = share(&[0.5; 4]);
        near(draws.low + draws.high, 1.0);
        assert!(draws.low < 0.25);
    }

    #[test]
    fn who_wins_everything_is_not_bounded_lower_than_who_does_not() {
        for count in 2..60 {
            let mut results = vec![1.0; count];
            let all = share(&results);
            results[0] = 0.75;
            let one_less = share(&results);
            assert!(one_less.low <= all.low, "{count}");
        }
    }

    /// Of a thousand matches of ten games each, the interval holds the true share in 88 % at least,
    /// at any strength.
    #[test]
    fn it_holds_what_is_true_as_often_as_it_says() {
        let mut state = 7_u64;
        let mut luck = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            real(state >> 32) / 4_294_967_296.0
        };
        for chance in [0.5, 0.8, 0.95, 0.99] {
            let held = (0..1000).filter(|_| {
                let results: Vec<_> =
                    (0..10).map(|_| f64::from(u8::from(luck() < chance))).collect();
                let share = share(&results);
                share.low <= chance && chance <= share.high
            });
            let held = held.count();
            assert!(held >= 880, "{chance}: {held}");
        }
    }
}
