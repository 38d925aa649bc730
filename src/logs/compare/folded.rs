//! Logs that tell changes: the newest value of every column of every entity, of both sides, and what did not last: events,
//! and the values that others replaced at the same time.

use std::collections::BTreeMap;

use super::pairing::Pairing;
use crate::alignment::CycleGroup;
use crate::bits;
use crate::kind::ColumnKind;
use crate::tolerance::{ValueMatch, likeness};

/// The newest values of both sides.
#[derive(Debug, Default)]
pub(crate) struct NewestValues {
    /// The numbers of entities, by their names.
    numbers: BTreeMap<String, usize>,
    /// By their numbers, the entities.
    entities: Vec<EntityValues>,
    /// The columns that were told of and not compared since, as numbers of entities and pairs.
    told: Vec<(usize, usize)>,
    /// The number of the cycle that was taken in last.
    cycle: u64,
    /// The values of this cycle that others replaced within it: of an entity, a pair and a side.
    replaced: Vec<(usize, usize, usize, String)>,
}

/// The newest values of an entity.
#[derive(Debug)]
struct EntityValues {
    name: String,
    /// For each pair of columns what both sides were told.
    values: Vec<[NewestValue; 2]>,
}

/// The newest value of a column of a side.
#[derive(Clone, Debug, Default)]
struct NewestValue {
    text: String,
    /// The value before the cycle in which it was told.
    before: String,
    /// The number of that cycle.
    cycle: u64,
}

/// A column of an entity that was told of, with its newest values.
#[derive(Debug)]
pub(crate) struct ToldValue<'a> {
    pub entity: &'a str,
    /// The number of the pair of columns.
    pub pair: usize,
    pub ours: &'a str,
    pub theirs: &'a str,
    /// The values of both sides in this cycle in words, where other values were replaced in one than in the other.
    pub pulses: Option<[String; 2]>,
}

/// The value of an event where it occurs.
pub(crate) const OCCURS: &str = "event";

impl NewestValues {
    /// Takes in a cycle of one side or both.
    pub fn take(
        &mut self,
        mine: Option<&CycleGroup>,
        other: Option<&CycleGroup>,
        pairing: &Pairing,
    ) {
        self.begin();
        for (side, group) in [mine, other].into_iter().enumerate() {
            for record in group.iter().flat_map(|group| &group.records) {
                let entity = self.entity(record.entity_name(), pairing);
                for cell in &record.cells {
                    let Some(n) = pairing.of(side, cell.column) else {
                        continue;
                    };
                    let value = &mut self.entities[entity].values[n][side];
                    if value.cycle == self.cycle {
                        let replaced = std::mem::take(&mut value.text);
                        self.replaced.push((entity, n, side, replaced));
                    }
                    value.set(record.at(cell.span), self.cycle);
                    self.told.push((entity, n));
                }
            }
        }
    }

    /// A cycle begins, of which both sides tell the same.
    pub fn begin(&mut self) {
        self.cycle += 1;
    }

    /// Takes in a value that both sides tell of the entity without a name.
    #[inline]
    pub fn take_same(&mut self, n: usize, value: &str, pairing: &Pairing) {
        let entity = self.entity("", pairing);
        for side in &mut self.entities[entity].values[n] {
            side.set(value, self.cycle);
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
            _ => self.told.sort_unstable_by_key(|(entity, n)| (&self.entities[*entity].name, *n)),
        }
        self.told.dedup();
        // Those of a column stay in the order in which they came.
        self.replaced.sort_by_key(|it| (it.0, it.1, it.2));
    }

    /// The columns that were told of and not compared since, in the order of entities and pairs.
    pub fn told<'a>(&'a mut self, pairing: &'a Pairing) -> impl Iterator<Item = ToldValue<'a>> {
        self.order();
        self.told.iter().map(|(entity, n)| {
            let there = &self.entities[*entity];
            let of_event = pairing.pairs[*n].kind == ColumnKind::Event;
            let [ours, theirs] = there.values[*n].each_ref().map(|value| match of_event {
                true if value.cycle == self.cycle => OCCURS,
                true => "",
                false => value.text.as_str(),
            });
            let pulses = match of_event || self.replaced.is_empty() {
                true => None,
                false => self.pulses(*entity, *n, pairing),
            };
            ToldValue { entity: &there.name, pair: *n, ours, theirs, pulses }
        })
    }

    /// The values of a column that both sides had in this cycle in words, if other ones were replaced in one side.
    fn pulses(&self, entity: usize, n: usize, pairing: &Pairing) -> Option<[String; 2]> {
        let pair = &pairing.pairs[n];
        let is_out = |one: &str, other: &str| {
            matches!(likeness(one, other, pair.kind, &pair.bounds), ValueMatch::Out(_))
        };
        let replaced = |side: usize| {
            let key = (entity, n, side);
            let from = self.replaced.partition_point(|it| (it.0, it.1, it.2) < key);
            let all = self.replaced[from..].iter().take_while(move |it| (it.0, it.1, it.2) == key);
            all.map(|it| it.3.as_str())
        };
        let values = &self.entities[entity].values[n];
        if replaced(0).eq(replaced(1)) && values[0].text == values[1].text {
            return None;
        }
        let mut passed = [Vec::new(), Vec::new()];
        for (side, passed) in passed.iter_mut().enumerate() {
            let mut before = values[side].before.as_str();
            for replaced in replaced(side) {
                if !pair.are_equal(before, replaced) {
                    passed.push(replaced);
                    before = replaced;
                }
            }
            if passed.last().is_some_and(|last| pair.are_equal(last, &values[side].text)) {
                passed.pop();
            }
        }
        let [ours, theirs] = &passed;
        let are_alike = ours.len() == theirs.len()
            && !ours.iter().zip(theirs).any(|(one, other)| is_out(one, other));
        (!are_alike).then(|| {
            [0, 1].map(|side| {
                let all = passed[side].iter().copied().chain([values[side].text.as_str()]);
                let shown: Vec<_> = all.map(|value| bits::shown(value, pair.width)).collect();
                shown.join(", then ")
            })
        })
    }

    /// What was told of has been compared, or of it the events alone.
    pub fn compared(&mut self, pairing: &Pairing, is_of_events: bool) {
        match is_of_events {
            true => self.told.retain(|(_, n)| pairing.pairs[*n].kind != ColumnKind::Event),
            false => self.told.clear(),
        }
        self.replaced.clear();
    }
}

impl NewestValue {
    #[inline]
    fn set(&mut self, text: &str, cycle: u64) {
        if self.cycle != cycle {
            std::mem::swap(&mut self.text, &mut self.before);
            self.cycle = cycle;
        }
        self.text.clear();
        self.text.push_str(text);
    }
}
