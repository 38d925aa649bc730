//! Logs that tell changes: the newest value of every column of every entity, of both sides.

use std::collections::{BTreeMap, BTreeSet};

use super::pairing::Pairing;
use crate::alignment::CycleGroup;
use crate::report::ComparisonSide;

/// The newest values of both sides.
#[derive(Debug, Default)]
pub(crate) struct NewestValues {
    /// By entity, for each pair of columns what both sides were told.
    values: BTreeMap<String, Vec<[String; 2]>>,
    /// Columns of entities that changed and were not compared since.
    held: BTreeSet<(String, usize)>,
}

impl NewestValues {
    /// Takes in a cycle of one side or both; which columns of which entities it tells of.
    pub fn take(
        &mut self,
        mine: Option<&CycleGroup>,
        other: Option<&CycleGroup>,
        pairing: &Pairing,
    ) -> BTreeSet<(String, usize)> {
        let mut touched = std::mem::take(&mut self.held);
        for (side, group) in [
            (ComparisonSide::Ours, mine),
            (ComparisonSide::Theirs, other),
        ] {
            for record in group.iter().flat_map(|group| &group.records) {
                let entity = record.entity_name();
                if !self.values.contains_key(entity) {
                    let nothing = vec![[String::new(), String::new()]; pairing.pairs.len()];
                    self.values.insert(entity.to_owned(), nothing);
                }
                let Some(values) = self.values.get_mut(entity) else {
                    continue;
                };
                for cell in &record.cells {
                    let Some(n) = pairing.of(side, cell.column) else {
                        continue;
                    };
                    let value = &mut values[n][usize::from(side == ComparisonSide::Theirs)];
                    value.clear();
                    value.push_str(record.at(cell.span));
                    touched.insert((entity.to_owned(), n));
                }
            }
        }
        touched
    }

    /// Takes in changes of our side that are compared with the next cycle.
    pub fn hold(&mut self, mine: &CycleGroup, pairing: &Pairing) {
        self.held = self.take(Some(mine), None, pairing);
    }

    /// The newest value of a column of an entity, on either side.
    #[must_use]
    pub fn values(&self, entity: &str, n: usize) -> (&str, &str) {
        match self.values.get(entity).and_then(|values| values.get(n)) {
            Some([ours, theirs]) => (ours, theirs),
            None => ("", ""),
        }
    }
}
