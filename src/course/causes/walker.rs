//! One agent of a program, walked through a trace: where its next turn may end, and what it
//! remembers once that was seen.

use super::conduct::{Conduct, NeighbourChoice, OnTheWay, OwnCity, Path, TipMoment, TurnOrder};
use super::follow::Follow;
use super::route::{RouteDemand, RouteMemory};
use super::world::World;
use chase_engine::game::Game as _;
use chase_police::players::known_strategy::KnownStrategy;
use chase_police::players::tip_search::TipStart;
use chase_police::{AGENTS, THIEF};

/// The thief's cities that a detective's turn can have to do with.
#[derive(Clone, Copy)]
pub struct Thief {
    /// An hour ago.
    pub before: u32,
    /// The city where it is now.
    pub now: u32,
}

/// A turn of another agent, as the trace shows it.
#[derive(Clone, Copy)]
pub struct OtherTurn {
    /// The agent.
    pub agent: usize,
    /// The strategy of the agent, if that is known.
    pub strategy: Option<KnownStrategy>,
    /// The city where the turn began.
    pub from: u32,
    /// The city where it ended.
    pub to: u32,
    /// The thief's cities.
    pub thief: Thief,
}

/// An agent with its memory.
#[derive(Clone)]
pub struct Walker<'a> {
    world: &'a World,
    conduct: &'a Conduct,
    /// The index of the agent, thief first.
    pub agent: usize,
    /// Its strategy.
    pub strategy: KnownStrategy,
    full: u32,
    /// The city it is in.
    pub city: u32,
    /// The stamina it has.
    pub stamina: u32,
    visits: Vec<u32>,
    /// Its turns so far.
    turns: u32,
    memory: RouteMemory,
    due: RouteDemand,
    follow: Option<Follow>,
    late: Option<u32>,
    queue: Vec<u32>,
    /// True once it has heard a tip.
    pub was_tipped: bool,
    has_moved: bool,
    stays: bool,
    owes_rest: bool,
}

impl<'a> Walker<'a> {
    /// Before its first turn, with what it hears at hour 0. `others` are the strategies of all
    /// agents.
    pub fn new(
        world: &'a World,
        conduct: &'a Conduct,
        agent: usize,
        strategy: KnownStrategy,
        others: &[Option<KnownStrategy>; AGENTS],
    ) -> Self {
        let thief = world.game.scenario().agents[THIEF].start;
        let sheet = &world.game.scenario().agents[agent];
        let mut visits = Vec::new();
        if strategy == KnownStrategy::Least {
            visits = vec![0; world.roads().places()];
            visits[sheet.start as usize] = conduct.visits.start;
            if conduct.visits.shared {
                for other in (THIEF + 1..AGENTS).filter(|other| *other != agent) {
                    if others[other] == Some(KnownStrategy::Least) {
                        let start = world.game.scenario().agents[other].start;
                        visits[start as usize] += conduct.visits.start;
                    }
                }
            }
            let most = conduct.visits.most_at_start();
            visits.iter_mut().for_each(|count| *count = (*count).min(most));
        }
        let memory = match strategy {
            KnownStrategy::Dfs => RouteMemory::new(world),
            _ => RouteMemory::default(),
        };
        let mut walker = Walker {
            world,
            conduct,
            agent,
            strategy,
            full: sheet.stamina,
            city: sheet.start,
            stamina: sheet.stamina,
            visits,
            turns: 0,
            memory,
            due: RouteDemand::Hold,
            follow: None,
            late: None,
            queue: Vec::new(),
            was_tipped: false,
            has_moved: true,
            stays: false,
            owes_rest: false,
        };
        if conduct.heard.at_start && conduct.heard.given != TipMoment::NextTurn {
            walker.hear(thief);
            if conduct.heard.by_all {
                let others = (THIEF + 1..AGENTS).filter(|other| *other != agent);
                let starts = others.map(|other| world.game.scenario().agents[other].start);
                starts.for_each(|start| walker.overhear(start, true, thief));
            }
        }
        walker
    }

