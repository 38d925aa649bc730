//! A depth-first detective's memory: a route made beforehand, or a live search with marks and
//! predecessors. Faults at the end of a route and after a tip differ between the two forms.

use super::conduct::{AfterTip, Conduct, Cost, OffRoad, RouteEnd, WayBack};
use super::world::World;

/// The step that a route asks for next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RouteDemand {
    /// A neighbour.
    Road(u32),
    /// A city that is entered at no cost, road or not.
    Jump(u32),
    /// Staying for this turn.
    Hold,
}

/// The memory of an agent that follows routes.
#[derive(Clone, Default)]
pub struct RouteMemory {
    array: Vec<u32>,
    /// The element that is due, and where the walk ends.
    due: usize,
    end: usize,
    /// Routes made so far.
    made: u32,
    /// Three facts: the route at hand was walked to its end; the beginning of its last road; and
    /// the work between this route and the next is done.
    is_walked: bool,
    came_from: Option<u32>,
    is_between_done: bool,
    marked: Vec<bool>,
    marks: usize,
    before: Vec<Option<u32>>,
}

impl RouteMemory {
    /// Before the first turn.
    pub fn new(world: &World) -> Self {
        let places = world.roads().places();
        RouteMemory {
            marked: vec![false; places],
            before: vec![None; places],
            ..RouteMemory::default()
        }
    }

    /// The step that is due in a city, for an agent with this stamina.
    pub fn due(
        &mut self,
        world: &World,
        conduct: &Conduct,
        city: u32,
        stamina: u32,
    ) -> RouteDemand {
        if conduct.searches_live() {
            return self.due_live(world, conduct, city, stamina);
        }
        if conduct.after_tip == AfterTip::WhereAdjacent {
            let is_next = |next: &u32| world.roads().length(city, *next).is_some();
            let ahead = &self.array[self.due..self.end];
            self.due += ahead.iter().position(is_next).unwrap_or(ahead.len());
        }
        if self.due >= self.end {
            if self.is_walked && !self.is_between_done {
                match (conduct.routes.at_end, self.came_from) {
                    (RouteEnd::Stops | RouteEnd::HourLost, _) => return RouteDemand::Hold,
                    (RouteEnd::StepBack, Some(back)) => {
                        return road_to(world, city, back);
                    }
                    _ => {}
                }
            }
            self.plan(world, conduct, city, stamina);
        }
        let Some(&next) = self.array.get(self.due) else {
            return RouteDemand::Hold;
        };
        let has_road = world.roads().length(city, next).is_some();
        let is_free = match has_road {
            true => conduct.cost == Cost::NothingBack && self.marked[next as usize],
            false => conduct.routes.off_road == OffRoad::Jumps,
        };
        match is_free {
            true => RouteDemand::Jump(next),
            false => road_to(world, city, next),
        }
    }

    /// Returns true if the route at hand was walked to its end.
    pub fn is_walked(&self) -> bool {
        self.is_walked
    }

    /// The steps of a planned route that were made, and those that are left.
    pub fn route(&self) -> (&[u32], &[u32]) {
        self.array[..self.end].split_at(self.due)
    }

    /// The turn that this was due in is over.
    pub fn done(&mut self, world: &World, conduct: &Conduct, due: RouteDemand, from: u32, to: u32) {
        if conduct.searches_live() {
            if due == RouteDemand::Road(to) && !self.marked[to as usize] {
                self.before[to as usize] = Some(from);
            }
            return;
        }
        let is_between = self.due >= self.end;
        let is_step = match due {
            RouteDemand::Road(next) | RouteDemand::Jump(next) => next == to,
            // An element that no road leads to costs an hour and is left behind.
            RouteDemand::Hold => {
                let next = self.array.get(self.due);
                conduct.routes.off_road == OffRoad::HourLost
                    && from == to
                    && next.is_some_and(|next| world.roads().length(from, *next).is_none())
            }
        };
        if is_between {
            self.is_between_done = match conduct.routes.at_end {
                RouteEnd::StepBack => is_step,
                RouteEnd::HourLost => from == to,
                _ => false,
            };
        } else if is_step {
            self.mark(self.array[self.due]);
            self.due += 1;
            // Along a jump there is no way back.
            self.came_from = (due == RouteDemand::Road(to)).then_some(from);
            self.is_walked = self.due >= self.end;
            self.is_between_done = false;
        }
    }

    /// A tip came. `leads` says whether it leads anywhere.
    pub fn tipped(&mut self, conduct: &Conduct, target: u32, leads: bool) {
        match conduct.after_tip {
            AfterTip::WherePassed if leads => {
                let ahead = &self.array[self.due..self.end];
                match ahead.iter().position(|city| *city == target) {
                    Some(passed) if self.due + passed + 1 < self.end => self.due += passed + 1,
                    _ => self.forget(conduct),
                }
            }
            AfterTip::WherePassed | AfterTip::WhereLeft | AfterTip::WhereAdjacent
                if !self.is_walked => {}
            AfterTip::Marks | AfterTip::MarksOnTips => {}
            _ => self.forget(conduct),
        }
    }

