//! Events of two logs: rows that meet in the order of their entity, within a tolerance of ticks.
//!
//! Of all ways to pair the events of an entity in their order, each pair within the tolerance, the one with the most
//! pairs is taken, of these the one with the smallest sum of distances, of these the one that pairs the earliest. Events
//! far from all others are decided as soon as no later event can reach them.

use std::collections::{BTreeMap, VecDeque};

use crate::alignment::{CycleGroup, LogSide};
use crate::record::Record;
use crate::sync::{TickOwner, TickTolerance};
use chase_world::error::Error;

/// The most events of an entity that are decided together, of both sides.
const TOGETHER_MAX: usize = 512;

/// The most events that wait to be decided or to be handed out.
const WAITING_MAX: usize = 100_000;

/// What is compared next.
#[derive(Debug)]
pub(crate) enum SyncStep {
    /// The lines of a cycle, of both sides or one, and the sides that have its tick.
    Cycle([Option<CycleGroup>; 2], TickOwner),
    /// Changes of our side that hold when the next cycle of the reference is compared.
    Held(CycleGroup),
}

/// A row of one side.
#[derive(Debug)]
struct QueuedEvent {
    side: usize,
    /// The number of the event in the order in which events of both sides were read.
    number: u64,
    tick: i128,
    shown: String,
    record: Record,
}

impl QueuedEvent {
    fn place(&self) -> (i128, u64) {
        (self.tick, self.number)
    }
}

/// The events of an entity that are not decided, in their order, in groups: no event can meet one of another group.
#[derive(Debug, Default)]
struct EntityEvents {
    events: VecDeque<QueuedEvent>,
    /// The sizes of the groups.
    groups: VecDeque<usize>,
}

/// A decision: the places of two events of a group that meet, or of one that meets none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meeting {
    Both(usize, usize),
    Alone(usize),
}

/// The events of both sides on their way to each other.
#[derive(Debug)]
pub(crate) struct EventPairs {
    tolerance: TickTolerance,
    /// By side, the cycle that was read and not taken in.
    next: [Option<CycleGroup>; 2],
    is_at_end: [bool; 2],
    read: u64,
    entities: BTreeMap<String, EntityEvents>,
    /// The events that are not decided, by their places: their entities.
    open: BTreeMap<(i128, u64), String>,
    decided: BTreeMap<(i128, u64), SyncStep>,
}

impl EventPairs {
    /// Begins before the first event.
    pub fn new(tolerance: &TickTolerance) -> Self {
        EventPairs {
            tolerance: tolerance.clone(),
            next: [None, None],
            is_at_end: [false; 2],
            read: 0,
            entities: BTreeMap::new(),
            open: BTreeMap::new(),
            decided: BTreeMap::new(),
        }
    }

    /// The next event of either side or both; nothing at the end of both.
    ///
    /// # Errors
    /// A line that cannot be read.
    pub fn next(&mut self, mut sides: [&mut LogSide; 2]) -> Result<Option<SyncStep>, Error> {
        loop {
            for (n, side) in sides.iter_mut().enumerate() {
                if self.next[n].is_none() && !self.is_at_end[n] {
                    self.next[n] = side.next_cycle()?;
                    self.is_at_end[n] = self.next[n].is_none();
                }
            }
            let now = self.next.iter().flatten().map(|group| group.tick).min();
            self.decide(now);
            if self.is_ready(now) {
                return Ok(self.decided.pop_first().map(|it| it.1));
            }
            if now.is_none() {
                return Ok(None);
            }
            let is_ours = self.next[0].as_ref().map(|group| group.tick) == now;
            self.take(usize::from(!is_ours));
        }
    }

    /// Returns true if no event that is not decided or not read can come before the first one that is.
    fn is_ready(&self, now: Option<i128>) -> bool {
        let open = self.open.first_key_value().map(|it| it.0.0);
        let mut later = now.into_iter().chain(open);
        let first = self.decided.first_key_value().map(|it| it.0.0);
        first.is_some_and(|first| later.all(|it| first < it))
    }

    /// Takes in the events of the cycle of a side.
    fn take(&mut self, side: usize) {
        let Some(group) = self.next[side].take() else {
            return;
        };
        for record in group.records {
            let entity = record.entity_name().to_owned();
            let event = QueuedEvent {
                side,
                number: self.read,
                tick: group.tick,
                shown: group.shown.clone(),
                record,
            };
            self.read += 1;
            self.open.insert(event.place(), entity.clone());
            let of = self.entities.entry(entity).or_default();
            let last = of.events.back().map(|last| last.tick);
            match of.groups.back_mut() {
                Some(size) if last.is_some_and(|it| self.tolerance.holds(it, event.tick)) => {
                    *size += 1;
                }
                _ => of.groups.push_back(1),
            }
            of.events.push_back(event);
        }
    }

