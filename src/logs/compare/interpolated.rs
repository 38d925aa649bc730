//! The values that signals have between two ticks of a log.

use std::collections::BTreeSet;

use super::pairing::{Pairing, slots};
use super::tick_rows::TickRows;
use crate::alignment::CycleGroup;
use crate::decimal::is_float;
use crate::kind::ColumnKind;
use crate::record::{Record, RecordCell};
use crate::sync::{Interpolation, SyncMode, on_line};

/// The course of each column between ticks.
#[derive(Debug)]
pub(crate) struct SignalCourses {
    /// By pair of columns: what is said of it, or what its kind tells; nothing where its values tell.
    said: Vec<Option<Interpolation>>,
    /// By pair of columns, whether a value with a point or an exponent was met on either side.
    are_floats: Vec<bool>,
    /// By pair of columns, whether the nearest value stands for those between ticks.
    are_nearest: Vec<bool>,
}

impl SignalCourses {
    /// The courses of columns as far as they are known before values are read.
    pub fn new(pairing: &Pairing, rows: SyncMode) -> Self {
        let of_kind = |kind| match kind {
            ColumnKind::Integer
            | ColumnKind::Bits
            | ColumnKind::Event
            | ColumnKind::Text
            | ColumnKind::Ignored => Some(Interpolation::Zoh),
            ColumnKind::Decimal => Some(Interpolation::Linear),
            ColumnKind::Auto => None,
        };
        let pairs = pairing.pairs.iter();
        SignalCourses {
            said: pairs.map(|pair| pair.interpolation.or(of_kind(pair.kind))).collect(),
            are_floats: vec![false; pairing.pairs.len()],
            are_nearest: pairing.modes(rows).map(|mode| mode == SyncMode::Nearest).collect(),
        }
    }

    /// Looks at values that were read.
    pub fn see(&mut self, rows: &TickRows, side: usize, pairing: &Pairing) {
        for record in rows.groups.iter().flat_map(|group| &group.records) {
            for cell in &record.cells {
                if let Some(n) = pairing.of(side, cell.column)
                    && self.said[n].is_none()
                    && !self.are_floats[n]
                {
                    self.are_floats[n] = is_float(record.at(cell.span));
                }
            }
        }
    }

    /// The course of a pair of columns.
    pub fn of(&self, n: usize) -> Interpolation {
        self.said[n].unwrap_or(match self.are_floats[n] {
            true => Interpolation::Linear,
            false => Interpolation::Zoh,
        })
    }
}

/// The values of a side at a time between two of its ticks.
pub(crate) struct ValuesBetween {
    /// The values of the entities that both ticks have.
    pub group: CycleGroup,
    /// The entities that only one of the ticks has: whether they are there in between is not known.
    pub unknown: BTreeSet<String>,
}

/// The values at `tick`, which lies between two ticks of a side.
pub(crate) fn values_between(
    [before, after]: [&TickRows; 2],
    tick: i128,
    side: usize,
    pairing: &Pairing,
    courses: &SignalCourses,
) -> ValuesBetween {
    let part = (tick - before.tick) as f64 / (after.tick - before.tick) as f64;
    let is_before = tick - before.tick <= after.tick - tick;
    let (left, right) = (before.limit(false), after.limit(true));
    let mut group = CycleGroup { tick, ..CycleGroup::default() };
    let mut unknown = BTreeSet::new();
    let name = |record: &Record| record.entity_name().to_owned();
    for one in &left.records {
        let named = |it: &&Record| it.entity_name() == one.entity_name();
        // Most cycles tell of the same entities in the same order.
        let same = right.records.get(group.records.len()).filter(named);
        match same.or_else(|| right.records.iter().find(named)) {
            Some(other) => {
                let mixed = mixed([one, other], (part, is_before), side, pairing, courses);
                group.records.push(mixed);
            }
            None => drop(unknown.insert(name(one))),
        }
    }
    if right.records.len() > group.records.len() {
        let there: BTreeSet<_> = left.records.iter().map(name).collect();
        let others = right.records.iter().map(name);
        unknown.extend(others.filter(|it| !there.contains(it)));
    }
    ValuesBetween { group, unknown }
}

/// A line about an entity between two of its lines, which are shown in its place.
fn mixed(
    [one, other]: [&Record; 2],
    (part, is_before): (f64, bool),
    side: usize,
    pairing: &Pairing,
    courses: &SignalCourses,
) -> Record {
    let mut record = Record::default();
    record.begin(&format!("{} .. {}", one.raw(), other.raw()), one.line);
    if one.entity.is_some() {
        record.entity = Some(record.add_text(one.entity_name()));
    }
    let mut places = Vec::new();
    slots(other, &mut places);
    for cell in &one.cells {
        let Some(n) = pairing.of(side, cell.column) else {
            continue;
        };
        let value = one.at(cell.span);
        let next = places.get(cell.column as usize).copied().flatten();
        let next = next.map(|next| other.at(next));
        let line = match (courses.of(n), next) {
            (_, next) if courses.are_nearest[n] => {
                (!is_before).then(|| next.unwrap_or_default().to_owned())
            }
            (Interpolation::Linear, Some(next)) => on_line(value, next, part),
            _ => None,
        };
        let span = record.add_text(line.as_deref().unwrap_or(value));
        record.cells.push(RecordCell { column: cell.column, span });
    }
    record
}
