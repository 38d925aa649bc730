//! Logs that tell changes: the newest value of every column of every entity, of both sides.

use std::collections::BTreeMap;

use super::pairing::Pairing;
use crate::alignment::CycleGroup;
use crate::report::ComparisonSide;

/// The newest values of both sides.
#[derive(Debug, Default)]
pub(crate) struct NewestValues {
    /// The numbers of entities, by their names.
    numbers: BTreeMap<String, usize>,
    /// By their numbers, the entities.
    entities: Vec<EntityValues>,
    /// The columns that were told of and not compared since, as numbers of entities and pairs.
    told: Vec<(usize, usize)>,
}

/// The newest values of an entity.
#[derive(Debug)]
struct EntityValues {
    name: String,
    /// For each pair of columns what both sides were told.
    values: Vec<[String; 2]>,
}

/// A column of an entity that was told of, with its newest values.
#[derive(Debug)]
pub(crate) struct ToldValue<'a> {
    pub entity: &'a str,
    /// The number of the pair of columns.
    pub pair: usize,
    pub ours: &'a str,
    pub theirs: &'a str,
}

impl NewestValues {
    /// Takes in a cycle of one side or both.
    pub fn take(
        &mut self,
        mine: Option<&CycleGroup>,
        other: Option<&CycleGroup>,
        pairing: &Pairing,
    ) {
        for (side, group) in [
            (ComparisonSide::Ours, mine),
            (ComparisonSide::Theirs, other),
        ] {
            for record in group.iter().flat_map(|group| &group.records) {
                let entity = self.entity(record.entity_name(), pairing);
                for cell in &record.cells {
                    let Some(n) = pairing.of(side, cell.column) else {
                        continue;
                    };
                    let value = &mut self.entities[entity].values[n];
                    record
                        .at(cell.span)
                        .clone_into(&mut value[usize::from(side == ComparisonSide::Theirs)]);
                    self.told.push((entity, n));
                }
            }
        }
    }

    /// Takes in a value that both sides tell of the entity without a name.
    #[inline]
    pub fn take_same(&mut self, n: usize, value: &str, pairing: &Pairing) {
        let entity = self.entity("", pairing);
        for side in &mut self.entities[entity].values[n] {
            value.clone_into(side);
        }
        self.told.push((entity, n));
    }

    /// The number of an entity.
    fn entity(&mut self, name: &str, pairing: &Pairing) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.entities.len();
        self.numbers.insert(name.to_owned(), number);
        self.entities.push(EntityValues {
            name: name.to_owned(),
            values: vec![Default::default(); pairing.pairs.len()],
        });
        number
    }

    /// Brings the columns that were told of into the order of entities and pairs, each once.
    fn order(&mut self) {
        match self.entities.len() {
            0 | 1 => self.told.sort_unstable(),
            _ => self
                .told
                .sort_unstable_by_key(|(entity, n)| (&self.entities[*entity].name, *n)),
        }
        self.told.dedup();
    }

    /// The columns that were told of and not compared since, in the order of entities and pairs.
    pub fn told(&mut self) -> impl Iterator<Item = ToldValue<'_>> {
        self.order();
        self.told.iter().map(|(entity, n)| {
            let there = &self.entities[*entity];
            let [ours, theirs] = &there.values[*n];
            ToldValue {
                entity: &there.name,
                pair: *n,
                ours,
                theirs,
            }
        })
    }

    /// What was told of has been compared.
    pub fn compared(&mut self) {
        self.told.clear();
    }
}
