//! Whether the rows of two logs are events: entities that have times of their own, and how far apart those of the two logs
//! usually are. The beginning of the logs tells.

use std::collections::{BTreeMap, BTreeSet};

use crate::alignment::CycleGroup;

/// The most ticks that are looked at.
const TICKS_MAX: usize = 4_096;

/// The entities of one side.
#[derive(Debug, Default)]
struct SideEntities {
    /// Those of the last tick.
    last: BTreeSet<String>,
    /// The number of ticks at which an entity of the tick before is not there.
    lacking: usize,
    ticks: usize,
}

/// The ticks of an entity.
#[derive(Debug, Default)]
struct EntityTicks {
    /// The last tick of each side.
    last: [Option<i128>; 2],
    /// The side that is ahead, and its ticks since the last of the other, each with its distance from that.
    ahead: (usize, Vec<(i128, Option<i128>)>),
}

/// The times of entities, of both sides.
#[derive(Debug, Default)]
pub(crate) struct EventTimes {
    sides: [SideEntities; 2],
    entities: BTreeMap<String, EntityTicks>,
    /// The distances of events from the nearest one of their entity in the other log, where both are not at one tick.
    apart: Vec<i128>,
    ticks: usize,
}

impl EventTimes {
    /// Takes in a cycle of both sides or one. What comes before the first tick of one side alone does not count.
    pub fn take(&mut self, tick: i128, groups: [Option<&CycleGroup>; 2]) {
        if self.ticks == 0 && groups.iter().all(Option::is_some) {
            return;
        }
        let records = || groups.iter().flatten().flat_map(|group| &group.records);
        if self.ticks == TICKS_MAX || records().all(|record| record.entity.is_none()) {
            return;
        }
        self.ticks += 1;
        let names = groups.map(|group| -> BTreeSet<String> {
            let records = group.iter().flat_map(|group| &group.records);
            records.map(|it| it.entity_name().to_owned()).collect()
        });
        for name in names[0].union(&names[1]) {
            let sides = names.each_ref().map(|names| names.contains(name));
            let entity = self.entities.entry(name.clone()).or_default();
            self.apart.extend(entity.take(tick, sides));
        }
        for (entities, names) in self.sides.iter_mut().zip(names) {
            if !names.is_empty() {
                entities.ticks += 1;
                entities.lacking += usize::from(!entities.last.is_subset(&names));
                entities.last = names;
            }
        }
    }

    /// A distance that events should not exceed, if entities have times of their own: at a third of the ticks one of those
    /// of the tick before is not there.
    pub fn usual_distance(&self) -> Option<i128> {
        let is_event = |it: &SideEntities| it.lacking * 3 >= it.ticks && it.lacking > 0;
        self.sides.iter().all(is_event).then(|| usual(&self.apart))?
    }
}

/// A distance that others should not exceed: sixteen times that which a quarter of these do not, and not more than the largest.
/// Of distances that are spread evenly from 0 on that is four times the largest, so that a fault which moves three quarters of them
/// five times as far still shows.
pub(crate) fn usual(apart: &[i128]) -> Option<i128> {
    let mut apart = apart.to_vec();
    apart.sort_unstable();
    let quarter = apart.get(apart.len() / 4)?;
    Some(quarter.saturating_mul(16).min(*apart.last()?))
}

impl EntityTicks {
    /// Takes in a tick at which these sides have the entity; the distances that are known now.
    fn take(&mut self, tick: i128, sides: [bool; 2]) -> Vec<i128> {
        let mut known = Vec::new();
        let other = 1 - self.ahead.0;
        if sides[other] {
            let since = |(at, since): (i128, Option<i128>)| {
                since.map_or(tick - at, |since| since.min(tick - at))
            };
            known.extend(self.ahead.1.drain(..).map(since));
        }
        if sides[0] != sides[1] {
            let side = usize::from(sides[1]);
            self.ahead.0 = side;
            let since = self.last[1 - side].map(|last| tick - last);
            self.ahead.1.push((tick, since));
        }
        for (last, is_there) in self.last.iter_mut().zip(sides) {
            if is_there {
                *last = Some(tick);
            }
        }
        known
    }
}
