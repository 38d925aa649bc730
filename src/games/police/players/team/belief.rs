//! Where a team thinks the thief is: how likely each city is, by what its members may know.
//!
//! Before the chase every city is as likely as any other. An hour that passes takes the thief along
//! any road of its city with the same chance, or has it rest. How often it rests is not known either,
//! for nobody tells its stamina: several shares of rests are followed side by side, each as likely as
//! what was learned would be under it. Roads that the thief cannot afford are not told apart.

use std::sync::Arc;

use crate::Map;

/// A share of rests, and how likely it is before the chase.
const RESTS: [(f64, f64); 4] = [(0.0, 0.55), (0.1, 0.15), (0.25, 0.15), (0.5, 0.15)];

/// The probability of the thief's being in each city, for each share of rests.
#[derive(Clone)]
pub(super) struct CityBelief {
    map: Arc<Map>,
    /// A row of cities for each of [`RESTS`]; all rows together sum to 1.
    rows: Vec<Vec<f64>>,
    shares: Vec<f64>,
    after: Vec<f64>,
}

impl CityBelief {
    /// Before the chase.
    pub(super) fn new(map: &Arc<Map>) -> Self {
        let mut belief = CityBelief {
            rows: vec![vec![0.0; map.cities()]; RESTS.len()],
            shares: vec![0.0; map.cities()],
            after: vec![0.0; map.cities()],
            map: Arc::clone(map),
        };
        belief.reset();
        belief
    }

    /// As before the chase.
    pub(super) fn reset(&mut self) {
        let cities = self.map.cities() as f64;
        for (row, (_, prior)) in self.rows.iter_mut().zip(RESTS) {
            row.fill(prior / cities);
        }
    }

    /// The thief is in this city.
    pub(super) fn told(&mut self, city: u32) {
        for row in &mut self.rows {
            let there = row[city as usize];
            row.fill(0.0);
            row[city as usize] = there;
        }
        if !self.normalize() {
            for (row, (_, prior)) in self.rows.iter_mut().zip(RESTS) {
                row[city as usize] = prior;
            }
        }
    }

    /// The thief is in none of these cities.
    pub(super) fn not_in(&mut self, cities: impl Iterator<Item = u32> + Clone) {
        let without = |belief: &mut Self| {
            for row in &mut belief.rows {
                cities.clone().for_each(|city| row[city as usize] = 0.0);
            }
            belief.normalize()
        };
        if !without(self) {
            self.reset();
            without(self);
        }
    }

    /// The thief had its turn.
    pub(super) fn pass_hour(&mut self) {
        for (row, (rests, _)) in self.rows.iter_mut().zip(RESTS) {
            walk(&self.map, row, rests, &mut self.shares, &mut self.after);
            std::mem::swap(row, &mut self.after);
        }
    }

    /// Writes the probability of the thief's being in each city.
    pub(super) fn cities(&self, out: &mut Vec<f64>) {
        out.clear();
        out.resize(self.map.cities(), 0.0);
        for row in &self.rows {
            for (sum, chance) in out.iter_mut().zip(row) {
                *sum += chance;
            }
        }
    }

    /// The share of rests that is to be expected.
    pub(super) fn rests(&self) -> f64 {
        let rows = self.rows.iter().zip(RESTS);
        rows.map(|(row, (rests, _))| rests * row.iter().sum::<f64>()).sum()
    }

    /// Makes all sum to 1. False when there is nothing left.
    fn normalize(&mut self) -> bool {
        let sum: f64 = self.rows.iter().flatten().sum();
        if sum <= f64::MIN_POSITIVE {
            return false;
        }
        for chance in self.rows.iter_mut().flatten() {
            *chance /= sum;
        }
        true
    }
}

/// The distribution of a walker's place after one more turn, by where it was: it rests with this
/// chance, and else takes any road of its city. `shares` is room to work in.
pub(super) fn walk(map: &Map, from: &[f64], rests: f64, shares: &mut [f64], to: &mut [f64]) {
    let roads = |city: usize| map.roads.from(u32::try_from(city).expect("a city's number"));
    for (city, (share, chance)) in shares.iter_mut().zip(from).enumerate() {
        let ways = roads(city).len();
        *share = if ways == 0 { 0.0 } else { chance * (1.0 - rests) / ways as f64 };
    }
    for (city, to) in to.iter_mut().enumerate() {
        let stays = if roads(city).is_empty() { 1.0 } else { rests };
        let come: f64 = roads(city).iter().map(|road| shares[road.to as usize]).sum();
        *to = from[city] * stays + come;
    }
}
