//! Two sides brought to the same times: which lines of both are compared next.
//!
//! Each side is read two ticks ahead. Nothing is extrapolated: what lies before the first tick of the
//! other side or behind its last one is compared with nothing.

use std::collections::{BTreeSet, VecDeque};

use super::entity_ends::EntityEnds;
use super::events::{EventPairs, SyncStep};
use super::interpolated::{SignalCourses, ValuesBetween, values_between};
use super::pairing::{ColumnPair, Pairing};
use super::tick_rows::{TickQueue, TickRows};
use crate::alignment::{CycleGroup, LogSide};
use crate::record::Record;
use crate::report::SyncReport;
use crate::sync::{Interpolation, SyncMode, SyncSettings, TickOwner};
use chase_world::error::Error;

/// The most lines that are kept as they stand for a step.
const RAW_MAX: usize = 1_000;

/// The way of two logs to the same times.
#[derive(Debug)]
pub(crate) struct Synchronizer {
    settings: SyncSettings,
    /// Our queue and that of the reference.
    queues: [TickQueue; 2],
    courses: SignalCourses,
    /// The events of both sides, where these are compared in their order.
    events: Option<EventPairs>,
    /// True if a column has a mode of its own.
    has_modes: bool,
    /// True if anything is compared at ticks of ours alone.
    compares_ours: bool,
    /// True if all ticks that both sides could have were of both, so that they seem to be sampled alike.
    are_alike: bool,
    /// True if values hold until they change, so that nothing is interpolated.
    holds: bool,
    steps: VecDeque<SyncStep>,
    /// By side, the ticks outside the time of the other that are not compared.
    pub outside: [u64; 2],
    /// The lines about entities that were not compared, as it is not known whether the other side has them.
    ends: EntityEnds,
    /// By side, the lines that were taken since they were asked for, where they are kept.
    raw: Option<[Vec<String>; 2]>,
}

/// The place of a tick of one side among the ticks of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TickPlace {
    /// It counts as the tick before it or, where that is false, as the one behind it.
    Near { is_before: bool },
    /// It lies between two ticks.
    Between,
    /// It lies between two ticks that are too far away to stand for it.
    TooFar,
    /// It is outside the log by at most a step of it.
    JustOutside,
    /// The log has nothing there.
    Outside,
}

/// The side that is not this one.
fn other(side: usize) -> usize {
    1 - side
}

/// A tick that a side has alone.
fn alone(side: usize) -> (usize, TickOwner) {
    match side {
        0 => (0, TickOwner::Ours),
        _ => (side, TickOwner::Theirs),
    }
}

impl Synchronizer {
    /// Begins with the first ticks; `holds` is said of logs of changes.
    pub fn new(settings: &SyncSettings, pairing: &Pairing, holds: bool, keeps_lines: bool) -> Self {
        Synchronizer {
            settings: settings.clone(),
            queues: [TickQueue::default(), TickQueue::default()],
            courses: SignalCourses::new(pairing, settings.mode),
            events: (settings.mode == SyncMode::Order)
                .then(|| EventPairs::new(&settings.tick_tolerance)),
            has_modes: pairing.modes(settings.mode).any(|it| it != settings.mode),
            compares_ours: settings.mode == SyncMode::Union
                || pairing.modes(settings.mode).any(|it| it == SyncMode::Union),
            are_alike: true,
            holds,
            steps: VecDeque::new(),
            outside: [0; 2],
            ends: EntityEnds::default(),
            raw: keeps_lines.then(<[Vec<String>; 2]>::default),
        }
    }

