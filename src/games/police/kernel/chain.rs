//! The odds of a chase without informants, hour by hour: how likely it is that the agents that walk
//! at random are where, together. Agents that need no luck are where they are.
//!
//! Where nothing can exhaust an agent in the hours that are left, its stamina is of no account and
//! only its city counts.

use std::collections::BTreeMap;

use super::ask::{AgentPlace, LoneAgent};
use super::{AgentPolicy, WALK_HOURS_MAX};
use crate::{AGENTS, Ending, Police, State, THIEF};
use chase_core::game::Seat;
use chase_core::odds::chances::{Chances, ExactOdds};
use chase_core::player::Player;
use chase_core::totals;

/// Steps that are worth waiting for: states times hours.
const WORK_MAX: u64 = 1 << 32;

/// The odds from the beginning of an hour; nothing for a chase or players that this cannot follow,
/// or where the agents have more than so many states together.
pub(crate) fn exact_odds(
    game: &Police,
    names: &[String],
    players: &mut [Box<dyn Player<Police>>],
    state: &State,
    states_max: u64,
) -> Option<ExactOdds> {
    let is_between_hours = state.acted == 0 && state.owed == 0 && state.ending.is_none();
    if game.map().has_informants() || !is_between_hours {
        return None;
    }
    let last = u32::try_from(game.scenario.hours).ok()?;
    let hours = last.checked_sub(state.hour)?.checked_add(1)?;
    let mut ways: Vec<ChainMove> = Vec::with_capacity(AGENTS);
    for (n, player) in players.iter_mut().enumerate() {
        let mut agent = LoneAgent::new(game, Seat(n as u8));
        agent.put((state.agents[n].city, state.agents[n].stamina));
        ways.push(match AgentPolicy::of(names.get(n)?)? {
            AgentPolicy::Random => {
                ChainMove::Random(Axis::new(&mut agent, game, hours, states_max)?)
            }
            AgentPolicy::Still => ChainMove::Walk(vec![agent.place().0]),
            AgentPolicy::Walks => ChainMove::Walk(walk(&mut agent, &mut **player, hours)?),
        });
    }
    let chain = Chain::new(ways, states_max, hours)?;
    let states = chain.states as u64;
    Some(ExactOdds {
        chances: chain.run(game, state.hour, last),
        states,
        way: "hour by hour, all agents together",
    })
}

/// The cities after each of the hours to come.
fn walk(
    agent: &mut LoneAgent<'_>,
    player: &mut dyn Player<Police>,
    hours: u32,
) -> Option<Vec<u32>> {
    if hours > WALK_HOURS_MAX {
        return None;
    }
    let mut cities = Vec::with_capacity(hours as usize);
    for _ in 0..hours {
        if !agent.ask(player) {
            return None;
        }
        cities.push(agent.place().0);
    }
    Some(cities)
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
    fn new(agent: &mut LoneAgent<'_>, game: &Police, hours: u32, most: u64) -> Option<Self> {
        let (_, stamina) = agent.place();
        let needed = u64::from(game.map().roads.longest()) * u64::from(hours);
        let is_tireless = u64::from(stamina) >= needed;
        let mut numbers: BTreeMap<AgentPlace, usize> = BTreeMap::new();
        let mut places = vec![agent.place()];
        numbers.insert(places[0], 0);
        let mut axis = Axis {
            cities: Vec::new(),
            next: Vec::new(),
        };
        let mut choices = Vec::new();
        while let Some(&place) = places.get(axis.cities.len()) {
            if places.len() as u64 > most {
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
        Some(axis)
    }
}

/// All agents together: a number for each combination of their places, the thief's changing least.
struct Chain {
    ways: Vec<ChainMove>,
    states: usize,
}

impl Chain {
    fn new(ways: Vec<ChainMove>, most: u64, hours: u32) -> Option<Self> {
        let mut sizes = ways.iter().map(ChainMove::places);
        let states = sizes.try_fold(1u64, |states, size| states.checked_mul(size as u64));
        let states = states.filter(|states| *states <= most)?;
        (states.checked_mul(u64::from(hours))? <= WORK_MAX).then_some(())?;
        let states = usize::try_from(states).ok()?;
        Some(Chain { ways, states })
    }

    fn run(&self, game: &Police, first: u32, last: u32) -> Chances {
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
    let mut sums = [(Ending::Escaped, 0.0); AGENTS + 1];
    sums[0].0 = Ending::TimeUp;
    for (n, sum) in (0..).zip(&mut sums[..AGENTS]).skip(THIEF + 1) {
        sum.0 = Ending::Caught(Seat(n));
    }
    let mut left = 0.0;
    for (chance, end) in now.iter_mut().zip(ends) {
        let place = match end {
            Some(Ending::Caught(by)) => by.index(),
            Some(Ending::Escaped) => AGENTS,
            Some(Ending::TimeUp) => 0,
            None if is_last => 0,
            None => {
                left += *chance;
                continue;
            }
        };
        sums[place].1 += std::mem::take(chance);
    }
    for (end, chance) in sums.into_iter().filter(|sum| sum.1 > 0.0) {
        let by = match end {
            Ending::Caught(by) => Some(by),
            Ending::Escaped | Ending::TimeUp => None,
        };
        let ending = totals::EndingKind::of(&Police::outcome(end));
        chances.add(&ending, u64::from(hour), by, chance);
    }
    left > 0.0
}
