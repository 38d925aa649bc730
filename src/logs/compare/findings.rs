//! The findings of a comparison so far: the first differences, the order in which columns parted, and the
//! course of each column.

use std::collections::BTreeMap;

use super::pairing::Pairing;
use crate::exact::Size;
use crate::kept_lines::DifferenceWindow;
use crate::report::{ColumnReport, CycleCounts, DifferenceDetail, Distance, LogDifference};
use crate::tolerance::Gap;
use crate::trend::ColumnTrend;

/// The most columns of entities whose differences are kept apart.
const PARTED_MAX: usize = 100_000;

/// The differences found so far.
pub(crate) struct Findings {
    /// Counts of the cycles compared so far.
    pub cycles: CycleCounts,
    /// The first difference at all.
    pub first: Option<LogDifference>,
    /// The first out of tolerance.
    pub first_out: Option<LogDifference>,
    /// The first difference of each column of an entity, in the order of the log, up to a limit.
    pub followed: Vec<LogDifference>,
    /// The number of columns of entities that differ somewhere.
    pub parted_count: usize,
    /// The lines round the first difference out of tolerance.
    pub kept: DifferenceWindow,
    /// The worst of the cycle that is compared: nothing, within, out.
    worst: u8,
    /// True if both sides have it.
    is_compared: bool,
    /// By entity, which pairs of columns parted, and then whether the entity or a cycle was missing.
    parted: BTreeMap<String, Vec<bool>>,
    courses: Vec<ColumnTrend>,
    followers: usize,
}

impl Findings {
    /// No findings yet, for a comparison of so many pairs of columns.
    #[must_use]
    pub fn new(pairs: usize, followers: usize, kept: DifferenceWindow) -> Self {
        Findings {
            cycles: CycleCounts::default(),
            first: None,
            first_out: None,
            followed: Vec::new(),
            parted_count: 0,
            kept,
            worst: 0,
            is_compared: false,
            parted: BTreeMap::new(),
            courses: vec![ColumnTrend::default(); pairs],
            followers,
        }
    }

    /// A cycle begins, or the one before goes on; whether both sides have it.
    pub fn begin(&mut self, is_compared: bool, goes_on: bool) {
        if !goes_on {
            self.worst = 0;
            self.is_compared = is_compared;
            self.cycles.compared += u64::from(is_compared);
        } else if self.is_compared {
            *self.verdict() -= 1;
        }
    }

    /// Ends the cycle that is being compared.
    pub fn end(&mut self) {
        if self.is_compared {
            *self.verdict() += 1;
        }
    }

    /// The count of cycles like the one that is compared.
    fn verdict(&mut self) -> &mut u64 {
        match self.worst {
            0 => &mut self.cycles.equal,
            1 => &mut self.cycles.within,
            _ => &mut self.cycles.different,
        }
    }

    /// The number of cycles that were compared before this one.
    fn cycle(&self) -> u64 {
        self.cycles.compared.saturating_sub(1)
    }

    /// Two values that differ.
    pub fn value(
        &mut self,
        pairing: &Pairing,
        (tick, entity): (&str, &str),
        n: usize,
        (ours, theirs): (&str, &str),
        (gap, is_out): (Gap, bool),
    ) {
        let cycle = self.cycle();
        self.courses[n].take(cycle, tick, entity, &gap, is_out);
        self.worst = self.worst.max(if is_out { 2 } else { 1 });
        self.kept.mark();
        let is_new = !self.has_parted(entity, n);
        let is_first_out = is_out && self.first_out.is_none();
        if !is_new && !is_first_out {
            return;
        }
        let pair = &pairing.pairs[n];
        let what = DifferenceDetail::Value {
            column: pair.name.clone(),
            ours: ours.to_owned(),
            theirs: theirs.to_owned(),
            gap: Distance::of(&gap, [ours, theirs], pair.kind),
            within: !is_out,
        };
        self.tell(tick, entity, what, is_new.then_some(n));
    }

    /// Notes that one side lacks a line or an entity of the other.
    pub(crate) fn lone(&mut self, tick: &str, entity: &str, what: DifferenceDetail) {
        let pairs = self.courses.len();
        let key = match what {
            DifferenceDetail::Entity { .. } => pairs,
            _ => pairs + 1,
        };
        self.tell(tick, entity, what, Some(key));
    }

    /// Returns true if a column of an entity parted before; nothing more is told apart where there are
    /// too many.
    #[inline]
    fn has_parted(&self, entity: &str, n: usize) -> bool {
        match self.parted.get(entity) {
            Some(parted) => parted[n],
            None => self.parted_count >= PARTED_MAX,
        }
    }

    fn part(&mut self, entity: &str, n: usize) {
        let columns = self.courses.len() + 2;
        let parted = self.parted.entry(entity.to_owned());
        parted.or_insert_with(|| vec![false; columns])[n] = true;
        self.parted_count += 1;
    }

    /// Takes down a difference; `key` is what parts here for the first time.
    fn tell(&mut self, tick: &str, entity: &str, what: DifferenceDetail, key: Option<usize>) {
        let difference = LogDifference {
            cycle: self.cycle(),
            tick: tick.to_owned(),
            entity: entity.to_owned(),
            what,
        };
        let is_out = difference.is_out();
        if is_out {
            self.worst = 2;
        }
        if let Some(n) = key.filter(|n| !self.has_parted(entity, *n)) {
            self.part(entity, n);
            if self.followed.len() < self.followers {
                self.followed.push(difference.clone());
            }
        }
        self.first.get_or_insert_with(|| difference.clone());
        if is_out && self.first_out.is_none() {
            self.first_out = Some(difference);
            self.kept.found();
        }
    }

    /// The columns that differ.
    #[must_use]
    pub fn columns(&self, pairing: &Pairing) -> Vec<ColumnReport> {
        let columns = self.courses.iter().zip(&pairing.pairs);
        let differing = columns.filter(|(course, _)| course.differ > 0);
        let told = differing.map(|(course, pair)| {
            let largest = course.largest.clone();
            let (_, size, tick, entity) = largest.unwrap_or_default();
            ColumnReport {
                column: pair.name.clone(),
                differ: course.differ,
                out: course.out,
                largest: size.as_ref().map(Size::rounded_up),
                unlike: course.unlike,
                largest_at: tick,
                largest_of: entity,
                last_at: course.last_at.clone(),
                trend: course.trend(self.cycles.compared),
            }
        });
        told.collect()
    }
}
