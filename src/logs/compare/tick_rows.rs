//! The lines of a tick of one side, and those of the ticks around the one that is compared.

use std::collections::{BTreeMap, VecDeque};

use crate::alignment::{CycleGroup, LogSide};
use crate::record::Record;
use chase_world::error::Error;

/// The most cycles of one tick that are kept: of more only the last.
const CYCLES_MAX: usize = 1_024;

/// The lines of a log that have one tick. Two lines about an entity are the left and the right limit of an
/// event.
#[derive(Clone, Debug)]
pub(crate) struct TickRows {
    /// The tick in the order of all ticks.
    pub tick: i128,
    /// The lines, in the cycles that they come in.
    pub groups: Vec<CycleGroup>,
    /// True if there were too many cycles to keep.
    is_cut: bool,
}

/// The first and the last line about an entity, and whether these are two lines.
type FirstAndLast<'a> = (&'a Record, &'a Record, bool);

impl TickRows {
    /// The tick as it stands.
    pub fn shown(&self) -> &str {
        self.groups.first().map_or("", |group| &group.shown)
    }

    /// Takes in another cycle of the tick.
    fn add(&mut self, group: CycleGroup) {
        if self.groups.len() < CYCLES_MAX {
            self.groups.push(group);
        } else if let Some(last) = self.groups.last_mut() {
            self.is_cut = true;
            *last = group;
        }
    }

    /// The number of lines.
    fn lines(&self) -> usize {
        self.groups.iter().map(|group| group.records.len()).sum()
    }

    fn records(&self) -> impl Iterator<Item = &Record> {
        self.groups.iter().flat_map(|group| &group.records)
    }

    /// The lines by entity.
    fn by_entity(&self) -> BTreeMap<&str, FirstAndLast<'_>> {
        let mut found: BTreeMap<&str, FirstAndLast<'_>> = BTreeMap::new();
        for record in self.records() {
            let limits = found.entry(record.entity_name());
            limits
                .and_modify(|it| (it.1, it.2) = (record, true))
                .or_insert((record, record, false));
        }
        found
    }

    /// Returns true if the tick has the left and the right limit of an event.
    pub fn is_event(&self) -> bool {
        self.lines() > 1 && self.by_entity().values().any(|it| it.2)
    }

    /// Returns true if the lines of two sides belong together one by one.
    pub fn is_like(&self, other: &TickRows) -> bool {
        let names = |it: &'_ TickRows| -> Vec<String> {
            it.records().map(|it| it.entity_name().to_owned()).collect()
        };
        let are_plain = || !self.is_event() && !other.is_event();
        self.groups.len() == other.groups.len()
            && !self.is_cut
            && !other.is_cut
            && (self.lines() <= 1 && other.lines() <= 1
                || names(self) == names(other)
                || are_plain())
    }

    fn group(&self, records: Vec<Record>) -> CycleGroup {
        CycleGroup { tick: self.tick, shown: self.shown().to_owned(), records }
    }

    /// The limit of an event on one side of it: of each entity the first line or the last.
    pub fn limit(&self, is_left: bool) -> CycleGroup {
        if self.lines() == 1 {
            return self.group(self.records().cloned().collect());
        }
        let limits = self.by_entity();
        let one = limits.values().map(|it| if is_left { it.0 } else { it.1 });
        self.group(one.cloned().collect())
    }

    /// The names of the entities that an event is about.
    pub fn of_event(&self) -> Vec<String> {
        let limits = self.by_entity();
        let two = limits.iter().filter(|(_, it)| it.2);
        two.map(|(name, _)| (*name).to_owned()).collect()
    }
}

/// A side of a comparison with the ticks around the one that is compared.
#[derive(Debug, Default)]
pub(crate) struct TickQueue {
    /// Ticks that were read and not compared, the next one first.
    ahead: VecDeque<TickRows>,
    /// A cycle that was read, and belongs to the tick behind those.
    next: Option<CycleGroup>,
    is_at_end: bool,
    /// The tick that was taken last.
    pub before: Option<TickRows>,
    /// The distance of that tick from the one before it, and of that one from the one before.
    steps: [Option<i128>; 2],
}

/// The lines that are read before the comparison begins, as far as they need not be waited for.
const LINES_AHEAD: usize = 1_000;

impl TickQueue {
    /// Reads so many ticks ahead, and at the beginning those that are there; `seen` looks at each.
    ///
    /// # Errors
    /// A line that cannot be read.
    pub fn fill(
        &mut self,
        side: &mut LogSide,
        count: usize,
        mut seen: impl FnMut(&TickRows),
    ) -> Result<(), Error> {
        let is_first = self.before.is_none() && self.ahead.is_empty();
        let mut lines = 0;
        while !self.is_at_end
            && (self.ahead.len() < count
                || is_first && lines < LINES_AHEAD && side.log.lines.has_line())
        {
            if let Some(rows) = self.read(side)? {
                lines += rows.lines();
                seen(&rows);
                self.ahead.push_back(rows);
            }
        }
        Ok(())
    }

    /// The next tick of the log, whole.
    fn read(&mut self, side: &mut LogSide) -> Result<Option<TickRows>, Error> {
        let first = match self.next.take() {
            Some(group) => Some(group),
            None => side.next_cycle()?,
        };
        let Some(first) = first else {
            self.is_at_end = true;
            return Ok(None);
        };
        let mut rows = TickRows { tick: first.tick, groups: vec![first], is_cut: false };
        while let Some(group) = side.next_cycle()? {
            if group.tick != rows.tick {
                self.next = Some(group);
                return Ok(Some(rows));
            }
            rows.add(group);
        }
        self.is_at_end = true;
        Ok(Some(rows))
    }

    /// A tick that was not taken yet: the next one is number 0.
    pub fn peek(&self, n: usize) -> Option<&TickRows> {
        self.ahead.get(n)
    }

    /// Takes the next tick; a copy of it stays as the one before, if it is asked for.
    pub fn take(&mut self, keeps: bool) -> Option<TickRows> {
        let rows = self.ahead.pop_front()?;
        if keeps {
            let before = self.before.replace(rows.clone());
            let step = before.map(|before| rows.tick - before.tick);
            self.steps = [step, self.steps[0]];
        }
        Some(rows)
    }

    /// How far the log speaks for times after its last tick, or before its first one: its last or first step, or twice the
    /// step next to that if this is shorter, so that one long step hides nothing.
    pub fn reach(&self, is_after: bool) -> Option<i128> {
        let step = |n| Some(self.peek(n + 1)?.tick - self.peek(n)?.tick);
        let [step, next] = if is_after { self.steps } else { [step(0), step(1)] };
        let step = step?;
        Some(next.map_or(step, |next| step.min(2 * next)))
    }
}
