//! A log on its way from cycle to cycle, with lines out of order put right within a window.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::description::RowMeaning;
use super::kind::ColumnKind;
use super::log::LogReader;
use super::record::Record;
use super::report::SideReport;
use super::selection::LogSelection;
use chase_world::error::Error;

/// The lines of a cycle.
#[derive(Clone, Debug, Default)]
pub(crate) struct CycleGroup {
    /// The tick in the order of all ticks.
    pub tick: i128,
    /// The tick as it stands.
    pub shown: String,
    /// The lines of the cycle, in the order of the log.
    pub records: Vec<Record>,
}

/// One side of a comparison.
pub(crate) struct LogSide {
    /// The reader of this side's log.
    pub log: LogReader,
    /// Facts about this side that the report gives.
    pub report: SideReport,
    /// The lines before the first cycle.
    pub preamble: Vec<String>,
    /// Cycles that were read and not handed out.
    ahead: BTreeMap<i128, CycleGroup>,
    /// The number of lines that are read ahead.
    lines_ahead: usize,
    window: usize,
    /// The tick of the newest line.
    newest: Option<i128>,
    /// The tick that was handed out last.
    done: Option<i128>,
    is_at_end: bool,
    /// True if lines of the tick that was handed out last were skipped, so that more may follow.
    is_within: bool,
    /// Records to be used again.
    spare: Vec<Record>,
    /// A cycle without lines, to be used again.
    spare_group: CycleGroup,
    /// The entities that are compared; nothing if all are.
    chosen: Option<LogSelection>,
    /// The entities among those that are named which the log has.
    pub met: BTreeSet<String>,
    /// A hash of the lines that go back too far in time.
    late: DefaultHasher,
}

/// The most lines before the first cycle that are kept.
const PREAMBLE_MAX: usize = 100_000;

impl LogSide {
    /// Makes a side of a log that is read from its beginning.
    #[must_use]
    pub fn new(log: LogReader, window: usize, chosen: Option<LogSelection>) -> Self {
        let report = SideReport {
            name: log.name().to_owned(),
            form: log.description().form.words(),
            has_entities: log.description().entity.is_some(),
            ..SideReport::default()
        };
        LogSide {
            log,
            report,
            preamble: Vec::new(),
            ahead: BTreeMap::new(),
            lines_ahead: 0,
            window,
            newest: None,
            done: None,
            is_at_end: false,
            is_within: false,
            spare: Vec::new(),
            spare_group: CycleGroup::default(),
            chosen,
            met: BTreeSet::new(),
            late: DefaultHasher::new(),
        }
    }

    /// Returns true if every line is a cycle of its own, so that none is waited for.
    fn is_one_line_a_cycle(&self) -> bool {
        let description = self.log.description();
        description.entity.is_none() && description.rows == RowMeaning::All && self.window == 0
    }

    /// The next cycle; nothing at the end.
    ///
    /// # Errors
    /// A line that cannot be read.
    pub fn next_cycle(&mut self) -> Result<Option<CycleGroup>, Error> {
        while !self.is_at_end && !self.has_whole_cycle() {
            self.read()?;
        }
        let Some((tick, group)) = self.ahead.pop_first() else {
            return Ok(None);
        };
        self.lines_ahead -= group.records.len();
        let goes_on = std::mem::take(&mut self.is_within) && self.done == Some(tick);
        let is_repeated = self.done.replace(tick) == Some(tick);
        match is_repeated {
            false => self.count(&group.shown),
            true if !goes_on || self.is_one_line_a_cycle() => self.report.repeats += 1,
            true => {}
        }
        Ok(Some(group))
    }

    fn count(&mut self, shown: &str) {
        if self.report.cycles == 0 {
            shown.clone_into(&mut self.report.first);
        }
        self.report.cycles += 1;
        shown.clone_into(&mut self.report.last);
    }

    /// Returns true if nothing can come any more that belongs to the first cycle.
    fn has_whole_cycle(&self) -> bool {
        let Some((_, first)) = self.ahead.first_key_value() else {
            return false;
        };
        if self.is_one_line_a_cycle() {
            return true;
        }
        self.ahead.len() > 1 && self.lines_ahead - first.records.len() > self.window
    }

    /// Gives records back, to be filled again.
    pub fn reuse(&mut self, mut group: CycleGroup) {
        const SPARE_MAX: usize = 4_096;
        if self.spare.len() < SPARE_MAX {
            self.spare.append(&mut group.records);
            self.spare_group = group;
        }
    }