    /// Decides what can be decided of the events that hold up all others; `now` is the tick of the next one.
    fn decide(&mut self, now: Option<i128>) {
        while let Some(entity) = self.open.values().next().cloned() {
            if self.is_ready(now) {
                return;
            }
            let Some(of) = self.entities.get(&entity) else {
                return;
            };
            let is_reached =
                |last: &QueuedEvent| now.is_some_and(|it| self.tolerance.holds(last.tick, it));
            let is_whole = of.groups.len() > 1 || !of.events.back().is_some_and(is_reached);
            let size = of.groups.front().copied().unwrap_or_default();
            let are_too_many =
                size >= TOGETHER_MAX || self.open.len() + self.decided.len() > WAITING_MAX;
            if !is_whole && !are_too_many {
                return;
            }
            self.settle(&entity, is_whole && size <= TOGETHER_MAX);
        }
    }

    /// Decides the first group of an entity, or the older half of it.
    fn settle(&mut self, entity: &str, is_whole: bool) {
        let Some(mut of) = self.entities.remove(entity) else {
            return;
        };
        let size = of.groups.pop_front().unwrap_or_default();
        let group: Vec<_> = of.events.iter().take(size.min(TOGETHER_MAX)).collect();
        let half = group.len().div_ceil(2);
        let mut meetings = paired(&group, &self.tolerance);
        let end = |it: &Meeting| match *it {
            Meeting::Both(one, other) => one.max(other),
            Meeting::Alone(one) => one,
        };
        if !is_whole {
            // The rest begins behind the last event that is decided, and must hold all that is not.
            let is_past = |it: &Meeting| end(it) >= half;
            let kept = meetings.iter().position(is_past).unwrap_or(meetings.len());
            meetings.truncate(kept.max(1));
        }
        let mut taken = vec![false; group.len()];
        for meeting in &meetings {
            match *meeting {
                Meeting::Both(one, other) => (taken[one], taken[other]) = (true, true),
                Meeting::Alone(one) => taken[one] = true,
            }
        }
        let mut events: Vec<_> = of.events.drain(..taken.len()).map(Some).collect();
        for meeting in meetings {
            let (one, other) = match meeting {
                Meeting::Both(one, other) => (events[one].take(), events[other].take()),
                Meeting::Alone(one) => (events[one].take(), None),
            };
            if let Some(one) = one {
                self.hand_out(entity, one, other);
            }
        }
        let rest: Vec<_> = events.into_iter().flatten().collect();
        let left = size - taken.iter().filter(|it| **it).count();
        for event in rest.into_iter().rev() {
            of.events.push_front(event);
        }
        if left > 0 {
            of.groups.push_front(left);
        }
        if !of.events.is_empty() {
            self.entities.insert(entity.to_owned(), of);
        }
    }

    /// An event of ours and one of the reference, or one alone, will be compared.
    fn hand_out(&mut self, entity: &str, one: QueuedEvent, other: Option<QueuedEvent>) {
        self.open.remove(&one.place());
        let Some(other) = other else {
            let (side, place) = (one.side, one.place());
            let group = |records| CycleGroup { tick: one.tick, shown: one.shown.clone(), records };
            // Of an entity it is said that it has no such event.
            let nothing = (!entity.is_empty()).then(|| group(Vec::new()));
            let groups = match side {
                0 => [Some(group(vec![one.record])), nothing],
                _ => [nothing, Some(group(vec![one.record]))],
            };
            self.decided.insert(place, SyncStep::Cycle(groups, TickOwner::Both));
            return;
        };
        self.open.remove(&other.place());
        let (ours, theirs) = if one.side == 0 { (one, other) } else { (other, one) };
        let place = theirs.place();
        let group = |record| CycleGroup {
            tick: theirs.tick,
            shown: theirs.shown.clone(),
            records: vec![record],
        };
        let groups = [Some(group(ours.record)), Some(group(theirs.record.clone()))];
        self.decided.insert(place, SyncStep::Cycle(groups, TickOwner::Both));
    }
}

/// What an end of a group costs: the events that meet none, and the sum of the distances of those that meet.
type Cost = (usize, i128);

