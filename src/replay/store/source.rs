//! A trace from wherever it comes: a replay or a transcript, read cycle by cycle.

use std::path::Path;

use super::Opener;
use super::beginning::{beginning, is_replay, open_seekable};
use super::lines::{FileLine, FileLines};
use super::reader::{ReplayForm, ReplayReader};
use chase_kit::trace::{AlikeCycles, Remark, TextEnd, TraceReader, TraceRow};
use chase_record::any::{AnyGame, DrawnHistory, Projections};
use chase_record::replay::Header;
use chase_world::error::{Error, IoAt};
use chase_world::world::{File, WorldPath};

/// The contents of a file: a replay or text.
pub enum Content {
    /// A replay, with nothing read yet.
    Replay(Box<ReplayReader>),
    /// Text, and how it begins.
    Text(File, String),
}

/// Opens a file and recognises its contents. `-` is standard input.
///
/// # Errors
/// No such file, or a replay that cannot be read.
pub fn contents(path: &WorldPath, opener: Opener<'_>) -> Result<Content, Error> {
    let name = path.display().to_string();
    let mut file = open_seekable(path)?;
    if is_replay(&name, &mut file)? {
        let reader = ReplayReader::from_file(name, file, opener)?;
        return Ok(Content::Replay(Box::new(reader)));
    }
    let start = beginning(&name, &mut file)?;
    if start.is_empty() {
        return Err(Error::new("an empty file").at(name));
    }
    if start.contains(&0) {
        let what = "neither a replay nor a transcript: it holds bytes that are no text";
        return Err(Error::new(what).at(name));
    }
    let start = String::from_utf8_lossy(&start).into_owned();
    Ok(Content::Text(file, start))
}

/// A trace on its way from cycle to cycle.
pub struct TraceSource {
    name: String,
    kind: SourceKind,
    /// A replay's newest cycle; a transcript's reader keeps its own.
    row: TraceRow,
    first: Option<u64>,
    last: Option<u64>,
    cycles: u64,
    is_done: bool,
    trials: SkipSchedule,
}

/// The moments at which the source tries to pass over cycles: the more tries failed, the fewer follow.
#[derive(Default)]
struct SkipSchedule {
    /// The number of chances that are left out after the last try, and the number that are still to be
    /// left out.
    pause: u32,
    left: u32,
}

impl SkipSchedule {
    const PAUSE_MAX: u32 = 63;

    #[inline]
    fn is_due(&mut self) -> bool {
        let is_due = self.left == 0;
        self.left = self.left.saturating_sub(1);
        is_due
    }

    fn note(&mut self, has_passed: bool) {
        self.pause = match has_passed {
            true => 0,
            false => (2 * self.pause + 1).min(Self::PAUSE_MAX),
        };
        self.left = self.pause;
    }
}

enum SourceKind {
    Replay(Box<ReplayReader>),
    Text(FileLines, Box<dyn TraceReader>),
}

impl TraceSource {
    /// Makes a source of opened contents; a text is read as a transcript of `game`.
    #[must_use]
    pub fn new(path: &Path, content: Content, game: &dyn AnyGame) -> Self {
        match content {
            Content::Replay(reader) => TraceSource::of(path, SourceKind::Replay(reader), game),
            Content::Text(file, _) => TraceSource::read_by(path, file, game, game.reader()),
        }
    }

    /// A transcript, read by this reader of it.
    pub fn read_by(
        path: &Path,
        file: File,
        game: &dyn AnyGame,
        reader: Box<dyn TraceReader>,
    ) -> Self {
        TraceSource::of(path, SourceKind::Text(FileLines::new(file), reader), game)
    }

    fn of(path: &Path, kind: SourceKind, shown: &dyn AnyGame) -> Self {
        TraceSource {
            name: path.display().to_string(),
            kind,
            row: TraceRow::unknown(shown.columns().len()),
            first: None,
            last: None,
            cycles: 0,
            is_done: false,
            trials: SkipSchedule::default(),
        }
    }

