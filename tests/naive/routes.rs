//! Depth-first detectives: routes that are made at once, and the search that
//! goes city by city.

use super::Chase;
use super::fault::{Fault, Faults};
use super::map::Map;
use super::steps::Step;

/// The steps of a walk through all cities: into the lowest new neighbour, else
/// one step back, up to the last new city. `is_first` says whether the
/// detective has had no route yet, `is_taken` which roads can be in it.
pub fn dfs_route(
    map: &Map,
    start: usize,
    is_first: bool,
    is_taken: impl Fn(usize, usize) -> bool,
    faults: Faults,
) -> Vec<usize> {
    let mut seen = vec![false; map.cities()];
    seen[start] = is_first || !faults.has(Fault::DfsStartUnmarked);
    let walks_back = !faults.has_any([Fault::DfsWithoutWaysBack, Fault::DfsJumps]);
    let mut trail = vec![start];
    let mut route = Vec::new();
    let mut until_last_new = 0;
    while let Some(&city) = trail.last() {
        let mut order = map.depth_first_order(city, faults).into_iter();
        if let Some(next) = order.find(|&next| !seen[next] && is_taken(city, next)) {
            seen[next] = true;
            trail.push(next);
            route.push(next);
            until_last_new = route.len();
        } else {
            trail.truncate(left_of(&trail, map, faults));
            route.extend(trail.last().filter(|_| walks_back));
        }
    }
    if !faults.has(Fault::DfsWalksHome) {
        route.truncate(until_last_new);
    }
    if faults.has(Fault::DfsRouteCut) {
        route.truncate(map.cities());
    }
    route
}

/// How much is left of the way from the start when nothing new is next to its last city.
fn left_of(trail: &[usize], map: &Map, faults: Faults) -> usize {
    if !faults.has(Fault::DfsBackByOrder) {
        return trail.len() - 1;
    }
    let order = map.depth_first_order(trail[trail.len() - 1], faults);
    let back = order.iter().find_map(|next| trail.iter().position(|city| city == next));
    back.map_or(0, |place| place + 1)
}

/// Faults of detectives that have no route and find each step anew.
const WITHOUT_ROUTE: [Fault; 4] =
    [Fault::DfsNeverClears, Fault::DfsMarksAfterTip, Fault::DfsMarksOnTips, Fault::DfsNoWayBack];

/// Faults of detectives whose routes share one array.
const ONE_ARRAY: [Fault; 2] = [Fault::DfsOldTail, Fault::DfsOldTailJumps];

