//! The choice of a neighbour, by the dice or by visits.

use super::Chase;
use super::fault::Fault;
use super::steps::Step;

impl Chase<'_> {
    pub(super) fn at_random(&mut self, agent: usize) -> Option<Step> {
        let choices = self.random_choices(agent);
        if choices.is_empty() {
            // Without a choice no number is drawn.
            if self.faults.has(Fault::DrawsWhenStuck) {
                self.dice.rand();
            }
            return None;
        }
        let number = self.dice.rand() as usize;
        let index = if self.faults.has(Fault::RandomScaled) {
            (number * choices.len()) >> 31
        } else {
            number % choices.len()
        };
        self.step(agent, choices[index])
    }

    /// The cities between which the dice decide; no road leads to the own
    /// one, so that it means a rest.
    fn random_choices(&self, agent: usize) -> Vec<usize> {
        let city = self.runners[agent].city;
        let mut roads = if self.faults.has(Fault::RandomOverAllRoads) {
            self.map.neighbours(city).to_vec()
        } else {
            self.affordable(agent)
        };
        if self.faults.has(Fault::ListedTwice) {
            let each = roads.into_iter();
            roads = each.flat_map(|road| vec![road; self.places(city, road.0)]).collect();
        }
        if self.faults.has(Fault::RandomHighestFirst) {
            roads.reverse();
        }
        if self.faults.has(Fault::RandomByLength) {
            roads.sort_by_key(|road| road.1);
        }
        let mut choices: Vec<usize> = roads.into_iter().map(|road| road.0).collect();
        if self.faults.has(Fault::RandomOwnCityFirst) {
            choices.insert(0, city);
        }
        if self.faults.has(Fault::RandomOwnCityLast) {
            choices.push(city);
        }
        choices
    }

    /// How often a road stands in the city file.
    fn places(&self, a: usize, b: usize) -> usize {
        let ends = |road: &&(usize, usize, u64)| [(a, b), (b, a)].contains(&(road.0, road.1));
        self.s.roads.iter().filter(ends).count()
    }

    pub(super) fn least_visited(&self, agent: usize) -> Option<Step> {
        let runner = &self.runners[agent];
        let roads = if self.faults.has(Fault::AllRoadsWeighed) {
            self.map.neighbours(runner.city).to_vec()
        } else {
            self.affordable(agent)
        };
        let weigh = |(city, length): (usize, u64)| {
            let id = if self.faults.has(Fault::TieFileOrder) {
                self.map.place(runner.city, city)
            } else {
                city
            };
            let weight = self.weight(runner.visits[city], length, id);
            (weight, city)
        };
        let mut weighed: Vec<_> = roads.into_iter().map(weigh).collect();
        if self.faults.has(Fault::OwnCityWeighed) {
            let weight = self.weight(self.own_visits(agent), 0, runner.city);
            weighed.push((weight, runner.city));
        }
        let (_, best) = weighed.into_iter().min()?;
        let own_is_better = self.own_visits(agent) < runner.visits[best];
        if self.faults.has(Fault::OwnCityLosesTies) && own_is_better {
            return None;
        }
        // No road leads to the own city: a rest.
        self.step(agent, best)
    }

    /// What a neighbour is judged by; the lower, the better.
    fn weight(&self, visits: u64, length: u64, id: usize) -> (i128, i128, i128) {
        let (visits, mut length, mut id) = (i128::from(visits), i128::from(length), id as i128);
        let highest_id = [Fault::TieHighestId, Fault::HighestIdBeforeLength];
        if self.faults.has_any(highest_id) {
            id = -id;
        }
        if self.faults.has(Fault::LongestRoadFirst) {
            length = -length;
        }
        let id_before_length = [Fault::WrongTie, Fault::HighestIdBeforeLength];
        if self.faults.has_any(id_before_length) {
            (visits, id, length)
        } else if self.faults.has(Fault::LengthBeforeVisits) {
            (length, visits, id)
        } else {
            (visits, length, id)
        }
    }
}
