//! DFS: a route through all cities by depth-first search, lowest ID first, with the walk back
//! between branches, ending at the last new city; then a new one from there.
//!
//! The next step is taken when it is affordable, else the agent rests, whatever other roads it
//! could afford. Nothing recurses: maps may be one line of 100,000 cities.

use std::sync::Arc;

use super::detective::UntippedStrategy;
use super::tip::affordable;
use crate::{Action, Briefing, Map, Sight};
use chase_engine::dice::Dice;

#[derive(Clone)]
pub(crate) struct Dfs {
    map: Arc<Map>,
    /// The route, as far as it was asked for.
    route: Vec<u32>,
    /// The step of the route that is due.
    due: usize,
    /// The search's path from the start: cities, each with the next of its roads to try.
    path: Vec<(u32, usize)>,
    /// The search that found each city last: searches are numbered, so that none has to clean
    /// up after another.
    found: Vec<u32>,
    search: u32,
    /// The number of cities that the search will find yet; the route goes on until there are none.
    left: usize,
}

impl Dfs {
    pub(crate) fn new(known: &Briefing) -> Self {
        Dfs {
            map: Arc::clone(&known.map),
            route: Vec::new(),
            due: 0,
            path: Vec::new(),
            found: vec![0; known.map.cities()],
            search: 0,
            left: 0,
        }
    }

    /// The city that is due on the route planned last.
    pub(crate) fn due(&self) -> Option<u32> {
        self.route.get(self.due).copied()
    }

    /// The cities that come next on that route, first the one that is due.
    pub(crate) fn ahead(&mut self) -> &[u32] {
        while self.left > 0 {
            self.search_on();
        }
        &self.route[self.due..]
    }

    /// The cities that were passed on that route, its start not among them.
    pub(crate) fn behind(&self) -> &[u32] {
        &self.route[..self.due]
    }

    /// Plans the step that is due, of a new route when the old one is done. Tips end most routes on a
    /// large map long before they are done, so what comes after it is left for later.
    pub(crate) fn plan(&mut self, from: u32) {
        if self.due < self.route.len() {
            return;
        }
        if self.left == 0 {
            self.begin(from);
        }
        if self.left > 0 {
            self.search_on();
        }
    }

    fn begin(&mut self, from: u32) {
        self.restart();
        if self.search == u32::MAX {
            self.found.fill(0);
            self.search = 0;
        }
        self.search += 1;
        self.found[from as usize] = self.search;
        self.path.push((from, 0));
        self.left = self.map.connected_with(from) - 1;
    }

    /// Adds a step to the route: to a new city, or back if there is none.
    fn search_on(&mut self) {
        let Some((city, tried)) = self.path.last_mut() else {
            self.left = 0;
            return;
        };
        let untried = self.map.roads.from(*city).iter().skip(*tried);
        let new = untried.enumerate().find(|(_, road)| self.found[road.to as usize] != self.search);
        if let Some((passed, road)) = new {
            *tried += passed + 1;
            self.found[road.to as usize] = self.search;
            self.path.push((road.to, 0));
            self.route.push(road.to);
            self.left -= 1;
        } else {
            self.path.pop();
            self.route.extend(self.path.last().map(|back| back.0));
        }
    }
}

impl UntippedStrategy for Dfs {
    fn reset(&mut self, _: &Briefing) {
        // Searches go on being numbered: none mistakes another's cities for its own.
        self.restart();
    }

    fn moved(&mut self, from: u32, to: u32) {
        self.plan(from);
        if self.due() == Some(to) {
            self.due += 1;
        } else {
            // Somebody else moved this seat; the route no longer starts here.
            self.restart();
        }
    }

    fn restart(&mut self) {
        self.route.clear();
        self.path.clear();
        (self.due, self.left) = (0, 0);
    }

    fn next(&mut self, view: Sight, _: &[Action], _: &mut Dice) -> Action {
        self.plan(view.city);
        let affordable = |to: &u32| affordable(&self.map.roads, view, *to);
        self.due().filter(affordable).map_or(Action::Rest, |to| Action::Move { to })
    }

    /// The rest of the route. What was walked of it is never asked for again.
    fn memory(&mut self, out: &mut Vec<u64>) {
        out.extend(self.ahead().iter().map(|city| u64::from(*city)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Police;
    use crate::new::MapPlan;
    use chase_engine::dice::{DrawOwner, Generator};
    use chase_engine::game::{Game, Seat};

    /// The whole route from a city, by recursion.
    fn route(map: &Map, from: u32) -> Vec<u32> {
        fn visit(map: &Map, city: u32, found: &mut [bool], route: &mut Vec<u32>, last: &mut usize) {
            found[city as usize] = true;
            for road in map.roads.from(city) {
                if !found[road.to as usize] {
                    route.push(road.to);
                    *last = route.len();
                    visit(map, road.to, found, route, last);
                    route.push(city);
                }
            }
        }
        let (mut route, mut last) = (Vec::new(), 0);
        visit(map, from, &mut vec![false; map.cities()], &mut route, &mut last);
        route.truncate(last);
        route
    }

    #[test]
    fn a_route_asked_for_step_by_step_is_the_whole_one() {
        let mut dice = Dice::new(Generator::Chacha8, 4, 0);
        for cities in 1..40 {
            // given a drawn map, some of its roads left away, so that it may fall into parts
            dice.turn_to(DrawOwner::World);
            let plan = MapPlan { cities, roads: None, informants: 0, two_coloured: false };
            let mut scenario = plan.scenario(&mut dice);
            let every = 2 + dice.below(5) as usize;
            let mut n = 0;
            Arc::make_mut(&mut scenario.roads).retain(|_| {
                n += 1;
                cities % 3 > 0 || n % every > 0
            });
            let game = Police::new(scenario).unwrap();
            let known = game.briefing(Seat(1));
            let (mut dfs, mut whole) = (Dfs::new(&known), Dfs::new(&known));
            let mut city = known.start;
            for _ in 0..3 {
                // when it walks the route, and another is asked for all of it at once
                let expected = route(&known.map, city);
                whole.restart();
                whole.plan(city);
                assert_eq!(whole.ahead(), expected, "{cities} cities");
                let mut walked = Vec::new();
                while walked.len() < expected.len() {
                    dfs.plan(city);
                    let to = dfs.due().unwrap();
                    dfs.moved(city, to);
                    walked.push(to);
                    city = to;
                }
                // then both are the route that is found by recursion, and the next begins at its end
                assert_eq!((&walked, dfs.behind()), (&expected, &expected[..]));
                assert!(dfs.ahead().is_empty());
            }
        }
    }
}
