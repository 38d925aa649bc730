//! The map.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::Scenario;
use super::fault::{Fault, Faults};

/// The roads from every city.
pub struct Map {
    /// By the ID of the city at the other end.
    roads: Vec<Vec<(usize, u64)>>,
    /// As a reader of the city file meets them.
    as_listed: Vec<Vec<(usize, u64)>>,
    count: usize,
}

impl Map {
    pub fn new(s: &Scenario, faults: Faults) -> Map {
        let listed: BTreeSet<_> = s.roads.iter().map(|&(a, b, _)| (a, b)).collect();
        let mut joined = BTreeSet::new();
        let mut as_listed = vec![Vec::new(); s.cities.len()];
        for &(a, b, length) in &s.roads {
            // Of two roads between the same cities the first counts.
            if !joined.insert((a.min(b), a.max(b))) {
                continue;
            }
            for (from, to) in [(a, b), (b, a)] {
                if !faults.has(Fault::MapOneWay) || listed.contains(&(from, to)) {
                    as_listed[from].push((to, length));
                }
            }
        }
        let mut roads = as_listed.clone();
        roads.iter_mut().for_each(|roads| roads.sort_unstable());
        Map { roads, as_listed, count: joined.len() }
    }

    /// How many cities there are.
    pub fn cities(&self) -> usize {
        self.roads.len()
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

    /// How many roads of a city a reader of the city file has met before the one to another.
    pub fn place(&self, city: usize, other: usize) -> usize {
        let mut roads = self.as_listed[city].iter();
        roads.position(|road| road.0 == other).unwrap_or(self.as_listed[city].len())
    }

    /// The neighbours in the order in which a depth-first search tries them.
    pub fn depth_first_order(&self, city: usize, faults: Faults) -> Vec<usize> {
        let mut roads = if faults.has(Fault::DfsFileOrder) {
            self.as_listed[city].clone()
        } else {
            self.roads[city].clone()
        };
        if faults.has(Fault::DfsHighestFirst) {
            roads.reverse();
        }
        // Equal roads stay in the order they are in.
        if faults.has(Fault::DfsShortestFirst) {
            roads.sort_by_key(|road| road.1);
        }
        if faults.has(Fault::DfsLongestFirst) {
            roads.sort_by_key(|road| Reverse(road.1));
        }
        roads.into_iter().map(|road| road.0).collect()
    }
}
