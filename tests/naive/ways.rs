//! The way to a tip.

use std::cmp::Reverse;
use std::collections::VecDeque;

use super::fault::{Fault, Faults};
use super::map::Map;

/// What an agent has done and has left when it comes to a city.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    pub turns: u64,
    pub stamina: u64,
    roads: u64,
    length: u64,
    /// No longer road can be in the way.
    longest: u64,
    /// Whether a rest comes before the roads that need none, and before no others.
    inverted: bool,
}

impl Label {
    pub fn start(stamina: u64) -> Label {
        Label { turns: 0, stamina, roads: 0, length: 0, longest: u64::MAX, inverted: false }
    }

    /// What it becomes along one more road, after a rest if need be.
    pub fn extend(self, length: u64, full: u64) -> Option<Label> {
        let after_rest = full.checked_sub(length).filter(|_| length <= self.longest)?;
        let (turns, stamina) = if (length <= self.stamina) != self.inverted {
            (self.turns + 1, self.stamina.saturating_sub(length))
        } else {
            (self.turns + 2, after_rest)
        };
        let (roads, length) = (self.roads + 1, self.length + length);
        Some(Label { turns, stamina, roads, length, ..self })
    }

    /// The lower, the better: fewest turns, then most stamina.
    fn rank(&self, faults: Faults) -> impl Ord + use<> {
        let first = if faults.has(Fault::PathByLength) {
            self.length
        } else if faults.has(Fault::PathByHops) {
            self.roads
        } else {
            0
        };
        (first, self.turns, Reverse(self.stamina))
    }
}

/// The best way to every city, for an agent that has `full` after a rest.
pub struct Ways {
    from: usize,
    labels: Vec<Option<Label>>,
    before: Vec<Option<usize>>,
}

impl Ways {
    pub fn new(map: &Map, full: u64, from: usize, stamina: u64, faults: Faults) -> Ways {
        let stamina = if faults.has(Fault::PathFromFullStamina) { full } else { stamina };
        let mut start = Label::start(stamina);
        start.inverted = faults.has(Fault::PathRestsInverted);
        if faults.has(Fault::PathWithinTipStamina) {
            start.longest = stamina;
        }
        let (labels, before) = if faults.has(Fault::PathFromStack) {
            from_stack(map, full, from, start)
        } else {
            let labels = relax(map, full, from, start, faults);
            let before = predecessors(map, full, &labels, faults);
            (labels, before)
        };
        Ways { from, labels, before }
    }

    /// The cities after the start, up to and with `to`. Empty when that is the
    /// start, `None` when it can never be reached.
    pub fn path(&self, to: usize) -> Option<Vec<usize>> {
        let mut path = Vec::new();
        let mut city = to;
        while city != self.from {
            path.push(city);
            city = self.before[city]?;
        }
        path.reverse();
        Some(path)
    }

    /// Makes the last road to `to` the one that leaves least stamina, among
    /// those that arrive in as few turns.
    pub fn arrive_tired(&mut self, map: &Map, full: u64, to: usize) {
        let Some(best) = self.labels[to] else {
            return;
        };
        let arrivals = (0..map.cities()).filter_map(|before| {
            let length = map.length(before, to)?;
            let label = self.labels[before]?.extend(length, full)?;
            (label.turns == best.turns).then_some((label.stamina, before))
        });
        self.before[to] = arrivals.min().map(|(_, before)| before);
    }
}

/// The best label per city: roads are tried again from every city whose label
/// got better, until none does.
fn relax(map: &Map, full: u64, from: usize, start: Label, faults: Faults) -> Vec<Option<Label>> {
    let mut labels = vec![None; map.cities()];
    labels[from] = Some(start);
    let mut improved = VecDeque::from([from]);
    while let Some(city) = improved.pop_front() {
        for &(other, length) in map.neighbours(city) {
            let new = labels[city].and_then(|label| label.extend(length, full));
            if is_better(new, labels[other], faults) {
                labels[other] = new;
                improved.push_back(other);
            }
        }
        // Where more stamina can be worse, a city is left only when its label is the last one.
        if faults.has(Fault::PathRestsInverted) {
            improved.make_contiguous().sort_by_key(|&city| labels[city].map(|label| label.turns));
        }
    }
    labels
}

/// The first label of every city, and the city before it, where a stack holds what is to be left.
fn from_stack(
    map: &Map,
    full: u64,
    from: usize,
    start: Label,
) -> (Vec<Option<Label>>, Vec<Option<usize>>) {
    let mut labels = vec![None; map.cities()];
    let mut before = vec![None; map.cities()];
    labels[from] = Some(start);
    let mut seen = vec![from];
    while let Some(city) = seen.pop() {
        for &(other, length) in map.neighbours(city) {
            let new = labels[city].and_then(|label: Label| label.extend(length, full));
            if labels[other].is_none() && new.is_some() {
                labels[other] = new;
                before[other] = Some(city);
                seen.push(other);
            }
        }
    }
    (labels, before)
}

fn is_better(new: Option<Label>, present: Option<Label>, faults: Faults) -> bool {
    match (new, present) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(new), Some(present)) => new.rank(faults) < present.rank(faults),
    }
}

/// The city before every city on a best way to it; of several the lowest ID, or
/// the highest where ties are broken otherwise.
fn predecessors(
    map: &Map,
    full: u64,
    labels: &[Option<Label>],
    faults: Faults,
) -> Vec<Option<usize>> {
    let rank = |label: Option<Label>| label.map(|label| label.rank(faults));
    let mut before = vec![None; labels.len()];
    for (city, label) in labels.iter().enumerate() {
        for &(other, length) in map.neighbours(city) {
            let arrival = label.and_then(|label| label.extend(length, full));
            let is_due = before[other].is_none() || faults.has(Fault::TipTiesOtherwise);
            if is_due && arrival.is_some() && rank(arrival) == rank(labels[other]) {
                before[other] = Some(city);
            }
        }
    }
    before
}
