//! What is shown to people: text of strangers on its way to a terminal or a log. Names, messages and
//! quotes of files come from anybody, and a terminal obeys some characters instead of showing them.
//! Here these are written out, as `\u001b`. Everything that is printed goes through [`EscapingWriter`], so
//! that nobody who prints has to remember it.
//!
//! The form is the one JSON has for such characters, so JSON that is printed stays the same JSON.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Begins what the program itself tells the terminal, as a colour; [`OWN_END`] ends it. Neither byte
/// is part of any UTF-8, so no text can hold one.
const OWN_BEGIN: u8 = 0xfe;
/// The end of the program's own codes; see [`OWN_BEGIN`].
const OWN_END: u8 = 0xff;

/// True if a character is only displayed and has no other effect: it is no control character (C0,
/// DEL, C1), does not change the direction of writing and does not break lines.
pub fn is_plain(c: char) -> bool {
    let is_direction = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    let parts_lines = matches!(c, '\u{2028}' | '\u{2029}');
    !c.is_control() && !is_direction && !parts_lines
}

/// A character that is not plain, written out.
fn write_out(c: char, out: &mut String) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        // All of them are in the first plane: four digits are enough.
        _ => {
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        }
    }
}

fn written_out(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    if text.chars().all(&is_kept) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_kept(c) {
            shown.push(c);
        } else {
            write_out(c, &mut shown);
        }
    }
    Cow::Owned(shown)
}

/// A stranger's text within a line: ends of lines are written out too.
pub fn in_line(text: &str) -> Cow<'_, str> {
    written_out(text, is_plain)
}

/// Text of several lines: line ends and tabs stay.
pub fn lines(text: &str) -> Cow<'_, str> {
    written_out(text, |c| is_plain(c) || matches!(c, '\n' | '\t'))
}

/// A text of strangers as a field of CSV (RFC 4180). One that a spreadsheet would take for a formula begins with an
/// apostrophe, by which it is taken for text.
pub fn csv_text(text: &str) -> Cow<'_, str> {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if !is_formula && !text.contains([',', '"', '\n', '\r']) {
        return Cow::Borrowed(text);
    }
    let before = if is_formula { "'" } else { "" };
    Cow::Owned(format!("\"{before}{}\"", text.replace('"', "\"\"")))
}

/// Writes what the program itself tells the terminal through a [`EscapingWriter`], which sends it as it is.
/// No stranger's text may be among it.
///
/// # Errors
/// Those of `out`.
pub fn write_own(out: &mut dyn Write, codes: &[u8]) -> io::Result<()> {
    out.write_all(&[OWN_BEGIN])?;
    out.write_all(codes)?;
    out.write_all(&[OWN_END])
}

/// Appends the program's own codes to a buffer that is printed later.
pub fn put_own(out: &mut Vec<u8>, codes: &[u8]) {
    out.push(OWN_BEGIN);
    out.extend_from_slice(codes);
    out.push(OWN_END);
}

/// A terminal, a log or a pipe to one. Line ends, tabs and all plain text pass; what is not plain,
/// and what is no UTF-8, is written out.
#[derive(Debug)]
pub struct EscapingWriter<W> {
    inner: W,
    /// The beginning of a character, whose end comes with the next write. At most three bytes.
    begun: Vec<u8>,
    is_own: bool,
}

impl<W: Write> EscapingWriter<W> {
    /// Shows through `inner`.
    pub fn new(inner: W) -> Self {
        EscapingWriter { inner, begun: Vec::new(), is_own: false }
    }

    fn show(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.begun.is_empty() && is_simple(bytes) {
            return self.inner.write_all(bytes);
        }
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        let mut left = all.len();
        for chunk in all.utf8_chunks() {
            self.inner.write_all(lines(chunk.valid()).as_bytes())?;
            left -= chunk.valid().len() + chunk.invalid().len();
            if left == 0 && is_begun(chunk.invalid()) {
                self.begun = chunk.invalid().to_vec();
            } else {
                self.show_bytes(chunk.invalid())?;
            }
        }
        Ok(())
    }

    /// Bytes that are no UTF-8.
    fn show_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        for byte in bytes {
            write!(self.inner, "\\x{byte:02x}")?;
        }
        Ok(())
    }

    fn show_begun(&mut self) -> io::Result<()> {
        let begun = std::mem::take(&mut self.begun);
        self.show_bytes(&begun)
    }
}

