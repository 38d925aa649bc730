//! The parts of a document around its cycles, and the faults of documents that are none.

use chase_world::world::File;
use std::io::{self, BufReader, Seek as _, SeekFrom};
use std::ops::Range;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::DAMAGED;
use super::place::{beyond_utf8, place};
use crate::store::check_format;
use crate::store::window::Window;
use chase_engine::dice::Generator;
use chase_engine::game::Outcome;
use chase_engine::provenance::present;
use chase_engine::seal::Seal;
use chase_record::replay::{HEADER_BYTES_MAX, Header, Origin};
use chase_world::error::{Error, IoAt, without_place};

/// A document: `S` is the form in which its scenario is kept, `C` the form of its cycles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonDocument<S, C> {
    chase: u32,
    game: String,
    rules: u32,
    writer: String,
    dice: Generator,
    seed: i64,
    number: u64,
    players: Vec<String>,
    scenario: S,
    #[serde(default, deserialize_with = "present")]
    origin: Option<Origin>,
    cycles: C,
    outcome: Option<Outcome>,
    #[serde(default, deserialize_with = "present")]
    played_ms: Option<u64>,
    seal: Seal,
}

/// The one field that every version has, whatever else it may have.
#[derive(Deserialize)]
struct DocumentVersion {
    chase: Option<u32>,
}

/// The end of the game as a document states it.
pub(crate) struct DocumentEnd {
    pub outcome: Option<Outcome>,
    pub played_ms: Option<u64>,
    pub seal: Seal,
}

impl<C> JsonDocument<Box<RawValue>, C> {
    fn split(self, name: &str) -> Result<(Header, DocumentEnd), Error> {
        check_format(self.chase).map_err(|error| error.at(name))?;
        let header = Header {
            chase: self.chase,
            game: self.game,
            rules: self.rules,
            writer: self.writer,
            dice: self.dice,
            seed: self.seed,
            number: self.number,
            players: self.players,
            scenario: self.scenario,
            origin: self.origin,
        };
        let ending =
            DocumentEnd { outcome: self.outcome, played_ms: self.played_ms, seal: self.seal };
        Ok((header, ending))
    }
}

/// Reads the parts of a document before and after its cycles, if the cycles seem to stand one per line, as this
/// program writes it; the cycles themselves are not read: the offsets of their lines are returned, from the start
/// of the first to the end of the last. Returns nothing if the document stands otherwise or is faulty:
/// [`checked`] then reports the fault.
///
/// # Errors
/// The file cannot be read, or the format is one that this program does not know.
pub fn by_lines(
    name: &str,
    file: &File,
) -> Result<Option<(Header, DocumentEnd, Range<u64>)>, Error> {
    let Some(mut text) = head(file).io_at(name, "read")? else {
        return Ok(None);
    };
    let from = text.len();
    let Some((tail, to)) = tail(file, from as u64).io_at(name, "read")? else {
        return Ok(None);
    };
    text.extend_from_slice(&tail);
    let Ok(text) = String::from_utf8(text) else {
        return Ok(None);
    };
    let Ok(document) = serde_json::from_str::<JsonDocument<Box<RawValue>, &RawValue>>(&text) else {
        return Ok(None);
    };
    // The bracket that ends the head is that of the list of cycles, and of no other list.
    let list = document.cycles.get();
    let list_from = list.as_ptr() as usize - text.as_ptr() as usize;
    if list_from + 1 != from || list.contains(['{', '"']) {
        return Ok(None);
    }
    let (header, ending) = document.split(name)?;
    Ok(Some((header, ending, to.min(from as u64 + 1)..to)))
}

/// The first bytes of a document as this program writes it, and its last line before the cycles.
const BEGINNING: &[u8] = b"{\n\"";
const CYCLES: &[u8] = b"\n\"cycles\":[\n";

/// The text up to the bracket that the list of cycles begins with, and with it.
fn head(file: &File) -> io::Result<Option<Vec<u8>>> {
    /// More than the longest header, with blanks.
    const HEAD_MAX: usize = HEADER_BYTES_MAX + (1 << 16);
    let mut window = Window::new(file.try_clone()?, 0..u64::MAX);
    let mut searched = 0;
    while window.more()? && window.bytes().len() <= HEAD_MAX {
        let text = window.bytes();
        if !text.starts_with(BEGINNING) {
            return Ok(None);
        }
        if let Some(at) = memchr::memmem::find(&text[searched..], CYCLES) {
            return Ok(Some(text[..searched + at + CYCLES.len() - 1].to_vec()));
        }
        searched = (text.len() + 1).saturating_sub(CYCLES.len());
    }
    Ok(None)
}

/// The text from the end of the last cycle, before a line that begins with a bracket, and its
/// offset, which is at least `from`.
fn tail(file: &File, from: u64) -> io::Result<Option<(Vec<u8>, u64)>> {
    /// An outcome has few points and a cause of few letters.
    const TAIL_MAX: u64 = 1 << 16;
    let length = file.metadata()?.bytes;
    let from = from.max(length.saturating_sub(TAIL_MAX));
    let mut window = Window::new(file.try_clone()?, from..length);
    while window.more()? {}
    let at = memchr::memmem::rfind(window.bytes(), b"\n]");
    Ok(at.map(|at| (window.bytes()[at..].to_vec(), from + at as u64)))
}

