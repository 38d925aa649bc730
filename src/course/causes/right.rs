//! What is right in each turn of the agents of one strategy, and what came before it, over the cities that a
//! trace shows. After a wrong turn the rules take the city that is seen, keep visits and stamina, and plan
//! anew; what a depth-first detective should do next is unknown then, until a tip or a whole round of the map
//! has made a new route due.

use std::collections::BTreeSet;

use super::conduct::Conduct;
use super::hold::turn_options;
use super::run::TraceRun;
use super::walker::Walker;
use super::world::World;
use chase_board::roads::Road;
use chase_engine::dice::Dice;
use chase_police::players::known_strategy::KnownStrategy;
use chase_police::{AGENTS, THIEF};

/// How a tip came to be heard.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HeardTip {
    AtStart,
    OnArrival,
    /// While another was followed.
    OnTheWay,
}

/// Why the present route is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RouteReason {
    First,
    /// The one before it was walked to its end.
    Done,
    Tip,
}

/// A route as it was left.
struct LeftRoute {
    /// Its start and its steps.
    cities: Vec<u32>,
    /// The number of steps that were made.
    made: usize,
}

/// What is kept of the tips of an agent.
#[derive(Default)]
pub(super) struct PastTips {
    /// How it heard the last one.
    pub last: Option<HeardTip>,
    /// It has made no turn since it heard that one.
    pub is_new: bool,
    /// It has followed one to its end, or one led nowhere.
    pub has_ended: bool,
    /// That was in the turn before.
    pub just_ended: bool,
    /// When the path was planned, a best one had a rest.
    pub needs_rest: bool,
    /// Since it was heard, the last road of a best path was longer than the stamina.
    pub was_last_road_dear: bool,
    named: Vec<bool>,
}

/// What is kept of the routes of a depth-first detective.
pub(super) struct PastRoutes {
    pub reason: RouteReason,
    /// The city where the present one began.
    pub start: u32,
    /// When it became due, some road was longer than the stamina.
    pub was_tired: bool,
    /// It has made a turn on an earlier one.
    pub has_earlier: bool,
    /// A step back was made since the last rest.
    pub stepped_back: bool,
    is_begun: bool,
    left: Option<LeftRoute>,
    /// Since a wrong turn: the cities that it has not been in.
    unseen: Option<Vec<u32>>,
}

/// An agent as the rules have it, with all that is asked about its past.
pub(super) struct RightAgent<'a> {
    run: &'a TraceRun,
    number: usize,
    pub strategy: KnownStrategy,
    pub walker: Walker<'a>,
    pub start: u32,
    visits: Vec<u32>,
    last_hour: Vec<Option<usize>>,
    rested: Vec<bool>,
    passed: Vec<bool>,
    came_from: Option<u32>,
    pub has_stayed: bool,
    /// It stayed in the turn before, as only that was right.
    pub had_to_rest: bool,
    pub tips: PastTips,
    pub routes: PastRoutes,
}

/// What a run shows of others than one agent.
struct Others {
    /// By agent: it is of the strategy.
    is_counted: [bool; AGENTS],
    /// By city: the agents of the strategy that have been there, as bits.
    been: Vec<u8>,
    /// By agent: the hour of the last tip that it was told.
    told: [Option<usize>; AGENTS],
}

/// A turn that is held against the rules.
pub(super) struct RightTurn<'t, 'a> {
    pub agent: &'t RightAgent<'a>,
    /// The index of the agent, thief first.
    pub number: usize,
    /// Where it may end, and where it ended.
    pub options: &'t [u32],
    pub seen: u32,
    /// A draw is held against the dice.
    pub is_checked: bool,
    /// Another of its strategy has been in the city that is due.
    pub others_been_due: bool,
    /// The last tip that another was told is of a later hour than its own last one.
    pub others_told_later: bool,
}

