//! Bytes of a log on their way in: unpacked where they are packed, made UTF-8 where they are not, and cut into lines
//! without copying, a large piece at a time.

use std::io::{self, BufReader, Cursor, Read};

use super::compression::{Compression, ZstdFrames, sniff};
use super::dump_layout::cut;
use super::encoding::TextDecoder;
use super::quoting::{QUOTED_MAX, QuotedEnd, UNCLOSED, quoted_end};
use super::unread_form::check_form;
use chase_world::error::{Error, IoAt};
use flate2::bufread::MultiGzDecoder;

/// A log's name and bytes.
pub struct LogInput {
    /// The name of the log in messages.
    pub name: String,
    /// The bytes of the log, as they are stored.
    pub bytes: Box<dyn Read + Send>,
}

/// The bytes with which a table of Parquet begins. It is read from its end, and so never by [`LogLines`].
pub const PARQUET_MAGIC: &[u8; 4] = b"PAR1";

/// The bytes with which a dump in FST begins: a block for the header, of 329 bytes. Its reader goes back and forth in it.
const FST_MAGIC: &[u8; 9] = &[0, 0, 0, 0, 0, 0, 0, 1, 0x49];

/// The first byte of a dump in FST that is packed as a whole.
const FST_PACKED: u8 = 254;

/// The bytes at the beginning of a file that show whether it is a dump in FST.
pub(crate) const FST_BEGINNING: usize = 19;

/// Returns true if a file that begins like this is a dump in FST that is packed as a whole: a block of this kind, its
/// length and that of the file in 8 bytes each, and a gzip.
pub(crate) fn is_packed_fst(beginning: &[u8]) -> bool {
    beginning.first() == Some(&FST_PACKED)
        && beginning.get(17..).is_some_and(|it| it.starts_with(&[0x1f, 0x8b]))
}

