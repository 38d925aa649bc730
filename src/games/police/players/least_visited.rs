//! CHEAPEST_LEAST_VISITED: among affordable neighbours fewest visits, then shortest road, then
//! lowest ID.
//!
//! The start counts as one visit. Every turn ends with one more visit to the city the agent is
//! then in: rests and the turns of a tip count too, and a tip's end forgets none of them.

use std::sync::Arc;

use super::detective::UntippedStrategy;
use crate::{Action, Briefing, Map, Sight};
use chase_engine::dice::Dice;

#[derive(Clone)]
pub(crate) struct LeastVisited {
    map: Arc<Map>,
    visits: Vec<u32>,
}

impl LeastVisited {
    pub(crate) fn new(known: &Briefing) -> Self {
        let mut visits = vec![0; known.map.cities()];
        visits[known.start as usize] = 1;
        LeastVisited { map: Arc::clone(&known.map), visits }
    }

    /// The number of visits of the agent to a city.
    pub(crate) fn visits(&self, city: u32) -> u32 {
        self.visits[city as usize]
    }
}

impl UntippedStrategy for LeastVisited {
    fn reset(&mut self, known: &Briefing) {
        self.visits.fill(0);
        self.visits[known.start as usize] = 1;
    }

    fn visited(&mut self, city: u32) {
        self.visits[city as usize] += 1;
    }

    fn next(&mut self, view: Sight, _: &[Action], _: &mut Dice) -> Action {
        let roads = self.map.roads.from(view.city).iter();
        roads
            .filter(|road| road.length <= view.stamina)
            .min_by_key(|road| (self.visits[road.to as usize], road.length, road.to))
            .map_or(Action::Rest, |road| Action::Move { to: road.to })
    }

    fn memory(&mut self, out: &mut Vec<u64>) {
        out.extend(self.visits.iter().map(|visits| u64::from(*visits)));
    }
}
