//! Checks a file while it is copied: can it still become one that is read? Input may have no end, so the
//! copy stops when it cannot become a recording any more.

use super::HEADER_MAX;
use super::binary::frame::{
    CRC, FOOTER_HEAD, FOOTER_TAG, FOOTER_TAIL, FRAME_HEAD, FRAME_TAG, FieldBytes, PREAMBLE,
};

/// Values of JSON within each other; the reader of JSON takes no more.
const DEPTH_MAX: u32 = 128;

/// A file on its way, byte by byte.
pub(crate) enum StreamShape {
    /// A JSON document.
    Json(JsonState),
    /// Frames behind a header.
    Binary(Binary),
    /// Lines of text, of which nothing is known.
    Text,
}

impl StreamShape {
    /// Recognises a file by its first bytes.
    pub fn of(start: &[u8], magic: &[u8]) -> Self {
        let first = start.iter().find(|byte| !byte.is_ascii_whitespace());
        if start.starts_with(magic) {
            StreamShape::Binary(Binary::default())
        } else if first == Some(&b'{') {
            StreamShape::Json(JsonState::default())
        } else {
            StreamShape::Text
        }
    }

    /// Takes the next bytes. Returns true if the bytes so far can still be read.
    ///
    /// # Errors
    /// A document that is nested too deeply or holds too long a string. What is wrong with frames their
    /// reader says.
    pub fn take(&mut self, bytes: &[u8]) -> Result<bool, String> {
        match self {
            StreamShape::Json(json) => json.take(bytes).map(|()| true),
            StreamShape::Binary(binary) => Ok(binary.take(bytes)),
            StreamShape::Text => Ok(true),
        }
    }
}

/// The state of the scan of a document: the place of the next byte in it.
#[derive(Default)]
pub(crate) struct JsonState {
    depth: u32,
    /// The number of bytes of a string so far, inside of one.
    string: Option<u64>,
    is_escaped: bool,
}

impl JsonState {
    fn take(&mut self, mut bytes: &[u8]) -> Result<(), String> {
        while !bytes.is_empty() {
            bytes = match self.string {
                Some(length) => self.take_string(bytes, length)?,
                None => self.take_value(bytes)?,
            };
        }
        Ok(())
    }

    /// Up to the end of a string, or of what came.
    fn take_string<'a>(&mut self, bytes: &'a [u8], length: u64) -> Result<&'a [u8], String> {
        if std::mem::take(&mut self.is_escaped) {
            self.string = Some(length + 1);
            return Ok(&bytes[1..]);
        }
        let end = memchr::memchr2(b'"', b'\\', bytes);
        let used = end.map_or(bytes.len(), |end| end + 1);
        let length = length + used as u64;
        if length > HEADER_MAX as u64 {
            return Err(format!("a string of more than {HEADER_MAX} bytes"));
        }
        self.is_escaped = end.is_some_and(|end| bytes[end] == b'\\');
        let is_over = end.is_some() && !self.is_escaped;
        self.string = (!is_over).then_some(length);
        Ok(&bytes[used..])
    }

    /// Up to the beginning of a string, or the end of what came.
    fn take_value<'a>(&mut self, bytes: &'a [u8]) -> Result<&'a [u8], String> {
        let end = memchr::memchr(b'"', bytes);
        for byte in &bytes[..end.unwrap_or(bytes.len())] {
            match byte {
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if self.depth > DEPTH_MAX {
                return Err(format!("values are nested more than {DEPTH_MAX} deep"));
            }
        }
        match end {
            Some(end) => {
                self.string = Some(0);
                Ok(&bytes[end + 1..])
            }
            None => Ok(&[]),
        }
    }
}

/// The place of the next byte in a binary file: see the head of `binary`.
pub struct Binary {
    /// The bytes that are collected until they give the length of the next piece.
    head: Vec<u8>,
    /// Bytes of a head.
    due: usize,
    /// Bytes that are passed over before the next head.
    left: u64,
    /// The footer was seen: nothing follows it.
    is_over: bool,
}

