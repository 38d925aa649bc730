//! The normal distribution of mean 0 and variance 1.

/// Its 97.5th percentile: 95 % lie between this far below and this far above the mean.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// The share that lies below `x`, off by less than 1e-14.
///
/// 1/2 + φ(x) (x + x³/3 + x⁵/(3·5) + ...), all of whose terms have one sign (G. Marsaglia,
/// "Evaluating the Normal Distribution", Journal of Statistical Software 11(4), 2004). Not a
/// number for what is not a number.
#[must_use]
pub fn below(x: f64) -> f64 {
    /// Less than 1e-15 lies beyond.
    const EDGE: f64 = 8.0;
    if x.abs() > EDGE {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let mut term = x;
    let mut sum = x;
    let mut odd = 1.0;
    while term.abs() > sum.abs() * f64::EPSILON {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    let density = (-0.5 * x * x).exp() / std::f64::consts::TAU.sqrt();
    0.5 + density * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of tables: Abramowitz and Stegun, table 26.1, and the quantiles 95, 97.5, 99.5 %.
    #[test]
    fn it_is_the_function_of_the_tables() {
        let table = [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013),
            (1.0, 0.841_344_746_068_543),
            (1.644_853_626_951_472_7, 0.95),
            (Z95, 0.975),
            (2.0, 0.977_249_868_051_821),
            (2.575_829_303_548_901, 0.995),
            (3.0, 0.998_650_101_968_370),
            (4.0, 0.999_968_328_758_167),
            (6.0, 0.999_999_999_013_412),
        ];
        for (x, share) in table {
            assert!((below(x) - share).abs() < 1e-14, "below {x}: {}", below(x));
            assert!((below(-x) - (1.0 - share)).abs() < 1e-14, "below -{x}");
        }
    }

    #[test]
    fn it_never_falls_and_has_its_limits() {
        let mut last = 0.0;
        for step in -900..=900 {
            let share = below(f64::from(step) / 100.0);
            assert!(share >= last - 1e-15, "falls at {step}");
            last = share;
        }
        assert_eq!(below(f64::NEG_INFINITY).to_bits(), 0.0_f64.to_bits());
        assert_eq!(below(f64::INFINITY).to_bits(), 1.0_f64.to_bits());
        assert!(below(f64::NAN).is_nan());
    }
}
