//! Reads a replay in any of its forms, cycle by cycle: JSON, binary, or the journal of a game that was cut off.

use std::io;

use super::Opener;
use super::beginning::{beginning, open_replay_file, says_it_is_one};
use super::binary::{BinaryReader, MAGIC};
use super::journal::{self, JournalReader};
use super::json::JsonReader;
use super::lock::is_locked;
use chase_engine::game::Outcome;
use chase_engine::seal::Seal;
use chase_record::any::{DrawnHistory, HistoryCounts, Projections};
use chase_record::replay::Header;
use chase_world::error::{Error, IoAt};
use chase_world::world::{File, WorldPath};

/// The two forms of a replay, and the journal that stands for a replay that was not written yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayForm {
    /// One document, a cycle per line.
    Json,
    /// Frames and an index.
    Binary,
    /// Turns as they were played, of a game that was cut off.
    Journal,
}

/// The end of a replay as the file states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tail {
    /// The counts of the recording, as far as the file states them.
    pub counts: Option<HistoryCounts>,
    /// The outcome of the game, if it ended.
    pub outcome: Option<Outcome>,
    /// The seal of the last cycle, as far as the file says.
    pub history: Option<Seal>,
    /// The time that people played, in milliseconds, if the file states it.
    pub played_ms: Option<u64>,
    /// The file's own seal.
    pub file: Seal,
}

/// A replay being read: its header, and its history on the way from cycle to cycle.
pub struct ReplayReader {
    name: String,
    header: Header,
    now: Box<dyn DrawnHistory>,
    source: StoredForm,
    projections: Projections,
    trusts_snapshots: bool,
    /// The number of the last cycle, where it is known before that is read.
    last: Option<u64>,
}

enum StoredForm {
    Json(Box<JsonReader>),
    Binary(Box<BinaryReader>),
    Journal(Box<JournalReader>),
}

impl ReplayReader {
    /// Opens a replay, whichever form it has. `-` is standard input.
    ///
    /// # Errors
    /// No such file, no replay, a newer one, or a damaged header.
    pub fn open(path: &WorldPath, opener: Opener<'_>) -> Result<Self, Error> {
        Self::from_file(path.display().to_string(), open_replay_file(path)?, opener)
    }

    /// Opens a replay of which perhaps only a part will be read. In a JSON file only the seal shows
    /// damage, and it covers the whole file: so such a file is first read to its end. In a binary file
    /// the header and every frame have their own checksums.
    ///
    /// # Errors
    /// As [`ReplayReader::open`]; damage anywhere in a JSON file.
    pub fn open_checked(path: &WorldPath, opener: Opener<'_>) -> Result<Self, Error> {
        let mut reader = Self::open(path, opener)?;
        if reader.form() != ReplayForm::Binary {
            reader.check_rest()?;
            reader.last = reader.now.last();
            reader.begin_again(opener)?;
        }
        Ok(reader)
    }

    /// Opens a replay from which one moment is to be shown. A JSON file, in which only the seal at its
    /// end shows damage, is read once: its moment is certain when [`ReplayReader::check_rest`] has read
    /// the rest.
    ///
    /// # Errors
    /// As [`ReplayReader::open`].
    pub fn open_for_moment(path: &WorldPath, opener: Opener<'_>) -> Result<Self, Error> {
        let mut reader = Self::open(path, opener)?;
        if let StoredForm::Json(json) = &reader.source {
            reader.last = json.last_claimed();
        }
        Ok(reader)
    }

    /// Reads a JSON file on to its end; of a binary one every frame that is read shows damage
    /// itself.
    ///
    /// # Errors
    /// Damage, with its place.
    pub fn check_rest(&mut self) -> Result<(), Error> {
        if self.form() != ReplayForm::Binary {
            self.project(Projections::default());
            while self.next_cycle()? {}
        }
        Ok(())
    }

    /// Goes back to before the first cycle.
    ///
    /// # Errors
    /// The file can no longer be read.
    pub fn begin_again(&mut self, opener: Opener<'_>) -> Result<(), Error> {
        self.now = opener(&mut self.header).map_err(|error| error.at(&self.name))?;
        self.now.project(self.projections);
        match &mut self.source {
            StoredForm::Json(json) => json.rewind(),
            StoredForm::Binary(binary) => binary.rewind()?,
            StoredForm::Journal(journal) => journal.rewind(),
        }
        Ok(())
    }