    /// Returns true if it is on the way to a tip.
    pub fn follows(&self) -> bool {
        self.follow.is_some()
    }

    /// Returns true if its own strategy goes on where a route was walked to its end.
    pub fn is_route_done(&self) -> bool {
        self.memory.is_walked() && !self.follows()
    }

    /// Returns true if it takes a road by the dice now, if it has one.
    pub fn chooses_at_random(&self) -> bool {
        self.strategy == KnownStrategy::Random && !self.follows() && !self.stays && !self.owes_rest
    }

    /// The roads that it can afford as a free choice.
    pub fn payable(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let roads = self.world.roads().from(self.city).iter();
        let payable = roads.filter(|road| {
            self.conduct.affords(road.length, self.stamina)
                && (!self.conduct.one_way || self.world.is_listed(self.city, road.to))
        });
        payable.map(|road| (road.to, road.length))
    }

    /// All roads that leave its city.
    pub fn all_roads(&self) -> Vec<(u32, u32)> {
        let roads = self.world.roads().from(self.city).iter();
        roads.map(|road| (road.to, road.length)).collect()
    }

    /// Roads that leave its city, each as often as the city file lists it.
    pub fn as_listed(&self, roads: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let times = |to| self.world.times_listed(self.city, to);
        let each = roads.iter();
        each.flat_map(|road| std::iter::repeat_n(*road, times(road.0))).collect()
    }

    /// The steps of its route that it has made, and those that are left, once its turn was asked for.
    pub(super) fn route(&self) -> (&[u32], &[u32]) {
        self.memory.route()
    }

    /// Its route is forgotten; the next one is made from where it is.
    pub(super) fn forget_route(&mut self) {
        self.memory.forget(self.conduct);
    }

    /// The city that a tip leads it to.
    pub(super) fn target(&self) -> Option<u32> {
        self.follow.as_ref().map(|follow| follow.target)
    }

    /// Its turn begins.
    pub fn wake(&mut self, thief: u32) {
        if self.conduct.heard.given == TipMoment::NextTurn {
            self.hear(thief);
        }
        let is_last_dear =
            |follow: &Follow| follow.is_last_dear(self.world, self.conduct, self.standing());
        if self.conduct.path == Path::DroppedAtLast
            && self.follow.as_ref().is_some_and(is_last_dear)
        {
            self.follow = None;
            self.tip_ended();
            self.stays = false;
        }
    }

    /// Writes the cities where its turn may end.
    pub fn options(&mut self, out: &mut Vec<u32>) {
        out.clear();
        self.due = RouteDemand::Hold;
        if let Some(follow) = &self.follow {
            follow.options(self.world, self.conduct, self.standing(), out);
        } else if self.stays || self.owes_rest || self.strategy == KnownStrategy::Stationary {
            out.push(self.city);
        } else {
            match self.strategy {
                KnownStrategy::Random => {
                    out.extend(self.payable().map(|(to, _)| to));
                    if out.is_empty() {
                        out.push(self.city);
                    }
                }
                KnownStrategy::Least => out.push(self.least_visited()),
                _ => {
                    let step = self.route_step();
                    out.push(step);
                }
            }
        }
    }

    fn standing(&self) -> TipStart {
        TipStart { city: self.city, stamina: self.stamina, full: self.full }
    }

