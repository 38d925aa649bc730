//! Averages of amounts, and how far off they may be.

use serde::Serialize;

use super::normal::Z95;
use super::real;

/// An average and its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mean {
    /// The average; 0 for no values.
    pub mean: f64,
    /// Half the width of the 95 % interval of the average, by the normal distribution and the
    /// sample variance (divided by one less than there are values); nothing for fewer than two.
    pub error: Option<f64>,
}

impl Mean {
    /// The average of `values`, which are finite.
    ///
    /// ```
    /// use chase_arena::stats::Mean;
    /// let mean = Mean::of(&[1.0, 2.0, 3.0]);
    /// assert_eq!(mean.mean, 2.0);
    /// assert!((mean.error.unwrap() - 1.959964 / 3f64.sqrt()).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn of(values: &[f64]) -> Self {
        let mut average = Average::default();
        for value in values {
            average.add(*value);
        }
        average.mean()
    }
}

/// An average that grows value by value and keeps none of them.
///
/// The squares are summed about the average so far (B. P. Welford, "Note on a Method for
/// Calculating Corrected Sums of Squares and Products", Technometrics 4(3), 1962), so that a
/// million values far from 0 cost no precision.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Average {
    count: u64,
    mean: f64,
    /// The squared distances from the average, summed.
    squares: f64,
}

impl Average {
    /// Takes in one value, which is finite.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / real(self.count);
        self.squares += before * (value - self.mean);
    }

    /// Returns the number of values taken in.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The variance of the values so far, divided by how many there are; 0 for none.
    pub fn variance(&self) -> f64 {
        match self.count {
            0 => 0.0,
            count => self.squares / real(count),
        }
    }

    /// The average of the values so far.
    pub fn mean(&self) -> Mean {
        let error = (self.count > 1).then(|| {
            let variance = self.squares / real(self.count - 1);
            Z95 * (variance / real(self.count)).sqrt()
        });
        Mean { mean: self.mean, error }
    }
}

#[cfg(test)]
mod tests {
    use super::super::expected::near;
    use super::*;

    #[test]
    fn the_error_is_that_of_the_sample_variance() {
        // 2, 4, 4, 4, 5, 5, 7, 9: sum of squares about 5 is 32, variance 32/7.
        let mean = Mean::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        near(mean.mean, 5.0, 1e-15);
        let error = mean.error.expect("eight values");
        near(error, 1.959_964 * (32.0_f64 / 7.0 / 8.0).sqrt(), 1e-6);
    }

    #[test]
    fn fewer_than_two_values_have_no_error() {
        assert_eq!(Mean::of(&[]), Mean::default());
        let one = Mean::of(&[3.5]);
        assert_eq!((one.mean, one.error), (3.5, None));
        assert_eq!(Mean::of(&[3.5, 3.5]).error, Some(0.0));
    }

    /// A sum of squares less the square of the sum would have no digit left here.
    #[test]
    fn a_million_values_far_from_zero_keep_their_precision() {
        let mut average = Average::default();
        for i in 0..1_000_000_u32 {
            average.add(1e9 + f64::from(i % 10));
        }
        assert_eq!(average.count(), 1_000_000);
        let mean = average.mean();
        near(mean.mean, 1e9 + 4.5, 1e-5);
        // The variance of 0 to 9 is 8.25.
        let error = mean.error.expect("a million values");
        near(error, 1.959_964 * 8.25_f64.sqrt() / 1000.0, 1e-8);
    }

    #[test]
    fn value_by_value_is_all_at_once() {
        let values = [0.1, -7.0, 3.25, 3.25, 100.0];
        let mut average = Average::default();
        for value in values {
            average.add(value);
        }
        assert_eq!(average.mean(), Mean::of(&values));
    }
}
