//! DFS: a route through all cities by depth-first search, lowest ID first, with the walk back
//! between branches, ending at the last new city; then a new one from there.
//!
//! The next step is taken when it is affordable, else the agent rests, whatever other roads it
//! could afford. Nothing recurses: maps may be one line of 100,000 cities.

use std::sync::Arc;

use super::detective::UntippedStrategy;
use crate::{Action, Known, Map, View};
use chase_core::dice::Dice;

#[derive(Clone)]
pub(crate) struct Dfs {
    map: Arc<Map>,
    route: Vec<u32>,
    /// The step of the route that is due.
    due: usize,
    /// The search's path from the start: cities, each with the next of its roads to try.
    path: Vec<(u32, usize)>,
    /// The search that found each city last: searches are numbered, so that none has to clean
    /// up after another.
    found: Vec<u32>,
    search: u32,
}

impl Dfs {
    pub(crate) fn new(known: &Known) -> Self {
        Dfs {
            map: Arc::clone(&known.map),
            route: Vec::new(),
            due: 0,
            path: Vec::new(),
            found: vec![0; known.map.cities()],
            search: 0,
        }
    }

    /// The cities that come next on the route planned last, first the one that is due.
    pub(crate) fn ahead(&self) -> &[u32] {
        &self.route[self.due..]
    }

    /// The cities that were passed on that route, its start not among them.
    pub(crate) fn behind(&self) -> &[u32] {
        &self.route[..self.due]
    }

    /// Plans a new route when the old one is done.
    pub(crate) fn plan(&mut self, from: u32) {
        if self.due < self.route.len() {
            return;
        }
        self.due = 0;
        self.route.clear();
        if self.search == u32::MAX {
            self.found.fill(0);
            self.search = 0;
        }
        self.search += 1;
        self.found[from as usize] = self.search;
        self.path.push((from, 0));
        let mut steps_to_last_new = 0;
        while let Some((city, tried)) = self.path.last_mut() {
            let untried = self.map.roads.from(*city).iter().skip(*tried);
            let new = untried
                .enumerate()
                .find(|(_, road)| self.found[road.to as usize] != self.search);
            if let Some((passed, road)) = new {
                *tried += passed + 1;
                self.found[road.to as usize] = self.search;
                self.path.push((road.to, 0));
                self.route.push(road.to);
                steps_to_last_new = self.route.len();
            } else {
                self.path.pop();
                self.route.extend(self.path.last().map(|back| back.0));
            }
        }
        self.route.truncate(steps_to_last_new);
    }
}

impl UntippedStrategy for Dfs {
    fn reset(&mut self, _: &Known) {
        // Searches go on being numbered: none mistakes another's cities for its own.
        self.restart();
    }

    fn moved(&mut self, from: u32, to: u32) {
        self.plan(from);
        if self.route.get(self.due) == Some(&to) {
            self.due += 1;
        } else {
            // Somebody else moved this seat; the route no longer starts here.
            self.restart();
        }
    }

    fn restart(&mut self) {
        self.route.clear();
        self.due = 0;
    }

    fn next(&mut self, view: View, _: &[Action], _: &mut Dice) -> Action {
        self.plan(view.city);
        let step = self.route.get(self.due).copied();
        let affordable = |to: &u32| {
            let length = self.map.roads.length(view.city, *to);
            length.is_some_and(|length| length <= view.stamina)
        };
        step.filter(affordable)
            .map_or(Action::Rest, |to| Action::Move { to })
    }
}
