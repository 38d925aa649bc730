//! The odds of a chase without informants, hour by hour: how likely it is that the agents that walk
//! at random are where, together. Agents that need no luck are where they are.
//!
//! Where nothing can exhaust an agent in the hours that are left, its stamina is of no account and
//! only its city counts. Places of an agent that can never be told apart are one.

use std::collections::BTreeMap;

use super::ask::{AgentPlace, LoneAgent};
use super::merged::interner::Interner;
use super::moment::{ESCAPED, EndSums, OddsMoment, TIME_UP, add_ends};
use super::walk;
use crate::players::known_strategy::KnownStrategy;
use crate::{AGENTS, Ending, Police, THIEF};
use chase_engine::game::Seat;
use chase_engine::player::Player;
use chase_kit::chances::Chances;

/// Places of one agent that are worth numbering.
const PLACES_MAX: usize = 1 << 18;

/// Places of one agent that are worth merging.
const MERGED_MAX: usize = 1 << 12;

impl Chain {
    /// The chase of these agents; nothing for players that this cannot follow, or where the agents have
    /// more than so many states together.
    pub(super) fn of(
        moment: &OddsMoment<'_>,
        players: &mut [Box<dyn Player<Police>>],
        hours: u32,
        states_max: u64,
    ) -> Option<Self> {
        let game = moment.game;
        if game.map().has_informants() {
            return None;
        }
        let mut ways: Vec<ChainMove> = Vec::with_capacity(AGENTS);
        let mut states = 1;
        for (n, player) in players.iter_mut().enumerate() {
            let mut agent = LoneAgent::new(game, Seat(n as u8));
            let now = &moment.state.agents[n];
            agent.put((now.city, now.stamina));
            // Of agents that have too many states together it is only told how many.
            let most = if states <= states_max { PLACES_MAX } else { MERGED_MAX };
            let way = match KnownStrategy::of(moment.names.get(n)?)? {
                KnownStrategy::Random => {
                    ChainMove::Random(Axis::new(&mut agent, game, hours, most)?)
                }
                KnownStrategy::Stationary => ChainMove::Walk(vec![agent.place().0]),
                KnownStrategy::Dfs | KnownStrategy::Least => {
                    let walked = walk(&mut agent, &mut **player, hours)?;
                    ChainMove::Walk(walked.into_iter().skip(1).map(|place| place.0).collect())
                }
            };
            states = states.saturating_mul(way.places() as u64);
            ways.push(way);
        }
        Chain::new(ways)
    }

    /// The number of states that the agents have together.
    pub(super) fn states(&self) -> u64 {
        self.states as u64
    }
}

/// The way in which an agent moves.
enum ChainMove {
    Random(Axis),
    /// Its city after each hour; the last holds for all later ones.
    Walk(Vec<u32>),
}

/// The places that an agent can come to, the first of them where it is.
struct Axis {
    cities: Vec<u32>,
    /// The states to which each state leads, all equally likely.
    next: Vec<Vec<usize>>,
}

impl Axis {
    fn new(agent: &mut LoneAgent<'_>, game: &Police, hours: u32, most: usize) -> Option<Self> {
        let (_, stamina) = agent.place();
        let needed = u64::from(game.map().roads.longest()) * u64::from(hours);
        let is_tireless = u64::from(stamina) >= needed;
        let mut numbers: BTreeMap<AgentPlace, usize> = BTreeMap::new();
        let mut places = vec![agent.place()];
        numbers.insert(places[0], 0);
        let mut axis = Axis { cities: Vec::new(), next: Vec::new() };
        let mut choices = Vec::new();
        while let Some(&place) = places.get(axis.cities.len()) {
            if places.len() > most {
                return None;
            }
            agent.put(place);
            agent.choices(&mut choices);
            if choices.len() > 1 {
                // Who can go does not rest.
                choices.pop();
            }
            let next = choices.iter().map(|&(city, left)| {
                let to = (city, if is_tireless { stamina } else { left });
                *numbers.entry(to).or_insert_with(|| {
                    places.push(to);
                    places.len() - 1
                })
            });
            axis.next.push(next.collect());
            axis.cities.push(place.0);
        }
        Some(axis.merged())
    }

    /// The same with one place for all from which the cities to come are equally likely, however many
    /// hours there are. Such are places of one city that lead to the same of the new places with the same
    /// probabilities: by induction from the last hour back, the first city is then the same, and so are the
    /// probabilities of the rows of cities after it.
    fn merged(self) -> Self {
        if self.cities.len() > MERGED_MAX {
            return self;
        }
        let mut classes: Vec<u32> = self.cities.clone();
        let mut count = 0;
        loop {
            let mut known = Interner::default();
            let mut key = Vec::new();
            let number = |(class, next): (&u32, &Vec<usize>)| {
                key.clear();
                key.extend(next.iter().map(|to| u64::from(classes[*to])));
                key.sort_unstable();
                key.push(u64::from(*class));
                known.number(&key)
            };
            let finer = classes.iter().zip(&self.next).map(number).collect();
            let is_same = known.len() == count;
            (classes, count) = (finer, known.len());
            if is_same {
                break;
            }
        }
        // Classes are numbered as they come first, so that the first place is in the first class.
        let mut axis = Axis { cities: Vec::new(), next: Vec::new() };
        for (n, class) in classes.iter().enumerate() {
            if *class as usize == axis.cities.len() {
                axis.cities.push(self.cities[n]);
                let next = self.next[n].iter();
                axis.next.push(next.map(|to| classes[*to] as usize).collect());
            }
        }
        axis
    }
}

