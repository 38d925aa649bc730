//! Bytes as raw DEFLATE (RFC 1951).

use std::cell::RefCell;
use std::io::Read;

use flate2::read::DeflateDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};

use super::numbers::{put_number, take_number};

thread_local! {
    /// Its tables are large: making them anew for every frame costs more than most frames do.
    static DEFLATE: RefCell<Compress> = RefCell::new(Compress::new(Compression::fast(), false));
}

/// The bytes in DEFLATE.
///
/// # Panics
/// Never: there are no bytes that cannot be deflated.
#[must_use]
fn deflated(plain: &[u8]) -> Vec<u8> {
    DEFLATE.with_borrow_mut(|deflate| {
        deflate.reset();
        let mut out = Vec::with_capacity(plain.len() / 2 + 64);
        loop {
            let read = usize::try_from(deflate.total_in()).expect("it was in memory");
            let status = deflate.compress_vec(&plain[read..], &mut out, FlushCompress::Finish);
            if status.expect("plain bytes can always be deflated") == Status::StreamEnd {
                return out;
            }
            out.reserve(out.capacity());
        }
    })
}

/// The `length` bytes that [`deflated`] was given, at most so many; nothing if these are not the bytes of that many.
#[must_use]
fn inflated(packed: &[u8], length: usize, most: usize) -> Option<Vec<u8>> {
    if length > most {
        return None;
    }
    let mut plain = Vec::new();
    let mut decoder = DeflateDecoder::new(packed).take(length as u64 + 1);
    decoder.read_to_end(&mut plain).ok()?;
    let is_all = decoder.get_ref().total_in() == packed.len() as u64;
    (plain.len() == length && is_all).then_some(plain)
}

/// Appends the length of bytes, the length that they are deflated to, and these.
pub(super) fn put(plain: &[u8], out: &mut Vec<u8>) {
    let packed = deflated(plain);
    put_number(plain.len() as u64, out);
    put_number(packed.len() as u64, out);
    out.extend_from_slice(&packed);
}

/// Reads bytes that [`put`] wrote, at most so many.
pub(super) fn take(bytes: &mut &[u8], most: usize) -> Option<Vec<u8>> {
    let length = usize::try_from(take_number(bytes)?).ok()?;
    let packed = usize::try_from(take_number(bytes)?).ok()?;
    let (packed, rest) = bytes.split_at_checked(packed)?;
    *bytes = rest;
    inflated(packed, length, most)
}