    /// The name of the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The kind of the file, in words.
    #[must_use]
    pub fn form(&self) -> &'static str {
        match &self.kind {
            SourceKind::Text(..) => "transcript",
            SourceKind::Replay(reader) => match reader.form() {
                ReplayForm::Json => "replay (JSON)",
                ReplayForm::Binary => "replay (binary)",
                ReplayForm::Journal => "replay (journal)",
            },
        }
    }

    /// The header, of a replay.
    #[must_use]
    pub fn header(&self) -> Option<&Header> {
        match &self.kind {
            SourceKind::Replay(reader) => Some(reader.header()),
            SourceKind::Text(..) => None,
        }
    }

    /// The replay behind it, if it is one.
    pub fn replay(&self) -> Option<&dyn DrawnHistory> {
        match &self.kind {
            SourceKind::Replay(reader) => Some(reader.now()),
            SourceKind::Text(..) => None,
        }
    }

    /// Chooses the projections of a replay that are computed from here on.
    pub fn project(&mut self, projections: Projections) {
        if let SourceKind::Replay(reader) = &mut self.kind {
            reader.project(projections);
        }
    }

    /// Returns true if both are replays with equal turns in their newest cycles.
    pub fn has_the_same_cycle(&self, other: &TraceSource) -> bool {
        let replays = self.replay().zip(other.replay());
        replays.is_none_or(|(mine, others)| mine.has_the_same_cycle(others))
    }

    /// Returns true if both are at the same state, as far as both know theirs.
    pub fn is_at_the_same_state(&self, other: &TraceSource) -> bool {
        let replays = self.replay().zip(other.replay());
        replays.is_none_or(|(mine, others)| mine.is_at_the_same_state(others))
    }

    /// Jumps to a cycle, which is then the newest. Only as the first thing done.
    ///
    /// # Errors
    /// Damage on the way.
    pub fn go_to(&mut self, cycle: u64) -> Result<bool, Error> {
        let SourceKind::Replay(reader) = &mut self.kind else {
            return Ok(false);
        };
        let there = reader.go_to(cycle)?;
        if there {
            reader.now().row(&mut self.row);
            self.first = Some(0);
            self.last = Some(cycle);
            self.cycles = cycle + 1;
        }
        Ok(there)
    }

    /// Reads the next cycle; false at the end.
    ///
    /// # Errors
    /// Damage, or text that cannot be understood.
    pub fn next_cycle(&mut self) -> Result<bool, Error> {
        if self.is_done {
            return Ok(false);
        }
        let more = match &mut self.kind {
            SourceKind::Replay(reader) => {
                let more = reader.next_cycle()?;
                if more {
                    reader.now().row(&mut self.row);
                }
                more
            }
            SourceKind::Text(lines, reader) => next_row(&self.name, lines, &mut **reader)?,
        };
        self.is_done = !more;
        if self.is_done && self.cycles == 0 && self.replay().is_none() {
            return Err(Error::new("there is no transcript in it")
                .at(&self.name)
                .help("a transcript is what `chase replay` or the game's own program prints"));
        }
        if more {
            self.last = Some(self.row().cycle);
            self.first = self.first.or(self.last);
            self.cycles += 1;
        }
        Ok(more)
    }

    /// Passes over cycles that both go on with and show alike, and says how many. So many at
    /// least of the last that are alike are left to be read.
    pub(crate) fn pass_alike(
        &mut self,
        other: &mut TraceSource,
        kept: usize,
    ) -> Result<u64, Error> {
        let (SourceKind::Text(ours, mine), SourceKind::Text(theirs, others)) =
            (&mut self.kind, &mut other.kind)
        else {
            return Ok(0);
        };
        if !self.trials.is_due() || mine.pending().is_none() || mine.pending() != others.pending() {
            return Ok(0);
        }
        let alike = mine.alike(ours.ahead(), theirs.ahead(), kept);
        self.trials.note(alike.is_some());
        let Some(alike) = alike else {
            return Ok(0);
        };
        // The last of them is read, and stands in the place of the pending one.
        pass(&self.name, ours, &mut **mine, alike, 0)?;
        pass(&other.name, theirs, &mut **others, alike, 1)?;
        self.cycles += alike.cycles;
        other.cycles += alike.cycles;
        Ok(alike.cycles)
    }

    /// Reads to the end, which shows how it ended.
    pub(crate) fn go_to_end(&mut self) -> Result<(), Error> {
        while self.next_cycle()? {
            let SourceKind::Text(lines, reader) = &mut self.kind else {
                continue;
            };
            if self.trials.is_due() && reader.pending().is_some() {
                let alike = reader.alike(lines.ahead(), lines.ahead(), 0);
                self.trials.note(alike.is_some());
                if let Some(alike) = alike {
                    pass(&self.name, lines, &mut **reader, alike, 0)?;
                    self.cycles += alike.cycles;
                }
            }
        }
        Ok(())
    }

    /// The newest cycle as a row.
    #[inline]
    #[must_use]
    pub fn row(&self) -> &TraceRow {
        match &self.kind {
            SourceKind::Replay(_) => &self.row,
            SourceKind::Text(_, reader) => reader.row(),
        }
    }

    /// The numbers of the first and the newest cycle, and the count of cycles so far.
    pub fn span(&self) -> (Option<u64>, Option<u64>, u64) {
        (self.first, self.last, self.cycles)
    }

    /// Oddities of the file that were found so far.
    #[must_use]
    pub fn remarks(&self) -> &[Remark] {
        match &self.kind {
            SourceKind::Replay(_) => &[],
            SourceKind::Text(_, reader) => reader.remarks(),
        }
    }

    /// The statements of the file about its scenario, as (what, value).
    #[must_use]
    pub fn statements(&self) -> Vec<(String, String)> {
        match &self.kind {
            SourceKind::Replay(reader) => reader.now().statements(),
            SourceKind::Text(_, reader) => reader.statements(),
        }
    }

    /// The end of the trace, once it was read: a replay without an outcome is unfinished.
    pub fn how_it_ended(&self) -> TextEnd {
        match &self.kind {
            SourceKind::Text(_, reader) => reader.how_it_ended(),
            SourceKind::Replay(reader) if reader.tail().is_none() => TextEnd::Cut,
            SourceKind::Replay(reader) if reader.now().outcome().is_some() => TextEnd::Over,
            SourceKind::Replay(_) => TextEnd::Quit,
        }
    }

    /// A cell in words, as far as the text itself has given them.
    #[must_use]
    pub fn tell(&self, column: usize, number: u64) -> Option<String> {
        match &self.kind {
            SourceKind::Replay(_) => None,
            SourceKind::Text(_, reader) => reader.tell(column, number),
        }
    }
}

/// Goes on to the last of cycles that are alike, and reads it.
fn pass(
    name: &str,
    lines: &mut FileLines,
    reader: &mut dyn TraceReader,
    alike: AlikeCycles,
    side: usize,
) -> Result<(), Error> {
    lines.pass(alike.bytes[side], alike.lines);
    reader.pass_lines(alike.lines);
    next_row(name, lines, reader).map(drop)
}

fn next_row(
    name: &str,
    lines: &mut FileLines,
    reader: &mut dyn TraceReader,
) -> Result<bool, Error> {
    loop {
        let (finished, at_end) = match lines.next_line().io_at(name, "read")? {
            FileLine::Whole(line) => (reader.line(line), false),
            FileLine::Rest(line) => (reader.end(line), true),
        };
        match finished {
            Ok(true) => return Ok(true),
            Ok(false) if at_end => return Ok(false),
            Ok(false) => {}
            Err(misread) => {
                return Err(Error::new(misread.what)
                    .at(format_args!("{name}:{}:{}", lines.number(), misread.column))
                    .help("remove everything that the game did not print; prompts, commands and repeats may stay"));
            }
        }
    }
}