    /// What is compared next; nothing at the end of both sides.
    ///
    /// # Errors
    /// A line that cannot be read.
    pub fn next(
        &mut self,
        sides: [&mut LogSide; 2],
        pairing: &Pairing,
    ) -> Result<Option<SyncStep>, Error> {
        if let Some(events) = &mut self.events {
            return events.next(sides);
        }
        let [ours, theirs] = sides;
        while self.steps.is_empty() {
            for (n, side) in [&mut *ours, &mut *theirs].into_iter().enumerate() {
                // The first ticks tell whether the logs are sampled alike.
                let has_begun = self.queues[n].before.is_some();
                let count = if has_begun || self.is_exact() { 2 } else { 3 };
                let courses = &mut self.courses;
                self.queues[n].fill(side, count, |rows| courses.see(rows, n, pairing))?;
            }
            match self.turn() {
                None => return Ok(None),
                Some([true, true]) => self.both(),
                Some([true, false]) => self.one(0, pairing),
                Some(_) => self.one(1, pairing),
            }
        }
        Ok(self.steps.pop_front())
    }

    /// The lines as they stand that were taken since this was asked for.
    pub fn take_raw(&mut self) -> Option<[Vec<String>; 2]> {
        self.raw.as_mut().map(std::mem::take)
    }

    /// Which sides have the next tick; nothing at the end of both. Two ticks that count as one belong
    /// together unless another one is nearer.
    fn turn(&self) -> Option<[bool; 2]> {
        let tick = |side: usize, n| self.queues[side].peek(n).map(|rows| rows.tick);
        let (ours, theirs) = match (tick(0, 0), tick(1, 0)) {
            (None, None) => return None,
            (Some(_), None) => return Some([true, false]),
            (None, Some(_)) => return Some([false, true]),
            (Some(ours), Some(theirs)) => (ours, theirs),
        };
        let first = usize::from(theirs < ours);
        let apart = (ours - theirs).abs();
        let behind = ours.max(theirs);
        let is_nearer = |next: i128| (next - behind).abs() < apart;
        let are_one = self.settings.tick_tolerance.holds(ours, theirs)
            && !tick(first, 1).is_some_and(is_nearer);
        Some(match (are_one, first) {
            (true, _) => [true, true],
            (false, 0) => [true, false],
            (false, _) => [false, true],
        })
    }

    fn take(&mut self, side: usize) -> Option<TickRows> {
        let keeps = !self.is_exact();
        let rows = self.queues[side].take(keeps)?;
        if let Some(raw) = &mut self.raw {
            let records = rows.groups.iter().flat_map(|group| &group.records);
            raw[side].extend(records.map(|record| record.raw().to_owned()));
            let excess = raw[side].len().saturating_sub(RAW_MAX);
            raw[side].drain(..excess);
        }
        Some(rows)
    }

    /// The next tick of both sides as it stands, which is not compared any more.
    pub fn ahead_raw(&self) -> Option<[Vec<String>; 2]> {
        self.raw.as_ref()?;
        Some(self.queues.each_ref().map(|queue| {
            let groups = queue.peek(0).map_or(&[][..], |rows| &rows.groups);
            let records = groups.iter().flat_map(|group| &group.records);
            records.map(|record| record.raw().to_owned()).collect()
        }))
    }

    fn push(
        &mut self,
        (side, owner): (usize, TickOwner),
        mine: Option<CycleGroup>,
        others: Option<CycleGroup>,
    ) {
        let groups = match side {
            0 => [mine, others],
            _ => [others, mine],
        };
        self.steps.push_back(SyncStep::Cycle(groups, owner));
    }