    /// Lets [`ReplayReader::go_to`] begin with the snapshot of the frame that holds the cycle, and
    /// believe it.
    pub fn trust_snapshots(&mut self) {
        self.trusts_snapshots = true;
    }

    /// Opens a replay in a file that was opened already.
    ///
    /// # Errors
    /// No replay, a newer one, or a damaged header.
    pub fn from_file(name: String, mut file: File, opener: Opener<'_>) -> Result<Self, Error> {
        let (source, header) = sniff(&name, &mut file)?;
        Self::of_source(name, source, header, opener)
    }

    /// Reads the journal of a game that this program itself has played.
    ///
    /// # Errors
    /// A header that does not open.
    pub(super) fn of_journal(
        name: &str,
        journal: JournalReader,
        header: Header,
        opener: Opener<'_>,
    ) -> Result<Self, Error> {
        let source = StoredForm::Journal(Box::new(journal));
        Self::of_source(name.to_owned(), source, header, opener)
    }

    fn of_source(
        name: String,
        source: StoredForm,
        mut header: Header,
        opener: Opener<'_>,
    ) -> Result<Self, Error> {
        let is_binary = matches!(source, StoredForm::Binary(_));
        let as_stored = is_binary.then(|| Seal::of_beginning(&header));
        let now = opener(&mut header).map_err(|error| error.at(&name))?;
        if as_stored.is_some_and(|stored| stored != Seal::of_beginning(&header)) {
            return Err(Error::new("a scenario that is not in its compact form")
                .at(format_args!("{name}: header"))
                .help("use an intact copy"));
        }
        let mut reader = ReplayReader {
            name,
            header,
            now,
            source,
            projections: Projections::default(),
            trusts_snapshots: false,
            last: None,
        };
        reader.project(Projections::default());
        Ok(reader)
    }

    /// The name of the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Everything about the recording but its cycles.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The form of the file.
    #[must_use]
    pub fn form(&self) -> ReplayForm {
        match self.source {
            StoredForm::Json(_) => ReplayForm::Json,
            StoredForm::Binary(_) => ReplayForm::Binary,
            StoredForm::Journal(_) => ReplayForm::Journal,
        }
    }

    /// The newest cycle read, and the state after it.
    pub fn now(&self) -> &dyn DrawnHistory {
        &*self.now
    }

    /// The number of the last cycle, where it is known without going there.
    #[must_use]
    pub fn last(&self) -> Option<u64> {
        self.last
    }

    /// Chooses the projections that are computed from here on. Seals always are.
    pub fn project(&mut self, projections: Projections) {
        self.projections = Projections { seals: true, ..projections };
        self.now.project(self.projections);
    }

    /// Reads the next cycle. Returns false at the end, once the end that the file states was checked
    /// against its history.
    ///
    /// # Errors
    /// Damage, with its place and the last good cycle.
    pub fn next_cycle(&mut self) -> Result<bool, Error> {
        let more = match &mut self.source {
            StoredForm::Json(json) => json.next_cycle(&mut *self.now)?,
            StoredForm::Binary(binary) => binary.next_cycle(&mut *self.now)?,
            StoredForm::Journal(journal) => journal.next_cycle(&mut *self.now)?,
        };
        if !more {
            self.check_tail()?;
        }
        Ok(more)
    }

    /// Reads on until the given cycle is the newest; false when the history ends before it. As
    /// the first thing done with a finished binary file this jumps to the frame before the one
    /// that holds the cycle, so that the snapshot of the latter is held against what its history
    /// leads to; with [`ReplayReader::trust_snapshots`] it jumps to the latter itself.
    ///
    /// # Errors
    /// Damage, with its place and the last good cycle.
    pub fn go_to(&mut self, cycle: u64) -> Result<bool, Error> {
        if let StoredForm::Binary(binary) = &mut self.source
            && self.now.last().is_none()
            && binary.seek_cycle(cycle, self.trusts_snapshots, &mut *self.now).is_err()
        {
            // Damage is told best by who comes to it from the start; an index that is wrong is
            // not needed there.
            binary.rewind()?;
        }
        loop {
            if !self.next_cycle()? {
                return Ok(false);
            }
            if self.now.last() == Some(cycle) {
                return Ok(true);
            }
        }
    }

