//! The blocks of an FST file, looked at before the crate reads them. It takes lengths for granted: one that is damaged would
//! make it ask for more memory than there is, or read a block again and again.
//!
//! A block is a byte for its kind, its length in 8 bytes (big end first, with these 8), and its contents.

use std::io::{self, Read, Seek, SeekFrom};

use flate2::bufread::GzDecoder;

use crate::description::Description;
use crate::input::{FST_BEGINNING, is_packed_fst};

/// The most bytes of a part of a block once it is unpacked.
const UNPACKED_MAX: u64 = 1 << 30;

/// The most bytes of the names of all signals.
const NAMES_MAX: u64 = 16 << 20;

/// The block that is looked at.
struct Block<'a, R> {
    file: &'a mut R,
    /// The place of its length.
    at: u64,
    length: u64,
}

impl<R: Read + Seek> Block<'_, R> {
    fn bytes<const N: usize>(&mut self, from: u64) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.file.seek(SeekFrom::Start(self.at + from))?;
        self.file.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// A number of 8 bytes that begins so many bytes behind the beginning of the length.
    fn number(&mut self, from: u64) -> io::Result<u64> {
        self.bytes(from).map(u64::from_be_bytes)
    }

    /// A number in groups of 7 bits, and where the contents go on behind it.
    fn packed_number(&mut self, from: u64) -> io::Result<(u64, u64)> {
        let (mut number, mut at) = (0, from);
        for shift in (0..64).step_by(7) {
            let [byte] = self.bytes(at)?;
            at += 1;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok((number, at));
            }
        }
        Err(io::Error::other("a number that does not end"))
    }

    /// Checks a block of values; the number of signals for which it has values.
    fn check_values(&mut self) -> io::Result<Option<u64>> {
        const HEAD: u64 = 4 * 8;
        const TAIL: u64 = 4 * 8;
        if self.length < HEAD + TAIL {
            return Ok(None);
        }
        let end = self.length - 3 * 8;
        let [unpacked, packed, times] =
            [self.number(end)?, self.number(end + 8)?, self.number(end + 16)?];
        let is_within = packed <= end - HEAD - 8 && unpacked <= UNPACKED_MAX && times <= unpacked;
        if !is_within {
            return Ok(None);
        }
        let chain_end = end - packed - 8;
        let chain = self.number(chain_end)?;
        let (frame, at) = self.packed_number(HEAD)?;
        let (frame_packed, at) = self.packed_number(at)?;
        let (signals, at) = self.packed_number(at)?;
        if frame > UNPACKED_MAX || frame_packed > chain_end.saturating_sub(at) {
            return Ok(None);
        }
        let (again, at) = self.packed_number(at + frame_packed)?;
        let is_within = again == signals && at < chain_end && chain <= chain_end - at;
        Ok(is_within.then_some(signals))
    }
}

/// Unpacks a file that is packed as a whole; nothing, and the file is at its beginning, if it is not.
///
/// # Errors
/// It is damaged, or too large unpacked.
pub(super) fn unpacked(file: &mut (impl Read + Seek)) -> Result<Option<Vec<u8>>, String> {
    let told = |error: io::Error| error.to_string();
    let end = file.seek(SeekFrom::End(0)).map_err(told)?;
    file.rewind().map_err(told)?;
    let mut head = Vec::new();
    file.take(FST_BEGINNING as u64).read_to_end(&mut head).map_err(told)?;
    if !is_packed_fst(&head) {
        return file.rewind().map(|()| None).map_err(told);
    }
    let mut block = Block { file, at: 1, length: 0 };
    // The length of the block, and that of the file in it; the gzip follows them.
    let [length, due] = [block.number(0).map_err(told)?, block.number(8).map_err(told)?];
    if length != end - 1 {
        return Err("it is cut off, or something follows it".to_owned());
    }
    if due > UNPACKED_MAX {
        return Err(format!("it has {due} bytes when it is unpacked; the limit is {UNPACKED_MAX}"));
    }
    let (mut gzip, mut unpacked) = (GzDecoder::new(io::BufReader::new(file)), Vec::new());
    gzip.by_ref().take(due + 1).read_to_end(&mut unpacked).map_err(told)?;
    let behind = gzip.into_inner().bytes().next().is_some();
    match unpacked.len() as u64 == due && !behind {
        true => Ok(Some(unpacked)),
        false => Err("unpacked it has another length than it says".to_owned()),
    }
}

/// Checks all blocks of a file, and goes back to its beginning.
///
/// # Errors
/// What is wrong with it.
pub(super) fn check(file: &mut (impl Read + Seek)) -> Result<(), String> {
    let told = |error: io::Error| error.to_string();
    let end = file.seek(SeekFrom::End(0)).map_err(told)?;
    let (mut at, mut counts, mut signals) = (0, Vec::new(), None);
    while at < end {
        let mut kind = [0];
        file.seek(SeekFrom::Start(at)).map_err(told)?;
        file.read_exact(&mut kind).map_err(told)?;
        let mut block = Block { file, at: at + 1, length: 0 };
        let cut = || "it is cut off".to_owned();
        block.length = block.number(0).map_err(|_| cut())?;
        let Block { length, .. } = block;
        if length < 8 || length > end - at - 1 {
            return Err(cut());
        }
        let damaged = || format!("the block at byte {at} is not what it is said to be");
        let is_sound = match kind[0] {
            // The header.
            0 => length == 329,
            // The types of signals.
            3 if length < 3 * 8 => false,
            3 => {
                let unpacked = block.number(8).map_err(told)?;
                let count = block.number(16).map_err(told)?;
                if count > Description::COLUMNS_MAX as u64 {
                    let most = Description::COLUMNS_MAX;
                    return Err(format!("{count} signals; the limit is {most}"));
                }
                signals = Some(count);
                count <= unpacked && unpacked <= UNPACKED_MAX
            }
            // Spans without values.
            2 => block.packed_number(8).map_err(told)?.0 <= length,
            // Names of signals, packed in three ways.
            4 | 6 | 7 if length < 3 * 8 + 2 => false,
            kind @ (4 | 6 | 7) => {
                let unpacked = block.number(8).map_err(told)?;
                let half = match kind {
                    7 => block.packed_number(16).map_err(told)?.0,
                    _ => 0,
                };
                unpacked <= NAMES_MAX && half <= NAMES_MAX
            }
            // Values.
            8 => match block.check_values().map_err(|_| damaged())? {
                Some(count) => {
                    counts.push((at, count));
                    true
                }
                None => false,
            },
            1 | 5 => return Err("its values are packed in an older way".to_owned()),
            255 => true,
            _ => false,
        };
        if !is_sound {
            return Err(damaged());
        }
        at += 1 + length;
    }
    match counts.iter().find(|it| Some(it.1) != signals) {
        Some((at, _)) => Err(format!("the block at byte {at} has values of other signals")),
        None => file.rewind().map_err(told),
    }
}
