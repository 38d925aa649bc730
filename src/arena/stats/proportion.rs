//! In how many of so many games something came about, and how far off that share may be. All
//! intervals are of 95 %.

use serde::Serialize;

use super::normal::{Z95, below};
use super::real;
use super::special::{beta_below, ln_beta, solve, student};

/// The probability that lies beyond each end of an interval.
const TAIL: f64 = 0.025;

/// An interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Half its width.
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Nothing is known of a share.
    const UNKNOWN: Interval = Interval { low: 0.0, high: 1.0 };
}

/// Wilson's interval of a share (E. B. Wilson, "Probable Inference, the Law of Succession, and
/// Statistical Inference", JASA 22, 1927).
///
/// ```
/// use chase_arena::stats::wilson;
/// let of_ten = wilson(1, 10);
/// assert!((of_ten.low - 0.0179).abs() < 1e-4 && (of_ten.high - 0.4042).abs() < 1e-4);
/// ```
pub fn wilson(count: u64, games: u64) -> Interval {
    if games == 0 {
        return Interval::UNKNOWN;
    }
    let (n, share) = (real(games), real(count) / real(games));
    let squared = Z95 * Z95 / n;
    let middle = share + squared / 2.0;
    let width = (squared * (share * (1.0 - share) + squared / 4.0)).sqrt();
    Interval {
        low: if count == 0 { 0.0 } else { (middle - width) / (1.0 + squared) },
        high: if count == games { 1.0 } else { (middle + width) / (1.0 + squared) },
    }
}

/// The exact interval of a share (C. J. Clopper and E. S. Pearson, "The Use of Confidence or
/// Fiducial Limits Illustrated in the Case of the Binomial", Biometrika 26, 1934): it holds the
/// true share in 95 % of all cases at least.
pub fn clopper_pearson(count: u64, games: u64) -> Interval {
    if games == 0 {
        return Interval::UNKNOWN;
    }
    let (k, n) = (real(count), real(games));
    let low = match count {
        0 => 0.0,
        _ => solve(0.0, k / n, TAIL, |x| beta_below(x, k, n - k + 1.0)),
    };
    let high = match games - count {
        0 => 1.0,
        _ => solve(k / n, 1.0, 1.0 - TAIL, |x| beta_below(x, k + 1.0, n - k)),
    };
    Interval { low, high }
}

/// An interval that may be looked at after any number of games, to stop when it is narrow enough: it
/// holds the true share all along in 95 % of all cases at least. The mixture of the beta and the
/// binomial distribution (H. Robbins, "Statistical Methods Related to the Law of the Iterated
/// Logarithm", Annals of Mathematical Statistics 41, 1970), with equal weight on all shares.
pub fn anytime(count: u64, games: u64) -> Interval {
    if games == 0 {
        return Interval::UNKNOWN;
    }
    let (k, n) = (real(count), real(games));
    let mixture = ln_beta(k + 1.0, n - k + 1.0);
    let times = |count: f64, ln: f64| if count > 0.0 { count * ln } else { 0.0 };
    let limit = (2.0 * TAIL).recip().ln();
    // How much better the mixture foretold the games than this share did.
    let against = |share: f64| mixture - times(k, share.ln()) - times(n - k, (-share).ln_1p());
    let middle = k / n;
    let is_in = |share: f64| against(share) < limit;
    let low = match is_in(0.0) {
        true => 0.0,
        false => solve(0.0, middle, 0.5, |share| f64::from(u8::from(is_in(share)))),
    };
    let high = match is_in(1.0) {
        true => 1.0,
        false => solve(middle, 1.0, 0.5, |share| f64::from(u8::from(!is_in(share)))),
    };
    Interval { low, high }
}

/// The interval of an average of whole numbers by Student's distribution, from how many there are,
/// their sum and the sum of their squares; nothing for fewer than two.
pub fn mean_interval(count: u64, sum: u128, squares: u128) -> Option<Interval> {
    let freedom = count.checked_sub(1).filter(|more| *more > 0)?;
    // n Σx² - (Σx)² is n (n - 1) times the variance of one, and is a whole number.
    let spread = u128::from(count).saturating_mul(squares).saturating_sub(sum.saturating_mul(sum));
    let variance = wide(spread) / (real(count) * real(freedom)) / real(count);
    let width = student(real(freedom)) * variance.sqrt();
    let mean = wide(sum) / real(count);
    Some(Interval { low: mean - width, high: mean + width })
}

/// A sum, to calculate with.
#[expect(clippy::cast_precision_loss, reason = "nobody needs the last digits of a sum")]
pub fn wide(sum: u128) -> f64 {
    sum as f64
}

/// The results of pairs of games, each played by two sides with the same random numbers: the number
/// of pairs in which something came about in both, in one of them, in neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Pairs in which it came about in both games.
    pub both: u64,
    /// In the first alone.
    pub first: u64,
    /// In the second alone.
    pub second: u64,
    /// Pairs in which it came about in neither game.
    pub neither: u64,
}

impl Pairs {
    /// Up to so many pairs that differ McNemar's test is exact.
    pub const EXACT_MAX: u64 = 1_000;

    /// Returns the number of pairs.
    #[must_use]
    pub fn count(self) -> u64 {
        self.both + self.first + self.second + self.neither
    }

    /// The share of the second less that of the first, with the interval of A. Agresti and Y. Min
    /// ("Simple Improved Confidence Intervals for Comparing Matched Proportions", Statistics in
    /// Medicine 24, 2005): half a pair is added to each of the four counts.
    pub fn difference(self) -> (f64, Interval) {
        let (first, second) = (real(self.first), real(self.second));
        let n = real(self.count()) + 2.0;
        let middle = (second - first) / n;
        let spread = (first + second + 1.0) - (second - first) * (second - first) / n;
        let width = Z95 * spread.max(0.0).sqrt() / n;
        let found = (second - first) / real(self.count().max(1));
        let interval =
            Interval { low: (middle - width).max(-1.0), high: (middle + width).min(1.0) };
        (found, interval)
    }

    /// The factor on the number of games that would be needed to know the difference as well with
    /// random numbers of its own on either side: the ratio of the two variances. Nothing where no
    /// pair differs.
    pub fn saving(self) -> Option<f64> {
        let n = real(self.count());
        let spread = |count: u64| real(count) / n * (1.0 - real(count) / n);
        let apart = spread(self.both + self.first) + spread(self.both + self.second);
        let difference = (real(self.second) - real(self.first)) / n;
        let paired = real(self.first + self.second) / n - difference * difference;
        (self.first + self.second > 0 && paired > 0.0).then(|| apart / paired)
    }

    /// The probability of pairs at least as uneven as these where both sides are alike (Q. McNemar,
    /// "Note on the Sampling Error of the Difference Between Correlated Proportions or
    /// Percentages", Psychometrika 12, 1947): exactly for up to a thousand pairs that differ, else
    /// by the normal distribution.
    pub fn mcnemar(self) -> f64 {
        let (few, many) = (self.first.min(self.second), self.first.max(self.second));
        let apart = few + many;
        if apart == 0 || few == many {
            return 1.0;
        }
        if apart <= Self::EXACT_MAX {
            // Twice the chance of so few heads or fewer.
            return (2.0 * beta_below(0.5, real(many), real(few) + 1.0)).min(1.0);
        }
        2.0 * below(-real(many - few) / real(apart).sqrt())
    }
}

#[cfg(test)]
#[path = "proportion/tests.rs"]
mod tests;
