//! Numbers as logs print them: exact decimals, and what a computer makes of them.

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
        for text in ["0", "-1", "1.50", "0.00", "-0.05", "0.001", "123456789012345678", "10.0"] {
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
        for text in
            ["0.1", "0.30000000000000004", "9007199254740993", "-2.5", "0.00000000000000001"]
        {
            let decimal = Decimal::parse(text.as_bytes()).unwrap();
            assert_eq!(decimal.nearest().to_bits(), text.parse::<f64>().unwrap().to_bits());
        }
        assert!(number("NaN").unwrap().is_nan());
        assert_eq!(number("-inf"), Some(f64::NEG_INFINITY));
        assert_eq!(number("1.5E+2"), Some(150.0));
        assert_eq!(number("x"), None);
    }
}