/// Calls `each` with all turns of a strategy that are judged.
pub(super) fn right_turns(
    strategy: KnownStrategy,
    run: &TraceRun,
    mut each: impl FnMut(&RightTurn<'_, '_>),
) {
    let is_random = strategy == KnownStrategy::Random;
    let first = if is_random { THIEF } else { THIEF + 1 };
    let mut agents: Vec<RightAgent<'_>> = (first..AGENTS)
        .filter(|agent| run.strategies[*agent] == Some(strategy))
        .map(|agent| RightAgent::new(run, agent, strategy))
        .collect();
    let mut others = Others::new(run, strategy);
    let has_random = run.strategies[THIEF + 1..].contains(&Some(KnownStrategy::Random));
    let mut dice =
        run.dice.clone().filter(|_| is_random && run.strategies[THIEF] == Some(strategy));
    let mut options = Vec::new();
    for hour in 1..run.hours.len() {
        if run.is_over(hour - 1) {
            return;
        }
        let mut next = agents.iter_mut().peekable();
        for number in THIEF..AGENTS {
            let is_any_told = others.told.iter().any(Option::is_some);
            if has_random && is_any_told {
                dice = None;
            }
            if let Some(agent) = next.next_if(|agent| agent.number == number) {
                agent.options(&mut dice, &mut options);
                let due = agent.city_due(&options);
                let turn = RightTurn {
                    agent,
                    number,
                    options: &options,
                    seen: run.hours[hour][number],
                    is_checked: dice.is_some(),
                    others_been_due: due.is_some_and(|due| others.has_been(due, number)),
                    others_told_later: others.told_later(number),
                };
                let is_wrong = turn.is_wrong();
                if !turn.agent.is_lost() {
                    each(&turn);
                }
                if is_wrong && agent.walker.chooses_at_random() {
                    dice = None;
                }
                agent.take(hour, &options);
            }
            others.take(run, hour, number);
        }
    }
}

impl Others {
    fn new(run: &TraceRun, strategy: KnownStrategy) -> Self {
        let mut others = Others {
            is_counted: run.strategies.map(|of| of == Some(strategy)),
            been: vec![0; run.world.roads().places()],
            told: [None; AGENTS],
        };
        (THIEF + 1..AGENTS).for_each(|agent| others.take(run, 0, agent));
        others
    }

    fn take(&mut self, run: &TraceRun, hour: usize, agent: usize) {
        if agent == THIEF {
            return;
        }
        let city = run.hours[hour][agent];
        if self.is_counted[agent] {
            self.been[city as usize] |= 1 << agent;
        }
        let listens = run.strategies[agent] != Some(KnownStrategy::Stationary);
        if listens && run.world.game.map().has_informant(city) {
            self.told[agent] = Some(hour);
        }
    }

    fn has_been(&self, city: u32, but: usize) -> bool {
        self.been[city as usize] & !(1 << but) != 0
    }

    /// Returns true if another was told in a later hour than this agent, or this one never.
    fn told_later(&self, agent: usize) -> bool {
        let others = self.told.iter().enumerate().filter(|(other, _)| *other != agent);
        let last = others.filter_map(|(_, hour)| *hour).max();
        last.is_some_and(|last| self.told[agent].is_none_or(|own| last > own))
    }
}

impl<'a> RightAgent<'a> {
    fn new(run: &'a TraceRun, number: usize, strategy: KnownStrategy) -> Self {
        let walker = Walker::new(&run.world, &Conduct::RULES, number, strategy, &run.strategies);
        let start = walker.city;
        let places = run.world.roads().places();
        let mut agent = RightAgent {
            run,
            number,
            strategy,
            walker,
            start,
            visits: vec![0; places],
            last_hour: vec![None; places],
            rested: vec![false; places],
            passed: vec![false; places],
            came_from: None,
            has_stayed: false,
            had_to_rest: false,
            tips: PastTips { named: vec![false; places], ..PastTips::default() },
            routes: PastRoutes {
                reason: RouteReason::First,
                start,
                was_tired: false,
                has_earlier: false,
                stepped_back: false,
                is_begun: false,
                left: None,
                unseen: None,
            },
        };
        agent.visits[start as usize] = 1;
        agent.last_hour[start as usize] = Some(0);
        if agent.hears(start) {
            agent.hear(HeardTip::AtStart, 0);
        }
        agent
    }