    /// A tick of both sides, which is called as in the reference.
    fn both(&mut self) {
        let (Some(mut ours), Some(theirs)) = (self.take(0), self.take(1)) else {
            return;
        };
        for group in &mut ours.groups {
            let names = group.records.iter().map(Record::entity_name);
            self.ends.take(names, std::iter::empty());
            group.tick = theirs.tick;
            theirs.shown().clone_into(&mut group.shown);
        }
        if self.is_exact() || ours.is_like(&theirs) {
            let (mut ours, mut theirs) = (ours.groups.into_iter(), theirs.groups.into_iter());
            loop {
                match (ours.next(), theirs.next()) {
                    (None, None) => return,
                    (mine, others) => self.push((0, TickOwner::Both), mine, others),
                }
            }
        }
        let both = (0, TickOwner::Both);
        self.push(both, Some(ours.limit(true)), Some(theirs.limit(true)));
        let two = [ours.of_event(), theirs.of_event()].concat();
        let mut limits = [ours.limit(false), theirs.limit(false)];
        let names = limits.each_ref().map(|group| -> BTreeSet<String> {
            let names = group.records.iter().map(|it| it.entity_name().to_owned());
            names.collect()
        });
        for group in &mut limits {
            group.records.retain(|it| {
                let name = it.entity_name();
                two.iter().any(|it| it == name) && names.iter().all(|names| names.contains(name))
            });
        }
        let [ours, theirs] = limits;
        self.push(both, Some(ours), Some(theirs));
    }

    /// A tick of one side alone.
    fn one(&mut self, side: usize, pairing: &Pairing) {
        let Some(tick) = self.queues[side].peek(0).map(|rows| rows.tick) else {
            return;
        };
        let place = match self.is_exact() {
            true => TickPlace::Outside,
            false => self.place(tick, other(side)),
        };
        let place = match place {
            // Logs that are sampled alike should both have it.
            TickPlace::JustOutside if self.is_due(side) => TickPlace::Outside,
            place => {
                self.are_alike &= self.queues[other(side)].before.is_none();
                place
            }
        };
        let Some(rows) = self.take(side) else { return };
        let is_compared_at = side == 1 || self.compares_ours;
        match place {
            TickPlace::Outside if self.holds && self.settings.mode == SyncMode::Interpolate => {
                self.changes(side, rows);
            }
            TickPlace::JustOutside => self.outside[side] += 1,
            TickPlace::Near { .. } | TickPlace::Between | TickPlace::TooFar if !is_compared_at => {}
            TickPlace::Outside | TickPlace::TooFar => {
                for group in rows.groups {
                    self.push(alone(side), Some(group), None);
                }
            }
            TickPlace::Near { is_before } => {
                let queue = &self.queues[other(side)];
                let near = match is_before {
                    true => queue.before.as_ref(),
                    false => queue.peek(0),
                };
                if let Some(near) = near {
                    // Of an event that limit holds which is nearer.
                    let values = near.limit(!is_before);
                    self.with_values(side, &rows, &values, &BTreeSet::new());
                }
            }
            TickPlace::Between => {
                let queue = &self.queues[other(side)];
                if let (Some(before), Some(after)) = (queue.before.as_ref(), queue.peek(0)) {
                    let around = [before, after];
                    let ValuesBetween { group, unknown } =
                        values_between(around, tick, other(side), pairing, &self.courses);
                    self.with_values(side, &rows, &group, &unknown);
                }
            }
        }
    }

    /// Returns true if the other log should have the next tick of a side, before its first or after its last
    /// one, as both logs have the same ticks near there.
    fn is_due(&self, side: usize) -> bool {
        let [mine, others] = [&self.queues[side], &self.queues[other(side)]];
        if others.before.is_some() {
            return self.are_alike;
        }
        let are_one = |n| match (mine.peek(n + 1), others.peek(n)) {
            (Some(next), Some(first)) => self.settings.tick_tolerance.holds(next.tick, first.tick),
            (next, first) => next.is_none() && first.is_none(),
        };
        are_one(0) && are_one(1)
    }

    /// Returns true if no values are made between ticks.
    fn is_exact(&self) -> bool {
        self.holds || self.settings.mode == SyncMode::Exact
    }

    /// A tick of one side alone, of a log of changes that is compared at the ticks of the reference.
    fn changes(&mut self, side: usize, rows: TickRows) {
        let is_past_the_end = self.queues[1].peek(0).is_none();
        for group in rows.groups {
            match side {
                0 if !is_past_the_end => self.steps.push_back(SyncStep::Held(group)),
                // The reference has ended: what changes later is a difference.
                _ => self.push(alone(side), Some(group), None),
            }
        }
    }

