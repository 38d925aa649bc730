//! A cycle of logs that have lines of all entities: line against line.

use std::collections::BTreeMap;

use super::pairing::slots;
use super::{LogComparer, PULSE};
use crate::alignment::CycleGroup;
use crate::record::{Record, TextSpan};
use crate::report::{ComparisonSide, DifferenceDetail, LinePair};
use crate::tolerance::likeness;

/// A line that only one side has.
pub(crate) fn shown_alone(tick: &str, record: &Record, missing_in: ComparisonSide) -> LinePair {
    let line = Some(record.raw().to_owned());
    let (ours, theirs) = match missing_in {
        ComparisonSide::Ours => (None, line),
        ComparisonSide::Theirs => (line, None),
    };
    LinePair { tick: tick.to_owned(), ours, theirs, differs: true }
}

impl LogComparer<'_> {
    /// The lines of a cycle, entity by entity.
    pub(super) fn rows(&mut self, mine: &CycleGroup, other: &CycleGroup) {
        self.count_repeats(mine, other);
        let (ours, theirs) = (mine.records.iter(), other.records.iter());
        if ours.map(Record::entity_name).eq(theirs.map(Record::entity_name)) {
            for (a, b) in mine.records.iter().zip(&other.records) {
                self.row(&mine.shown, a, b);
            }
            return;
        }
        let by_name = |group: &CycleGroup| -> BTreeMap<String, usize> {
            let named = group.records.iter().enumerate();
            named.map(|(n, record)| (record.entity_name().to_owned(), n)).collect()
        };
        let (our_names, their_names) = (by_name(mine), by_name(other));
        for (name, n) in &our_names {
            match their_names.get(name) {
                Some(m) => self.row(&mine.shown, &mine.records[*n], &other.records[*m]),
                None => self.lone_entity(&mine.shown, &mine.records[*n], ComparisonSide::Theirs),
            }
        }
        for (name, n) in &their_names {
            if !our_names.contains_key(name) {
                self.lone_entity(&other.shown, &other.records[*n], ComparisonSide::Ours);
            }
        }
    }

    fn count_repeats(&mut self, mine: &CycleGroup, other: &CycleGroup) {
        for (stream, group) in [(&mut self.ours, mine), (&mut self.theirs, other)] {
            if group.records.len() < 2 {
                continue;
            }
            let mut names: Vec<_> = group.records.iter().map(Record::entity_name).collect();
            names.sort_unstable();
            let repeats = names.windows(2).filter(|pair| pair[0] == pair[1]).count();
            stream.report.repeats += repeats as u64;
        }
    }

    fn lone_entity(&mut self, tick: &str, record: &Record, missing_in: ComparisonSide) {
        match missing_in {
            ComparisonSide::Ours => self.findings.cycles.missing_entities += 1,
            ComparisonSide::Theirs => self.findings.cycles.extra_entities += 1,
        }
        let entity = record.entity_name();
        let shown = shown_alone(tick, record, missing_in);
        self.lone_line(shown, entity, Some(DifferenceDetail::Entity { missing_in }));
    }

    /// Two lines about one entity.
    fn row(&mut self, tick: &str, mine: &Record, other: &Record) {
        let [mut ours, mut theirs] = std::mem::take(&mut self.scratch);
        slots(mine, &mut ours);
        slots(other, &mut theirs);
        let entity = mine.entity_name();
        self.open_line(tick, entity, |line| {
            line.fill(tick, &[mine.raw()], &[other.raw()]);
        });
        let is_chosen = self.selection.has_all_of(entity);
        for n in 0..self.pairing.pairs.len() {
            let pair = &self.pairing.pairs[n];
            let at = |slots: &[Option<TextSpan>], column| slots.get(column).copied().flatten();
            let a = at(&ours, pair.ours).map_or("", |span| mine.at(span));
            let b = at(&theirs, pair.theirs).map_or("", |span| other.at(span));
            if !(pair.is_of_all || is_chosen) {
                continue;
            }
            // What is compared is noted, also where it is the same.
            if self.modes.as_mut().is_some_and(|modes| !modes.take(n)) {
                continue;
            }
            if a == b && !pair.bounds.waits() {
                continue;
            }
            self.value((tick, entity), n, (a, b), None);
        }
        self.scratch = [ours, theirs];
    }

    /// Two values of the line that is compared; `pulses` are the values of both sides in words, where they changed
    /// again at the same time in one side and not so in the other.
    pub(super) fn value(
        &mut self,
        place: (&str, &str),
        n: usize,
        (ours, theirs): (&str, &str),
        pulses: Option<[String; 2]>,
    ) {
        if let Some(waiting) = &mut self.waiting {
            waiting.value(&self.pairing, place.1, n, ours, theirs, pulses);
            return;
        }
        let pair = &self.pairing.pairs[n];
        let judged = likeness(ours, theirs, pair.kind, &pair.bounds).judged();
        match (judged, &pulses) {
            (Some((_, false)) | None, Some([ours, theirs])) => {
                self.findings.value(&self.pairing, place, n, (ours, theirs), PULSE);
            }
            (Some(judged), _) => {
                self.findings.value(&self.pairing, place, n, (ours, theirs), judged)
            }
            (None, None) => {}
        }
    }
}