    /// The seal after a cycle, for a reader that is used for nothing else, because it jumps in the file.
    /// Nothing if there is no such cycle, or no index.
    ///
    /// # Errors
    /// Damage on the way.
    pub fn seal_after(&mut self, cycle: u64) -> Result<Option<Seal>, Error> {
        let StoredForm::Binary(binary) = &mut self.source else {
            return Ok(None);
        };
        if !binary.seek_cycle(cycle, true, &mut *self.now)? {
            return Ok(None);
        }
        while binary.next_cycle(&mut *self.now)? {
            if self.now.last() >= Some(cycle) {
                return Ok((self.now.last() == Some(cycle)).then(|| self.now.seal()));
            }
        }
        Ok(None)
    }

    /// Holds every frame of a binary file against its checksum, without reading its cycles, and goes
    /// back to before the first. JSON has no frames: true if there were any to check.
    ///
    /// # Errors
    /// Damage, with its place.
    pub fn check_frames(&mut self) -> Result<bool, Error> {
        match &mut self.source {
            StoredForm::Json(_) | StoredForm::Journal(_) => Ok(false),
            StoredForm::Binary(binary) => binary.check_frames().map(|()| true),
        }
    }

    /// Checks the counts of a binary file's footer, and its index, against the heads of its frames.
    /// Without a footer nothing is checked.
    ///
    /// # Errors
    /// They do not fit, or a head is damaged.
    pub fn check_index(&mut self) -> Result<(), Error> {
        match &mut self.source {
            StoredForm::Json(_) | StoredForm::Journal(_) => Ok(()),
            StoredForm::Binary(binary) => {
                let checked = binary.check_index();
                binary.rewind()?;
                checked
            }
        }
    }

    /// The end of the replay as the file states it; nothing while the recording is unfinished.
    pub fn tail(&self) -> Option<Tail> {
        match &self.source {
            StoredForm::Json(json) => Some(Tail {
                counts: None,
                outcome: json.ending.outcome.clone(),
                history: None,
                played_ms: json.ending.played_ms,
                file: json.ending.seal,
            }),
            StoredForm::Binary(binary) => binary.footer.as_ref().map(|footer| Tail {
                counts: Some(footer.counts),
                outcome: footer.outcome.clone(),
                history: Some(footer.history),
                played_ms: footer.played_ms,
                file: footer.file,
            }),
            StoredForm::Journal(_) => None,
        }
    }

    /// The time that people played, in milliseconds, if the file states it, also of a game that was cut
    /// off.
    pub fn played_ms(&self) -> Option<u64> {
        match &self.source {
            StoredForm::Journal(journal) => journal.played_ms,
            StoredForm::Json(_) | StoredForm::Binary(_) => self.tail()?.played_ms,
        }
    }

    /// A warning about an unfinished recording, with the last cycle that was read.
    pub fn unfinished(&self) -> Option<String> {
        let is_binary_damaged =
            matches!(&self.source, StoredForm::Binary(binary) if binary.has_bad_footer());
        if self.tail().is_some() || is_binary_damaged {
            return None;
        }
        let until = match self.now.last() {
            Some(last) => format!("shown up to {} {last}", self.now.unit()),
            None => "nothing was recorded yet".into(),
        };
        Some(format!("{}: an unfinished recording: {until}", self.name))
    }

    /// A warning about a damaged footer or index, if the part that was wanted could be read without it.
    pub fn damaged_footer(&self) -> Option<String> {
        let StoredForm::Binary(binary) = &self.source else {
            return None;
        };
        let what = if binary.has_bad_footer() {
            "the footer is damaged"
        } else if binary.has_bad_index() {
            "the index does not match the frames"
        } else {
            return None;
        };
        Some(format!("{}: {what}; the cycles were read frame by frame, without it", self.name))
    }

    fn check_tail(&self) -> Result<(), Error> {
        let Some(tail) = self.tail() else {
            return Ok(());
        };
        let outcome = self.now.outcome();
        if tail.outcome != outcome {
            return Err(self.tail_error("the outcome does not match the history"));
        }
        let counted = self.now.counts();
        if tail.counts.is_some_and(|counts| self.is_whole() && counts != counted) {
            return Err(self.tail_error("the counts do not match the history"));
        }
        let history = self.now.seal();
        if tail.history.is_some_and(|seal| seal != history) {
            return Err(self.tail_error("the last seal does not match the history"));
        }
        let seal = Seal::of_played_file(&self.header, history, outcome.as_ref(), tail.played_ms);
        if tail.file != seal {
            return Err(self.tail_error("the file's seal does not fit header, history and outcome"));
        }
        Ok(())
    }