/// The best way to pair the events of a group, in their order.
fn paired(group: &[&QueuedEvent], tolerance: &TickTolerance) -> Vec<Meeting> {
    let of = |side: usize| -> Vec<usize> {
        let mut places: Vec<_> = (0..group.len()).collect();
        places.retain(|n| group[*n].side == side);
        places
    };
    let (ours, theirs) = (of(0), of(1));
    let are_one = |i: usize, j: usize| tolerance.holds(group[ours[i]].tick, group[theirs[j]].tick);
    // If all meet in their order, no other way has as many pairs.
    if ours.len() == theirs.len() && (0..ours.len()).all(|n| are_one(n, n)) {
        let pairs = ours.iter().zip(&theirs);
        return pairs.map(|(one, other)| Meeting::Both(*one, *other)).collect();
    }
    let apart = |i: usize, j: usize| (group[ours[i]].tick - group[theirs[j]].tick).abs();
    // By the first events of both sides that are left: what is left costs at least.
    let wide = theirs.len() + 1;
    let mut costs: Vec<Cost> = vec![(0, 0); (ours.len() + 1) * wide];
    let choices = |costs: &[Cost], i: usize, j: usize| -> [Option<Cost>; 3] {
        let cost = |i: usize, j: usize| costs[i * wide + j];
        let alone = |(count, sum): Cost| (count + 1, sum);
        let has = (i < ours.len(), j < theirs.len());
        let both = (has == (true, true) && are_one(i, j)).then(|| {
            let (count, sum) = cost(i + 1, j + 1);
            (count, sum.saturating_add(apart(i, j)))
        });
        let mine = has.0.then(|| alone(cost(i + 1, j)));
        let other = has.1.then(|| alone(cost(i, j + 1)));
        [both, mine, other]
    };
    for i in (0..=ours.len()).rev() {
        for j in (0..=theirs.len()).rev() {
            let least = choices(&costs, i, j).into_iter().flatten().min();
            costs[i * wide + j] = least.unwrap_or_default();
        }
    }
    let (mut i, mut j, mut meetings) = (0, 0, Vec::new());
    while i < ours.len() || j < theirs.len() {
        let least = Some(costs[i * wide + j]);
        let [both, mine, other] = choices(&costs, i, j);
        let is_mine_first = j == theirs.len() || i < ours.len() && ours[i] < theirs[j];
        match () {
            () if both == least => {
                meetings.push(Meeting::Both(ours[i], theirs[j]));
                (i, j) = (i + 1, j + 1);
            }
            () if mine == least && (is_mine_first || other != least) => {
                meetings.push(Meeting::Alone(ours[i]));
                i += 1;
            }
            () => {
                meetings.push(Meeting::Alone(theirs[j]));
                j += 1;
            }
        }
    }
    meetings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ticks::TICK_ONE;

    /// The pairs of events at whole ticks, and the events that meet none: by side, their numbers.
    fn pairs(
        ours: &[i128],
        theirs: &[i128],
        within: &str,
    ) -> (Vec<(usize, usize)>, [Vec<usize>; 2]) {
        let mut events: Vec<(i128, usize, usize)> = Vec::new();
        for (side, ticks) in [ours, theirs].into_iter().enumerate() {
            events.extend(ticks.iter().enumerate().map(|(n, tick)| (*tick, side, n)));
        }
        events.sort_unstable();
        let made: Vec<_> = (0..)
            .zip(&events)
            .map(|(number, (tick, side, _))| QueuedEvent {
                side: *side,
                number,
                tick: tick * TICK_ONE,
                shown: String::new(),
                record: Record::default(),
            })
            .collect();
        let tolerance = TickTolerance::of_words(within).unwrap();
        let (mut both, mut alone) = (Vec::new(), [Vec::new(), Vec::new()]);
        for meeting in paired(&made.iter().collect::<Vec<_>>(), &tolerance) {
            match meeting {
                Meeting::Both(one, other) => both.push((events[one].2, events[other].2)),
                Meeting::Alone(one) => alone[events[one].1].push(events[one].2),
            }
        }
        (both, alone)
    }

    #[test]
    fn one_event_too_few_shifts_no_other() {
        let (both, alone) = pairs(&[0, 20, 30, 40], &[0, 10, 20, 30, 40], "15");
        assert_eq!(both, [(0, 0), (1, 2), (2, 3), (3, 4)]);
        assert_eq!(alone, [vec![], vec![1]]);
        let (both, alone) = pairs(&[1, 8, 11, 21, 31], &[0, 10, 20, 30], "5");
        assert_eq!(both, [(0, 0), (2, 1), (3, 2), (4, 3)]);
        assert_eq!(alone, [vec![1], vec![]]);
    }

    #[test]
    fn events_that_are_all_late_meet_in_their_order() {
        let (both, alone) = pairs(&[6, 16, 26], &[0, 10, 20], "7");
        assert_eq!(both, [(0, 0), (1, 1), (2, 2)]);
        assert_eq!(alone.concat().len(), 0);
        let (both, alone) = pairs(&[6, 16, 26], &[0, 10, 20], "5");
        assert_eq!(both, [(0, 1), (1, 2)], "6 is farther from 0 than the tolerance");
        assert_eq!(alone, [vec![2], vec![0]]);
    }

    #[test]
    fn of_events_at_one_tick_the_first_meet() {
        let (both, alone) = pairs(&[5], &[5, 5], "1");
        assert_eq!((both, alone), (vec![(0, 0)], [vec![], vec![1]]));
    }
}