/// All agents together: a number for each combination of their places, the thief's changing least.
pub(super) struct Chain {
    ways: Vec<ChainMove>,
    states: usize,
}

impl Chain {
    fn new(ways: Vec<ChainMove>) -> Option<Self> {
        let mut sizes = ways.iter().map(ChainMove::places);
        let states = sizes.try_fold(1usize, |states, size| states.checked_mul(size))?;
        Some(Chain { ways, states })
    }

    /// The odds, hour by hour.
    pub(super) fn run(&self, game: &Police, first: u32, last: u32) -> Chances {
        let mut chances = Chances::default();
        let mut now = vec![0.0; self.states];
        let mut next = vec![0.0; self.states];
        let mut ends = Vec::with_capacity(self.states);
        now[0] = 1.0;
        for hour in first..=last {
            let mut inner = self.states;
            for way in &self.ways {
                inner /= way.places();
                if let ChainMove::Random(axis) = way {
                    axis.step(inner, &now, &mut next);
                    std::mem::swap(&mut now, &mut next);
                }
            }
            let passed = (hour - first) as usize;
            if passed == 0 || self.ways.iter().any(|way| way.goes_on(passed)) {
                self.ends(game, passed, &mut ends);
            }
            if !close(&ends, (hour, hour == last), &mut now, &mut chances) {
                break;
            }
        }
        chances
    }

    /// The ending that each state brings, if any, whatever the hour.
    fn ends(&self, game: &Police, passed: usize, ends: &mut Vec<Option<Ending>>) {
        ends.clear();
        ends.extend((0..self.states).map(|state| ending(game, self.cities(state, passed))));
    }

    fn cities(&self, mut state: usize, passed: usize) -> [u32; AGENTS] {
        let mut cities = [0; AGENTS];
        for (city, way) in cities.iter_mut().zip(&self.ways).rev() {
            *city = match way {
                ChainMove::Random(axis) => axis.cities[state % axis.cities.len()],
                ChainMove::Walk(walk) => walk[passed.min(walk.len() - 1)],
            };
            state /= way.places();
        }
        cities
    }
}

impl ChainMove {
    /// Returns true if a planned walk has the agent elsewhere than an hour before; false for random
    /// agents.
    fn goes_on(&self, passed: usize) -> bool {
        match self {
            ChainMove::Random(_) => false,
            ChainMove::Walk(walk) => passed < walk.len() && walk[passed] != walk[passed - 1],
        }
    }

    fn places(&self) -> usize {
        match self {
            ChainMove::Random(axis) => axis.cities.len(),
            ChainMove::Walk(_) => 1,
        }
    }
}

impl Axis {
    /// One turn of the agent: `inner` states stand side by side for each of its places.
    fn step(&self, inner: usize, now: &[f64], next: &mut [f64]) {
        next.fill(0.0);
        let all = self.cities.len() * inner;
        for (now, next) in now.chunks_exact(all).zip(next.chunks_exact_mut(all)) {
            for (from, leads) in now.chunks_exact(inner).zip(&self.next) {
                let share = 1.0 / leads.len() as f64;
                for to in leads {
                    let to = &mut next[to * inner..][..inner];
                    for (to, from) in to.iter_mut().zip(from) {
                        *to += from * share;
                    }
                }
            }
        }
    }
}

/// The ending with the agents in these cities, if the chase ends before time is up.
fn ending(game: &Police, cities: [u32; AGENTS]) -> Option<Ending> {
    let thief = cities[THIEF];
    let with_thief = (THIEF + 1..AGENTS).find(|&n| cities[n] == thief);
    match with_thief {
        Some(n) => Some(Ending::Caught(Seat(n as u8))),
        None => (game.scenario.getaway == Some(thief)).then_some(Ending::Escaped),
    }
}

/// Takes out the games that end with an hour: all of them with the last. False when none is left.
fn close(
    ends: &[Option<Ending>],
    (hour, is_last): (u32, bool),
    now: &mut [f64],
    chances: &mut Chances,
) -> bool {
    let mut sums = EndSums::default();
    let mut left = 0.0;
    for (chance, end) in now.iter_mut().zip(ends) {
        let place = match end {
            Some(Ending::Caught(by)) => by.index(),
            Some(Ending::Escaped) => ESCAPED,
            Some(Ending::TimeUp) => TIME_UP,
            None if is_last => TIME_UP,
            None => {
                left += *chance;
                continue;
            }
        };
        sums[place] += std::mem::take(chance);
    }
    add_ends(chances, hour, &sums);
    left > 0.0
}