    /// The lines of a tick of one side against the values of the other; of an event both limits.
    fn with_values(
        &mut self,
        side: usize,
        rows: &TickRows,
        values: &CycleGroup,
        unknown: &BTreeSet<String>,
    ) {
        let is_event = rows.is_event();
        let two = if is_event { rows.of_event() } else { Vec::new() };
        for is_left in [true, false] {
            if !is_left && !is_event {
                return;
            }
            let (mut mine, mut others) = (rows.limit(is_left), values.clone());
            rows.shown().clone_into(&mut others.shown);
            others.tick = rows.tick;
            if !is_left {
                for group in [&mut mine, &mut others] {
                    group.records.retain(|it| two.iter().any(|two| two == it.entity_name()));
                }
            }
            let names = |is_unknown: bool| {
                let names = mine.records.iter().map(Record::entity_name);
                names.filter(move |name| unknown.contains(*name) == is_unknown)
            };
            self.ends.take(names(false), names(true));
            mine.records.retain(|it| !unknown.contains(it.entity_name()));
            if !mine.records.is_empty() || !others.records.is_empty() {
                self.push(alone(side), Some(mine), Some(others));
            }
        }
    }

    /// The place of a tick of one side among those of the other.
    fn place(&self, tick: i128, side: usize) -> TickPlace {
        let queue = &self.queues[side];
        let (before, after) = (queue.before.as_ref(), queue.peek(0));
        let far = |rows: Option<&TickRows>| rows.map(|rows| (rows.tick - tick).abs());
        let is_before = match (far(before), far(after)) {
            (Some(before), Some(after)) => before <= after,
            (before, _) => before.is_some(),
        };
        let Some(nearest) = (if is_before { before } else { after }) else {
            return TickPlace::Outside;
        };
        let tolerance = &self.settings.tick_tolerance;
        if tolerance.holds(nearest.tick, tick) {
            return TickPlace::Near { is_before };
        }
        if before.is_none() || after.is_none() {
            let reach = queue.reach(is_before);
            let is_in_reach = reach.is_some_and(|reach| (nearest.tick - tick).abs() <= reach);
            return match is_in_reach {
                true => TickPlace::JustOutside,
                false => TickPlace::Outside,
            };
        }
        match self.settings.mode {
            SyncMode::Nearest if self.has_modes && (tolerance.is_none() || side == 1) => {
                TickPlace::Between
            }
            SyncMode::Nearest if tolerance.is_none() => TickPlace::Near { is_before },
            SyncMode::Nearest | SyncMode::Exact | SyncMode::Order => TickPlace::TooFar,
            SyncMode::Union | SyncMode::Interpolate => TickPlace::Between,
        }
    }

    /// What the report says of it.
    pub fn report(&self, pairing: &Pairing) -> SyncReport {
        let mode_of = |pair: &ColumnPair| pair.sync.unwrap_or(self.settings.mode);
        let of = |wanted: Interpolation| -> Vec<String> {
            let pairs = pairing.pairs.iter().enumerate();
            let pairs =
                pairs.filter(|(n, pair)| mode_of(pair).is_between() && self.course(*n) == wanted);
            pairs.map(|(_, pair)| pair.name.clone()).collect()
        };
        let own = pairing.pairs.iter().filter(|pair| mode_of(pair) != self.settings.mode);
        let [ends, uncertain] = self.ends.counts();
        SyncReport {
            mode: self.settings.mode,
            tick_tolerance: self.settings.tick_tolerance.words().to_owned(),
            linear: of(Interpolation::Linear),
            zoh: of(Interpolation::Zoh),
            outside: self.outside,
            ends,
            uncertain,
            columns: own.map(|pair| (pair.name.clone(), mode_of(pair))).collect(),
            never: Vec::new(),
        }
    }

    fn course(&self, n: usize) -> Interpolation {
        match self.holds {
            true => Interpolation::Zoh,
            false => self.courses.of(n),
        }
    }
}