impl<W: Write> Write for EscapingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let mark = if self.is_own { OWN_END } else { OWN_BEGIN };
            let end = memchr::memchr(mark, rest);
            let (part, after) = rest.split_at(end.unwrap_or(rest.len()));
            if self.is_own {
                self.inner.write_all(part)?;
            } else {
                self.show(part)?;
            }
            if end.is_some() {
                self.show_begun()?;
                self.is_own = !self.is_own;
            }
            rest = after.get(1..).unwrap_or_default();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.show_begun()?;
        self.inner.flush()
    }
}

/// True if these bytes are all plain ASCII, line ends or tabs, as nearly all output is.
fn is_simple(bytes: &[u8]) -> bool {
    const BLOCK: usize = 64;
    let is_one = |byte: &u8| matches!(byte, b'\n' | b'\t' | b' '..=b'~');
    bytes.chunks(BLOCK).all(|block| {
        // Without a way out in the middle, so that many bytes are looked at in one go.
        block.iter().fold(true, |all, byte| all & is_one(byte))
    })
}

/// True if these are the first bytes of a character.
fn is_begun(bytes: &[u8]) -> bool {
    let read = std::str::from_utf8(bytes);
    read.is_err_and(|error| error.error_len().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(parts: &[&[u8]]) -> String {
        let mut out = EscapingWriter::new(Vec::new());
        for part in parts {
            out.write_all(part).expect("a vector");
        }
        out.flush().expect("a vector");
        String::from_utf8(out.inner).expect("only text is sent")
    }

    #[test]
    fn what_a_terminal_would_obey_is_written_out() {
        let text = "a\x1b]0;t\x07\r\x7f\u{9b}2J\u{202e}b\u{2066}\u{200f}\u{61c}\u{2028}c\n\td";
        let expected =
            "a\\u001b]0;t\\u0007\\r\\u007f\\u009b2J\\u202eb\\u2066\\u200f\\u061c\\u2028c\n\td";
        assert_eq!(shown(&[text.as_bytes()]), expected);
        assert_eq!(lines(text), expected);
        assert_eq!(in_line("a\n\tb"), "a\\n\\tb");
    }

    #[test]
    fn no_field_of_csv_is_a_formula() {
        for (text, field) in [
            ("ann", "ann"),
            ("a, \"b\"", "\"a, \"\"b\"\"\""),
            ("a\rb", "\"a\rb\""),
            ("=1+1", "\"'=1+1\""),
            ("+1", "\"'+1\""),
            ("-1+1", "\"'-1+1\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            ("\t=1", "\"'\t=1\""),
            ("\r=1", "\"'\r=1\""),
        ] {
            assert_eq!(csv_text(text), field);
        }
    }

    #[test]
    fn honest_text_passes_as_it_is() {
        let text = "M\u{fc}nchen \u{2192} \u{6771}\u{4eac} \\u001b \u{1f427}\n";
        assert_eq!(shown(&[text.as_bytes()]), text);
        // In pieces of a byte too.
        let bytes: Vec<_> = text.as_bytes().chunks(1).collect();
        assert_eq!(shown(&bytes), text);
    }

    #[test]
    fn what_is_no_utf_8_is_written_out() {
        assert_eq!(shown(&[b"a\xffb\xc3"]), "a\\xffb\\xc3");
        assert_eq!(shown(&[b"a\x80\xe2\x82", b"b"]), "a\\x80\\xe2\\x82b");
    }

    #[test]
    fn only_the_programs_own_codes_are_sent() {
        let mut out = EscapingWriter::new(Vec::new());
        write_own(&mut out, b"\x1b[1m").expect("a vector");
        out.write_all(b"\x1b[1m").expect("a vector");
        assert_eq!(out.inner, b"\x1b[1m\\u001b[1m");
    }

    #[test]
    fn json_stays_the_same_json() {
        let value = serde_json::Value::from("\x1b\x7f\u{85}\u{202e}\n\u{2029}");
        let text = shown(&[value.to_string().as_bytes()]);
        assert!(text.chars().all(is_plain), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).ok(), Some(value));
    }
}
