//! Compressed logs, known by their first bytes. All frames of a file in Zstandard are unpacked, their checksums must hold,
//! and nothing else may stand behind the last of them.

use std::io::{self, Read};

use chase_world::panics::guarded;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The compression of a log, recognised by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// No compression that is known here: the bytes are those of the log.
    Plain,
    /// Compressed by gzip (RFC 1952).
    Gzip,
    /// Compressed by Zstandard (RFC 8878).
    Zstd,
    /// Compressed by xz, which is not read.
    Xz,
    /// Compressed by bzip2, which is not read.
    Bzip2,
    /// A waveform of GHDL, which is not read.
    Ghw,
}

/// The first bytes of a frame of Zstandard.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Returns true if bytes begin a frame of Zstandard that holds no data.
fn is_skippable(start: &[u8]) -> bool {
    matches!(start, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

/// Tells how bytes are packed that begin like this.
pub fn sniff(beginning: &[u8]) -> Compression {
    match beginning {
        [0x1f, 0x8b, ..] => Compression::Gzip,
        it if it.starts_with(&ZSTD_MAGIC) || is_skippable(it) => Compression::Zstd,
        it if it.starts_with(b"\xfd7zXZ\0") => Compression::Xz,
        // The number that begins a block is pi; without blocks it is the square root of pi.
        [b'B', b'Z', b'h', b'1'..=b'9', rest @ ..]
            if rest.starts_with(b"1AY&S") || rest.starts_with(b"\x17rE8P") =>
        {
            Compression::Bzip2
        }
        it if it.starts_with(b"GHDLwave") => Compression::Ghw,
        _ => Compression::Plain,
    }
}

/// The frames of a file in Zstandard, one behind the other.
pub(crate) struct ZstdFrames<R> {
    source: R,
    frame: Option<ZstdFrame>,
}

/// A frame that is read.
struct ZstdFrame {
    decoder: FrameDecoder,
    /// The number of bytes that it holds, if it says so.
    length: Option<u64>,
    read: u64,
}

/// Damage, as the crate tells it.
fn damaged(why: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("a damaged Zstandard frame: {why}"))
}

/// Does what the crate panics at where a frame is damaged.
fn sound<T, E: std::fmt::Display>(work: impl FnOnce() -> Result<T, E>) -> io::Result<T> {
    match guarded(work) {
        Some(done) => done.map_err(damaged),
        None => Err(damaged("its blocks are not what they are said to be")),
    }
}

impl<R: Read> ZstdFrames<R> {
    pub fn new(source: R) -> Self {
        ZstdFrames { source, frame: None }
    }

    /// Begins the next frame that holds data; nothing at the end.
    fn next_frame(&mut self) -> io::Result<Option<ZstdFrame>> {
        loop {
            let mut start = Vec::new();
            self.source.by_ref().take(5).read_to_end(&mut start)?;
            match start[..] {
                [] => return Ok(None),
                [.., descriptor] if start.len() == 5 && start.starts_with(&ZSTD_MAGIC) => {
                    return self.begin(&start, descriptor).map(Some);
                }
                [_, _, _, _, first] if is_skippable(&start) => {
                    let mut rest = [0; 3];
                    self.source.read_exact(&mut rest).map_err(damaged)?;
                    let length = u32::from_le_bytes([first, rest[0], rest[1], rest[2]]).into();
                    let mut skipped = self.source.by_ref().take(length);
                    if io::copy(&mut skipped, &mut io::sink())? < length {
                        return Err(damaged("the file ends within it"));
                    }
                }
                _ => {
                    let what = "extra bytes after the end of the Zstandard data";
                    return Err(io::Error::other(what));
                }
            }
        }
    }

    /// Begins the frame whose first bytes these are, the last of them its descriptor.
    fn begin(&mut self, start: &[u8], descriptor: u8) -> io::Result<ZstdFrame> {
        const RESERVED: u8 = 0x08;
        const SIZED: u8 = 0xe0;
        if descriptor & RESERVED != 0 {
            return Err(damaged("a bit of its descriptor is set that has no meaning"));
        }
        let mut decoder = FrameDecoder::new();
        let source = start.chain(&mut self.source);
        sound(|| decoder.init(source))?;
        let length = (descriptor & SIZED != 0).then(|| decoder.content_size());
        Ok(ZstdFrame { decoder, length, read: 0 })
    }
}

impl ZstdFrame {
    /// Checks what a frame tells of its bytes, which were all read.
    fn check(&self) -> io::Result<()> {
        let checksum = self.decoder.get_checksum_from_data();
        match () {
            () if self.length.is_some_and(|it| it != self.read) => {
                Err(damaged("it has another length than it says"))
            }
            () if checksum.is_some() && checksum != self.decoder.get_calculated_checksum() => {
                Err(damaged("its checksum does not hold"))
            }
            () => Ok(()),
        }
    }
}

impl<R: Read> Read for ZstdFrames<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some(frame) = &mut self.frame else {
                match self.next_frame()? {
                    Some(frame) => self.frame = Some(frame),
                    None => return Ok(0),
                }
                continue;
            };
            let decoder = &mut frame.decoder;
            while decoder.can_collect() == 0 && !decoder.is_finished() {
                let most = BlockDecodingStrategy::UptoBytes(into.len());
                sound(|| decoder.decode_blocks(&mut self.source, most))?;
            }
            let read = decoder.read(into)?;
            frame.read += read as u64;
            if read > 0 || into.is_empty() {
                return Ok(read);
            }
            frame.check()?;
            self.frame = None;
        }
    }
}

#[cfg(test)]
mod tests;
