//! Ticks, which number the cycles of a log: their values, in order however they are written.

use super::decimal::Decimal;
use super::stamps::{stamp_nanos, stamp_shown};

/// A tick of 1, in the units of [`tick_value`].
pub const TICK_ONE: i128 = 1_000_000_000_000_000_000;

/// The powers of ten up to that of [`TICK_ONE`].
pub(crate) const TENS: [i128; 19] = {
    let mut tens = [1; 19];
    let mut n = 1;
    while n < tens.len() {
        tens[n] = tens[n - 1] * 10;
        n += 1;
    }
    tens
};

/// A tick of a nanosecond, where ticks are stamps.
const NANOSECOND: i128 = TENS[9];

/// The place of a tick in the order of all ticks, in units of 10 to the power of -18. That of a date or a time of day
/// counts the seconds since 1970.
pub fn tick_value(text: &str) -> Option<i128> {
    number_tick(text).or_else(|| Some(stamp_nanos(text)? * NANOSECOND))
}

/// The value of a tick that is a number.
pub(crate) fn number_tick(text: &str) -> Option<i128> {
    if let Some(decimal) = Decimal::parse(text.as_bytes()) {
        let places = 18 - usize::from(decimal.places);
        return Some(i128::from(decimal.digits) * TENS[places]);
    }
    units(text)
}

/// A decimal number of any length in units of 10 to the power of -18; what is smaller is cut off.
/// Numbers are so small that the difference of any two fits too.
fn units(text: &str) -> Option<i128> {
    const UNITS_MAX: i128 = 50 * TICK_ONE * TICK_ONE;
    const POWER_MAX: i32 = 400;
    let (sign, unsigned) = match text.as_bytes() {
        [b'-', ..] => (-1, &text[1..]),
        [b'+', ..] => (1, &text[1..]),
        _ => (1, text),
    };
    let (mantissa, power) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, power)) => (mantissa, power.parse::<i32>().ok()?),
        None => (unsigned, 0),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = || whole.bytes().chain(part.bytes());
    if digits().next().is_none()
        || !digits().all(|it| it.is_ascii_digit())
        || power.abs() > POWER_MAX
    {
        return None;
    }
    // How many of the digits stand before the point when all is told in units.
    let places = i32::try_from(whole.len()).ok()? + power + 18;
    let places = usize::try_from(places).unwrap_or(0);
    let filled = digits().chain(std::iter::repeat(b'0')).take(places);
    let value = filled.skip_while(|it| *it == b'0').try_fold(0_i128, |value, digit| {
        value.checked_mul(10)?.checked_add(i128::from(digit - b'0'))
    });
    let value = value.filter(|value| *value <= UNITS_MAX);
    value.map(|value| sign * value)
}

/// A tick in letters.
pub fn tick_shown(tick: i128) -> String {
    let (whole, part) = (tick.abs() / TICK_ONE, tick.abs() % TICK_ONE);
    let sign = if tick < 0 { "-" } else { "" };
    match part {
        0 => format!("{sign}{whole}"),
        part => format!("{sign}{whole}.{}", format!("{part:018}").trim_end_matches('0')),
    }
}

/// A tick as a stamp; nothing for an instant that has none.
pub(crate) fn tick_as_stamp(tick: i128) -> Option<String> {
    stamp_shown(tick.div_euclid(NANOSECOND))
}

/// How ticks of a log are brought to those of another: times ten to a power.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TickScale {
    /// They stay.
    #[default]
    Same,
    /// They are multiplied.
    Times(i128),
    /// They are divided; what is smaller than the smallest tick is cut off.
    Over(i128),
}

impl TickScale {
    /// From a unit to another, each a power of ten.
    pub(crate) fn of_powers(from: i32, to: i32) -> Self {
        let ten = |power: i32| usize::try_from(power).ok().and_then(|power| TENS.get(power));
        match (ten(from - to), ten(to - from)) {
            (Some(1), _) => TickScale::Same,
            (Some(factor), _) => TickScale::Times(*factor),
            (_, Some(divisor)) => TickScale::Over(*divisor),
            _ => TickScale::Same,
        }
    }

    #[inline]
    pub(crate) fn scaled(self, tick: i128) -> i128 {
        match self {
            TickScale::Same => tick,
            TickScale::Times(factor) => tick.saturating_mul(factor),
            TickScale::Over(divisor) => tick.div_euclid(divisor),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tick_that_is_shown_is_the_same_tick() {
        for text in [
            "0.30000000000000004",
            "3.0000000000000004e-01",
            "0.1234567890123456789012",
            "-123456.1234567890123",
            "1e19",
            "+.5",
            "5.",
            "1e-30",
        ] {
            let tick = tick_value(text);
            assert!(tick.is_some(), "{text}");
            assert_eq!(tick.map(tick_shown).as_deref().and_then(tick_value), tick, "{text}");
        }
        assert_eq!(tick_value("3.0000000000000004e-01"), tick_value("0.30000000000000004"));
        for text in ["", "-", ".", "e5", "1e", "1e999999", "1e20", "1e30", "0x1", "1_0", "inf"] {
            assert_eq!(tick_value(text), None, "{text}");
        }
    }

    #[test]
    fn ticks_are_ordered_whatever_their_letters() {
        assert_eq!(tick_value("1.50"), tick_value("1.5"));
        assert_eq!(tick_value("1e-3"), tick_value("0.001"));
        assert_eq!(tick_value("18446744073709551615"), Some(18_446_744_073_709_551_615 * TICK_ONE));
        assert!(tick_value("-2") < tick_value("-1.5"));
        assert_eq!(tick_value("nan"), None);
        assert_eq!(tick_value("x"), None);
    }
}
