//! The JSON form: one document, header fields first, then one cycle per line, then outcome and
//! seal. It is written as it comes and read as it comes: of the cycles only one is held in memory.
//!
//! A document as this program writes it is read line by line. One that stands otherwise in its
//! lines, such as one that `jq` wrote, is first held against JSON's grammar as a whole and then read
//! value by value.

mod document;
mod elements;
mod place;
mod read;
mod write;

pub use read::JsonReader;
pub use write::JsonStream;

/// The most bytes of a document that are read.
pub(crate) const DOCUMENT_MAX: u64 = 2 << 30;

const DAMAGED: &str =
    "the file was damaged or changed after it was recorded; record it again or use an intact copy";