    fn least_visited(&self) -> u32 {
        let place = |to: u32| match self.conduct.order {
            TurnOrder::File => {
                let all = self.world.neighbours(TurnOrder::File, self.conduct.one_way);
                let mut places = (0u32..).zip(&all[self.city as usize]);
                places.find(|(_, city)| **city == to).map_or(to, |(place, _)| place)
            }
            _ => to,
        };
        let weight = |to: u32, length: u32| {
            let (visits, place) = (self.visits[to as usize], place(to));
            match self.conduct.choice {
                NeighbourChoice::VisitsLengthLowest => (visits, length, place),
                NeighbourChoice::VisitsLowest => (visits, 0, place),
                NeighbourChoice::VisitsLengthHighest => (visits, length, u32::MAX - place),
                NeighbourChoice::VisitsHighest => (visits, 0, u32::MAX - place),
                NeighbourChoice::VisitsLongestLowest => (visits, u32::MAX - length, place),
                NeighbourChoice::LengthVisitsLowest => (length, visits, place),
            }
        };
        let mut roads =
            if self.conduct.weighs_all { self.all_roads() } else { self.payable().collect() };
        if self.conduct.own_city == OwnCity::WinsTies {
            roads.push((self.city, 0));
        }
        let best = roads.into_iter().min_by_key(|(to, length)| weight(*to, *length));
        let visits = |city: u32| self.visits[city as usize];
        let is_own_better = |to| match self.conduct.own_city {
            OwnCity::LosesTies => visits(self.city) < visits(to),
            _ => to == self.city,
        };
        match best {
            Some((to, length)) if !is_own_better(to) => {
                let is_paid = self.conduct.affords(length, self.stamina);
                if is_paid { to } else { self.city }
            }
            _ => self.city,
        }
    }

    fn route_step(&mut self) -> u32 {
        self.due = self.memory.due(self.world, self.conduct, self.city, self.stamina);
        match self.due {
            RouteDemand::Hold => self.city,
            RouteDemand::Jump(to) => to,
            RouteDemand::Road(to) => {
                let length = self.world.roads().length(self.city, to).unwrap_or(0);
                if self.conduct.affords_planned(length, self.stamina) { to } else { self.city }
            }
        }
    }

    /// Its turn ended in a city. Where that was none of its options, routes and paths are forgotten, and a
    /// running tip is planned anew.
    pub fn take(&mut self, city: u32, thief: Thief, is_option: bool) {
        let from = self.city;
        let standing = self.standing();
        let tipped = self.follow.is_some();
        let is_jump = self.due == RouteDemand::Jump(city);
        self.has_moved = city != from;
        if self.has_moved || is_jump {
            let length = self.world.roads().length(from, city).filter(|_| !is_jump).unwrap_or(0);
            self.stamina = self.conduct.moved(length, self.stamina);
        } else {
            self.stamina = self.conduct.rested(self.stamina, self.full);
        }
        self.city = city;
        self.count_visit(tipped);
        if tipped {
            self.go_on_following(standing, is_option);
        } else if self.owes_rest {
            self.owes_rest = false;
        } else if self.strategy == KnownStrategy::Dfs && is_option {
            let due = self.due;
            self.memory.done(self.world, self.conduct, due, from, city);
        }
        if !is_option && self.strategy == KnownStrategy::Dfs {
            self.memory.forget(self.conduct);
        }
        if let Some(target) = self.late.take() {
            self.begin(target);
        }
        let given = self.conduct.heard.given;
        if given != TipMoment::NextTurn {
            let stale = given == TipMoment::Stale;
            self.hear(if stale { thief.before } else { thief.now });
        }
    }

    fn count_visit(&mut self, tipped: bool) {
        if self.strategy != KnownStrategy::Least {
            return;
        }
        let visits = &self.conduct.visits;
        let on_tip = usize::from(tipped);
        let amount = if self.has_moved { visits.moves[on_tip] } else { visits.rests[on_tip] };
        self.turns += 1;
        self.count(self.city, amount, self.turns);
    }

    fn count(&mut self, city: u32, amount: u32, hour: u32) {
        let visits = &self.conduct.visits;
        let count = &mut self.visits[city as usize];
        if !visits.last_turn {
            *count += amount;
        } else if amount > 0 {
            // The start has the number 1.
            *count = hour + 1;
        }
        *count = (*count).min(visits.most);
    }

    fn go_on_following(&mut self, before: TipStart, is_option: bool) {
        if self.strategy == KnownStrategy::Dfs {
            self.memory.passed(self.conduct, self.city);
        }
        let Some(follow) = &mut self.follow else {
            return;
        };
        let target = follow.target;
        if self.city == target {
            self.follow = None;
            self.owes_rest = self.conduct.rests_after_tip;
            self.tip_ended();
            while self.follow.is_none() && !self.queue.is_empty() {
                let next = self.queue.remove(0);
                if next != self.city {
                    self.begin(next);
                }
            }
            return;
        }
        let keeps = is_option && follow.take(self.world, self.conduct, before, self.city);
        if !keeps {
            self.follow = Follow::plan(self.world, self.conduct, self.standing(), target);
        }
    }

