//! Numbers as logs print them: exact decimals, and what a computer makes of them.

use std::cmp::Ordering;

/// A decimal number: `digits` divided by ten to the power of `places`.
///
/// Only texts that come back to the letter are one: `1.50` keeps its two places, and `+1`, `01` or
/// `1e3` are texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// All digits as one number, with the sign.
    pub digits: i64,
    /// The number of digits behind the point.
    pub places: u8,
}

/// The powers of ten that 64-bit floating-point numbers hold exactly.
const EXACT: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

impl Decimal {
    /// The most digits of one.
    pub const DIGITS_MAX: usize = 18;

    /// Reads a decimal that [`Decimal::put`] would write in the same letters.
    #[inline]
    pub fn parse(text: &[u8]) -> Option<Self> {
        let (is_negative, unsigned) = match text {
            [b'-', rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        if unsigned.len() > Self::DIGITS_MAX + 1 {
            return None;
        }
        let (mut digits, mut point) = (0_i64, None);
        for (at, byte) in unsigned.iter().enumerate() {
            let digit = byte.wrapping_sub(b'0');
            if digit <= 9 {
                // Who has a digit too many is refused below, whatever is reckoned here.
                digits = i64::wrapping_add(digits.wrapping_mul(10), i64::from(digit));
            } else if *byte == b'.' && point.is_none() && at > 0 {
                point = Some(at);
            } else {
                return None;
            }
        }
        let whole = point.unwrap_or(unsigned.len());
        let places = unsigned.len() - point.map_or(unsigned.len(), |at| at + 1);
        let has_no_places = point.is_some() && places == 0;
        let leads_with_zero = whole > 1 && unsigned[0] == b'0';
        let is_too_long = whole + places > Self::DIGITS_MAX;
        if whole == 0 || has_no_places || leads_with_zero || is_too_long {
            return None;
        }
        if is_negative && digits == 0 {
            return None;
        }
        Some(Decimal {
            digits: if is_negative { -digits } else { digits },
            places: u8::try_from(places).ok()?,
        })
    }

    /// Appends it in letters.
    pub fn put(self, out: &mut Vec<u8>) {
        if self.digits < 0 {
            out.push(b'-');
        }
        let mut buffer = itoa::Buffer::new();
        let digits = buffer.format(self.digits.unsigned_abs()).as_bytes();
        let places = usize::from(self.places);
        if places == 0 {
            out.extend_from_slice(digits);
            return;
        }
        let (whole, behind) = digits.split_at(digits.len().saturating_sub(places));
        out.extend_from_slice(if whole.is_empty() { b"0" } else { whole });
        out.push(b'.');
        out.extend(std::iter::repeat_n(b'0', places - behind.len()));
        out.extend_from_slice(behind);
    }

    /// The nearest 64-bit floating-point number.
    pub fn nearest(self) -> f64 {
        const EXACT_DIGITS: u64 = 1 << 53;
        if self.digits.unsigned_abs() <= EXACT_DIGITS {
            let digits = self.digits as f64;
            return digits / EXACT[usize::from(self.places)];
        }
        let mut text = Vec::with_capacity(24);
        self.put(&mut text);
        let text = String::from_utf8_lossy(&text);
        text.parse().unwrap_or(f64::NAN)
    }

    /// Compares two decimals by their values, whatever their numbers of places.
    #[must_use]
    pub fn compared(self, other: Decimal) -> Ordering {
        if self.places == other.places {
            return self.digits.cmp(&other.digits);
        }
        let most = self.places.max(other.places);
        self.scaled(most).cmp(&other.scaled(most))
    }

    /// In units of ten to the power of minus `places`, of which it has no more: no decimal is so long
    /// that this does not fit.
    fn scaled(self, places: u8) -> i128 {
        i128::from(self.digits) * 10_i128.pow(u32::from(places - self.places))
    }

    /// The decimal that a number in any letters is, as in `1e-2`; nothing where it is too long.
    pub fn of_number(text: &str) -> Option<Self> {
        const PLACES_MAX: u32 = 18;
        let ExactDecimal {
            is_negative,
            digits,
            power,
        } = exact(text)?;
        let add = |value: i64, digit: &u8| {
            let digit = i64::from(digit - b'0');
            value.checked_mul(10)?.checked_add(digit)
        };
        let digits = digits.iter().try_fold(0, add)?;
        let digits = if is_negative { -digits } else { digits };
        let places = u32::try_from(power.unsigned_abs()).ok()?;
        if places > PLACES_MAX {
            return None;
        }
        Some(match power < 0 {
            true => Decimal {
                digits,
                places: u8::try_from(places).ok()?,
            },
            false => Decimal {
                digits: digits.checked_mul(10_i64.checked_pow(places)?)?,
                places: 0,
            },
        })
    }

    /// In units of ten to the power of minus `places`, of which it has no more.
    fn units(self, places: u8) -> Option<i128> {
        let more = places.checked_sub(self.places)?;
        i128::from(self.digits).checked_mul(10_i128.checked_pow(u32::from(more))?)
    }

    /// Returns true if the other is at most `bound` away; nothing if that cannot be computed exactly.
    pub fn is_within(self, other: Decimal, bound: Decimal) -> Option<bool> {
        let places = self.places.max(other.places).max(bound.places);
        let apart = self.units(places)?.checked_sub(other.units(places)?)?;
        Some(apart.checked_abs()? <= bound.units(places)?)
    }

    /// Returns true if the other is at most `part` times the larger of both away; nothing if that cannot
    /// be computed exactly.
    pub(crate) fn is_within_part(self, other: Decimal, part: Decimal) -> Option<bool> {
        let places = self.places.max(other.places);
        let (one, other) = (self.units(places)?, other.units(places)?);
        let apart = one.checked_sub(other)?.checked_abs()?;
        let largest = one.checked_abs()?.max(other.checked_abs()?);
        let whole = 10_i128.checked_pow(u32::from(part.places))?;
        let due = largest.checked_mul(i128::from(part.digits))?;
        Some(apart.checked_mul(whole)? <= due)
    }

    /// The distance of two decimals, as a 64-bit floating-point number.
    pub fn distance(self, other: Decimal) -> f64 {
        let most = self.places.max(other.places);
        (self.scaled(most) - other.scaled(most)).unsigned_abs() as f64 / EXACT[usize::from(most)]
    }
}

/// A finite number in any letters, exactly: its sign, its digits without zeros at the ends, and the
/// power of ten of the last one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ExactDecimal {
    is_negative: bool,
    digits: Vec<u8>,
    power: i64,
}

/// The finite number that a text is. A power of ten that no computer's number has, as in `90e84723`,
/// and a zero with a power, as in `0e11`, are rather parts of a text: of a checksum, say.
pub fn exact(text: &str) -> Option<ExactDecimal> {
    const POWER_MAX: i64 = 400;
    let (is_negative, unsigned) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let e = unsigned.iter().position(|it| matches!(it, b'e' | b'E'));
    let (mantissa, power) = unsigned.split_at(e.unwrap_or(unsigned.len()));
    let power: i64 = match power.get(1..) {
        None => 0,
        Some(power) => std::str::from_utf8(power).ok()?.parse().ok()?,
    };
    let point = mantissa.iter().position(|it| *it == b'.');
    let places = point.map_or(0, |at| mantissa.len() - at - 1);
    let mut digits: Vec<u8> = mantissa.to_vec();
    if let Some(at) = point {
        digits.remove(at);
    }
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) || power.abs() > POWER_MAX {
        return None;
    }
    let zeros = digits.iter().take_while(|it| **it == b'0').count();
    digits.drain(..zeros);
    if digits.is_empty() {
        let zero = ExactDecimal {
            is_negative: false,
            digits,
            power: 0,
        };
        return (power == 0).then_some(zero);
    }
    let mut power = power - i64::try_from(places).ok()?;
    while digits.last() == Some(&b'0') {
        digits.pop();
        power += 1;
    }
    Some(ExactDecimal {
        is_negative,
        digits,
        power,
    })
}

