//! The compiled map: roads by city, informants, names.

use super::scenario::{City, Scenario};
use crate::board::roads::Roads;

/// Cities and roads, indexed for play.
#[derive(Debug)]
pub struct Map {
    /// The roads.
    pub roads: Roads,
    cities: Vec<City>,
    connected: bool,
    informants: bool,
}

impl Map {
    /// The map of a checked scenario.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Self {
        let roads = Roads::new(scenario.cities.len(), &scenario.roads);
        let connected = roads.parts(u32::MAX).iter().all(|&part| part == 0);
        Map {
            roads,
            cities: scenario.cities.clone(),
            connected,
            informants: scenario.cities.iter().any(|city| city.informant),
        }
    }

    /// How many cities there are.
    #[must_use]
    pub fn cities(&self) -> usize {
        self.cities.len()
    }

    /// A city's name.
    #[must_use]
    pub fn name(&self, city: u32) -> &str {
        &self.cities[city as usize].name
    }

    /// Whether an informant lives in a city.
    #[inline]
    #[must_use]
    pub fn has_informant(&self, city: u32) -> bool {
        self.cities[city as usize].informant
    }

    /// Whether an informant lives anywhere.
    #[inline]
    #[must_use]
    pub fn has_informants(&self) -> bool {
        self.informants
    }

    /// Whether every city can be reached from every other.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.connected
    }
}
