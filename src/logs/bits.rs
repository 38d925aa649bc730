//! Bits as logic simulators print them: `1011`, and `x` and `z` where a bit is unknown or driven by
//! nobody.

use std::borrow::Cow;

/// Bits in the shortest letters that mean the same: the left is filled up with what stands there, a
/// `1` with zeros (IEEE 1364). Nothing where the text is no bits.
fn shortest(text: &str) -> Option<Cow<'_, str>> {
    let is_bit = |byte: u8| matches!(byte, b'0' | b'1' | b'x' | b'z' | b'X' | b'Z');
    if text.is_empty() || !text.bytes().all(is_bit) {
        return None;
    }
    let small = match text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(text.to_ascii_lowercase()),
        false => Cow::Borrowed(text),
    };
    let bytes = small.as_bytes();
    let fills = |one: u8, next: u8| one == next && one != b'1' || one == b'0' && next == b'1';
    let more = bytes.windows(2).take_while(|it| fills(it[0], it[1]));
    let from = more.count();
    Some(match small {
        Cow::Borrowed(small) => Cow::Borrowed(&small[from..]),
        Cow::Owned(small) => Cow::Owned(small[from..].to_owned()),
    })
}

/// Returns true if two texts are the same bits, in letters of any width.
pub(crate) fn are_the_same(one: &str, other: &str) -> bool {
    match (shortest(one), shortest(other)) {
        (Some(one), Some(other)) => one == other,
        _ => false,
    }
}

/// The number that bits are, the first the highest; nothing where one of them is neither 0 nor 1.
#[must_use]
pub fn value(text: &str) -> Option<f64> {
    let digit = |byte: u8| matches!(byte, b'0' | b'1').then(|| f64::from(byte - b'0'));
    let mut bits = text.bytes();
    let first = digit(bits.next()?)?;
    bits.try_fold(first, |value, bit| Some(value * 2.0 + digit(bit)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_the_same_in_any_width() {
        for (one, other) in [
            ("1", "0001"),
            ("0", "000"),
            ("x", "xxx"),
            ("Z1", "zz1"),
            ("10", "0010"),
        ] {
            assert!(are_the_same(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("1", "11"),
            ("x1", "1"),
            ("z", "x"),
            ("0x", "x"),
            ("2", "2"),
            ("", ""),
        ] {
            assert!(!are_the_same(one, other), "{one} {other}");
        }
    }

    #[test]
    fn bits_are_reckoned_by_their_value() {
        assert_eq!(value("1010"), Some(10.0));
        assert_eq!(value("1x"), None);
        assert_eq!(value(""), None);
    }
}
