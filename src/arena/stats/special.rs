//! The gamma and beta functions, as far as intervals need them: for counts up to some 10^9.

/// The natural logarithm of the gamma function, for `x` of 1 and more.
///
/// Stirling's series (NIST Digital Library of Mathematical Functions, 5.11.1), at 10 and beyond
/// where its first terms are exact to the last digit; smaller arguments are led there by
/// Γ(x + 1) = x Γ(x).
pub(crate) fn ln_gamma(x: f64) -> f64 {
    const FROM: f64 = 10.0;
    const TERMS: [f64; 6] =
        [1.0 / 12.0, -1.0 / 360.0, 1.0 / 1260.0, -1.0 / 1680.0, 1.0 / 1188.0, -691.0 / 360_360.0];
    let (mut x, mut below) = (x, 1.0);
    while x < FROM {
        below *= x;
        x += 1.0;
    }
    let squared = x * x;
    let series = TERMS.iter().rev().fold(0.0, |sum, term| sum / squared + term) / x;
    (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series - f64::ln(below)
}

/// The natural logarithm of the beta function.
pub(crate) fn ln_beta(a: f64, b: f64) -> f64 {
    ln_gamma_of_any(a) + ln_gamma_of_any(b) - ln_gamma_of_any(a + b)
}

/// The natural logarithm of the gamma function, for all arguments above 0.
fn ln_gamma_of_any(x: f64) -> f64 {
    if x < 1.0 { ln_gamma(x + 1.0) - x.ln() } else { ln_gamma(x) }
}

/// The regularised incomplete beta function: the chance that a variable of the beta distribution
/// with `a` and `b` is at most `x`.
///
/// The continued fraction of the NIST Digital Library of Mathematical Functions, 8.17.22, by
/// Lentz's method, on the side of the mean where it converges fast.
pub(crate) fn beta_below(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_below(1.0 - x, b, a);
    }
    let front = a * x.ln() + b * (-x).ln_1p() - ln_beta(a, b);
    front.exp() * fraction(x, a, b) / a
}

/// The continued fraction.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    /// More than the square root of the largest counts there are asks for.
    const STEPS_MAX: u32 = 1_000_000;
    let whole = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut c, mut d) = (1.0, 1.0 / whole(1.0 - (a + b) * x / (a + 1.0)));
    let mut result = d;
    for step in 1..STEPS_MAX {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = result;
        for term in [even, odd] {
            d = 1.0 / whole(1.0 + term * d);
            c = whole(1.0 + term / c);
            result *= c * d;
        }
        if (result - before).abs() <= result.abs() * f64::EPSILON {
            break;
        }
    }
    result
}

/// The argument at which a function that does not fall between two arguments reaches a value.
pub fn solve(mut low: f64, mut high: f64, value: f64, of: impl Fn(f64) -> f64) -> f64 {
    const HALVINGS: u32 = 200;
    for _ in 0..HALVINGS {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if of(middle) < value {
            low = middle;
        } else {
            high = middle;
        }
    }
    low + (high - low) / 2.0
}

/// The 97.5th percentile of Student's distribution with so many degrees of freedom, 1 at least.
pub fn student(freedom: f64) -> f64 {
    // P(|T| <= t) = 1 - I(f / (f + t²); f/2, 1/2).
    let within = |t: f64| 1.0 - beta_below(freedom / (freedom + t * t), freedom / 2.0, 0.5);
    solve(1.9, 13.0, 0.95, within)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64, within: f64) {
        let off = (found - expected).abs();
        assert!(off <= within * expected.abs().max(1.0), "{found}, not {expected}");
    }

    #[test]
    fn the_gamma_function_is_the_factorial() {
        let mut factorial: f64 = 0.0;
        for n in 1..200 {
            near(ln_gamma(f64::from(n)), factorial, 1e-14);
            factorial += f64::from(n).ln();
        }
        near(ln_gamma(1.5), (std::f64::consts::PI.sqrt() / 2.0).ln(), 1e-14);
    }

    /// Sums of the binomial distribution, and symmetry far out, where other libraries lose it.
    #[test]
    fn the_beta_function_is_the_sum_of_the_binomial_distribution() {
        // I(x; 3, 8) is the chance of 3 or more of 10.
        let chance = |x: f64| {
            let of = |k: i32, ways: f64| ways * x.powi(k) * (1.0 - x).powi(10 - k);
            1.0 - of(0, 1.0) - of(1, 10.0) - of(2, 45.0)
        };
        for x in [0.01, 0.2, 0.3, 0.5, 0.9, 0.999] {
            near(beta_below(x, 3.0, 8.0), chance(x), 1e-13);
        }
        for size in [1e6, 1e7, 1e8, 1e9] {
            near(beta_below(0.5, size, size), 0.5, 1e-5);
        }
    }

    #[test]
    fn students_percentiles_are_those_of_the_tables() {
        near(student(1.0), 12.706_204_736, 1e-8);
        near(student(2.0), 4.302_652_730, 1e-9);
        near(student(10.0), 2.228_138_852, 1e-9);
        near(student(30.0), 2.042_272_456, 1e-9);
        near(student(1e6), 1.959_966_4, 1e-6);
    }
}
