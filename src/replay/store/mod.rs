//! Replays on disk: one door in, one door out, two forms of one thing. And transcripts, read
//! beside them as traces.
//!
//! Reading sniffs the content and never looks at an extension. The store knows no game: whoever
//! opens a replay hands in a function that turns a header into something that can fold it.

mod beginning;
mod binary;
mod disk;
mod game_journal;
mod journal;
mod json;
mod line_log;
mod lines;
mod lock;
mod reader;
mod shape;
mod source;
mod spool;
mod target;
mod temporary;
mod window;
mod writer;

pub use beginning::{
    beginning, is_replay, looks_like_recording, open_file, open_replay_file, open_seekable,
};
pub use disk::{Disk, FileSystem, Overwrite};
pub use game_journal::{GameJournal, JournalSummary, LeftoverJournal, discard};
pub use journal::{InterruptedGame, NeighbourJournal, beside, is_journal, is_one_file};
pub use json::JsonStream;
pub use line_log::LineLog;
pub use lines::{FileLine, FileLines};
pub use lock::{FolderLock, Lock, try_lock};
pub use reader::{ReplayForm, ReplayReader, ReplaySummary, Tail, glance};
pub use source::{Content, TraceSource, contents};
pub use spool::copy_input;
pub use target::{Target, WriteOutcome};
pub use writer::{ReplayWriter, form_by_extension};

use chase_record::any::{DrawnHistory, RecordError, Unopened};
use chase_record::replay::{HEADER_BYTES_MAX as HEADER_MAX, Header};
use chase_world::error::Error;

/// Turns a header into a replay with nothing folded yet, and its scenario into compact JSON.
pub(crate) type Opener<'a> = &'a dyn Fn(&mut Header) -> Result<Box<dyn DrawnHistory>, Error>;

/// Refuses to write a header that no reader would take.
fn check_header_length(compact: &str) -> std::io::Result<()> {
    if compact.len() <= HEADER_MAX {
        return Ok(());
    }
    let what = format!("the scenario is too long: a header has at most {HEADER_MAX} bytes");
    Err(std::io::Error::new(std::io::ErrorKind::FileTooLarge, what))
}

/// Refuses formats that a newer program wrote.
fn check_format(found: u32) -> Result<(), Error> {
    use chase_record::replay::FORMAT;
    if found > FORMAT {
        return Err(newer("replay format", found, FORMAT));
    }
    if found == 0 {
        return Err(Error::new("replay format 0 does not exist; the first is 1"));
    }
    Ok(())
}

/// The message about a version this program does not know yet.
pub fn newer(what: &str, found: u32, known: u32) -> Error {
    Error::new(format!("{what} {found}; this program reads up to {known}"))
        .help("install a newer chase: cargo install chase-sim")
}

/// The message about a header of `game` that does not open.
pub fn unopened(game: &str, why: &Unopened) -> Error {
    match why {
        Unopened::Newer { found, known } => newer(&format!("{game} rules"), *found, *known),
        Unopened::Unreadable(what) => Error::new(format!("not a scenario of {game}: {what}")),
        Unopened::Unplayable(fault) => {
            Error::new(format!("a scenario that cannot be played: {fault}"))
        }
    }
}

/// The message about a game that cannot begin.
pub fn unrecorded(game: &str, why: RecordError) -> Error {
    match why {
        RecordError::Unopened(why) => unopened(game, &why),
        RecordError::Player(why) => Error::new(why.to_string()),
    }
}