    /// It has come where a tip led it, or the tip named its own city.
    fn tip_ended(&mut self) {
        self.stays = self.conduct.stays_after_tip;
        if self.conduct.visits.forgotten_after_tip && self.strategy == KnownStrategy::Least {
            self.visits.fill(0);
            self.visits[self.city as usize] = 1;
        }
    }

    /// A detective's turn is over: if it is another, it takes in what all detectives have in common.
    pub fn see(&mut self, turn: OtherTurn) {
        if turn.agent == self.agent {
            return;
        }
        let conduct = self.conduct;
        if conduct.heard.by_all {
            let has_moved = turn.from != turn.to;
            match conduct.heard.given {
                TipMoment::TurnEnd | TipMoment::HourLate => {
                    self.overhear(turn.to, has_moved, turn.thief.now);
                }
                TipMoment::Stale => self.overhear(turn.to, has_moved, turn.thief.before),
                TipMoment::NextTurn => self.overhear(turn.from, true, turn.thief.now),
            }
        }
        if conduct.visits.shared
            && turn.strategy == Some(KnownStrategy::Least)
            && self.strategy == KnownStrategy::Least
        {
            let amounts =
                if turn.from == turn.to { conduct.visits.rests } else { conduct.visits.moves };
            let hour = self.turns + u32::from(turn.agent < self.agent);
            self.count(turn.to, amounts[0], hour);
        }
    }

    /// Takes in what is said in its city.
    fn hear(&mut self, target: u32) {
        self.overhear(self.city, self.has_moved, target);
    }

    /// Takes in what is said in a city to a detective that comes there or stays, if anybody is there to
    /// say it.
    fn overhear(&mut self, city: u32, has_moved: bool, target: u32) {
        let heard = &self.conduct.heard;
        let is_told = (has_moved || !heard.on_arrival_only)
            && self.agent != THIEF
            && self.strategy != KnownStrategy::Stationary
            && self.world.game.map().has_informant(city);
        if !is_told {
            return;
        }
        let was_tipped = std::mem::replace(&mut self.was_tipped, true);
        if heard.ignored || (heard.first_only && was_tipped) {
            return;
        }
        match (heard.on_the_way, self.follow.is_some()) {
            (OnTheWay::Ignored, true) => return,
            (OnTheWay::Queued, true) => {
                self.queue.push(target);
                return;
            }
            _ => {}
        }
        if self.conduct.visits.tip_writes_one && self.strategy == KnownStrategy::Least {
            self.visits[target as usize] = 1;
        }
        if heard.given == TipMoment::HourLate {
            self.late = Some(target);
        } else {
            self.begin(target);
        }
    }

    /// A tip is followed from here on.
    fn begin(&mut self, target: u32) {
        self.follow = Follow::plan(self.world, self.conduct, self.standing(), target);
        if self.strategy == KnownStrategy::Dfs {
            let leads = self.follow.is_some();
            self.memory.tipped(self.conduct, target, leads);
        }
        if self.follow.is_some() {
            self.stays = false;
        } else if target == self.city {
            self.tip_ended();
        } else if self.conduct.visits.forgotten_after_tip {
            self.tip_ended();
            self.stays = false;
        }
    }

    /// The number of cities where an agent with full stamina could be next, its own included.
    pub fn reach(&self) -> usize {
        self.world.within(self.city, self.full) + 1
    }

    /// The stamina after a rest.
    pub fn full(&self) -> u32 {
        self.full
    }

    /// Returns true if the agent is there already or a road leads there.
    pub fn has_road(&self, to: u32) -> bool {
        to == self.city || self.world.roads().length(self.city, to).is_some()
    }
}
