//! The map, and the two plans made on it: the depth-first route and the way to
//! a tip.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::Scenario;
use super::fault::Fault;

/// The roads from every city, by the ID of the city at the other end.
pub struct Map {
    roads: Vec<Vec<(usize, u64)>>,
    count: usize,
}

impl Map {
    pub fn new(s: &Scenario, fault: Fault) -> Map {
        let mut lengths = BTreeMap::new();
        let mut listed = BTreeSet::new();
        for &(a, b, length) in &s.roads {
            // Of two roads between the same cities the first counts.
            lengths.entry((a.min(b), a.max(b))).or_insert(length);
            listed.insert((a, b));
        }
        let mut roads = vec![Vec::new(); s.cities.len()];
        for (&(a, b), &length) in &lengths {
            for (from, to) in [(a, b), (b, a)] {
                if fault != Fault::MapOneWay || listed.contains(&(from, to)) {
                    roads[from].push((to, length));
                }
            }
        }
        roads.iter_mut().for_each(|roads| roads.sort_unstable());
        let count = lengths.len();
        Map { roads, count }
    }

    /// How many roads there are.
    pub fn count(&self) -> usize {
        self.count
    }

    pub fn length(&self, a: usize, b: usize) -> Option<u64> {
        let roads = &self.roads[a];
        let found = roads.binary_search_by_key(&b, |road| road.0).ok()?;
        Some(roads[found].1)
    }

    pub fn neighbours(&self, city: usize) -> &[(usize, u64)] {
        &self.roads[city]
    }

    pub fn affordable(&self, city: usize, stamina: u64) -> Vec<(usize, u64)> {
        let mut roads = self.roads[city].clone();
        roads.retain(|&(_, length)| length <= stamina);
        roads
    }
}

// ------------------------------------------------------- depth-first route

/// The steps of a walk through all cities: into the lowest new neighbour, else
/// one step back, up to the last new city.
pub fn dfs_route(map: &Map, start: usize, fault: Fault) -> Vec<usize> {
    let mut seen = vec![false; map.roads.len()];
    seen[start] = true;
    let mut trail = vec![start];
    let mut route = Vec::new();
    let mut until_last_new = 0;
    while let Some(&city) = trail.last() {
        let mut new = map.neighbours(city).iter().filter(|road| !seen[road.0]);
        let next = if fault == Fault::DfsHighestFirst {
            new.next_back()
        } else {
            new.next()
        };
        if let Some(&(next, _)) = next {
            seen[next] = true;
            trail.push(next);
            route.push(next);
            until_last_new = route.len();
        } else {
            trail.pop();
            route.extend(trail.last());
        }
    }
    if fault != Fault::DfsWalksHome {
        route.truncate(until_last_new);
    }
    route
}

// ---------------------------------------------------------------- tip path

/// What an agent has done and has left when it comes to a city.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    pub turns: u64,
    pub stamina: u64,
    roads: u64,
    length: u64,
}

impl Label {
    pub fn start(stamina: u64) -> Label {
        Label {
            turns: 0,
            stamina,
            roads: 0,
            length: 0,
        }
    }

    /// What it becomes along one more road, after a rest if need be.
    pub fn extend(self, length: u64, full: u64) -> Option<Label> {
        let (turns, stamina) = if length <= self.stamina {
            (self.turns + 1, self.stamina - length)
        } else {
            (self.turns + 2, full.checked_sub(length)?)
        };
        Some(Label {
            turns,
            stamina,
            roads: self.roads + 1,
            length: self.length + length,
        })
    }

    /// The lower, the better: fewest turns, then most stamina.
    fn rank(&self, fault: Fault) -> impl Ord + use<> {
        let first = match fault {
            Fault::PathByLength => self.length,
            Fault::PathByHops => self.roads,
            _ => 0,
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
    pub fn new(map: &Map, full: u64, from: usize, stamina: u64, fault: Fault) -> Ways {
        let stamina = if fault == Fault::PathFromFullStamina {
            full
        } else {
            stamina
        };
        let labels = relax(map, full, from, Label::start(stamina), fault);
        let before = predecessors(map, full, &labels, fault);
        Ways {
            from,
            labels,
            before,
        }
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
        let roads = map.neighbours(to).iter();
        let arrivals = roads.filter_map(|&(before, length)| {
            let label = self.labels[before]?.extend(length, full)?;
            (label.turns == best.turns).then_some((label.stamina, before))
        });
        self.before[to] = arrivals.min().map(|(_, before)| before);
    }
}

/// The best label per city: roads are tried again from every city whose label
/// got better, until none does.
fn relax(map: &Map, full: u64, from: usize, start: Label, fault: Fault) -> Vec<Option<Label>> {
    let mut labels = vec![None; map.roads.len()];
    labels[from] = Some(start);
    let mut improved = VecDeque::from([from]);
    while let Some(city) = improved.pop_front() {
        for &(other, length) in map.neighbours(city) {
            let new = labels[city].and_then(|label| label.extend(length, full));
            if is_better(new, labels[other], fault) {
                labels[other] = new;
                improved.push_back(other);
            }
        }
    }
    labels
}

fn is_better(new: Option<Label>, present: Option<Label>, fault: Fault) -> bool {
    match (new, present) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(new), Some(present)) => new.rank(fault) < present.rank(fault),
    }
}

/// The city before every city on a best way to it; of several the lowest ID, or
/// the highest where ties are broken otherwise.
fn predecessors(
    map: &Map,
    full: u64,
    labels: &[Option<Label>],
    fault: Fault,
) -> Vec<Option<usize>> {
    let rank = |label: Option<Label>| label.map(|label| label.rank(fault));
    let mut before = vec![None; labels.len()];
    for (city, label) in labels.iter().enumerate() {
        for &(other, length) in map.neighbours(city) {
            let arrival = label.and_then(|label| label.extend(length, full));
            let is_due = before[other].is_none() || fault == Fault::TipTiesOtherwise;
            if is_due && arrival.is_some() && rank(arrival) == rank(labels[other]) {
                before[other] = Some(city);
            }
        }
    }
    before
}