    fn world(&self) -> &'a World {
        &self.run.world
    }

    /// The number of turns that it has spent in a city, the start counted once.
    pub fn visits(&self, city: u32) -> u32 {
        self.visits[city as usize]
    }

    /// The hour in which it was last in a city.
    pub fn last_hour(&self, city: u32) -> Option<usize> {
        self.last_hour[city as usize]
    }

    /// Returns true if it has ever stayed in a city for a turn.
    pub fn has_rested_in(&self, city: u32) -> bool {
        self.rested[city as usize]
    }

    /// Returns true if a turn on the way to a tip ended in a city.
    pub fn has_passed(&self, city: u32) -> bool {
        self.passed[city as usize]
    }

    /// Returns true if a tip that it heard named a city.
    pub fn was_told(&self, city: u32) -> bool {
        self.tips.named[city as usize]
    }

    /// The city before its last move.
    pub fn came_from(&self) -> Option<u32> {
        self.came_from
    }

    /// Returns true if what it should do is unknown.
    fn is_lost(&self) -> bool {
        self.routes.unseen.is_some()
    }

    /// Returns true if it moves by routes now.
    fn is_on_route(&self) -> bool {
        self.strategy == KnownStrategy::Dfs && !self.walker.follows()
    }

    fn hears(&self, city: u32) -> bool {
        self.number != THIEF && self.world().game.map().has_informant(city)
    }

    /// The one city where it should go, if it should.
    fn city_due(&self, options: &[u32]) -> Option<u32> {
        match options {
            [only] if *only != self.walker.city => Some(*only),
            _ => None,
        }
    }

    fn options(&mut self, dice: &mut Option<Dice>, out: &mut Vec<u32>) {
        turn_options(
            &mut self.walker,
            &Conduct::RULES,
            dice.as_mut(),
            self.run.rand_max(&Conduct::RULES),
            out,
        );
        if self.walker.follows() {
            self.tips.was_last_road_dear |= self.last_road() == Some(true);
        } else if self.is_on_route() && !self.routes.is_begun {
            self.routes.is_begun = true;
            self.routes.start = self.walker.city;
            self.routes.was_tired = self.world().roads().longest() > self.walker.stamina;
        }
    }

    /// Where some best path to the tip's city has one road left, whether that is longer than the stamina.
    pub fn last_road(&self) -> Option<bool> {
        let target = self.walker.target()?;
        let (city, stamina, full) = (self.walker.city, self.walker.stamina, self.walker.full());
        let length = self.world().roads().length(city, target)?;
        let best = self.world().label(city, stamina, full, target)?;
        let is_dear = length > stamina;
        let arrival = match is_dear {
            true => (2, full.checked_sub(length)?),
            false => (1, stamina - length),
        };
        (arrival == best).then_some(is_dear)
    }

    /// Returns true if some best path to the tip's city has a rest.
    pub fn path_has_rest(&self) -> bool {
        let Walker { city, stamina, .. } = self.walker;
        let full = self.walker.full();
        let target = self.walker.target();
        target.is_some_and(|target| has_rest(self.world(), city, stamina, full, target))
    }

    /// Where the route before the present one would go on from here; nothing where that is not one city.
    pub fn earlier_route_next(&self) -> Option<u32> {
        let LeftRoute { cities, made } = self.routes.left.as_ref()?;
        let here = self.walker.city;
        let is_done = *made + 1 == cities.len();
        let passes = |from: usize| (from..cities.len()).filter(|at| cities[*at] == here);
        let at = match is_done {
            true => {
                let mut all = passes(0);
                all.next().filter(|_| all.next().is_none())
            }
            false if cities[*made] == here => Some(*made),
            false => passes(*made + 1).next(),
        };
        let next = *cities.get(at? + 1)?;
        self.world().roads().length(here, next).map(|_| next)
    }

    /// Its turn is over.
    fn take(&mut self, hour: usize, options: &[u32]) {
        let (from, seen) = (self.walker.city, self.run.hours[hour][self.number]);
        let is_right = options.contains(&seen);
        let followed = self.walker.target();
        self.had_to_rest = options == [from] && seen == from;
        if self.is_on_route() && self.routes.unseen.is_none() {
            self.step(seen, is_right);
        }
        self.walker.take(seen, self.run.thief(hour), is_right);
        self.note_city(from, seen, hour, followed.is_some());
        if let Some(unseen) = &mut self.routes.unseen {
            unseen.retain(|city| *city != seen);
            if unseen.is_empty() {
                self.routes.begin_anew(RouteReason::Done);
                self.walker.forget_route();
            }
        }
        let has_ended = followed.is_some_and(|target| target == seen);
        self.tips.is_new = false;
        self.tips.just_ended = has_ended;
        self.tips.has_ended |= has_ended;
        if self.hears(seen) {
            let is_on_the_way = followed.is_some() && !has_ended;
            let how = if is_on_the_way { HeardTip::OnTheWay } else { HeardTip::OnArrival };
            self.hear(how, hour);
        } else if followed.is_some() && !is_right {
            self.tips.needs_rest = self.path_has_rest();
        }
    }

    fn note_city(&mut self, from: u32, seen: u32, hour: usize, followed: bool) {
        self.visits[seen as usize] += 1;
        self.last_hour[seen as usize] = Some(hour);
        self.passed[seen as usize] |= followed;
        self.has_stayed = seen == from;
        if self.has_stayed {
            self.rested[seen as usize] = true;
            self.routes.stepped_back = false;
        } else {
            self.came_from = Some(from);
        }
    }

    /// What the walker has heard is noted.
    fn hear(&mut self, how: HeardTip, hour: usize) {
        let thief = self.run.hours[hour][THIEF];
        let leads = self.walker.follows();
        self.tips.last = Some(how);
        self.tips.is_new = true;
        self.tips.named[thief as usize] = true;
        self.tips.needs_rest = self.path_has_rest();
        self.tips.was_last_road_dear = false;
        self.tips.has_ended |= !leads;
        self.tips.just_ended |= !leads;
        if self.routes.is_begun {
            self.routes.has_earlier = true;
        }
        self.routes.begin_anew(RouteReason::Tip);
    }

    /// A turn on a route, before the walker takes it.
    fn step(&mut self, seen: u32, is_right: bool) {
        let (walked, ahead) = self.walker.route();
        let is_step = is_right && ahead.first() == Some(&seen);
        let is_back = is_step && (seen == self.routes.start || walked.contains(&seen));
        let is_done = is_step && ahead.len() == 1;
        if !is_right || is_done || self.hears(seen) {
            let cities: Vec<u32> = [&[self.routes.start], walked, ahead].concat();
            let made = walked.len() + usize::from(is_step);
            if !is_right {
                let mut unseen = cities.clone();
                unseen.sort_unstable();
                unseen.dedup();
                self.routes.unseen = Some(unseen);
                self.routes.has_earlier = true;
            }
            self.routes.left = Some(LeftRoute { cities, made });
        }
        self.routes.stepped_back |= is_back;
        if is_done {
            self.routes.has_earlier = true;
            self.routes.begin_anew(RouteReason::Done);
        }
    }
}