/// A frame's tag and two lengths; or a footer's tag and one of as many bytes.
const PIECE_HEAD: usize = FOOTER_HEAD;
/// The bytes of a frame besides its state and its payload.
const FRAME_EXTRA: u64 = (FRAME_HEAD + CRC - PIECE_HEAD) as u64;

impl Default for Binary {
    fn default() -> Self {
        Binary { head: Vec::new(), due: PREAMBLE, left: 0, is_over: false }
    }
}

impl Binary {
    /// False where what came is no recording, or goes on behind its footer.
    fn take(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            let passed = usize::try_from(self.left).unwrap_or(usize::MAX).min(bytes.len());
            self.left -= passed as u64;
            bytes = &bytes[passed..];
            if bytes.is_empty() {
                break;
            }
            if self.is_over {
                return false;
            }
            let more = (self.due - self.head.len()).min(bytes.len());
            self.head.extend_from_slice(&bytes[..more]);
            bytes = &bytes[more..];
            if self.head.len() == self.due {
                let Some(left) = self.length_behind_head() else {
                    return false;
                };
                self.left = left;
                self.head.clear();
                self.due = PIECE_HEAD;
            }
        }
        true
    }

    /// The number of bytes that follow the collected head, if the head begins a known piece.
    fn length_behind_head(&mut self) -> Option<u64> {
        if self.due == PREAMBLE {
            let length = u64::from(FieldBytes(&self.head[PREAMBLE - 4..]).u32());
            return (1..=HEADER_MAX as u64).contains(&length).then_some(length);
        }
        let (tag, lengths) = self.head.split_first_chunk()?;
        let mut lengths = FieldBytes(lengths);
        match *tag {
            FRAME_TAG => Some(u64::from(lengths.u32()) + u64::from(lengths.u32()) + FRAME_EXTRA),
            FOOTER_TAG => {
                self.is_over = true;
                Some(lengths.u64().saturating_add(FOOTER_TAIL as u64))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::binary::MAGIC;

    /// Returns true if a file is accepted that comes in pieces of so many bytes.
    fn passes(file: &[u8], piece: usize) -> bool {
        let mut shape = StreamShape::of(file, &MAGIC);
        let mut pieces = file.chunks(piece);
        pieces.all(|bytes| shape.take(bytes) == Ok(true))
    }

    fn recording(name: &str) -> Vec<u8> {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
        std::fs::read(path).expect("a recording")
    }

    #[test]
    fn recordings_pass_in_pieces_of_any_length_and_what_follows_them_does_not() {
        let json = recording("replays/police/S3.json");
        let binary = recording(BINARY);
        for piece in [1, 7, 4096] {
            assert!(passes(&json, piece));
            assert!(passes(&binary, piece));
            // A file that is cut off is one that may go on.
            assert!(passes(&binary[..binary.len() / 2], piece));
            let more = [&binary[..], &[0; 64]].concat();
            assert!(!passes(&more, piece), "{piece}");
        }
    }

    /// A recording in the binary form.
    const BINARY: &str = "tests/fuzz/corpus/container/police.chase";

    #[test]
    fn what_never_becomes_a_recording_is_told_early() {
        let magic_and_zeros = [&MAGIC[..], &[0; 64]].concat();
        assert!(!passes(&magic_and_zeros, 5));
        let deep = |count: usize| "{\n".repeat(count);
        assert!(passes(deep(128).as_bytes(), 3));
        assert!(!passes(deep(129).as_bytes(), 3));
        // Brackets within a string are none, and a quotation mark may be escaped.
        let text = format!("{{\"a\\\"{}\": 1}}", "[".repeat(200));
        assert!(passes(text.as_bytes(), 1));
        let long = [&b"{\"a\": \""[..], &vec![b'x'; HEADER_MAX + 1]].concat();
        assert!(!passes(&long, 1 << 16));
        assert!(passes(&long[..HEADER_MAX], 1 << 16));
        assert!(passes(b"Hour 0 {{{{", 2));
    }
}
