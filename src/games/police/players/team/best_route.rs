//! The best way of one detective through the hours to come, where being in a city at the end of an hour
//! is worth something.
//!
//! Ways are followed hour by hour. Of those that lead to the same city the ones are kept that no other
//! beats in worth and stamina alike, and only [`KEPT`] of them: with fewer a way that rests in time
//! may be missed, and no way that is found is ever one that the detective could not pay for.

use crate::Map;
use crate::players::tip_search::TipStart;

/// Ways kept for each city and hour.
const KEPT: usize = 3;

/// The mark of an empty place in a list of ways, and of a first way, which has none before it.
const NONE: u32 = u32::MAX;

/// A way so far.
#[derive(Clone, Copy)]
struct TeamLabel {
    city: u32,
    stamina: u32,
    worth: f64,
    /// The way that it goes on from.
    before: u32,
}

/// Searches ways; the memory is used again.
pub(super) struct TeamRoutes {
    labels: Vec<TeamLabel>,
    /// The ways that lead to each city in the hour that is looked at.
    at: Vec<[u32; KEPT]>,
    touched: Vec<u32>,
}

impl TeamRoutes {
    pub(super) fn new(map: &Map) -> Self {
        TeamRoutes { labels: Vec::new(), at: vec![[NONE; KEPT]; map.cities()], touched: Vec::new() }
    }

    /// Writes the cities of the best way into `path`, one for each hour. `worth` has a row of
    /// cities for each hour. The cities that `path` holds already are kept: these hours are over.
    pub(super) fn best(&mut self, map: &Map, start: TipStart, worth: &[f64], path: &mut Vec<u32>) {
        let cities = map.cities();
        let (over, hours) = (path.len(), worth.len() / cities);
        self.labels.clear();
        self.labels.push(TeamLabel {
            city: start.city,
            stamina: start.stamina,
            worth: 0.0,
            before: NONE,
        });
        let mut newest = 0..1;
        for hour in over..hours {
            let row = &worth[hour * cities..][..cities];
            // More than this cannot be spent any more, and so is as good as this.
            let left = u32::try_from(hours - hour - 1).unwrap_or(u32::MAX);
            let enough = map.roads.longest().saturating_mul(left);
            let end = self.labels.len();
            for place in newest {
                let from = self.labels[place];
                let before = u32::try_from(place).unwrap_or(NONE);
                let mut reach = |city: u32, stamina: u32| {
                    self.offer(TeamLabel {
                        city,
                        stamina: stamina.min(enough),
                        worth: from.worth + row[city as usize],
                        before,
                    });
                };
                reach(from.city, start.full);
                for road in map.roads.from(from.city) {
                    if let Some(left) = from.stamina.checked_sub(road.length) {
                        reach(road.to, left);
                    }
                }
            }
            newest = end..self.labels.len();
            for city in self.touched.drain(..) {
                self.at[city as usize] = [NONE; KEPT];
            }
        }
        let mut best = newest.start;
        for place in newest {
            if self.labels[place].worth > self.labels[best].worth {
                best = place;
            }
        }
        path.resize(hours, 0);
        for city in path[over..].iter_mut().rev() {
            let label = self.labels[best];
            *city = label.city;
            best = label.before as usize;
        }
    }

    /// Keeps a way unless others to its city are better.
    fn offer(&mut self, new: TeamLabel) {
        let at = &mut self.at[new.city as usize];
        if at[0] == NONE {
            self.touched.push(new.city);
        }
        let mut worst: Option<(usize, f64)> = None;
        for (slot, place) in at.iter_mut().enumerate() {
            if *place == NONE {
                *place = u32::try_from(self.labels.len()).unwrap_or(NONE);
                self.labels.push(new);
                return;
            }
            let old = &mut self.labels[*place as usize];
            if old.worth >= new.worth && old.stamina >= new.stamina {
                return;
            }
            if new.worth >= old.worth && new.stamina >= old.stamina {
                *old = new;
                return;
            }
            if worst.is_none_or(|(_, worth)| old.worth < worth) {
                worst = Some((slot, old.worth));
            }
        }
        if let Some((slot, worth)) = worst
            && new.worth > worth
        {
            self.labels[at[slot] as usize] = new;
        }
    }
}
