//! The journal of a game that is being played: what was played so far, on disk after every turn, so
//! that a recording which is written at the end of the game can be had without that end.
//!
//! It stands beside the recording, as `FILE.journal`, and is a text of lines of JSON. The first says
//! what it is of, each other one what was played since the line before, or that turns were taken back.
//! docs/format.md has all of it. Its writer holds its lock: one that nobody holds is of a game that was
//! cut off. This folder reads it; what writes it is [`GameJournal`](super::GameJournal).

mod beside;
mod read;

use std::ffi::OsString;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::newer;
use chase_engine::seal::Seal;
use chase_world::error::Error;
use chase_world::world::WorldPath;

pub use beside::{InterruptedGame, NeighbourJournal, beside, in_its_place, is_held};
pub use read::JournalReader;

/// The number of the form that is written, and the newest that is read.
const FORM: u32 = 1;

/// The end of a journal's name, after the name of its file.
const SUFFIX: &str = ".journal";

/// The first bytes of every journal.
const BEGINNING: &[u8] = b"{\"journal\":";

/// The longest line that is read, in bytes: a header, and what stands beside it.
const LINE_MAX: usize = super::HEADER_MAX + (1 << 16);

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JournalHead {
    /// The number of the form.
    journal: u32,
    /// The name of the file that the game is written to at its end, without folders.
    file: String,
    /// The hash of what had that name when the game began.
    replaces: Option<Seal>,
    /// The recording's header.
    header: Box<RawValue>,
}

/// A line after the first: turns that were played, or the number of turns that were kept when others were
/// taken back.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JournalEntry<T> {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cycle: Option<u64>,
    #[serde(default = "Option::default", skip_serializing_if = "Option::is_none")]
    entries: Option<Vec<T>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    played_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    back_to: Option<usize>,
}

impl JournalHead {
    /// The first line of a new journal, without its end.
    pub fn line(file: &Path, replaces: Option<Seal>, header: Box<RawValue>) -> String {
        chase_record::replay::to_json(&JournalHead {
            journal: FORM,
            file: name_of(file),
            replaces,
            header,
        })
    }

    /// Reads a first line.
    ///
    /// # Errors
    /// It is none, or one of a newer form.
    fn parse(line: &str) -> Result<Self, Error> {
        /// The one field that every form has.
        #[derive(Deserialize)]
        struct JournalVersion {
            journal: u32,
        }
        let unread =
            |error: &serde_json::Error| Error::new(format!("not a game's journal: {error}"));
        let JournalVersion { journal } =
            serde_json::from_str(line).map_err(|error| unread(&error))?;
        match journal {
            FORM => serde_json::from_str(line).map_err(|error| unread(&error)),
            0 => Err(Error::new("journal format 0 does not exist; the first is 1")),
            found => Err(newer("journal format", found, FORM)),
        }
    }
}

/// Returns true if bytes are the beginning of a journal.
pub fn is_journal(start: &[u8]) -> bool {
    start.starts_with(BEGINNING)
}

/// A line of a journal that says that only the first `turns` turns stand, without its end.
pub(super) fn back_to_line(turns: usize) -> String {
    chase_record::replay::to_json(&JournalEntry::<()> {
        cycle: None,
        entries: None,
        played_ms: None,
        back_to: Some(turns),
    })
}

/// A line of a journal made of the line of a cycle without a seal, which ends with `}`.
pub(super) fn turns_line(cycle: &[u8], played_ms: Option<u64>) -> String {
    let line = String::from_utf8_lossy(cycle);
    match (line.strip_suffix('}'), played_ms) {
        (Some(open), Some(played_ms)) => format!("{open},\"played_ms\":{played_ms}}}"),
        _ => line.into_owned(),
    }
}

/// The name of a file, without folders.
fn name_of(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The file that a path leads to, through links, and the place of its journal beside it.
pub(super) fn places(path: &WorldPath) -> (WorldPath, WorldPath) {
    let file = path.full().unwrap_or_else(|_| path.clone());
    let mut name = OsString::from(file.file_name().unwrap_or_default());
    name.push(SUFFIX);
    let journal = file.other(file.path().with_file_name(name));
    (file, journal)
}

/// Returns true if two paths lead to one file, which need not be there.
pub fn is_one_file(one: &WorldPath, other: &WorldPath) -> bool {
    let whole = |path: &WorldPath| {
        let (_, journal) = places(path);
        let folder = journal.folder().full().ok()?;
        Some(folder.path().join(journal.file_name()?))
    };
    let (one, other) = (whole(one), whole(other));
    one.is_some() && one == other
}

/// The hash of a file; nothing where there is none.
pub(super) fn hash_of(file: &WorldPath) -> std::io::Result<Option<Seal>> {
    match file.open() {
        Ok(mut there) if there.metadata()?.is_file() => Seal::of_bytes(&mut there).map(Some),
        Ok(_) => Ok(None),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
