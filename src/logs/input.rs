//! Bytes of a log on their way in: unpacked where they are packed, and cut into lines without
//! copying, a large piece at a time.

use std::io::{self, BufReader, Cursor, Read};

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;

use chase_core::error::Error;

/// A log's name and bytes.
pub struct LogInput {
    /// The name of the log in messages.
    pub name: String,
    /// The bytes of the log, as they are stored.
    pub bytes: Box<dyn Read + Send>,
}

/// The compression of a log, recognised by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// No compression that is known here: the bytes are those of the log.
    Plain,
    /// Compressed by gzip (RFC 1952).
    Gzip,
    /// Compressed by Zstandard (RFC 8878).
    Zstd,
}

/// Tells how bytes are packed that begin like this.
pub fn sniff(beginning: &[u8]) -> Compression {
    if beginning.starts_with(&[0x1f, 0x8b]) {
        Compression::Gzip
    } else if beginning.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        Compression::Zstd
    } else {
        Compression::Plain
    }
}

/// The byte order mark that some programs write before a text in UTF-8.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// A text without that mark.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// A log being read line by line.
pub struct LogLines {
    name: String,
    bytes: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    /// The start of the bytes that are not handed out yet.
    from: usize,
    to: usize,
    number: u64,
    is_at_end: bool,
}

/// A line without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogLine<'a> {
    /// The bytes of the line, without its end.
    pub text: &'a [u8],
    /// The end of the line.
    pub end: LineEnd,
}

/// The bytes that end a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// A line feed.
    Lf,
    /// A carriage return and a line feed.
    Crlf,
    /// The end of the log, without a mark.
    None,
}

impl LogLines {
    const PIECE: usize = 1 << 18;
    /// The longest line that is read, in bytes.
    pub const LINE_MAX: usize = 4 << 20;

    /// Opens a log, and decompresses it if it is compressed.
    ///
    /// # Errors
    /// It cannot be read, or is damaged where it is unpacked.
    pub fn open(input: LogInput) -> Result<Self, Error> {
        let LogInput { name, mut bytes } = input;
        let failed = |error: io::Error| Error::io(&name, "read", &error);
        let mut start = Vec::new();
        bytes
            .by_ref()
            .take(4)
            .read_to_end(&mut start)
            .map_err(failed)?;
        let kind = sniff(&start);
        let whole = Cursor::new(start).chain(bytes);
        let bytes: Box<dyn Read + Send> = match kind {
            Compression::Plain => Box::new(whole),
            Compression::Gzip => Box::new(MultiGzDecoder::new(BufReader::new(whole))),
            Compression::Zstd => {
                let decoder = StreamingDecoder::new(BufReader::new(whole));
                let what = |error| Error::new(format!("cannot unpack: {error}")).at(&name);
                Box::new(decoder.map_err(what)?)
            }
        };
        Ok(LogLines {
            name,
            bytes,
            buffer: vec![0; Self::PIECE],
            from: 0,
            to: 0,
            number: 0,
            is_at_end: false,
        })
    }

    /// The name of the log in messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of the newest line, from 1.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The number of bytes that can be read without waiting.
    pub fn ready(&self) -> usize {
        self.to - self.from
    }

    /// Returns true if a whole line can be read without waiting.
    pub fn has_line(&self) -> bool {
        memchr::memchr(b'\n', &self.buffer[self.from..self.to]).is_some()
    }