    fn read(&mut self) -> Result<(), Error> {
        let mut record = self.spare.pop().unwrap_or_default();
        match self.log.next(&mut record) {
            Ok(true) => {}
            Err(error) if self.newest.is_none() || !self.log.is_cut => return Err(error),
            ended => {
                if ended.is_err() {
                    let line = record.line;
                    let what = format!("cut off in line {line}: it ends here");
                    self.log.ending().cut(what);
                }
                self.is_at_end = true;
                return Ok(());
            }
        }
        if record.is_note {
            if self.newest.is_none() && self.preamble.len() < PREAMBLE_MAX {
                self.preamble.push(record.raw().to_owned());
            }
            self.spare.push(record);
            return Ok(());
        }
        let Some(tick) = self.log.tick(&record)?.or(self.newest) else {
            let what = "a value comes before the first tick";
            return Err(self.log.misread(record.line, 1, what));
        };
        self.newest = Some(tick);
        if self.is_left_out(&record) {
            self.spare.push(record);
            return Ok(());
        }
        let may_repeat = self.is_one_line_a_cycle() || self.is_within;
        let is_behind = |done| tick < done || (tick == done && !may_repeat);
        let is_late = self.done.is_some_and(is_behind);
        if is_late {
            self.report.late += 1;
            self.report.first_late.get_or_insert(record.line);
            record.raw().hash(&mut self.late);
            self.report.late_lines = self.late.finish();
            self.spare.push(record);
            return Ok(());
        }
        let group = self.ahead.entry(tick).or_insert_with(|| std::mem::take(&mut self.spare_group));
        if group.records.is_empty() {
            group.tick = tick;
            match record.tick {
                Some(span) if !self.log.is_scaled() => {
                    record.at(span).clone_into(&mut group.shown);
                }
                _ => group.shown = self.log.shown(tick),
            }
        }
        group.records.push(record);
        self.lines_ahead += 1;
        Ok(())
    }

    /// Returns true if a line is about an entity that is not looked at.
    fn is_left_out(&mut self, record: &Record) -> bool {
        let Some(chosen) = self.chosen.as_ref().filter(|_| record.entity.is_some()) else {
            return false;
        };
        let entity = record.entity_name();
        if chosen.names(entity) && !self.met.contains(entity) {
            self.met.insert(entity.to_owned());
        }
        !chosen.has_entity(entity)
    }

    /// Returns true if a cycle tells of an event.
    pub fn has_events(&self, group: &CycleGroup) -> bool {
        let columns = &self.log.description().columns;
        let mut cells = group.records.iter().flat_map(|record| &record.cells);
        cells.any(|cell| columns[cell.column as usize].kind == ColumnKind::Event)
    }

    /// Returns true if the next line is one that was not looked at yet.
    pub fn is_between_cycles(&self) -> bool {
        self.ahead.is_empty() && !self.is_at_end && self.done.is_some()
    }

    /// Skips a row that is the same on both sides; its line goes into `line`. Returns nothing if the row
    /// must be read in full.
    #[inline]
    pub(crate) fn skip_row(&mut self, line: Option<&mut String>) -> Result<Option<i128>, Error> {
        let done = self.done;
        let Some(next) = self.log.lines.peek()? else {
            return Ok(None);
        };
        if let Some(line) = line {
            let Ok(text) = std::str::from_utf8(next.text) else {
                return Ok(None);
            };
            line.clear();
            line.push_str(text);
        }
        let Some(tick) = self.log.skip_row(done)? else {
            return Ok(None);
        };
        if done != Some(tick) {
            self.report.cycles += 1;
        } else if self.is_one_line_a_cycle() {
            self.report.repeats += 1;
        }
        self.done = Some(tick);
        self.newest = Some(tick);
        self.is_within = true;
        Ok(Some(tick))
    }

    /// The tick of the cycle that comes next, if nothing but its tick was read of it so far.
    pub fn bare_tick_ahead(&self) -> Option<i128> {
        let (tick, group) = self.ahead.first_key_value()?;
        let is_bare = |record: &Record| record.tick.is_some() && record.cells.is_empty();
        let [record] = group.records.as_slice() else {
            return None;
        };
        (self.ahead.len() == 1 && is_bare(record) && self.done < Some(*tick)).then_some(*tick)
    }

    /// Counts a cycle that is not looked at. Its tick is written so; that of the cycle ahead is known.
    pub fn pass(&mut self, tick: i128, shown: Option<&str>) {
        match shown {
            Some(shown) => self.count(shown),
            None => {
                if let Some((_, group)) = self.ahead.pop_first() {
                    self.lines_ahead -= group.records.len();
                    self.count(&group.shown);
                    self.reuse(group);
                }
            }
        }
        self.done = Some(tick);
    }

    /// Goes past so many bytes and lines, up to the end of a cycle that was counted.
    pub fn passed(&mut self, tick: i128, bytes: usize, lines: u64) {
        self.newest = Some(tick);
        self.log.lines.pass(bytes, lines);
    }

    /// Says which tick was reached by rows that were skipped.
    pub fn reached(&mut self, tick: i128) {
        self.report.last = self.log.shown(tick);
    }
}