/// Returns true if a file that begins like this is a dump in FST, packed as a whole or not.
#[must_use]
pub fn is_fst(beginning: &[u8]) -> bool {
    beginning.starts_with(FST_MAGIC) || is_packed_fst(beginning)
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
    /// The number of the newest line; of one with ends of lines in quotes, that of its first.
    number: u64,
    /// The number of ends of lines that were passed.
    passed: u64,
    /// What separates fields that may stand in quotes: an end of a line between quotes ends no line.
    pub(crate) quoting: Option<u8>,
    /// The bytes of the definitions of a value-change dump that come next, if the log is one: then a line of the file that
    /// tells of several times becomes several lines.
    pub(crate) definitions: Option<usize>,
    /// The characters before the newest line, if it begins in the middle of a line of the file.
    pub(crate) column: usize,
    /// The characters before the next line, likewise.
    next_column: usize,
    decoder: TextDecoder,
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
    /// Blanks: what follows in the line of the file is a line of its own.
    Blanks,
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
        let start = first_piece(&mut bytes).io_at(&name, "read")?;
        let backwards = match &start {
            it if it.starts_with(PARQUET_MAGIC) => Some("a Parquet"),
            it if is_fst(it) => Some("an FST"),
            _ => None,
        };
        if let Some(form) = backwards {
            let what = format!(
                "{form} file is read from its end: it cannot come through a pipe, nor packed"
            );
            return Err(Error::new(what).at(&name).help("give the file itself"));
        }
        check_form(&name, &start)?;
        let kind = sniff(&start);
        let whole = Cursor::new(start).chain(bytes);
        let bytes: Box<dyn Read + Send> = match kind {
            Compression::Gzip => Box::new(MultiGzDecoder::new(BufReader::new(whole))),
            Compression::Zstd => Box::new(ZstdFrames::new(BufReader::new(whole))),
            _ => Box::new(whole),
        };
        Ok(LogLines {
            name,
            bytes,
            buffer: vec![0; Self::PIECE],
            from: 0,
            to: 0,
            number: 0,
            passed: 0,
            quoting: None,
            definitions: None,
            column: 0,
            next_column: 0,
            decoder: TextDecoder::default(),
            is_at_end: false,
        })
    }

    /// The name of the log in messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Words that say that the log is not UTF-8, as far as it was read.
    pub(crate) fn encoding(&self) -> Option<&String> {
        self.decoder.notice.as_ref()
    }

    /// The number of the newest line, from 1; its first one if quotes hold ends of lines.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns true if a whole line can be read without waiting.
    pub fn has_line(&self) -> bool {
        matches!(self.line_end(0), Ok(Some(_)))
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

    /// The end of the first line of the file, if there is one; nothing was handed out yet.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) fn first_end(&mut self) -> Result<Option<LineEnd>, Error> {
        let ahead = self.ahead(Self::LINE_MAX, |ahead| memchr::memchr(b'\n', ahead).is_some())?;
        Ok(match memchr::memchr(b'\n', ahead) {
            _ if ahead.is_empty() => None,
            None => Some(LineEnd::None),
            Some(end) if ahead[..end].ends_with(b"\r") => Some(LineEnd::Crlf),
            Some(_) => Some(LineEnd::Lf),
        })
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
        Ok(Some(LogLine { text: &self.buffer[from..to], end }))
    }

    /// The next line, which stays the next one; nothing at the end.
    ///
    /// # Errors
    /// As [`LogLines::next_line`].
    #[inline]
    pub fn peek(&mut self) -> Result<Option<LogLine<'_>>, Error> {
        let found = self.find()?;
        Ok(found.map(|(from, to, end)| LogLine { text: &self.buffer[from..to], end }))
    }

    /// The bytes that this log and another have next, as far as they are read and are the same: at most some.
    pub(crate) fn same_ahead(&self, other: &LogLines) -> &[u8] {
        const MOST: usize = 1 << 14;
        let ahead = &self.buffer[self.from..self.to];
        let others = &other.buffer[other.from..other.to];
        let length = ahead.len().min(others.len()).min(MOST);
        let (ahead, others) = (&ahead[..length], &others[..length]);
        if ahead == others {
            return ahead;
        }
        let mut pairs = ahead.iter().zip(others);
        let same = pairs.position(|(mine, other)| mine != other);
        &ahead[..same.unwrap_or(length)]
    }

    /// Goes past so many bytes that are there, and that so many ends of lines are in.
    pub(crate) fn pass(&mut self, bytes: usize, lines: u64) {
        self.from += bytes;
        self.passed += lines;
        self.number = self.passed;
        self.next_column = 0;
    }

    #[inline]
    fn take(&mut self, to: usize, end: LineEnd) {
        let begun = self.from;
        self.from = to
            + match end {
                LineEnd::Lf => 1,
                LineEnd::Crlf => 2,
                LineEnd::Blanks | LineEnd::None => 0,
            };
        if let Some(definitions) = &mut self.definitions {
            *definitions = definitions.saturating_sub(self.from - begun);
            self.column = self.next_column;
            self.next_column = 0;
            if end == LineEnd::Blanks {
                let text = String::from_utf8_lossy(&self.buffer[begun..to]);
                self.next_column = self.column + text.chars().count();
                self.number = self.passed + 1;
                return;
            }
        }
        // Only quotes hold ends of lines.
        let within = match self.quoting {
            None => 0,
            Some(_) => memchr::memchr_iter(b'\n', &self.buffer[begun..to]).count() as u64,
        };
        self.number = self.passed + 1;
        self.passed += 1 + within;
    }

    /// The place of the next line in the buffer.
    #[inline]
    fn find(&mut self) -> Result<Option<(usize, usize, LineEnd)>, Error> {
        let mut searched = 0;
        loop {
            if let Some(definitions) = self.definitions
                && let Some(cut) = cut(definitions, &self.buffer[self.from..self.to])
            {
                return Ok(Some((self.from, self.from + cut, LineEnd::Blanks)));
            }
            if let Some(end) = self.line_end(searched)? {
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
                let line = self.passed + 1;
                return Err(Error::new(what)
                    .at(format_args!("{}:{line}:1", self.name))
                    .help("a log has line breaks; is this a log?"));
            }
            self.refill()?;
        }
    }

    /// The end of the next line in the buffer, if it is there; the first bytes have been searched in vain.
    #[inline]
    fn line_end(&self, searched: usize) -> Result<Option<usize>, Error> {
        let Some(delimiter) = self.quoting else {
            let ahead = &self.buffer[self.from + searched..self.to];
            let found = memchr::memchr(b'\n', ahead);
            return Ok(found.map(|at| self.from + searched + at));
        };
        let ahead = &self.buffer[self.from..self.to];
        match quoted_end(ahead, delimiter) {
            QuotedEnd::At(at) => Ok(Some(self.from + at)),
            QuotedEnd::TooLong(quote) => Err(self.wrong_quote(quote, true)),
            QuotedEnd::Open(quote) if self.is_at_end => {
                // What is cut off in one line is told when that line is read.
                match memchr::memchr(b'\n', &ahead[quote..]) {
                    Some(_) => Err(self.wrong_quote(quote, false)),
                    None => Ok(None),
                }
            }
            QuotedEnd::Open(_) | QuotedEnd::Ahead => Ok(None),
        }
    }

    /// The fault of a field whose quote, this many bytes ahead, is not closed where it may be.
    #[cold]
    fn wrong_quote(&self, quote: usize, is_long: bool) -> Error {
        let before = &self.buffer[self.from..self.from + quote];
        let line = self.passed + 1 + memchr::memchr_iter(b'\n', before).count() as u64;
        let begins = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        let column = String::from_utf8_lossy(&before[begins..]).chars().count() + 1;
        let what = match is_long {
            true => {
                format!(
                    "a field in quotes goes over several lines and {QUOTED_MAX} bytes; its last quote may be missing"
                )
            }
            false => UNCLOSED.to_owned(),
        };
        Error::new(what)
            .at(format_args!("{}:{line}:{column}", self.name))
            .help("a field that begins with a quote must end with one; write a quote inside it twice, as in \"5\"\" pipe\"")
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
                read => break read.io_at(&self.name, "read")?,
            }
        };
        self.is_at_end = read == 0;
        let passed = self.passed;
        let line = |before: &[u8]| passed + 1 + memchr::memchr_iter(b'\n', before).count() as u64;
        let (room, new) = (self.buffer.len(), (self.to, self.to + read));
        self.to = self.decoder.decode(&mut self.buffer, new, line);
        // A text that was made UTF-8 ends the buffer.
        if self.buffer.len() < room {
            self.buffer.resize(room, 0);
        }
        Ok(())
    }
}

