//! Cycles that are not judged yet, where values may come some cycles early or late.

use std::collections::{BTreeMap, VecDeque};

use super::pairing::Pairing;
use crate::late_values::{CycleValues, LateRules, NeighbourValues};
use crate::report::{DifferenceDetail, LinePair};
use crate::tolerance::{Gap, likeness};

/// A line of a cycle, or the values of an entity in it.
#[derive(Debug, Default)]
pub(crate) struct WaitingRow {
    /// The tick, as it stands.
    pub tick: String,
    /// The entity; empty where there are none.
    pub entity: String,
    /// The line for people.
    pub shown: LinePair,
    /// Pairs of columns whose values may differ, with both values.
    pub values: Vec<(usize, String, String)>,
    /// A pair of columns whose values changed again at the same time in one side and not so in the other, with the
    /// values of both in words.
    pub pulses: Option<(usize, [String; 2])>,
    /// A line or an entity that one side lacks, if it does.
    pub lone: Option<DifferenceDetail>,
}

/// A cycle that was read.
#[derive(Debug, Default)]
pub(crate) struct WaitingCycle {
    number: u64,
    tick: i128,
    /// The lines of the cycle.
    pub lines: Vec<WaitingRow>,
    /// The lines of the cycle as they stand in both logs.
    pub raw: Option<[Vec<String>; 2]>,
    /// True if both sides have it.
    pub is_compared: bool,
    /// True if it is a part of the cycle before.
    pub goes_on: bool,
}

/// Cycles that wait for those behind them.
#[derive(Debug)]
pub(crate) struct WaitingCycles {
    /// The most cycles by which a value may come early or late.
    far: u64,
    /// The widest distance of ticks by which the reference may have a value earlier or later.
    wide: i128,
    /// True if a value is there until another comes.
    holds: bool,
    /// The number of the last cycle, once all were read.
    end: Option<u64>,
    around: BTreeMap<(String, usize), NeighbourValues>,
    cycles: VecDeque<WaitingCycle>,
    /// The tick of the last cycle that was compared.
    last: Option<i128>,
    /// The cycle that is being read.
    pub open: WaitingCycle,
}

impl WaitingCycles {
    /// Waits for so many cycles, and so wide a distance of ticks.
    #[must_use]
    pub fn new(far: usize, wide: i128, holds: bool) -> Self {
        WaitingCycles {
            far: far as u64,
            wide,
            end: None,
            holds,
            around: BTreeMap::new(),
            last: None,
            cycles: VecDeque::new(),
            open: WaitingCycle::default(),
        }
    }

    /// A cycle is read from here on, or the one before goes on; whether both sides have it.
    pub fn begin(&mut self, tick: i128, is_compared: bool, goes_on: bool) {
        self.open.tick = tick;
        self.open.is_compared = is_compared;
        self.open.goes_on = goes_on;
    }

    /// Takes in two values of the cycle that is being read, and their pulses; they belong to its newest line.
    pub fn value(
        &mut self,
        pairing: &Pairing,
        entity: &str,
        n: usize,
        ours: &str,
        theirs: &str,
        pulses: Option<[String; 2]>,
    ) {
        let (ours, theirs) = (ours.to_owned(), theirs.to_owned());
        let bounds = &pairing.pairs[n].bounds;
        if bounds.waits() {
            let both = CycleValues {
                cycle: self.open.number,
                tick: self.open.tick,
                ours: ours.clone(),
                theirs: theirs.clone(),
            };
            let before = self.last.filter(|_| !entity.is_empty());
            let around = self.around.entry((entity.to_owned(), n));
            let around = around.or_insert_with(|| NeighbourValues::behind(before));
            let oldest = self.cycles.front().unwrap_or(&self.open);
            around.take(both, |it| match bounds.ticks {
                0 => it.cycle < oldest.number.saturating_sub(self.far),
                wide => it.tick < oldest.tick - wide,
            });
        }
        if let Some(line) = self.open.lines.last_mut() {
            line.pulses = pulses.map(|it| (n, it));
            if ours != theirs {
                line.values.push((n, ours, theirs));
            }
        }
    }

    /// The cycle that was read is whole.
    pub fn close(&mut self) {
        if self.open.is_compared {
            self.last = Some(self.open.tick);
        }
        let next = WaitingCycle {
            number: self.open.number + 1,
            tick: self.open.tick,
            ..WaitingCycle::default()
        };
        self.cycles.push_back(std::mem::replace(&mut self.open, next));
    }

    /// The next cycle that can be judged; at the end all can.
    pub fn pop(&mut self, is_at_end: bool) -> Option<WaitingCycle> {
        if is_at_end {
            self.end = self.open.number.checked_sub(1);
        }
        let first = self.cycles.front()?;
        let is_past = first.number + self.far < self.open.number
            && (self.wide == 0 || first.tick + self.wide < self.open.tick);
        let is_ready = is_at_end || is_past;
        is_ready.then(|| self.cycles.pop_front()).flatten()
    }

    /// The distance of two values of a cycle, and whether it is out of tolerance; nothing if they are
    /// equal.
    pub fn judge(
        &self,
        pairing: &Pairing,
        cycle: &WaitingCycle,
        line: &WaitingRow,
        (n, ours, theirs): &(usize, String, String),
    ) -> Option<(Gap, bool)> {
        let pair = &pairing.pairs[*n];
        if pair.bounds.waits() {
            let around = self.around.get(&(line.entity.clone(), *n))?;
            let is_compared_in = |from: i128, to: i128| {
                let mut cycles = self.cycles.iter().filter(|it| it.is_compared);
                !line.entity.is_empty() && cycles.any(|it| it.tick > from && it.tick <= to)
            };
            let rules = LateRules {
                holds: self.holds,
                end: self.end,
                interpolation: pair.interpolation,
                kind: pair.kind,
                bounds: &pair.bounds,
                is_compared_in: &is_compared_in,
            };
            return around.judge(cycle.number, &rules);
        }
        likeness(ours, theirs, pair.kind, &pair.bounds).judged()
    }
}
