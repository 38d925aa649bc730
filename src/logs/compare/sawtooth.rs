//! Columns that begin again: their values go one way step by step and then jump back over more than half of their range, as
//! an angle behind 360 degrees or the place on one road after another. Of two logs with different ticks one shows a jump
//! earlier than the other, and neither shows how far the values went before it.

use std::collections::{BTreeMap, BTreeSet};

use super::pairing::Pairing;
use crate::alignment::CycleGroup;
use crate::decimal::{is_float, number};

/// The most values that are looked at.
const VALUES_MAX: usize = 1_000_000;

/// The most columns of entities that are looked at, of both sides.
const COURSES_MAX: usize = 10_000;

/// The steps of a column of an entity in one log.
#[derive(Clone, Copy, Debug)]
struct ValueSteps {
    last: f64,
    least: f64,
    most: f64,
    /// The number of steps down, and of steps up.
    counts: [u64; 2],
    /// The largest step down, and the largest up.
    largest: [f64; 2],
    /// True if a value has a point or an exponent.
    is_float: bool,
}

impl ValueSteps {
    fn new(value: f64) -> Self {
        ValueSteps {
            last: value,
            least: value,
            most: value,
            counts: [0; 2],
            largest: [0.0; 2],
            is_float: false,
        }
    }

    fn take(&mut self, value: f64) {
        let step = value - self.last;
        if step != 0.0 {
            let way = usize::from(step > 0.0);
            self.counts[way] += 1;
            self.largest[way] = self.largest[way].max(step.abs());
        }
        self.last = value;
        self.least = self.least.min(value);
        self.most = self.most.max(value);
    }

    /// Returns true if at most a tenth of the steps go back, and one of these over more than half of the range.
    fn begins_again(&self) -> bool {
        let back = usize::from(self.counts[1] < self.counts[0]);
        let steps = self.counts[0] + self.counts[1];
        self.is_float
            && self.counts[back] * 10 <= steps
            && self.largest[back] * 2.0 > self.most - self.least
    }
}

/// The columns of two logs, as far as was looked at.
#[derive(Debug, Default)]
pub(crate) struct SawtoothColumns {
    /// By side and pair of columns, the steps of each entity.
    steps: BTreeMap<(usize, usize), BTreeMap<String, ValueSteps>>,
    courses: usize,
    values: usize,
}

impl SawtoothColumns {
    /// Takes in a cycle of both sides or one.
    pub fn take(&mut self, groups: [Option<&CycleGroup>; 2], pairing: &Pairing) {
        for (side, group) in groups.iter().enumerate() {
            for record in group.iter().flat_map(|group| &group.records) {
                for cell in &record.cells {
                    if self.values == VALUES_MAX {
                        return;
                    }
                    self.values += 1;
                    if let Some(n) = pairing.of(side, cell.column) {
                        self.value((side, n), record.entity_name(), record.at(cell.span));
                    }
                }
            }
        }
    }

    fn value(&mut self, column: (usize, usize), entity: &str, text: &str) {
        let Some(value) = number(text.trim()).filter(|it| it.is_finite()) else {
            return;
        };
        let entities = self.steps.entry(column).or_default();
        if !entities.contains_key(entity) {
            if self.courses == COURSES_MAX {
                return;
            }
            self.courses += 1;
            entities.insert(entity.to_owned(), ValueSteps::new(value));
        }
        if let Some(steps) = entities.get_mut(entity) {
            steps.take(value);
            steps.is_float |= is_float(text);
        }
    }

    /// The pairs of columns that begin again, of some entity in either log.
    pub fn found(&self) -> BTreeSet<usize> {
        let columns = self.steps.iter();
        let found = columns.filter(|(_, entities)| entities.values().any(ValueSteps::begins_again));
        found.map(|((_, n), _)| *n).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begins_again(values: &str) -> bool {
        let mut columns = SawtoothColumns::default();
        for value in values.split(' ') {
            columns.value((0, 3), "", value);
        }
        columns.found() == [3].into()
    }

    #[test]
    fn one_large_step_back_among_ten_begins_again() {
        assert!(begins_again("0.5 1 2 3 4 5 6 7 8 9 0 1"));
        assert!(begins_again("9.5 8 7 6 5 4 3 2 1 0 9 8"), "downwards too");
        assert!(!begins_again("0 1 2 3 4 5 6 7 8 9 0 1"), "it holds its values");
        assert!(!begins_again("0.5 1 2 3 4 5 6 7 8 9 5 6"), "a small step");
        assert!(!begins_again("0.5 1 2 3 4 0"), "too few steps tell");
        assert!(!begins_again("0.5 5 5 5 5 5 5 5 5 5 0.5 0.5"), "a pulse");
        assert!(!begins_again("0.5 2 4 6 8 9 8 6 4 2 0 2"), "a wave");
        assert!(!begins_again("a b c"));
    }
}