impl PastRoutes {
    fn begin_anew(&mut self, reason: RouteReason) {
        self.reason = reason;
        self.is_begun = false;
        self.unseen = None;
    }
}

/// Returns true if some best path to a city has a rest.
fn has_rest(world: &World, city: u32, stamina: u32, full: u32, target: u32) -> bool {
    let mut open = vec![(city, stamina)];
    let mut known = BTreeSet::new();
    while let Some((city, stamina)) = open.pop() {
        let label = world.label(city, stamina, full, target);
        // Where it takes no fewer turns with all stamina there can be, none is left for a rest.
        let rested = world.label(city, u32::MAX, full, target);
        let has_time = |(turns, _): &_| rested.is_some_and(|(fewest, _)| *turns > fewest);
        let Some((turns, left)) = label.filter(has_time) else {
            continue;
        };
        let is_best = |to, stamina| {
            world
                .label(to, stamina, full, target)
                .is_some_and(|(rest, end)| (rest + 1, end) == (turns, left))
        };
        if is_best(city, full) {
            return true;
        }
        for Road { to, length } in world.roads().from(city) {
            let Some(stamina) = stamina.checked_sub(*length) else {
                continue;
            };
            if is_best(*to, stamina) && known.insert((*to, stamina)) {
                open.push((*to, stamina));
            }
        }
    }
    false
}

