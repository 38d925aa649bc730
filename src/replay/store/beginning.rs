//! Recognises a file by its first bytes, and opens it. In the place of a file that was not written, the
//! journal of the game that was cut off before is opened.

use std::io::{self, Read as _, Seek as _};

use super::binary::MAGIC;
use super::journal;
use super::spool::{SNIFFED, may_be_replay, may_be_text, seekable};
use chase_world::error::{Error, IoAt};
use chase_world::world::{File, WorldPath};

/// Returns true if a JSON document begins as replays do: with the number of their format.
pub(super) fn says_it_is_one(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start);
    let inside = text.trim_start().strip_prefix('{');
    let is_journal = journal::is_journal(start);
    is_journal || inside.is_some_and(|it| it.trim_start().starts_with("\"chase\""))
}

/// Opens a file as it is. The journal of a game that was cut off before the file was written stands in its
/// place.
///
/// # Errors
/// No such file, or one that cannot be read.
pub fn open_file(path: &WorldPath) -> io::Result<File> {
    journal::in_its_place(path).map_or_else(|| path.open(), Ok)
}

/// Opens a file for a replay, so that it can be sought in; `-` is standard input, of which only the
/// beginning is taken where it is no replay's. The journal of a game that was cut off before the file was
/// written stands in its place.
///
/// # Errors
/// No such file, or one that cannot be read.
pub fn open_replay_file(path: &WorldPath) -> Result<File, Error> {
    open_wanted(path, may_be_replay)
}

/// Opens a file that can be sought in; `-` is standard input. A journal stands in the place of a file as
/// in [`open_replay_file`].
///
/// # Errors
/// No such file, or one that cannot be read.
pub fn open_seekable(path: &WorldPath) -> Result<File, Error> {
    open_wanted(path, may_be_text)
}

fn open_wanted(path: &WorldPath, wanted: fn(&[u8]) -> bool) -> Result<File, Error> {
    journal::in_its_place(path)
        .map_or_else(|| seekable(path, wanted), Ok)
        .io_at(path.display(), "read")
}

/// Returns true if a file holds a replay of either form, by its first bytes.
///
/// # Errors
/// It cannot be read.
pub fn is_replay(name: &str, file: &mut File) -> Result<bool, Error> {
    Ok(may_be_replay(&beginning(name, file)?))
}

/// Returns true if a file begins as recordings of either form do, or as the journal of a game.
pub fn looks_like_recording(path: &WorldPath) -> bool {
    let start = path.open().io_at(path.display(), "read");
    let start = start.and_then(|mut file| beginning("", &mut file));
    start.is_ok_and(|start| start.starts_with(&MAGIC) || says_it_is_one(&start))
}

/// The first bytes of a file; it then stands at its beginning again.
///
/// # Errors
/// It cannot be read.
pub fn beginning(name: &str, file: &mut File) -> Result<Vec<u8>, Error> {
    let mut start = Vec::new();
    file.by_ref().take(SNIFFED).read_to_end(&mut start).io_at(name, "read")?;
    file.rewind().io_at(name, "read")?;
    Ok(start)
}