/// The first bytes that come, at least those by which a form is recognised, if there are so many.
fn first_piece(bytes: &mut impl Read) -> io::Result<Vec<u8>> {
    let (mut start, mut length) = (vec![0; LogLines::PIECE], 0);
    // No more is waited for than what tells the form.
    while length < FST_MAGIC.len() || start[0] == FST_PACKED && length < FST_BEGINNING {
        match bytes.read(&mut start[length..]) {
            Ok(0) => break,
            Ok(read) => length += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    start.truncate(length);
    Ok(start)
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

/// The text that bytes begin with, up to the first byte that is none.
pub(crate) fn leading_text(bytes: &[u8]) -> &str {
    bytes.utf8_chunks().next().map_or("", |first| first.valid())
}

/// The column of the first byte that is no text, from 1.
pub(crate) fn bad_byte(bytes: &[u8]) -> usize {
    let good = leading_text(bytes).split('\0').next().unwrap_or_default();
    good.chars().count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that come one by one.
    struct Slow(Cursor<Vec<u8>>);

    impl Read for Slow {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let length = into.len().min(1);
            self.0.read(&mut into[..length])
        }
    }

    /// The lines of a table with their numbers, and what ends its reading.
    fn lines(text: &[u8]) -> (Vec<(u64, String)>, Option<String>) {
        let bytes = Box::new(Slow(Cursor::new(text.to_vec())));
        let name = "t.csv".to_owned();
        let mut lines = LogLines::open(LogInput { name, bytes }).unwrap();
        lines.quoting = Some(b',');
        let mut found = Vec::new();
        loop {
            match lines.next_line() {
                Ok(Some(line)) => {
                    let text = String::from_utf8_lossy(line.text).into_owned();
                    found.push((lines.number(), text));
                }
                Ok(None) => return (found, None),
                Err(error) => return (found, Some(error.to_string())),
            }
        }
    }

    #[test]
    fn lines_with_quotes_are_whole_however_their_bytes_come() {
        let (found, fault) = lines(b"a,\"b\r\nc\",d\r\n1,\"x\"\"\n\n\",2\n\xb0,\"y\"");
        let due = [(1, "a,\"b\r\nc\",d"), (3, "1,\"x\"\"\n\n\",2"), (6, "\u{b0},\"y\"")];
        assert_eq!(found, due.map(|(line, text)| (line, text.to_owned())));
        assert_eq!(fault, None);
        let (found, fault) = lines(b"a,\"b\nc\"\n\"d\n,e\n");
        assert_eq!(found, [(1, "a,\"b\nc\"".to_owned())]);
        assert!(fault.is_some_and(|it| it.starts_with("t.csv:3:1: a field begins with a quote")));
        let (found, fault) = lines(b"a\n1,\"cut");
        assert_eq!((found.len(), fault), (2, None), "the reader of the line tells");
    }

    #[test]
    fn the_first_byte_that_is_no_text_has_a_column() {
        assert_eq!(bad_byte(b"ab\0c"), 3);
        assert_eq!(bad_byte(b"\xc3\xa9\xff"), 2);
    }
}