/// Reads a document to its end, whatever its lines are, and holds no more of it than its header. Its cycles are
/// counted; they are JSON and nothing more is known of them.
///
/// # Errors
/// It is no whole replay, with the line and the column where that shows.
pub fn checked(name: &str, file: &File) -> Result<(Header, DocumentEnd, u64), Error> {
    let failed = |error: io::Error| Error::io(name, "read", &error);
    if let Some(good) = beyond_utf8(file).map_err(failed)? {
        let at = place(name, file, good);
        return Err(Error::new("bytes that are not UTF-8").at(at).help(DAMAGED));
    }
    let document: JsonDocument<Box<RawValue>, Vec<IgnoredAny>> = match from_file(file) {
        Ok(document) => document,
        Err(error) if error.is_io() => return Err(failed(error.into())),
        Err(error) => {
            if let Ok(DocumentVersion { chase: Some(found) }) = from_file(file) {
                check_format(found).map_err(|error| error.at(name))?;
            }
            let what = without_place(&error);
            return Err(Error::new(format!("not a whole replay: {what}"))
                .at(format_args!("{name}:{}:{}", error.line(), error.column()))
                .help(DAMAGED));
        }
    };
    let count = document.cycles.len() as u64;
    let (header, ending) = document.split(name)?;
    Ok((header, ending, count))
}

fn from_file<T: for<'de> Deserialize<'de>>(mut file: &File) -> serde_json::Result<T> {
    file.seek(SeekFrom::Start(0)).map_err(serde_json::Error::io)?;
    serde_json::from_reader(BufReader::with_capacity(Window::PIECE, file))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    const DOCUMENT: &str = r#"{
"chase":1,
"game":"grün","rules":1,"writer":"w","dice":"chacha8","seed":-5,"number":0,
"players":["a","\u0062"],"scenario":{"goal":[1, -2.5e3, true, null, "x\"]"]},
"origin":{"continued":{"seal":"000102030405060708090a0b0c0d0e0f","cycle":3}},
"cycles":[
{"cycle":0,"entries":[{"events":[{"ünd":{}}]}],"seal":"00"},
[ 1 , "\\" ]
],
"outcome":{"cause":"caught","points":[0,2]},
"played_ms":7,
"seal":"000102030405060708090a0b0c0d0e0f"
}
"#;

    /// Parses a whole text with serde_json: the number of its cycles, or the line, the column and the
    /// fault there.
    fn whole(text: &str) -> Result<u64, (usize, usize, String)> {
        let place = |error: serde_json::Error| {
            let what = without_place(&error);
            (error.line(), error.column(), what)
        };
        serde_json::from_str::<JsonDocument<&RawValue, Vec<&RawValue>>>(text)
            .map(|document| document.cycles.len() as u64)
            .map_err(place)
    }

    /// A place in a text as it is told of what is in memory, and one byte before and behind it.
    fn beside(text: &str, (line, column): (usize, usize)) -> [(usize, usize); 3] {
        let lengths: Vec<_> = text.split('\n').map(str::len).collect();
        let before = match column {
            0 if line > 1 => (line - 1, lengths[line - 2]),
            _ => (line, column.saturating_sub(1)),
        };
        let behind = match lengths.get(line - 1) {
            Some(length) if column < *length => (line, column + 1),
            _ if column == lengths.get(line - 1).copied().unwrap_or(0) => (line + 1, 0),
            _ => (line, column + 1),
        };
        [before, (line, column), behind]
    }

    #[test]
    fn a_document_is_accepted_refused_and_told_as_one_that_is_held_as_a_whole() {
        let hold = |bytes: &[u8]| {
            let mut file = File::nameless();
            file.write_all(bytes).unwrap();
            let told = checked("x", &file).map(|(_, _, count)| count);
            let told = told.map_err(|error| error.to_string());
            match std::str::from_utf8(bytes).map(whole) {
                Ok(Ok(count)) if told.is_ok() => assert_eq!(told, Ok(count)),
                // The header's own rules come after JSON's.
                Ok(Ok(_)) => assert!(!told.unwrap_err().contains("not a whole replay")),
                Ok(Err(_)) if bytes.starts_with(b"{\n\"chase\":3") => {}
                Ok(Err((line, column, what))) => {
                    let text = std::str::from_utf8(bytes).expect("text");
                    let said = |(line, column): (usize, usize)| {
                        Error::new(format!("not a whole replay: {what}"))
                            .at(format_args!("x:{line}:{column}"))
                            .help(DAMAGED)
                            .to_string()
                    };
                    // Who reads from a file may have looked one byte ahead, into the next line too.
                    let told = told.unwrap_err();
                    let beside = beside(text, (line, column));
                    assert!(beside.map(said).contains(&told), "{told}: {line}:{column}");
                }
                Err(error) => {
                    let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap();
                    let line = good.lines().count() + usize::from(good.ends_with('\n'));
                    let column = good.rsplit('\n').next().unwrap().chars().count() + 1;
                    let place = format!("x:{}:{column}: bytes that are not UTF-8", line.max(1));
                    assert!(told.unwrap_err().starts_with(&place));
                }
            }
        };
        for end in 0..=DOCUMENT.len() {
            hold(&DOCUMENT.as_bytes()[..end]);
        }
        for bit in 0..8 * DOCUMENT.len() {
            let mut bytes = DOCUMENT.as_bytes().to_vec();
            bytes[bit / 8] ^= 1 << (bit % 8);
            hold(&bytes);
        }
        hold(&[DOCUMENT.as_bytes(), b" \n\t{"].concat());
    }
}