    /// Returns true if every cycle was read from the beginning.
    fn is_whole(&self) -> bool {
        self.now.last().map_or(0, |last| last + 1) == self.now.counts().cycles
    }

    fn tail_error(&self, what: &str) -> Error {
        match &self.source {
            StoredForm::Json(json) => json.tail_error(what.into()),
            StoredForm::Binary(_) | StoredForm::Journal(_) => Error::new(what)
                .at(format_args!("{}: footer", self.name))
                .help("the file was damaged or changed after it was recorded"),
        }
    }
}

/// The facts that a replay states before any of its cycles is read. None of them is checked against its
/// history.
#[derive(Clone, Debug)]
pub struct ReplaySummary {
    /// Everything but its cycles.
    pub header: Header,
    /// The number of its cycles, if it states one.
    pub cycles: Option<u64>,
    /// The outcome of the game, if it states that the game ended.
    pub outcome: Option<Outcome>,
}

/// Reads the facts about a replay without folding it; nothing if the file is no replay.
///
/// # Errors
/// It cannot be read, is damaged or too long to be looked at.
pub fn glance(path: &WorldPath) -> Result<Option<ReplaySummary>, Error> {
    const DOCUMENT_MAX: u64 = 64 << 20;
    let name = path.display().to_string();
    let failed = |error: io::Error| Error::io(&name, "read", &error);
    // Who opens a pipe waits for somebody to write into it.
    if !path.metadata().map_err(failed)?.is_file() {
        return Ok(None);
    }
    let mut file = path.open().map_err(failed)?;
    let start = beginning(&name, &mut file)?;
    let is_binary = start.starts_with(&MAGIC);
    if !is_binary && path.path().extension().is_some_and(|it| it == "chase") {
        let what = match start.is_empty() {
            true => "an empty file",
            false => "it does not begin as a recording does",
        };
        return Err(Error::new(what).at(&name));
    }
    if !is_binary && !says_it_is_one(&start) {
        return Ok(None);
    }
    if !is_binary && file.metadata().map_err(failed)?.bytes > DOCUMENT_MAX {
        let what = "this JSON file is too large to be listed; convert it to .chase";
        return Err(Error::new(what).at(&name));
    }
    let (mut source, header) = sniff(&name, &mut file)?;
    let (cycles, outcome) = match &mut source {
        StoredForm::Json(json) => (Some(json.count()?), json.ending.outcome.clone()),
        StoredForm::Binary(binary) => match &binary.footer {
            Some(footer) => (Some(footer.counts.cycles), footer.outcome.clone()),
            None => (None, None),
        },
        StoredForm::Journal(_) => (None, None),
    };
    Ok(Some(ReplaySummary { header, cycles, outcome }))
}

/// Tells the forms apart by their first bytes.
fn sniff(name: &str, file: &mut File) -> Result<(StoredForm, Header), Error> {
    let start = beginning(name, file)?;
    let copy = file.try_clone().io_at(name, "read")?;
    if start.starts_with(&MAGIC) {
        let (reader, header) = BinaryReader::open(name, copy)?;
        return Ok((StoredForm::Binary(Box::new(reader)), header));
    }
    if journal::is_journal(&start) {
        if is_locked(file) {
            let error = Error::new("the game is still being played, by another program");
            return Err(error.at(name).help("wait until it is over"));
        }
        let (reader, header) = JournalReader::open(name, copy)?;
        return Ok((StoredForm::Journal(Box::new(reader)), header));
    }
    match start.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'{') => {
            let (reader, header) = JsonReader::open(name, copy)?;
            Ok((StoredForm::Json(Box::new(reader)), header))
        }
        _ => Err(no_replay(name, &start)),
    }
}

fn no_replay(name: &str, start: &[u8]) -> Error {
    let what = if start.is_empty() {
        "an empty file"
    } else if MAGIC.starts_with(start) {
        "the file ends within its first bytes"
    } else {
        "not a replay: it begins with neither `{` nor the mark of a .chase file"
    };
    Error::new(what).at(format_args!("{name}: byte 0")).help("make one with `chase record`")
}
