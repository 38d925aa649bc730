//! Where a line of a table ends whose fields may stand in quotes (RFC 4180): an end of a line between quotes is a
//! part of the field.

use std::iter;

/// The longest field in quotes that holds ends of lines, in bytes: a quote that is never closed must not take in the
/// rest of a log.
pub(crate) const QUOTED_MAX: usize = 1 << 16;

/// Words for a field whose last quote is missing.
pub(crate) const UNCLOSED: &str =
    "a field begins with a quote, and the quote at its end is missing";

/// Where a line of a table ends, as far as some bytes tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QuotedEnd {
    /// At the line feed of this index.
    At(usize),
    /// Behind these bytes.
    Ahead,
    /// Behind these bytes, and the quote of this index is not closed in them.
    Open(usize),
    /// Not known: the field whose quote has this index holds ends of lines and is too long.
    TooLong(usize),
}

/// Finds the end of the line that these bytes begin.
#[inline]
pub(crate) fn quoted_end(bytes: &[u8], delimiter: u8) -> QuotedEnd {
    if bytes.first() == Some(&b'#') || delimiter == b' ' {
        // A note has no fields, and no quotes that count; blanks as delimiter know no quotes.
        return memchr::memchr(b'\n', bytes).map_or(QuotedEnd::Ahead, QuotedEnd::At);
    }
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'\n', b'"', &bytes[at..]) {
        at += found;
        if bytes[at] == b'\n' {
            return QuotedEnd::At(at);
        }
        // A quote within a field is a character as any other.
        if at > 0 && bytes[at - 1] != delimiter {
            at += 1;
            continue;
        }
        match closed(bytes, at) {
            Ok(behind) => at = behind,
            Err(end) => return end,
        }
    }
    QuotedEnd::Ahead
}

/// The index behind a field whose opening quote has this index.
fn closed(bytes: &[u8], quote: usize) -> Result<usize, QuotedEnd> {
    let mut at = quote + 1;
    let is_long =
        |to: usize| to - quote > QUOTED_MAX && memchr::memchr(b'\n', &bytes[quote..to]).is_some();
    while let Some(found) = memchr::memchr(b'"', &bytes[at..]) {
        let end = at + found;
        at = end + 1;
        match bytes.get(at) {
            Some(b'"') => at += 1,
            _ if is_long(end) => return Err(QuotedEnd::TooLong(quote)),
            Some(_) => return Ok(at),
            // The next byte may be a quote too.
            None => return Err(QuotedEnd::Ahead),
        }
    }
    match is_long(bytes.len()) {
        true => Err(QuotedEnd::TooLong(quote)),
        false => Err(QuotedEnd::Open(quote)),
    }
}

/// The whole lines of a beginning of a table that say something, with the numbers of their first lines; a last one
/// without an end counts where there is no other.
pub(crate) fn table_lines(text: &str, delimiter: u8) -> impl Iterator<Item = (u64, &str)> {
    let (mut rest, mut number, mut is_first) = (Some(text), 1, true);
    let says = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    let without_end = |line: &str| line.len() - usize::from(line.ends_with('\r'));
    iter::from_fn(move || {
        loop {
            let text = rest?;
            let begins = number;
            let line = match quoted_end(text.as_bytes(), delimiter) {
                QuotedEnd::At(end) => {
                    rest = Some(&text[end + 1..]);
                    &text[..end]
                }
                _ => {
                    rest = None;
                    if is_first { text } else { "" }
                }
            };
            number += 1 + memchr::memchr_iter(b'\n', line.as_bytes()).count() as u64;
            if says(line) {
                is_first = false;
                return Some((begins, &line[..without_end(line)]));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(text: &str) -> QuotedEnd {
        quoted_end(text.as_bytes(), b',')
    }

    #[test]
    fn a_line_goes_on_in_quotes_alone() {
        for (text, due) in [
            ("a,b\nc", QuotedEnd::At(3)),
            ("a,\"b\nc\",d\ne", QuotedEnd::At(9)),
            ("a,\"b\"\"\nc\"\n", QuotedEnd::At(9)),
            ("a,5\" pipe\nb", QuotedEnd::At(9)),
            ("\"\"\n", QuotedEnd::At(2)),
            ("a,b", QuotedEnd::Ahead),
            ("a,\"b\"", QuotedEnd::Ahead),
            ("a,\"b\n", QuotedEnd::Open(2)),
            ("# a,\"b\n", QuotedEnd::At(6)),
            ("", QuotedEnd::Ahead),
        ] {
            assert_eq!(end(text), due, "{text:?}");
        }
    }

    /// However many bytes are there already, the same is found once enough are.
    #[test]
    fn a_field_of_several_lines_has_a_limit_and_others_have_not() {
        let long = "x".repeat(QUOTED_MAX);
        assert_eq!(end(&format!("a,\"{long}\n\"\n")), QuotedEnd::TooLong(2));
        assert_eq!(end(&format!("a,\"{long}\n")), QuotedEnd::TooLong(2));
        assert_eq!(end(&format!("a,\"{long}xx")), QuotedEnd::Open(2));
        let plain = format!("a,\"{long}xx\"\n");
        assert_eq!(end(&plain), QuotedEnd::At(plain.len() - 1));
    }

    #[test]
    fn lines_of_a_table_have_the_numbers_of_the_file() {
        let text = "# \"note\n\na,b\r\n1,\"x\ny\"\n2,z\n3,\"cut";
        let lines: Vec<_> = table_lines(text, b',').collect();
        assert_eq!(lines, [(3, "a,b"), (4, "1,\"x\ny\""), (6, "2,z")]);
        assert!(table_lines("a,b", b',').eq([(1, "a,b")]));
        assert_eq!(table_lines("a \"b\n1 2\n", b' ').count(), 2);
    }
}
