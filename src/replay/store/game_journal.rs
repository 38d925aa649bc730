//! Keeps a game while it is played: every turn goes to a journal beside the file at once, and at the end
//! the file is written from the journal, which is then removed. docs/format.md has the journal's form.

use std::io;

use serde_json::value::to_raw_value;

use super::disk::{FileSystem as _, Overwrite, Temporary};
use super::journal::{
    JournalHead, JournalReader, back_to_line, hash_of, is_held, places, turns_line,
};
use super::line_log::LineLog;
use super::reader::ReplayReader;
use super::target::Target;
use super::writer::ReplayWriter;
use super::{Opener, check_header_length, temporary};
use chase_record::replay::Header;
use chase_record::turn_sink::TurnSink;
use chase_world::error::{Error, IoAt};
use chase_world::world::{File, WorldPath};

/// The rule for a journal in the place of a new one, left by a game that was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftoverJournal {
    /// The journal stays, and no game begins.
    Keep,
    /// The new journal takes its place.
    Replace,
}

/// The journal of a game that is being played.
#[derive(Debug)]
pub struct GameJournal {
    /// The file as the user named it.
    named: WorldPath,
    overwrite: Overwrite,
    in_the_way: LeftoverJournal,
    stage: JournalStage,
    log: LineLog,
    /// The journal's own file; its lock is held as long as it is open.
    file: File,
    failure: Option<io::Error>,
}

/// The name of a journal: not given yet, given, or never given.
#[derive(Debug)]
enum JournalStage {
    /// It has no name yet, and gets this one.
    Begun(Temporary, WorldPath),
    /// It has this one.
    Named(WorldPath),
    /// It gets none: what it is for is a pipe or a device, which has nothing beside it.
    Nameless,
}

/// A summary of the game as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalSummary {
    /// The newest cycle, if there is one.
    pub last: Option<u64>,
    /// The game's word for a cycle.
    pub unit: &'static str,
}

impl GameJournal {
    /// Begins the journal of a game that will be written to `path`. It has no name, and nothing that was
    /// there before is touched, until [`GameJournal::publish`].
    ///
    /// # Errors
    /// The file or the journal could not be written, or another game is being played for the file.
    pub fn begin(
        path: &WorldPath,
        header: &Header,
        overwrite: Overwrite,
        in_the_way: LeftoverJournal,
    ) -> Result<Self, Error> {
        let failed = |error: io::Error| Error::io(path.display(), "write", &error);
        let is_file = Target::check(path, overwrite)?;
        if is_held(path) {
            return Err(Error::new("a game that is being played now will be written to this file")
                .at(path.display())
                .help("wait until it is over, or write elsewhere with -o FILE"));
        }
        check_header_length(&header.to_json()).map_err(failed)?;
        let header = to_raw_value(header).map_err(|error| failed(error.into()))?;
        let (target, journal) = places(path);
        let (file, stage, replaces) = if is_file {
            let (temp, file) = begun(&journal).map_err(failed)?;
            let replaces = hash_of(&target).map_err(failed)?;
            (file, JournalStage::Begun(temp, journal.clone()), replaces)
        } else {
            let file = path.world().nameless_file().map_err(failed)?;
            (file, JournalStage::Nameless, None)
        };
        let first = JournalHead::line(target.path(), replaces, header);
        let lines = file.try_clone().map_err(failed)?;
        let mut log = LineLog::on(path.world().clone(), journal.path(), lines);
        let written = log.write(&first).and_then(|()| log.sync());
        written.map_err(failed)?;
        Ok(GameJournal {
            named: path.clone(),
            overwrite,
            in_the_way,
            stage,
            log,
            file,
            failure: None,
        })
    }

    /// Gives the journal its name, with all that was played up to here: from now on it is found.
    ///
    /// # Errors
    /// It could not be written, or there is another one that stays.
    pub fn publish(&mut self) -> Result<(), Error> {
        let JournalStage::Begun(..) = self.stage else {
            return Ok(());
        };
        let failed = |error: &io::Error| Error::io(self.named.display(), "write", error);
        self.log.sync().map_err(|error| failed(&error))?;
        let JournalStage::Begun(temp, journal) =
            std::mem::replace(&mut self.stage, JournalStage::Nameless)
        else {
            return Ok(());
        };
        let overwrite = Overwrite::by(self.in_the_way == LeftoverJournal::Replace);
        let world = journal.world();
        let placed = world.rename(temp, journal.path(), overwrite);
        let placed = placed.and_then(|()| world.sync_name(journal.path()));
        placed.map_err(|error| failed(&error))?;
        self.stage = JournalStage::Named(journal);
        Ok(())
    }

    /// The error that kept the newest turns from being written, if there was one: nothing is written
    /// after them.
    pub fn failure(&self) -> Option<&io::Error> {
        self.failure.as_ref()
    }

    /// The path of the journal, once it has a name.
    #[must_use]
    pub fn place(&self) -> Option<&WorldPath> {
        match &self.stage {
            JournalStage::Named(journal) => Some(journal),
            JournalStage::Begun(..) | JournalStage::Nameless => None,
        }
    }

    /// Writes the file from the journal, and removes the journal. `played_ms` is the time that people
    /// played, if it is known more exactly than from the newest turn. If this fails, the journal stays. A
    /// journal that was not published writes no file.
    ///
    /// # Errors
    /// The file could not be written.
    pub fn close(
        self,
        played_ms: Option<u64>,
        opener: Opener<'_>,
    ) -> Result<Option<JournalSummary>, Error> {
        if let JournalStage::Begun(..) = self.stage {
            return Ok(None);
        }
        let failed = |error: &io::Error| Error::io(self.named.display(), "write", error);
        let file = self.file.try_clone().map_err(|error| failed(&error))?;
        let name = self.named.display().to_string();
        let (journal, header) = JournalReader::open(&name, file)?;
        let played_ms = played_ms.or(journal.played_ms);
        let mut reader = ReplayReader::of_journal(&name, journal, header, opener)?;
        let header = reader.header().clone();
        let mut recorder = ReplayWriter::of_journal(&self.named, &header, self.overwrite)?;
        recorder.set_played_ms(played_ms);
        recorder.take_all(&mut reader)?;
        recorder.finish(reader.now(), opener)?;
        if let JournalStage::Named(journal) = &self.stage
            && journal.world().is_at(&self.file, journal.path()).map_err(|error| failed(&error))?
        {
            discard(journal)?;
        }
        Ok(Some(JournalSummary { last: reader.now().last(), unit: reader.now().unit() }))
    }

    fn write(&mut self, line: &str) {
        if self.failure.is_none() {
            self.failure = self.log.write(line).err();
        }
    }
}

/// A file beside a journal that only this user may read, and a handle to write through.
fn begun(journal: &WorldPath) -> io::Result<(Temporary, File)> {
    let Some(path) = journal.on_system() else {
        return journal.world().create_beside(journal.path());
    };
    let temporary = temporary::beside(&path, temporary::PRIVATE)?;
    temporary::sweep(&path, temporary.path());
    let file = temporary.as_file().try_clone()?;
    Ok((Temporary::Disk(temporary), file.into()))
}

impl TurnSink for GameJournal {
    fn turns(&mut self, line: &[u8], played_ms: Option<u64>) {
        self.write(&turns_line(line, played_ms));
    }

    fn back_to(&mut self, turns: usize) {
        self.write(&back_to_line(turns));
    }
}

/// Removes the journal of a game that was cut off.
///
/// # Errors
/// It cannot be removed.
pub fn discard(journal: &WorldPath) -> Result<(), Error> {
    journal.remove().io_at(journal.display(), "remove")
}