/// The number that a text is, in any of the forms programs print: `1.5`, `1e-3`, `-inf`, `NaN`.
#[must_use]
pub fn number(text: &str) -> Option<f64> {
    if let Some(decimal) = Decimal::parse(text.as_bytes()) {
        return Some(decimal.nearest());
    }
    let first = text.bytes().find(|byte| !matches!(byte, b'+' | b'-'))?;
    let may_be_one = first.is_ascii_digit() || matches!(first, b'.' | b'n' | b'N' | b'i' | b'I');
    may_be_one.then(|| text.parse().ok()).flatten()
}

/// A float in the fewest letters that say which it is.
#[must_use]
pub fn plain(value: f64) -> String {
    let size = value.abs();
    match size == 0.0 || (1e-5..1e16).contains(&size) {
        true => value.to_string(),
        false => format!("{value:e}"),
    }
}

/// Returns true if a text is a finite number that is not written as a whole one.
pub(crate) fn is_float(text: &str) -> bool {
    let has_part = text.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
    has_part && number(text.trim()).is_some_and(f64::is_finite)
}

/// Words with which programs say that there is no value.
const BLANKS: &[&str] = &["", "nan", "-nan", "na", "n/a", "#n/a", "null"];

/// Returns true if a text says that there is no value: it is empty, or a word such as `NA`.
pub(crate) fn is_blank(text: &str) -> bool {
    let mut words = BLANKS.iter();
    words.any(|blank| text.trim().eq_ignore_ascii_case(blank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_float_has_a_point_or_an_exponent() {
        for text in ["1.0", "1e3", " .5", "-2E-3"] {
            assert!(is_float(text), "{text}");
        }
        for text in ["1", "-7", "east", "nan", "inf", "a.b", "", "1.2.3"] {
            assert!(!is_float(text), "{text}");
        }
    }

    #[test]
    fn what_is_read_comes_back_to_the_letter_and_nothing_else_is_read() {
        for text in [
            "0",
            "-1",
            "1.50",
            "0.00",
            "-0.05",
            "0.001",
            "123456789012345678",
            "10.0",
        ] {
            let mut again = Vec::new();
            Decimal::parse(text.as_bytes()).unwrap().put(&mut again);
            assert_eq!(String::from_utf8(again).unwrap(), text);
        }
        for text in [
            "",
            "-",
            "+1",
            "01",
            ".5",
            "5.",
            "-0",
            "-0.0",
            "1e3",
            "1.2.3",
            "nan",
            "1234567890123456789",
            " 1",
            "0x1",
            "1,5",
        ] {
            assert_eq!(Decimal::parse(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn the_nearest_number_is_the_one_of_the_standard_library() {
        for text in [
            "0.1",
            "0.30000000000000004",
            "9007199254740993",
            "-2.5",
            "0.00000000000000001",
        ] {
            let decimal = Decimal::parse(text.as_bytes()).unwrap();
            assert_eq!(
                decimal.nearest().to_bits(),
                text.parse::<f64>().unwrap().to_bits()
            );
        }
        assert!(number("NaN").unwrap().is_nan());
        assert_eq!(number("-inf"), Some(f64::NEG_INFINITY));
        assert_eq!(number("1.5E+2"), Some(150.0));
        assert_eq!(number("x"), None);
    }

    #[test]
    fn bounds_are_kept_exactly() {
        let of = |text: &str| Decimal::of_number(text).unwrap();
        assert_eq!(of("1e-2"), of("0.01"));
        assert_eq!(of("-2.5e3"), of("-2500"));
        assert_eq!(Decimal::of_number("1e-30"), None);
        assert_eq!(Decimal::of_number("1e300"), None);
        assert_eq!(Decimal::of_number("x"), None);
        assert_eq!(of("1.01").is_within(of("1.00"), of("0.01")), Some(true));
        assert_eq!(of("1.02").is_within(of("1.00"), of("0.01")), Some(false));
        assert_eq!(of("-0.1").is_within(of("0.1"), of("0.2")), Some(true));
        assert_eq!(of("0.99").is_within_part(of("1"), of("1e-2")), Some(true));
        assert_eq!(of("0.98").is_within_part(of("1"), of("1e-2")), Some(false));
        let most = of("999999999999999999");
        assert_eq!(most.is_within_part(of("-1e17"), of("1e-18")), Some(false));
    }

    #[test]
    fn places_do_not_count_where_numbers_are_compared() {
        let of = |text: &str| Decimal::parse(text.as_bytes()).unwrap();
        assert_eq!(of("1.50").compared(of("1.5")), Ordering::Equal);
        assert_eq!(of("-1").compared(of("0.5")), Ordering::Less);
    }
}
