//! The plan of a team: for each member a city at the end of each of the next hours, so that the thief,
//! who walks on by luck, is likely to be caught, and soon.
//!
//! A plan is worth the chance that the thief is caught at the end of an hour, each hour less than the
//! one before. It is improved one member after the other: the ways of all others stand, the thief is
//! followed forward through the hours as far as nobody has caught it, and backward from the end for
//! what those who come later would catch anyway; what is left is what each city and hour would add.
//! That is how searches for a moving target are planned since Brown ("Optimal search for a moving
//! target in discrete time and space", Operations Research 28, 1980) and Washburn (1983).
//!
//! To be told where the thief is is worth something too, more the less is known.

use std::sync::Arc;

use super::belief::{CityBelief, walk};
use super::best_route::TeamRoutes;
use crate::Map;
use crate::players::tip_search::TipStart;

/// Hours that are looked ahead: as many as [`WORK`] allows, between these.
const HOURS: (usize, usize) = (3, 10);

/// Cities and ends of roads that may be looked at to follow the thief once through the hours.
const WORK: usize = 6_000;

/// The worth of a capture one hour later, against one now.
const DISCOUNT: f64 = 0.9;

/// The worth of a tip when nothing is known about the thief's place, compared with that of a
/// capture.
const TIP: f64 = 0.1;

/// The number of times that the way of every pursuer is reconsidered.
const ROUNDS: usize = 2;

/// Ways that are tried for a pursuer each time; a way's own captures change what the next is worth.
const TRIES: usize = 2;

/// One of those who hunt.
pub(super) struct Pursuer {
    pub city: u32,
    pub stamina: u32,
    /// Its full stamina.
    pub full: u32,
    /// True if it has had its turn in the hour being played.
    pub acted: bool,
}

/// Makes plans; the memory is used again.
pub(super) struct Planner {
    map: Arc<Map>,
    ways: TeamRoutes,
    pursuers: Vec<Pursuer>,
    /// A city for each hour, by pursuer; empty for one who is not planned for yet.
    paths: Vec<Vec<u32>>,
    hours: usize,
    /// The thief's share of rests.
    rests: f64,
    /// The thief's place in each hour, as far as it is not caught before its end; rows of cities.
    ahead: Vec<f64>,
    /// The worth of later captures of a thief that is there at the end of an hour.
    later: Vec<f64>,
    /// The worth of one more pursuer there; rows of cities.
    worth: Vec<f64>,
    /// The worth of a tip in each hour.
    tips: Vec<f64>,
    /// The worth of a capture in each hour.
    captures: Vec<f64>,
    row: Vec<f64>,
    after: Vec<f64>,
    shares: Vec<f64>,
}

impl Planner {
    pub(super) fn new(map: &Arc<Map>) -> Self {
        Planner {
            ways: TeamRoutes::new(map),
            map: Arc::clone(map),
            pursuers: Vec::new(),
            paths: Vec::new(),
            hours: 0,
            rests: 0.0,
            ahead: Vec::new(),
            later: Vec::new(),
            worth: Vec::new(),
            tips: Vec::new(),
            captures: Vec::new(),
            row: Vec::new(),
            after: Vec::new(),
            shares: Vec::new(),
        }
    }

    /// The city that a pursuer should reach by the end of this hour, in which the thief has had its
    /// turn; so many hours are left, this one among them.
    pub(super) fn next(
        &mut self,
        belief: &CityBelief,
        pursuers: impl Iterator<Item = Pursuer>,
        me: usize,
        hours_left: i64,
    ) -> u32 {
        self.pursuers.clear();
        self.pursuers.extend(pursuers);
        self.look_ahead(belief, hours_left);
        self.paths.resize(self.pursuers.len(), Vec::new());
        for (path, pursuer) in self.paths.iter_mut().zip(&self.pursuers) {
            path.clear();
            if pursuer.acted {
                path.push(pursuer.city);
            }
        }
        for pursuer in 0..self.pursuers.len() {
            self.improve(pursuer, 0.0);
        }
        let mut worth = self.follow();
        for _ in 0..ROUNDS {
            let before = worth;
            for pursuer in 0..self.pursuers.len() {
                worth = self.improve(pursuer, worth);
            }
            if worth <= before {
                break;
            }
        }
        self.paths[me][0]
    }