impl Chase<'_> {
    pub(super) fn depth_first(&mut self, agent: usize) -> Option<Step> {
        if self.faults.has_any(WITHOUT_ROUTE) {
            return self.search_step(agent);
        }
        if self.faults.has(Fault::DfsQueueKept) {
            self.pass_over(agent);
        }
        if self.runners[agent].route.is_empty() {
            if let Some(back) = self.runners[agent].back {
                return self.step_back(agent, back);
            }
            if self.waits_between_routes(agent) {
                return None;
            }
            self.make_route(agent);
        }
        self.route_step(agent)
    }

    /// Drops the next cities of the route up to one that a road leads to.
    fn pass_over(&mut self, agent: usize) {
        let runner = &mut self.runners[agent];
        let is_next = |&next: &usize| self.map.length(runner.city, next).is_some();
        let passed = runner.route.iter().position(is_next).unwrap_or(runner.route.len());
        runner.route.drain(..passed);
    }

    /// Back along the last road of a route.
    fn step_back(&mut self, agent: usize, back: usize) -> Option<Step> {
        let step = self.planned_step(agent, back)?;
        self.runners[agent].back = None;
        Some(step)
    }

    /// Whether a road can be part of a route that is made now.
    fn is_for_routes(&self, agent: usize, city: usize, next: usize) -> bool {
        let length = self.map.length(city, next);
        !self.faults.has(Fault::DfsAffordableOnly)
            || length.is_some_and(|length| self.affords(agent, length))
    }

    fn waits_between_routes(&mut self, agent: usize) -> bool {
        let runner = &mut self.runners[agent];
        std::mem::take(&mut runner.loses_hour) || runner.is_done
    }

    fn make_route(&mut self, agent: usize) {
        let runner = &self.runners[agent];
        let is_taken = |city, next| self.is_for_routes(agent, city, next);
        let is_first = !runner.had_route;
        let mut route = dfs_route(&self.map, runner.city, is_first, is_taken, self.faults);
        let runner = &mut self.runners[agent];
        if self.faults.has_any(ONE_ARRAY) {
            let kept = runner.written.get(route.len()..).unwrap_or_default();
            route.extend_from_slice(kept);
            runner.written.clone_from(&route);
        }
        runner.had_route = true;
        runner.search = Search::new(self.map.cities());
        runner.search.marked[runner.city] = true;
        runner.back = None;
        runner.route = route;
    }

    /// The next step of the route. A rest keeps the step for later, unless no
    /// road leads there and the array has more.
    fn route_step(&mut self, agent: usize) -> Option<Step> {
        let city = self.runners[agent].city;
        let next = *self.runners[agent].route.first()?;
        let jumps = [Fault::DfsJumps, Fault::DfsOldTailJumps];
        if self.map.length(city, next).is_some() {
            let is_back = self.runners[agent].search.marked[next];
            let step = if is_back && self.faults.has(Fault::DfsBackUnpaid) {
                Step { to: next, cost: 0 }
            } else {
                self.planned_step(agent, next)?
            };
            let goes_back = self.faults.has(Fault::DfsOneStepBack);
            self.runners[agent].back = goes_back.then_some(city);
            self.done_with_step(agent);
            Some(step)
        } else if self.faults.has_any(jumps) {
            self.runners[agent].back = None;
            self.done_with_step(agent);
            Some(Step { to: next, cost: 0 })
        } else if self.faults.has(Fault::DfsOldTail) {
            self.done_with_step(agent);
            None
        } else {
            None
        }
    }

    fn done_with_step(&mut self, agent: usize) {
        let runner = &mut self.runners[agent];
        let entered = runner.route.remove(0);
        runner.search.marked[entered] = true;
        if runner.route.is_empty() {
            runner.is_done = self.faults.has(Fault::DfsStops);
            runner.loses_hour = self.faults.has(Fault::DfsHourLost);
        }
    }

    /// What becomes of the route when a tip leads away along a path, or
    /// nowhere.
    pub(super) fn leave_route(&mut self, agent: usize, path: &[usize]) {
        let runner = &mut self.runners[agent];
        runner.route = route_after(&runner.route, path, self.faults);
        runner.back = None;
        runner.loses_hour = false;
        if self.faults.has(Fault::DfsNoWayBack) {
            runner.search = Search::new(self.map.cities());
        }
    }

    // ------------------------------------------------ search without a route

    /// Into the first unmarked neighbour, else back to where this city was
    /// entered from.
    fn search_step(&mut self, agent: usize) -> Option<Step> {
        let city = self.runners[agent].city;
        let begins_anew = [Fault::DfsMarksAfterTip, Fault::DfsMarksOnTips, Fault::DfsNoWayBack];
        let search = &mut self.runners[agent].search;
        search.marked[city] = true;
        if self.faults.has_any(begins_anew) && search.marked.iter().all(|&marked| marked) {
            *search = Search::new(self.map.cities());
            search.marked[city] = true;
        }
        let order = self.map.depth_first_order(city, self.faults);
        let search = &self.runners[agent].search;
        let is_new = |next: usize| !search.marked[next] && self.is_for_routes(agent, city, next);
        if let Some(next) = order.iter().copied().find(|&next| is_new(next)) {
            let step = self.step(agent, next)?;
            self.runners[agent].search.predecessors[next] = Some(city);
            Some(step)
        } else if self.faults.has(Fault::DfsNoWayBack) {
            self.step(agent, *order.first()?)
        } else {
            self.step(agent, search.predecessors[city]?)
        }
    }

    /// A turn on the way to a tip has ended.
    pub(super) fn mark_on_tip(&mut self, agent: usize) {
        let runner = &mut self.runners[agent];
        if self.faults.has(Fault::DfsMarksOnTips) {
            runner.search.marked[runner.city] = true;
        }
    }
}

/// What a depth-first search without a route knows; of a route, where it has been.
pub struct Search {
    marked: Vec<bool>,
    predecessors: Vec<Option<usize>>,
}

impl Search {
    pub(super) fn new(cities: usize) -> Search {
        Search { marked: vec![false; cities], predecessors: vec![None; cities] }
    }
}

/// What is left of a depth-first route when a detective is led away from it.
fn route_after(route: &[usize], path: &[usize], faults: Faults) -> Vec<usize> {
    if faults.has_any([Fault::DfsResumesAfterTip, Fault::DfsQueueKept]) {
        return route.to_vec();
    }
    if !faults.has(Fault::DfsRemembersAfterTip) {
        return Vec::new();
    }
    let Some(goal) = path.last() else {
        return route.to_vec();
    };
    let rest = route.iter().skip_while(|&city| city != goal);
    rest.skip(1).copied().collect()
}
