//! Has enough been played? The sequential probability ratio test.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::elo::expected;
use super::score::share;
use super::{PairScore, real};
use chase_world::error::{Error, quoted};

/// A test of "A is `elo0` Elo stronger than B" against "A is `elo1` Elo stronger", both logistic,
/// which may be looked at after every game or pair and stops as soon as one is clearly likelier.
///
/// Written `elo0,elo1,alpha,beta`, as in `0,5,0.05,0.05`.
///
/// ```
/// use chase_arena::stats::{PairScore, Sprt, SprtDecision};
/// let test: Sprt = "0,5,0.05,0.05".parse().unwrap();
/// let score = PairScore::of_games(759, 1863, 880);
/// assert_eq!(test.verdict(&score), SprtDecision::Accepted1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// The decision of a sequential test so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtDecision {
    /// A is `elo0` stronger, or less: the test is over.
    Accepted0,
    /// A is `elo1` stronger, or more: the test is over.
    Accepted1,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// The largest distance of an Elo from 0; beyond it, a share of the points cannot be told from
    /// all.
    pub(crate) const ELO_MAX: f64 = 3000.0;

    /// A test that accepts `elo1` where `elo0` is true at most `alpha` of the time, and `elo0`
    /// where `elo1` is true at most `beta` of the time.
    ///
    /// # Errors
    ///
    /// Both Elo lie between -3000 and 3000 and `elo0` is the lower one; both rates are above 0
    /// and less than 1 together, since the bounds would change places otherwise.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, Error> {
        let named = [("elo0", elo0), ("elo1", elo1), ("alpha", alpha), ("beta", beta)];
        for (name, value) in named {
            if !value.is_finite() {
                return Err(Error::new(format!("{name} must be a number, not `{value}`")));
            }
        }
        if elo0.abs() > Self::ELO_MAX || elo1.abs() > Self::ELO_MAX {
            let what =
                format!("elo0 and elo1 must lie between -{far} and {far}", far = Self::ELO_MAX);
            return Err(Error::new(what));
        }
        if elo0 >= elo1 {
            return Err(Error::new("elo0 must be less than elo1"));
        }
        if alpha <= 0.0 || beta <= 0.0 || alpha + beta >= 1.0 {
            let what = "alpha and beta must be greater than 0, and less than 1 together";
            return Err(Error::new(what));
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The lower and the higher of the two differences, in Elo.
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The ends of the test: ln(beta / (1 - alpha)), below 0, and ln((1 - beta) / alpha), above 0.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The logarithm of how much likelier the results are with `elo1` than with `elo0`; 0 before
    /// the first game.
    ///
    /// How often draws come is not known, so each hypothesis is taken at its best: with that
    /// distribution over the five results of a pair (or the three of a game where there is no
    /// pair) which has the hypothesis's mean and makes the results likeliest. This is the
    /// generalised test, exactly and not by its normal approximation, as fishtest and fastchess
    /// calculate it for logistic Elo (proposition 1.1 of M. Van den Bergh's note,
    /// <https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>). As there, a result that
    /// never came counts as one that came a thousandth of a time, so that it is not held to be
    /// impossible. What they print for normalised Elo is another number.
    pub fn llr(&self, score: &PairScore) -> f64 {
        let counts = score.counts();
        if counts.iter().all(|count| *count == 0) {
            return 0.0;
        }
        let weights: Vec<f64> = counts.iter().map(|count| real(*count).max(0.001)).collect();
        let [low, high] = [self.elo0, self.elo1].map(|elo| Tilt::to(expected(elo), &weights));
        let classes = weights.len();
        let gains = weights.iter().enumerate().map(|(class, weight)| {
            let share = share(class, classes);
            weight * (high.log_factor(share) - low.log_factor(share))
        });
        gains.sum()
    }

    /// Returns the decision of the test for `score`.
    pub fn verdict(&self, score: &PairScore) -> SprtDecision {
        let (lower, upper) = self.bounds();
        let llr = self.llr(score);
        if llr >= upper {
            SprtDecision::Accepted1
        } else if llr <= lower {
            SprtDecision::Accepted0
        } else {
            SprtDecision::Open
        }
    }
}

impl FromStr for Sprt {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let [elo0, elo1, alpha, beta] = parts[..] else {
            let text = quoted(text);
            let what =
                format!("expected elo0,elo1,alpha,beta, such as 0,5,0.05,0.05, not `{text}`");
            return Err(Error::new(what));
        };
        let number = |name: &str, part: &str| {
            let refused =
                |_| Error::new(format!("{name} must be a number, not `{}`", quoted(part)));
            part.parse::<f64>().map_err(refused)
        };
        Sprt::new(
            number("elo0", elo0)?,
            number("elo1", elo1)?,
            number("alpha", alpha)?,
            number("beta", beta)?,
        )
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta } = self;
        write!(f, "{elo0},{elo1},{alpha},{beta}")
    }
}

/// A distribution of results, bent until its mean is the one expected, at the smallest loss of
/// likelihood: the probability of each share a becomes p / (1 + x (a - mean)).
struct Tilt {
    mean: f64,
    x: f64,
}

impl Tilt {
    /// To this mean, which lies strictly between 0 and 1, from weights that are all above 0.
    ///
    /// The mean is right where the sum of p (a - mean) / (1 + x (a - mean)) is 0. It falls from
    /// infinity to minus infinity between the two ends, so Newton's steps find its root, halving
    /// what is left where they would leave it.
    fn to(mean: f64, weights: &[f64]) -> Self {
        const STEPS_MAX: usize = 200;
        let mut low = -1.0 / (1.0 - mean);
        let mut high = 1.0 / mean;
        let mut x = 0.0;
        for _ in 0..STEPS_MAX {
            let (excess, slope) = Self { mean, x }.excess(weights);
            if excess > 0.0 {
                low = x;
            } else {
                high = x;
            }
            let newton = x + excess / slope;
            let inside = newton > low && newton < high;
            let next = if inside { newton } else { f64::midpoint(low, high) };
            let moved = (next - x).abs();
            x = next;
            if moved <= 4.0 * f64::EPSILON * x.abs().max(1.0) {
                break;
            }
        }
        Self { mean, x }
    }

    /// The sum that has to be 0, and how fast it falls.
    fn excess(&self, weights: &[f64]) -> (f64, f64) {
        let mut excess = 0.0;
        let mut slope = 0.0;
        for (class, weight) in weights.iter().enumerate() {
            let away = share(class, weights.len()) - self.mean;
            let bent = away / (1.0 + self.x * away);
            excess += weight * bent;
            slope += weight * bent * bent;
        }
        (excess, slope)
    }

    /// The logarithm of what the probability of a share is multiplied by.
    fn log_factor(&self, share: f64) -> f64 {
        -(self.x * (share - self.mean)).ln_1p()
    }
}

#[cfg(test)]
mod tests;
