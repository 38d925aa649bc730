//! The compiled map: roads by city, informants, names.

use super::Action;
use std::sync::Arc;

use super::scenario::{City, Scenario};
use chase_board::roads::Roads;

/// Cities and roads, indexed for play.
#[derive(Debug)]
pub struct Map {
    /// The roads, found by the city that they leave.
    pub roads: Roads,
    /// Each city's moves by destination and then the rest: what a rested agent can do there.
    actions: Vec<Action>,
    cities: Arc<Vec<City>>,
    /// The part of the map that each city is in, and how many cities each part has; nothing where
    /// all roads together join all cities.
    parts: Option<MapParts>,
    informants: bool,
}

/// Parts of a map that no road joins: for each city its part, and for each part its number of cities.
#[derive(Debug)]
struct MapParts {
    of: Vec<u32>,
    cities: Vec<usize>,
}

impl Map {
    /// The map of a checked scenario.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Self {
        let roads = Roads::new(scenario.cities.len(), &scenario.roads);
        let of = roads.parts(u32::MAX);
        let is_connected = of.iter().all(|&part| part == 0);
        let mut actions = Vec::with_capacity(2 * roads.count() + roads.places());
        for city in (0..).take(roads.places()) {
            let moves = roads.from(city).iter();
            actions.extend(moves.map(|road| Action::Move { to: road.to }));
            actions.push(Action::Rest);
        }
        Map {
            actions,
            roads,
            cities: Arc::clone(&scenario.cities),
            parts: (!is_connected).then(|| {
                let mut cities = vec![0; of.len()];
                of.iter().for_each(|part| cities[*part as usize] += 1);
                MapParts { of, cities }
            }),
            informants: scenario.cities.iter().any(|city| city.informant),
        }
    }

    /// The actions of an agent in a city when it can afford every road: moves by destination, then
    /// resting.
    #[inline]
    pub fn actions(&self, city: u32) -> &[Action] {
        let (from, to) = self.roads.range(city);
        // One rest for every city before this one, and its own at the end.
        &self.actions[from + city as usize..=to + city as usize]
    }

    /// The number of cities.
    pub fn cities(&self) -> usize {
        self.cities.len()
    }

    /// A city's name.
    #[must_use]
    pub fn name(&self, city: u32) -> &str {
        &self.cities[city as usize].name
    }

    /// Returns true if an informant lives in the city.
    #[inline]
    pub fn has_informant(&self, city: u32) -> bool {
        self.informants && self.cities[city as usize].informant
    }

    /// Returns true if an informant lives anywhere.
    #[inline]
    pub fn has_informants(&self) -> bool {
        self.informants
    }

    /// The number of cities that can be reached from a city by any roads, itself included.
    pub(crate) fn connected_with(&self, city: u32) -> usize {
        match &self.parts {
            Some(parts) => parts.cities[parts.of[city as usize] as usize],
            None => self.cities(),
        }
    }

    /// Returns true if every city can be reached from every other.
    pub(crate) fn is_connected(&self) -> bool {
        self.parts.is_none()
    }
}
