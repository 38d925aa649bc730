//! What numbers the cycles of a log, in order whatever its letters.

use super::decimal::{Decimal, number};

/// What a tick of 1 is in the units of [`tick_value`].
pub const TICK_ONE: i128 = 1_000_000_000_000_000_000;

/// The powers of ten up to that of [`TICK_ONE`].
pub const TENS: [i128; 19] = {
    let mut tens = [1; 19];
    let mut n = 1;
    while n < tens.len() {
        tens[n] = tens[n - 1] * 10;
        n += 1;
    }
    tens
};

/// The place of a tick in the order of all ticks, in units of 10 to the power of -18.
#[must_use]
pub fn tick_value(text: &str) -> Option<i128> {
    if let Some(decimal) = Decimal::parse(text.as_bytes()) {
        let places = 18 - usize::from(decimal.places);
        return Some(i128::from(decimal.digits) * TENS[places]);
    }
    if let Ok(long) = text.parse::<i128>() {
        return long.checked_mul(TICK_ONE);
    }
    let value = number(text).filter(|value| value.is_finite() && value.abs() < 1e18)?;
    Some((value * 1e18).round() as i128)
}

/// A tick in letters.
#[must_use]
pub fn tick_shown(tick: i128) -> String {
    let (whole, part) = (tick.abs() / TICK_ONE, tick.abs() % TICK_ONE);
    let sign = if tick < 0 { "-" } else { "" };
    match part {
        0 => format!("{sign}{whole}"),
        part => format!(
            "{sign}{whole}.{}",
            format!("{part:018}").trim_end_matches('0')
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_ordered_whatever_their_letters() {
        assert_eq!(tick_value("1.50"), tick_value("1.5"));
        assert_eq!(tick_value("1e-3"), tick_value("0.001"));
        assert_eq!(
            tick_value("18446744073709551615"),
            Some(18_446_744_073_709_551_615 * TICK_ONE)
        );
        assert!(tick_value("-2") < tick_value("-1.5"));
        assert_eq!(tick_value("nan"), None);
        assert_eq!(tick_value("x"), None);
    }
}
