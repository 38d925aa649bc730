//! Bits as logic simulators print them: `1011`, and `x` and `z` where a bit is unknown or driven by
//! nobody; of VHDL also `u`, `w`, `l`, `h` and `-` (IEEE 1164). Letters in upper and lower case are one.

use std::borrow::Cow;

/// Returns true if a letter is a value of a bit.
#[inline]
pub(crate) fn is_bit(byte: u8) -> bool {
    matches!(
        byte.to_ascii_lowercase(),
        b'0' | b'1' | b'x' | b'z' | b'u' | b'w' | b'l' | b'h' | b'-'
    )
}

/// Returns true if a text is bits and nothing else.
pub(crate) fn are_bits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(is_bit)
}

/// Bits in the shortest letters that mean the same: the left is filled up with what stands there, a
/// `1` with zeros (IEEE 1364). Nothing where the text is no bits.
fn shortest(text: &str) -> Option<Cow<'_, str>> {
    if !are_bits(text) {
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
    shortest(one).is_some_and(|one| Some(one) == shortest(other))
}

/// The number that bits are, the first the highest; nothing where one of them is neither 0 nor 1.
#[must_use]
pub fn value(text: &str) -> Option<f64> {
    let digit = |byte: u8| matches!(byte, b'0' | b'1').then(|| f64::from(byte - b'0'));
    let mut bits = text.bytes();
    let first = digit(bits.next()?)?;
    bits.try_fold(first, |value, bit| Some(value * 2.0 + digit(bit)?))
}

/// The widest vector that is shown bit by bit.
const BINARY_MAX: u32 = 4;

/// Returns true if a vector of so many bits is shown in hexadecimal.
#[must_use]
pub fn is_wide(width: u32) -> bool {
    width > BINARY_MAX
}

/// A value of a vector of so many bits for people: in hexadecimal, as `'h3f`, if it has more than four. A digit of four
/// bits that are all unknown in one way is their letter. If another digit has an unknown bit, the value is shown bit by
/// bit, so that two different values never look alike.
#[must_use]
pub fn shown(text: &str, width: u32) -> Cow<'_, str> {
    if !is_wide(width) || !are_bits(text) {
        return Cow::Borrowed(text);
    }
    let fill = match text.as_bytes()[0] {
        b'1' => b'0',
        first => first.to_ascii_lowercase(),
    };
    let missing = (width as usize).saturating_sub(text.len());
    let bits =
        std::iter::repeat_n(fill, missing).chain(text.bytes().map(|it| it.to_ascii_lowercase()));
    let bits: Vec<u8> = bits.collect();
    let digits: Option<Vec<char>> = bits.rchunks(4).rev().map(digit).collect();
    match digits {
        Some(digits) => Cow::Owned("'h".chars().chain(digits).collect()),
        None => Cow::Borrowed(text),
    }
}

/// The hexadecimal digit of up to four bits; a letter where all are unknown in one way.
fn digit(bits: &[u8]) -> Option<char> {
    let is_known = |bit: &u8| matches!(bit, b'0' | b'1');
    match bits {
        _ if bits.iter().all(is_known) => {
            let value = bits.iter().fold(0, |value, bit| 2 * value + u32::from(bit - b'0'));
            char::from_digit(value, 16)
        }
        [first, rest @ ..] => rest.iter().all(|it| it == first).then_some(char::from(*first)),
        [] => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_vectors_are_shown_in_hexadecimal_and_different_ones_never_alike() {
        for (text, width, due) in [
            ("1010", 4, "1010"),
            ("111111", 6, "'h3f"),
            ("1", 8, "'h01"),
            ("x", 8, "'hxx"),
            ("xx0000", 6, "'hx0"),
            ("ZZZZ1010", 8, "'hza"),
            ("10x01111", 8, "10x01111"),
            ("1.5", 64, "1.5"),
            ("-", 8, "'h--"),
        ] {
            assert_eq!(shown(text, width), due, "{text}");
        }
        // All vectors of six bits of three values: equal texts are equal bits.
        let all = (0..3_u32.pow(6)).map(|n| -> String {
            (0..6).map(|at| ['0', '1', 'x'][(n / 3_u32.pow(at) % 3) as usize]).collect()
        });
        let shown: std::collections::BTreeSet<_> =
            all.map(|it| shown(&it, 6).into_owned()).collect();
        assert_eq!(shown.len(), 3_usize.pow(6));
    }

    #[test]
    fn bits_are_the_same_in_any_width() {
        for (one, other) in [
            ("1", "0001"),
            ("0", "000"),
            ("x", "xxx"),
            ("Z1", "zz1"),
            ("10", "0010"),
            ("UhL", "uHl"),
        ] {
            assert!(are_the_same(one, other), "{one} {other}");
        }
        for (one, other) in
            [("1", "11"), ("x1", "1"), ("z", "x"), ("0x", "x"), ("2", "2"), ("", "")]
        {
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
