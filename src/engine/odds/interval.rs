//! How far off an estimated probability may be.

/// The 95 % interval of a probability that was seen so many times in so many games, one at least
/// (E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22,
/// 1927).
#[must_use]
pub fn wilson(seen: u64, games: u64) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    #[expect(clippy::cast_precision_loss, reason = "a count of games")]
    let (seen, games) = (seen as f64, games as f64);
    let share = seen / games;
    let squared = Z * Z / games;
    let middle = share + squared / 2.0;
    let width = (squared * (share * (1.0 - share) + squared / 4.0)).sqrt();
    let end = |at: f64| (at / (1.0 + squared)).clamp(0.0, 1.0);
    (end(middle - width), end(middle + width))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As tables of it have it: 1 in 10, and none in 10.
    #[test]
    fn the_interval_is_wilsons() {
        let near = |(low, high): (f64, f64), expected: (f64, f64)| {
            assert!((low - expected.0).abs() < 5e-5, "{low}");
            assert!((high - expected.1).abs() < 5e-5, "{high}");
        };
        near(wilson(1, 10), (0.0179, 0.4042));
        near(wilson(0, 10), (0.0, 0.2775));
        near(wilson(10, 10), (0.7225, 1.0));
    }
}