    /// The route is forgotten; what a program never forgets is kept.
    pub fn forget(&mut self, conduct: &Conduct) {
        if conduct.routes.at_end == RouteEnd::Stops && self.is_walked {
            return;
        }
        self.due = self.end;
        self.is_walked = false;
        self.came_from = None;
        if conduct.searches_live() && conduct.routes.at_end != RouteEnd::NeverClears {
            self.clear();
        }
    }

    /// A turn on the way to a tip ended here.
    pub fn passed(&mut self, conduct: &Conduct, city: u32) {
        if conduct.after_tip == AfterTip::MarksOnTips {
            self.mark(city);
        }
    }

    fn clear(&mut self) {
        self.marked.fill(false);
        self.before.fill(None);
        self.marks = 0;
    }

    fn mark(&mut self, city: u32) {
        let mark = &mut self.marked[city as usize];
        self.marks += usize::from(!*mark);
        *mark = true;
    }

    fn due_live(
        &mut self,
        world: &World,
        conduct: &Conduct,
        city: u32,
        stamina: u32,
    ) -> RouteDemand {
        self.mark(city);
        if self.marks == self.marked.len() && conduct.routes.at_end != RouteEnd::NeverClears {
            self.clear();
            self.mark(city);
        }
        let all = world.neighbours(conduct.order, conduct.one_way);
        let mut neighbours = all[city as usize].iter();
        let new = neighbours
            .find(|next| {
                !self.marked[**next as usize] && is_seen(world, conduct, stamina, city, **next)
            })
            .copied();
        let back = match conduct.routes.way_back {
            WayBack::First => all[city as usize].first().copied(),
            _ => self.before[city as usize],
        };
        match new.or(back) {
            Some(next) => road_to(world, city, next),
            None => RouteDemand::Hold,
        }
    }

    fn plan(&mut self, world: &World, conduct: &Conduct, from: u32, stamina: u32) {
        let route = route(world, conduct, (from, stamina), self.made);
        self.made += 1;
        self.clear();
        self.mark(from);
        if conduct.routes.old_tail {
            let kept = self.array.len().min(route.len());
            self.array[..kept].copy_from_slice(&route[..kept]);
            self.array.extend(&route[kept..]);
        } else {
            self.array = route;
        }
        self.due = 0;
        self.end = self.array.len();
        self.is_walked = false;
        self.is_between_done = false;
    }
}

/// A road where there is one.
fn road_to(world: &World, from: u32, to: u32) -> RouteDemand {
    world.roads().length(from, to).map_or(RouteDemand::Hold, |_| RouteDemand::Road(to))
}

/// Returns true if a search that plans with this stamina takes a road at all.
fn is_seen(world: &World, conduct: &Conduct, stamina: u32, from: u32, to: u32) -> bool {
    let affords = |length| conduct.affords(length, stamina);
    !conduct.routes.affordable || world.roads().length(from, to).is_some_and(affords)
}

/// A route through all cities by depth-first search, planned with this stamina.
fn route(world: &World, conduct: &Conduct, (start, stamina): (u32, u32), made: u32) -> Vec<u32> {
    let neighbours = world.neighbours(conduct.order, conduct.one_way);
    let mut found = vec![false; neighbours.len()];
    found[start as usize] = !(conduct.routes.start_unmarked && made > 0);
    let mut path: Vec<(u32, usize)> = vec![(start, 0)];
    let (mut route, mut steps_to_last_new) = (Vec::new(), 0);
    while let Some((city, tried)) = path.last_mut() {
        let untried = neighbours[*city as usize].iter().skip(*tried);
        let city = *city;
        let new = untried
            .enumerate()
            .find(|(_, to)| !found[**to as usize] && is_seen(world, conduct, stamina, city, **to));
        if let Some((passed, &to)) = new {
            *tried += passed + 1;
            found[to as usize] = true;
            path.push((to, 0));
            route.push(to);
            steps_to_last_new = route.len();
        } else {
            path.pop();
            if conduct.routes.way_back == WayBack::FirstOnWay {
                let mut order = neighbours[city as usize].iter();
                let on_way = order.find_map(|to| path.iter().position(|on_way| on_way.0 == *to));
                path.truncate(on_way.map_or(0, |place| place + 1));
            }
            if conduct.routes.way_back != WayBack::None {
                route.extend(path.last().map(|back| back.0));
            }
        }
    }
    if !conduct.routes.walks_home {
        route.truncate(steps_to_last_new);
    }
    if conduct.routes.is_cut {
        route.truncate(neighbours.len());
    }
    route
}
