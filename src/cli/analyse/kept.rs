//! An analysis that is kept beside its recording, in `FILE.analysis`: the same one again is read from there, and one with
//! more games plays only those that are missing.
//!
//! The file has two lines: an analysis as JSON, and the seal of that line's bytes.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::FoundValues;
use crate::cli::{Failure, page_file, terminal};
use crate::engine::analysis::{AnalysisBudget, Decider, Look, PlayedGames, ToldValue, WIN};
use crate::engine::any::NamedSide;
use crate::engine::header::WRITER;
use crate::engine::seal::Seal;
use crate::engine::seat::Seat;
use crate::error::Error;
use crate::store::Overwrite;

/// The version of the form, and of the way in which values are found.
const VERSION: u32 = 1;

/// What an analysis is made for; for anything else another is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnalysedRecording {
    analysis: u32,
    writer: String,
    /// The last seal of the recording.
    recording: Seal,
    recorded: Vec<String>,
    going_on: Vec<String>,
    seed: i64,
}

impl AnalysedRecording {
    pub(super) fn new(
        recording: Seal,
        recorded: &[String],
        going_on: &[String],
        seed: i64,
    ) -> Self {
        AnalysedRecording {
            analysis: VERSION,
            writer: WRITER.to_owned(),
            recording,
            recorded: recorded.to_vec(),
            going_on: going_on.to_vec(),
            seed,
        }
    }
}

/// The work of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeptWork {
    pub games: u32,
    pub nodes: u64,
    /// True if a table of solved states was used.
    has_table: bool,
}

impl KeptWork {
    pub(super) fn new(budget: AnalysisBudget, has_table: bool) -> Self {
        KeptWork { games: budget.games, nodes: budget.nodes, has_table }
    }
}

/// An analysis as it is kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeptAnalysis {
    of: AnalysedRecording,
    pub(super) work: KeptWork,
    /// The values, before turns are marked.
    pub(super) found: FoundValues,
    /// All games that were played, also those of other works.
    pub(super) played: PlayedGames,
}

/// The file beside a recording.
fn path_of(recording: &Path) -> PathBuf {
    let mut name = OsString::from(recording);
    name.push(".analysis");
    name.into()
}

impl KeptAnalysis {
    pub(super) fn new(
        of: AnalysedRecording,
        work: KeptWork,
        found: FoundValues,
        played: PlayedGames,
    ) -> Self {
        KeptAnalysis { of, work, found, played }
    }

    /// Reads what is kept beside a recording. Of a file that is of no use it says why.
    pub(super) fn read(recording: &Path, of: &AnalysedRecording) -> Option<Self> {
        let why = match Self::found(recording, of) {
            Ok(found) => return found,
            Err(why) => why,
        };
        terminal::note(&format_args!("{}: {why}; analysing again", path_of(recording).display()));
        None
    }

    /// What is kept beside a recording; nothing where there is no such file.
    ///
    /// # Errors
    /// The reason why a file is of no use.
    pub(super) fn found(recording: &Path, of: &AnalysedRecording) -> Result<Option<Self>, String> {
        let path = path_of(recording);
        let bytes = match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            // A pipe would be waited for, a device never ends.
            Ok(it) if !it.is_file() => return Err("not a regular file".to_owned()),
            _ => fs::read(&path).map_err(|error| error.to_string())?,
        };
        match Self::parsed(&bytes) {
            Some(kept) if kept.of == *of => Ok(Some(kept)),
            Some(kept) => Err(kept.of.differs_from(of).to_owned()),
            None => Err("damaged, or not a kept analysis".to_owned()),
        }
    }

    fn parsed(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        let (line, seal) = text.strip_suffix('\n')?.split_once('\n')?;
        if Seal::parse(seal)? != seal_of(line)? {
            return None;
        }
        serde_json::from_str(line).ok()
    }

    /// True if the values were found by this work. They must fit a game of these sides and so many turns that could have
    /// gone otherwise.
    pub(super) fn is_found_by(&self, work: KeptWork, sides: &[NamedSide], looks: usize) -> bool {
        let seats: usize = sides.iter().map(|side| side.seats.len()).sum();
        let sides = sides.len();
        let is_value = |value: &i64| (-WIN..=WIN).contains(value);
        let fits = |values: &[i64]| values.len() == sides && values.iter().all(is_value);
        let is_seat = |seat: &Seat| seat.index() < seats;
        let look_fits = |look: &Look| {
            let values = [&look.before, &look.choice, &look.draws, &look.after];
            let mut actions = look.actions.iter();
            let of_seats = match &look.decider {
                Decider::Rules => true,
                Decider::Choice(seat) | Decider::DrawOf(seat) => is_seat(seat),
                Decider::Unjudged(seats) => seats.iter().all(is_seat),
            };
            of_seats
                && values.into_iter().all(|values| fits(values))
                && look.hidden.len() == sides
                && look.hidden.iter().all(|value| is_value(&(value / 2)))
                && look.side.is_none_or(|side| side < sides)
                && actions.all(|it| is_value(&it.value) && is_value(&it.error))
                && look
                    .gain
                    .is_none_or(|gain| gain.action < look.actions.len() && is_value(&gain.mean))
        };
        let told_fits = |it: &ToldValue| {
            is_seat(&it.seat)
                && it.side < sides
                && [it.told, it.untold, it.error].iter().all(is_value)
        };
        let FoundValues { looks: found, told, end } = &self.found;
        self.work == work
            && found.len() == looks
            && fits(end)
            && found.iter().all(look_fits)
            && told.iter().all(told_fits)
    }

    /// Writes it beside a recording; where that fails it says so.
    pub(super) fn write(&self, recording: &Path) {
        let path = path_of(recording);
        let written = page_file::to_file(&path, Overwrite::Force, &|out| {
            let line = serde_json::to_string(self).map_err(io::Error::other)?;
            let seal = seal_of(&line).ok_or_else(|| io::Error::other("no seal"))?;
            writeln!(out, "{line}\n{seal}").map_err(Failure::Output)
        });
        if let Err(failure) = written {
            let why = match failure {
                Failure::Told(error) => error,
                Failure::Output(error) => Error::io(path.display(), "write", &error),
                Failure::Differs | Failure::Code(_) => Error::new("it was not written"),
            };
            terminal::warn(&format_args!("the analysis is not kept: {why}"));
        }
    }
}

impl AnalysedRecording {
    fn differs_from(&self, wanted: &Self) -> &'static str {
        if self.recording != wanted.recording || self.recorded != wanted.recorded {
            "it is the analysis of another recording"
        } else if self.analysis != wanted.analysis || self.writer != wanted.writer {
            "another version of the program made it"
        } else {
            "made with other continuing players or another seed"
        }
    }
}

fn seal_of(line: &str) -> Option<Seal> {
    Seal::of_bytes(&mut line.as_bytes()).ok()
}
