//! Texts that are not UTF-8: Latin-1, and UTF-16 with a byte order mark, become UTF-8 on their way in.
//!
//! A log whose first character beyond ASCII is not UTF-8 is Latin-1 from there on; before it both are the same. Bytes
//! 0x80 to 0x9f, which are no characters of Latin-1, are read as Windows-1252. A byte that is a character of neither
//! stays one that is no text, as does a control character: the line with it is refused when it is read.

use std::borrow::Cow;

/// A byte that UTF-8 never has.
const NO_TEXT: u8 = 0xff;

/// The characters of Windows-1252 from 0x80 on; a blank where there is none.
const WINDOWS: [char; 32] = [
    '\u{20ac}', ' ', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{2c6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', ' ', '\u{17d}', ' ', ' ', '\u{2018}',
    '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2dc}', '\u{2122}',
    '\u{161}', '\u{203a}', '\u{153}', ' ', '\u{17e}', '\u{178}',
];

/// The encoding of a text, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Encoding {
    /// Nothing has been read.
    #[default]
    Unknown,
    /// Nothing beyond ASCII has been read.
    Ascii,
    Utf8,
    Latin1,
    /// With the bytes of a unit in the order of big-endian machines, or the other one.
    Utf16 {
        is_big: bool,
    },
}

/// Makes UTF-8 of the bytes of a log, a piece at a time.
#[derive(Debug, Default)]
pub(crate) struct TextDecoder {
    encoding: Encoding,
    /// Words that say that the text is not UTF-8, once a byte of it was read that tells.
    pub notice: Option<String>,
    /// The first bytes of a character or a unit whose others are in the next piece.
    rest: Vec<u8>,
    scratch: Vec<u8>,
}

impl TextDecoder {
    /// Makes UTF-8 of the bytes from `from` to `to` in a buffer, which grows where that is needed; returns where they
    /// end now. `line` says which line the byte of an index there is in. At the end of the log there are no more bytes.
    #[inline]
    pub fn decode(
        &mut self,
        buffer: &mut Vec<u8>,
        (from, to): (usize, usize),
        line: impl Fn(&[u8]) -> u64,
    ) -> usize {
        let is_plain = match self.encoding {
            Encoding::Utf8 => true,
            Encoding::Ascii => self.rest.is_empty() && buffer[from..to].is_ascii(),
            _ => false,
        };
        match is_plain {
            true => to,
            false => self.decode_other(buffer, (from, to), line),
        }
    }

    #[cold]
    fn decode_other(
        &mut self,
        buffer: &mut Vec<u8>,
        (from, to): (usize, usize),
        line: impl Fn(&[u8]) -> u64,
    ) -> usize {
        let is_at_end = from == to;
        let mut bytes = std::mem::take(&mut self.rest);
        bytes.extend_from_slice(&buffer[from..to]);
        let mut out = std::mem::take(&mut self.scratch);
        out.clear();
        if self.encoding == Encoding::Unknown {
            bytes = self.begin(bytes, is_at_end);
        }
        if self.encoding == Encoding::Ascii {
            bytes = self.find(bytes, is_at_end, &mut out);
            if self.encoding == Encoding::Latin1 {
                buffer.truncate(from);
                buffer.extend_from_slice(&out);
                let line = line(buffer);
                self.notice = Some(format!("line {line} is not UTF-8: the log is read as Latin-1"));
            }
        }
        match self.encoding {
            Encoding::Latin1 => bytes.iter().for_each(|byte| put_latin1(*byte, &mut out)),
            Encoding::Utf16 { is_big } => {
                self.rest = put_utf16(&bytes, is_big, &mut out);
                if is_at_end && !self.rest.is_empty() {
                    self.rest.clear();
                    out.push(NO_TEXT);
                }
            }
            Encoding::Unknown | Encoding::Ascii => self.rest = bytes,
            Encoding::Utf8 => out.extend_from_slice(&bytes),
        }
        buffer.truncate(from);
        buffer.extend_from_slice(&out);
        self.scratch = out;
        buffer.len()
    }

    /// Looks for a byte order mark of UTF-16; returns the bytes behind it.
    fn begin(&mut self, bytes: Vec<u8>, is_at_end: bool) -> Vec<u8> {
        let is_big = match bytes.as_slice() {
            [0xfe, 0xff, ..] => true,
            [0xff, 0xfe, ..] => false,
            [] | [0xfe | 0xff] if !is_at_end => return bytes,
            _ => {
                self.encoding = Encoding::Ascii;
                return bytes;
            }
        };
        self.encoding = Encoding::Utf16 { is_big };
        self.notice = Some("the log is UTF-16".to_owned());
        bytes[2..].to_vec()
    }

    /// Finds out what the first character beyond ASCII is; what is before it goes to `out`, the rest is returned.
    fn find(&mut self, bytes: Vec<u8>, is_at_end: bool, out: &mut Vec<u8>) -> Vec<u8> {
        /// The most bytes of a character.
        const LONGEST: usize = 4;
        let first = bytes.iter().position(|byte| !byte.is_ascii());
        let (plain, rest) = bytes.split_at(first.unwrap_or(bytes.len()));
        out.extend_from_slice(plain);
        let first = &rest[..rest.len().min(LONGEST)];
        match std::str::from_utf8(first) {
            _ if rest.is_empty() => {}
            Ok(_) => self.encoding = Encoding::Utf8,
            Err(error) if error.valid_up_to() > 0 => self.encoding = Encoding::Utf8,
            Err(error) if error.error_len().is_none() && !is_at_end => {}
            Err(_) => self.encoding = Encoding::Latin1,
        }
        rest.to_vec()
    }
}