impl RightTurn<'_, '_> {
    pub fn city(&self) -> u32 {
        self.agent.walker.city
    }

    /// Returns true if the rules do not allow it.
    pub fn is_wrong(&self) -> bool {
        !self.options.contains(&self.seen)
    }

    pub fn follows(&self) -> bool {
        self.agent.walker.follows()
    }

    /// Returns true if only staying is right.
    pub fn is_rest_due(&self) -> bool {
        self.options == [self.city()]
    }

    pub fn roads(&self) -> &[Road] {
        self.agent.world().roads().from(self.city())
    }

    /// The roads that it can afford.
    pub fn compared(&self) -> impl Iterator<Item = &Road> + Clone {
        let stamina = self.agent.walker.stamina;
        self.roads().iter().filter(move |road| road.length <= stamina)
    }

    /// The one city where it should go, if it should.
    pub fn due(&self) -> Option<u32> {
        self.agent.city_due(self.options)
    }

    /// The number of compared roads that are best by some measure.
    pub fn ties<K: Ord>(&self, measure: impl Fn(&Road) -> K) -> usize {
        let best = self.compared().map(&measure).min();
        self.compared().filter(|road| Some(measure(road)) == best).count()
    }

    pub fn visits(&self, road: &Road) -> u32 {
        self.agent.visits(road.to)
    }

    pub fn is_any_compared(&self, is_so: impl Fn(u32) -> bool) -> bool {
        self.compared().any(|road| is_so(road.to))
    }

    /// The next city of the route.
    pub fn route_next(&self) -> Option<u32> {
        self.agent.is_on_route().then(|| self.agent.walker.route().1.first().copied()).flatten()
    }

    /// Returns true if the present route has not been in a city.
    pub fn is_new(&self, city: u32) -> bool {
        city != self.agent.routes.start && !self.agent.walker.route().0.contains(&city)
    }

    /// Returns true if the last move of the present route was a step back.
    pub fn was_step_back(&self) -> bool {
        let walked = self.agent.walker.route().0;
        walked
            .split_last()
            .is_some_and(|(last, before)| *last == self.agent.routes.start || before.contains(last))
    }

    /// The number of moves that the present route has had.
    pub fn route_moves(&self) -> usize {
        self.agent.walker.route().0.len()
    }

    /// The cities to go to after a rest on the way to a tip.
    pub fn after_rest(&self) -> Vec<u32> {
        let walker = &self.agent.walker;
        let (world, full) = (self.agent.world(), walker.full());
        let Some(target) = walker.target() else {
            return Vec::new();
        };
        let best = world.label(walker.city, full, full, target);
        let keeps = |road: &&Road| {
            let stamina = full.checked_sub(road.length);
            let label = stamina.and_then(|stamina| world.label(road.to, stamina, full, target));
            label.map(|(turns, left)| (turns + 1, left)) == best
        };
        self.roads().iter().filter(keeps).map(|road| road.to).collect()
    }

    /// Its neighbours, as the city file lists them; none if that is not known.
    pub fn listed(&self) -> &[u32] {
        let world = self.agent.world();
        match world.knows_listing() {
            true => &world.neighbours(super::conduct::TurnOrder::File, false)[self.city() as usize],
            false => &[],
        }
    }

    /// Returns true if a road that it can afford stands more than once in the city file.
    pub fn has_road_listed_twice(&self) -> bool {
        let world = self.agent.world();
        self.compared().any(|road| world.times_listed(self.city(), road.to) > 1)
    }

    /// The number of cities of the map.
    pub fn places(&self) -> usize {
        self.agent.world().roads().places()
    }
}
