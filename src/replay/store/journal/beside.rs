//! The journal beside a file: of a game that is being played for it, or of one that was cut off. Nothing
//! is written or removed here.

use std::io::{BufRead as _, BufReader, Read as _};

use super::read::JournalReader;
use super::{JournalHead, LINE_MAX, hash_of, name_of, places};
use crate::store::lock::is_locked;
use chase_world::error::Error;
use chase_world::world::{File, FileKind, WorldPath};

/// The journal beside a file.
#[derive(Clone, Debug)]
pub enum NeighbourJournal {
    /// There is none, or one of another file.
    Nothing,
    /// A game is being played now that will be written to the file.
    Played,
    /// A game was cut off before it was written to the file.
    CutOff(InterruptedGame),
    /// A game was cut off, and the file was written by something else since then.
    Overtaken(WorldPath),
}

/// A game that was cut off.
#[derive(Clone, Debug)]
pub struct InterruptedGame {
    /// The path of its journal.
    pub journal: WorldPath,
    /// The number of turns that were played and not taken back.
    pub turns: usize,
    /// The names of the players, by seat.
    pub players: Vec<String>,
}

/// Looks for a journal beside a file.
///
/// # Errors
/// A journal of this file that cannot be read.
pub fn beside(path: &WorldPath) -> Result<NeighbourJournal, Error> {
    let Some((journal, opened, standing)) = found(path) else {
        return Ok(NeighbourJournal::Nothing);
    };
    Ok(match standing {
        JournalStatus::Played => NeighbourJournal::Played,
        JournalStatus::Overtaken => NeighbourJournal::Overtaken(journal),
        JournalStatus::InItsPlace => {
            let name = journal.display().to_string();
            let (reader, header) = JournalReader::open(&name, opened)?;
            NeighbourJournal::CutOff(InterruptedGame {
                turns: reader.turns,
                players: header.players,
                journal,
            })
        }
    })
}

/// Returns true if a game is being played now that will be written to a file.
pub fn is_held(path: &WorldPath) -> bool {
    matches!(found(path), Some((_, _, JournalStatus::Played)))
}

/// The journal that is read in the place of a file: that of a game that was cut off before the file was
/// written. If the file does not exist, also that of a game that is still being played; its reader then
/// finds that out.
pub fn in_its_place(path: &WorldPath) -> Option<File> {
    let (_, opened, standing) = found(path)?;
    let stands = match standing {
        JournalStatus::InItsPlace => true,
        JournalStatus::Played => !path.exists(),
        JournalStatus::Overtaken => false,
    };
    stands.then_some(opened)
}

/// The state of a journal relative to its file.
enum JournalStatus {
    Played,
    InItsPlace,
    Overtaken,
}

/// The journal of a file, open at its beginning.
fn found(path: &WorldPath) -> Option<(WorldPath, File, JournalStatus)> {
    if path.is_input() {
        return None;
    }
    let (file, journal) = places(path);
    if journal.kind().ok()? != FileKind::File {
        return None;
    }
    let opened = journal.open().ok()?;
    let mut line = String::new();
    let limited = (&opened).take(LINE_MAX as u64);
    BufReader::new(limited).read_line(&mut line).ok()?;
    let replaced = match JournalHead::parse(&line) {
        Ok(first) if first.file != name_of(file.path()) => return None,
        Ok(first) => Some(first.replaces),
        // Its reader says what is wrong with it.
        Err(_) => None,
    };
    let opened = journal.open().ok()?;
    let standing = if is_locked(&opened) {
        JournalStatus::Played
    } else if !file.exists() || replaced.is_some_and(|it| it == hash_of(&file).ok().flatten()) {
        JournalStatus::InItsPlace
    } else {
        JournalStatus::Overtaken
    };
    Some((journal, opened, standing))
}