fn put_latin1(byte: u8, out: &mut Vec<u8>) {
    let letter = match byte {
        b'\t'..=b'\r' | 0x1b | b' '..=b'~' => return out.push(byte),
        0 => return out.push(0),
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        0xa0.. => char::from(byte),
        _ => ' ',
    };
    match letter {
        ' ' => out.push(NO_TEXT),
        letter => put(letter, out),
    }
}

fn put(letter: char, out: &mut Vec<u8>) {
    out.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
}

/// Makes UTF-8 of units of UTF-16; returns the bytes of a character that is not whole.
fn put_utf16(bytes: &[u8], is_big: bool, out: &mut Vec<u8>) -> Vec<u8> {
    let unit = |pair: &[u8]| match is_big {
        true => u16::from_be_bytes([pair[0], pair[1]]),
        false => u16::from_le_bytes([pair[0], pair[1]]),
    };
    let is_high = |pair: &[u8]| (0xd800..0xdc00).contains(&unit(pair));
    let mut whole = bytes.len() / 2 * 2;
    if whole >= 2 && is_high(&bytes[whole - 2..whole]) {
        whole -= 2;
    }
    for letter in char::decode_utf16(bytes[..whole].chunks_exact(2).map(unit)) {
        match letter {
            Ok(letter) => put(letter, out),
            Err(_) => out.push(NO_TEXT),
        }
    }
    bytes[whole..].to_vec()
}

/// The text that some bytes begin, whatever its encoding; what is no text is a replacement character.
#[must_use]
pub fn beginning_text(bytes: &[u8]) -> Cow<'_, str> {
    let mut decoder = TextDecoder::default();
    let mut buffer = bytes.to_vec();
    let length = buffer.len();
    decoder.decode(&mut buffer, (0, length), |_| 0);
    match decoder.notice {
        None => String::from_utf8_lossy(bytes),
        Some(_) => Cow::Owned(String::from_utf8_lossy(&buffer).into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of some bytes that come in pieces of a length.
    fn decoded(bytes: &[u8], length: usize) -> (Vec<u8>, Option<String>) {
        let mut decoder = TextDecoder::default();
        let mut buffer = Vec::new();
        for piece in bytes.chunks(length).chain([&[][..]]) {
            let from = buffer.len();
            buffer.extend_from_slice(piece);
            let to = buffer.len();
            let line = |before: &[u8]| memchr::memchr_iter(b'\n', before).count() as u64 + 1;
            let to = decoder.decode(&mut buffer, (from, to), line);
            buffer.truncate(to);
        }
        (buffer, decoder.notice)
    }

    #[test]
    fn the_first_character_beyond_ascii_tells_the_encoding() {
        let latin = Some("line 2 is not UTF-8: the log is read as Latin-1".to_owned());
        let utf16 = Some("the log is UTF-16".to_owned());
        for (bytes, text, notice) in [
            (&b"t,x\n0,1\n"[..], "t,x\n0,1\n", None),
            ("t\n\u{b0}C \u{1f600}\n".as_bytes(), "t\n\u{b0}C \u{1f600}\n", None),
            ("\u{feff}t".as_bytes(), "\u{feff}t", None),
            (b"t\n\xb0C \xe9\x80", "t\n\u{b0}C \u{e9}\u{20ac}", latin.clone()),
            (b"t\n\xe9", "t\n\u{e9}", latin.clone()),
            (b"t\n\xc3\xa9 \xe9", "t\n\u{e9} ?", None),
            (b"\xff\xfet\0=\xd8\0\xde\n\0", "t\u{1f600}\n", utf16.clone()),
            (b"\xfe\xff\0t\xd8=\xde\0", "t\u{1f600}", utf16.clone()),
            (b"\xff\xfet\0=\xd8", "t?", utf16.clone()),
            (b"\xff\xfet\0x", "t?", utf16),
            (b"t\n\xb0\x81", "t\n\u{b0}?", latin.clone()),
            (b"t\n\xb0\x01", "t\n\u{b0}?", latin),
            (b"", "", None),
        ] {
            // What is no text stands as a question mark here.
            let (mut due, mut marks) = (text.as_bytes().to_vec(), due_marks(bytes));
            for byte in &mut due {
                if *byte == b'?' {
                    *byte = marks.next().unwrap_or(NO_TEXT);
                }
            }
            for length in 1..=bytes.len().max(1) {
                assert_eq!(
                    decoded(bytes, length),
                    (due.clone(), notice.clone()),
                    "{bytes:?} by {length}"
                );
            }
        }
    }

    /// In a log of UTF-8 a byte that is no text stays what it is.
    fn due_marks(bytes: &[u8]) -> impl Iterator<Item = u8> {
        let is_utf8 = bytes.starts_with(b"t\n\xc3\xa9");
        is_utf8.then_some(0xe9).into_iter()
    }
}
