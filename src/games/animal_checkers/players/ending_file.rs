//! The solved endings in a file, which is made once: reading is quicker than solving.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `CHASEAE`, then a byte for the version of this form |
//! | 4 each | the length of each part, for the materials of two pieces, of three, of four; a material and its swap have one part |
//! | | the parts: the bytes of the material and of its swap as `endings` keeps them, deflated |
//! | 16 | the first bytes of BLAKE3 over all bytes before them |
//!
//! Numbers are little-endian. The bytes follow from the rules alone. The hash finds damage; it does not show who made the
//! file.

use std::fmt;
use std::io::{self, Read as _, Write as _};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::endings::{self, PieceSets, SquarePair};
use chase_core::seal::Seal;

/// The version of the form.
const FORM: u8 = 1;

/// The first bytes of every file.
const MAGIC: [u8; 8] = [b'C', b'H', b'A', b'S', b'E', b'A', b'E', FORM];

/// The bytes of a length.
const LENGTH: usize = 4;

/// A file of endings whose bytes are those that were written.
#[derive(Debug)]
pub struct EndingFile {
    /// The most pieces of its endings.
    pieces: usize,
    bytes: Vec<u8>,
    /// Where the part of each material begins, and where the last one ends.
    starts: Vec<usize>,
}

/// The reasons for which a file of endings is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingFileFault {
    /// It does not begin as one.
    NotEndings,
    /// It has another version of the form.
    OtherForm(u8),
    /// It is cut, or its bytes are not those that were written.
    Damaged,
}

impl fmt::Display for EndingFileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndingFileFault::NotEndings => f.write_str("this is no file of solved endings"),
            EndingFileFault::OtherForm(found) => write!(
                f,
                "this file of solved endings has version {found}; this program reads version {FORM}"
            ),
            EndingFileFault::Damaged => f.write_str(
                "this file of solved endings is damaged: it is cut, or bytes of it have changed",
            ),
        }
    }
}

impl std::error::Error for EndingFileFault {}

/// The bytes of the file: all endings of up to so many pieces, which are solved if need be.
///
/// # Errors
/// Never in practice: a part is longer than 4 GiB.
pub(crate) fn written(pieces: usize) -> io::Result<Vec<u8>> {
    let mut parts = Vec::new();
    for material in endings::pairs(pieces) {
        let mut part = DeflateEncoder::new(Vec::new(), Compression::default());
        for bytes in endings::pair_of(material) {
            part.write_all(bytes)?;
        }
        parts.push(part.finish()?);
    }
    let mut bytes = MAGIC.to_vec();
    for part in &parts {
        let length = u32::try_from(part.len()).map_err(io::Error::other)?;
        bytes.extend(length.to_le_bytes());
    }
    bytes.extend(parts.concat());
    let seal = Seal::of_bytes(&mut &*bytes)?;
    bytes.extend(seal.0);
    Ok(bytes)
}

impl EndingFile {
    /// Checks the bytes of a file of endings of up to so many pieces.
    ///
    /// # Errors
    /// They are not what [`written`] wrote.
    pub(crate) fn read(bytes: Vec<u8>, pieces: usize) -> Result<Self, EndingFileFault> {
        use EndingFileFault::{Damaged, NotEndings, OtherForm};
        let magic = bytes.first_chunk::<{ MAGIC.len() }>();
        let magic = magic.filter(|magic| magic[..7] == MAGIC[..7]);
        match magic.ok_or(NotEndings)?[7] {
            FORM => {}
            other => return Err(OtherForm(other)),
        }
        let (content, seal) = bytes.split_last_chunk().ok_or(Damaged)?;
        let found = Seal::of_bytes(&mut &*content).map_err(|_| Damaged)?;
        let count = endings::pairs(pieces).count();
        let lengths = content.get(MAGIC.len()..MAGIC.len() + LENGTH * count);
        let lengths = lengths.filter(|_| found == Seal(*seal)).ok_or(Damaged)?;
        let mut starts = vec![MAGIC.len() + LENGTH * count];
        for length in lengths.chunks_exact(LENGTH) {
            let length = length.try_into().map(u32::from_le_bytes);
            let length = length.ok().and_then(|length| usize::try_from(length).ok());
            let last = starts[starts.len() - 1];
            let end = length.and_then(|length| last.checked_add(length));
            starts.push(end.ok_or(Damaged)?);
        }
        if starts[count] != content.len() {
            return Err(Damaged);
        }
        Ok(EndingFile { pieces, bytes, starts })
    }

    /// Has the players of this process read the endings in place of solving them.
    pub(crate) fn serve(self) {
        endings::take_from(Box::new(move |material| self.pair(material)));
    }

    /// The values of a material and of its swap; nothing if they are not what solved endings can be.
    pub(crate) fn pair(&self, material: PieceSets) -> Option<SquarePair> {
        let at = endings::pairs(self.pieces).position(|it| it == material)?;
        let part = &self.bytes[self.starts[at]..self.starts[at + 1]];
        let mut part = DeflateDecoder::new(part);
        let mut next = |length: usize| {
            let mut bytes = vec![0; length];
            part.read_exact(&mut bytes).ok()?;
            let all_values = bytes.iter().all(|byte| endings::is_value(*byte));
            all_values.then(|| bytes.into_boxed_slice())
        };
        let [first, swap] = endings::lengths(material);
        let pair = [next(first)?, next(swap)?];
        let is_at_end = matches!(part.read(&mut [0]), Ok(0));
        is_at_end.then_some(pair)
    }
}
