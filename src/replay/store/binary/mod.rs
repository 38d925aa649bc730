//! The binary form (`.chase`): a header, frames of cycles, a footer with the index.
//!
//! All numbers are little-endian. docs/format.md draws the same bytes.
//!
//! ```text
//! file    magic 8 | format 1 | codec 1 | salt 8 | header length 4 | header (JSON)
//!         frame ... frame | footer
//! frame   head 48 (below) | state | payload | CRC32C 4
//! head    "FRAM" | payload length 4 | state length 4 | sequence 4 | first cycle 8 | count 4
//!         | seal so far 16 | CRC32C of the 44 bytes before 4
//! footer  "FOOT" | body length 8 | body | where the footer begins 8 | CRC32C 4 | "CHASEEND"
//! body    cycles 8 | entries 8 | events 8 | words 8 | history seal 16 | file seal 16
//!         | outcome length 4 | outcome (JSON) | frames 4 | per frame: first cycle 8, offset 8
//!         | milliseconds that people spent 8, or nothing
//! ```
//!
//! Every checksum begins with the salt, 8 bytes of the header's hash, so that a frame of another
//! recording never fits. Without a footer the file is an unfinished recording.

pub(super) mod frame;
mod read;
mod write;

pub use read::BinaryReader;
pub use write::BinaryWriter;

/// The first bytes of every file: not ASCII, so that nothing takes it for text, and with both
/// kinds of line end, so that a transfer in text mode is noticed.
pub(crate) const MAGIC: [u8; 8] = *b"\x89CHS\r\n\x1a\n";