    /// The bytes that come next; they stay unread. Reads until `enough` accepts them, the log ends, or
    /// `most` bytes are there.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn ahead(&mut self, most: usize, enough: impl Fn(&[u8]) -> bool) -> Result<&[u8], Error> {
        while !self.is_at_end
            && self.to - self.from < most
            && !enough(&self.buffer[self.from..self.to])
        {
            self.refill()?;
        }
        Ok(&self.buffer[self.from..self.to])
    }

    /// The next line; nothing at the end.
    ///
    /// # Errors
    /// It cannot be read, or is longer than any line may be.
    #[inline]
    pub fn next_line(&mut self) -> Result<Option<LogLine<'_>>, Error> {
        let Some((from, to, end)) = self.find()? else {
            return Ok(None);
        };
        self.take(to, end);
        let text = &self.buffer[from..to];
        Ok(Some(LogLine { text, end }))
    }

    /// The next line, which stays the next one; nothing at the end.
    ///
    /// # Errors
    /// As [`LogLines::next_line`].
    #[inline]
    pub fn peek(&mut self) -> Result<Option<LogLine<'_>>, Error> {
        let Some((from, to, end)) = self.find()? else {
            return Ok(None);
        };
        let text = &self.buffer[from..to];
        Ok(Some(LogLine { text, end }))
    }

    #[inline]
    fn take(&mut self, to: usize, end: LineEnd) {
        self.from = to
            + match end {
                LineEnd::Lf => 1,
                LineEnd::Crlf => 2,
                LineEnd::None => 0,
            };
        self.number += 1;
    }

    /// The place of the next line in the buffer.
    #[inline]
    fn find(&mut self) -> Result<Option<(usize, usize, LineEnd)>, Error> {
        let mut searched = 0;
        loop {
            let ahead = &self.buffer[self.from + searched..self.to];
            if let Some(at) = memchr::memchr(b'\n', ahead) {
                let end = self.from + searched + at;
                let has_cr = end > self.from && self.buffer[end - 1] == b'\r';
                return Ok(Some(match has_cr {
                    true => (self.from, end - 1, LineEnd::Crlf),
                    false => (self.from, end, LineEnd::Lf),
                }));
            }
            searched = self.to - self.from;
            if self.is_at_end {
                let rest = (self.from, self.to, LineEnd::None);
                return Ok((self.to > self.from).then_some(rest));
            }
            if searched > Self::LINE_MAX {
                let what = format!("a line of more than {} bytes", Self::LINE_MAX);
                let line = self.number + 1;
                return Err(Error::new(what)
                    .at(format_args!("{}:{line}:1", self.name))
                    .help("a log has line breaks; is this a log?"));
            }
            self.refill()?;
        }
    }

    #[cold]
    fn refill(&mut self) -> Result<(), Error> {
        self.buffer.copy_within(self.from..self.to, 0);
        self.to -= self.from;
        self.from = 0;
        if self.to == self.buffer.len() {
            self.buffer.resize(2 * self.to, 0);
        }
        let read = loop {
            match self.bytes.read(&mut self.buffer[self.to..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read.map_err(|error| Error::io(&self.name, "read", &error))?,
            }
        };
        self.to += read;
        self.is_at_end = read == 0;
        Ok(())
    }
}

/// The number of bytes at a log's beginning from which its description is guessed.
pub const BEGINNING: usize = 1 << 16;

/// Returns true if the beginning of a log has as many lines as a guess waits for: a program that prints
/// slowly need not print more.
pub(crate) fn has_enough_lines(ahead: &[u8]) -> bool {
    const WANTED: usize = 16;
    memchr::memchr_iter(b'\n', ahead).count() >= WANTED
}

/// Returns true if a whole line stands there that `says` accepts.
pub(crate) fn has_line(ahead: &[u8], says: impl Fn(&[u8]) -> bool) -> bool {
    let mut lines = ahead.split(|byte| *byte == b'\n');
    // What stands behind the last end of a line is no whole line.
    lines.next_back();
    lines.any(says)
}

/// The column of the first byte that is no text, from 1.
pub(crate) fn bad_byte(bytes: &[u8]) -> usize {
    let good = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    };
    let good = good.split('\0').next().unwrap_or_default();
    good.chars().count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_byte_that_is_no_text_has_a_column() {
        assert_eq!(bad_byte(b"ab\0c"), 3);
        assert_eq!(bad_byte(b"\xc3\xa9\xff"), 2);
    }
}