    /// Prepares everything that does not depend on where the pursuers go.
    fn look_ahead(&mut self, belief: &CityBelief, hours_left: i64) {
        let cities = self.map.cities();
        let work = cities + 2 * self.map.roads.count();
        let most = (WORK / work).clamp(HOURS.0, HOURS.1);
        self.hours = usize::try_from(hours_left).unwrap_or(1).clamp(1, most);
        let size = self.hours * cities;
        self.ahead.resize(size, 0.0);
        self.later.resize(size, 0.0);
        self.worth.resize(size, 0.0);
        self.shares.resize(cities, 0.0);
        self.rests = belief.rests();
        belief.cities(&mut self.row);
        self.ahead[..cities].copy_from_slice(&self.row);
        self.after.resize(cities, 0.0);
        self.captures.clear();
        self.tips.clear();
        let mut capture = 1.0;
        for _ in 0..self.hours {
            let known: f64 = self.row.iter().map(|chance| chance * chance).sum();
            self.captures.push(capture);
            self.tips.push(capture * TIP * (1.0 - known));
            capture *= DISCOUNT;
            let (row, after) = (&self.row, &mut self.after);
            walk(&self.map, row, self.rests, &mut self.shares, after);
            std::mem::swap(&mut self.row, &mut self.after);
        }
    }

    /// Looks for a better way of one pursuer while the others keep theirs, and returns the plan's
    /// worth.
    fn improve(&mut self, pursuer: usize, mut worth: f64) -> f64 {
        let fixed = usize::from(self.pursuers[pursuer].acted);
        for _ in 0..TRIES {
            self.follow();
            self.weigh(pursuer);
            let Pursuer { city, stamina, full, .. } = self.pursuers[pursuer];
            let old = self.paths[pursuer].clone();
            let mut path = old.clone();
            path.truncate(fixed);
            let start = TipStart { city, stamina, full };
            self.ways.best(&self.map, start, &self.worth, &mut path);
            if path == old {
                return worth;
            }
            self.paths[pursuer] = path;
            let new = self.follow();
            if old.len() == self.hours && new <= worth {
                self.paths[pursuer] = old;
                return worth;
            }
            worth = new;
        }
        worth
    }

    /// Follows the thief forward through the hours, and returns the plan's worth.
    fn follow(&mut self) -> f64 {
        let cities = self.map.cities();
        let mut worth = 0.0;
        for hour in 0..self.hours {
            let (past, next) = self.ahead.split_at_mut((hour + 1) * cities);
            self.row.clear();
            self.row.extend_from_slice(&past[hour * cities..]);
            let (mut caught, mut tipped) = (0.0, false);
            for path in &self.paths {
                if let Some(&city) = path.get(hour) {
                    caught += std::mem::take(&mut self.row[city as usize]);
                    tipped |= self.map.has_informant(city);
                }
            }
            worth += self.captures[hour] * caught;
            if tipped {
                worth += self.tips[hour];
            }
            if hour + 1 < self.hours {
                let to = &mut next[..cities];
                walk(&self.map, &self.row, self.rests, &mut self.shares, to);
            }
        }
        worth
    }

    /// Follows the hours backward, for what the pursuers catch later of a thief who is anywhere.
    fn look_back(&mut self) {
        let cities = self.map.cities();
        let end = self.hours - 1;
        self.later[end * cities..].fill(0.0);
        for hour in (0..end).rev() {
            let (before, after) = self.later.split_at_mut((hour + 1) * cities);
            self.row.clear();
            self.row.extend_from_slice(&after[..cities]);
            for path in &self.paths {
                if let Some(&city) = path.get(hour + 1) {
                    self.row[city as usize] = self.captures[hour + 1];
                }
            }
            for (city, later) in before[hour * cities..].iter_mut().enumerate() {
                let roads = self.map.roads.from(city as u32);
                let sum: f64 = roads.iter().map(|road| self.row[road.to as usize]).sum();
                let rests = if roads.is_empty() { 1.0 } else { self.rests };
                let ways = roads.len().max(1) as f64;
                *later = rests * self.row[city] + (1.0 - rests) * sum / ways;
            }
        }
    }

    /// Works out what it would add to have a pursuer in each city at the end of each hour. The thief was
    /// followed forward before.
    fn weigh(&mut self, pursuer: usize) {
        self.look_back();
        let cities = self.map.cities();
        for hour in 0..self.hours {
            let row = hour * cities..(hour + 1) * cities;
            let capture = self.captures[hour];
            let there = self.ahead[row.clone()].iter().zip(&self.later[row.clone()]);
            for (worth, (chance, later)) in self.worth[row.clone()].iter_mut().zip(there) {
                *worth = chance * (capture - later);
            }
            let others = self.paths.iter().enumerate().filter(|it| it.0 != pursuer);
            let mut tipped = false;
            for (_, path) in others {
                if let Some(&city) = path.get(hour) {
                    self.worth[row.start + city as usize] = 0.0;
                    tipped |= self.map.has_informant(city);
                }
            }
            if !tipped && self.map.has_informants() {
                for (city, worth) in self.worth[row].iter_mut().enumerate() {
                    if self.map.has_informant(city as u32) {
                        *worth += self.tips[hour];
                    }
                }
            }
        }
    }
}
