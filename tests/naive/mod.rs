//! A second, deliberately naive implementation of the police chase, which can
//! also be told to play with one known fault.
//!
//! Everything is done in the most obvious way that can be read next to the
//! rules. Agents are numbered in the order they act: 0 is the thief, 1 to 4 are
//! the detectives.

pub mod dice;
pub mod fault;
pub mod files;
pub mod map;

use dice::Dice;
use fault::Fault;
use map::{Map, Ways, dfs_route};

pub const STATIONARY: i64 = -1;
pub const RANDOM: i64 = 0;
pub const CHEAPEST_LEAST_VISITED: i64 = 1;
pub const DFS: i64 = 2;

pub const THIEF: usize = 0;
pub const AGENTS: usize = 5;

// ---------------------------------------------------------------- scenario

/// One of the five who take part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    pub name: String,
    /// What the agent starts with, and what a rest restores.
    pub stamina: u64,
    pub start: usize,
    /// -1 to 2; the thief's is ignored, it always moves at random.
    pub strategy: i64,
}

/// All that is known before the first hour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Name, and whether an informant lives there; the index is the ID.
    pub cities: Vec<(String, bool)>,
    /// Two-way roads as (city, other city, length), in the order of the file.
    pub roads: Vec<(usize, usize, u64)>,
    /// The thief, then the four detectives.
    pub agents: [Agent; AGENTS],
    /// The thief's goal, or -1 for none.
    pub getaway: i64,
    pub hours: i64,
}

impl Scenario {
    fn is_informant(&self, city: usize) -> bool {
        self.cities[city].1
    }
}

// --------------------------------------------------------------- the chase

/// How things stand at the end of one hour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hour {
    pub cities: [usize; AGENTS],
    pub stamina: [u64; AGENTS],
    /// The tips of this hour in the order given: (agent told, thief's city).
    pub tips: Vec<(usize, usize)>,
}

/// One agent during the game.
pub struct Runner {
    pub city: usize,
    /// Where it was before its last turn.
    before: usize,
    pub stamina: u64,
    pub visits: Vec<u64>,
    /// What is left of the depth-first route.
    pub route: Vec<usize>,
    /// What is left of the way to the city of the last tip.
    pub tip: Vec<usize>,
}

impl Runner {
    fn new(agent: &Agent, cities: usize) -> Runner {
        let mut visits = vec![0; cities];
        visits[agent.start] = 1;
        Runner {
            city: agent.start,
            before: agent.start,
            stamina: agent.stamina,
            visits,
            route: Vec::new(),
            tip: Vec::new(),
        }
    }
}

/// A game under way.
pub struct Chase<'a> {
    s: &'a Scenario,
    fault: Fault,
    pub map: Map,
    dice: Dice,
    pub runners: Vec<Runner>,
    /// The hour that was played last.
    pub hour: i64,
}

impl<'a> Chase<'a> {
    pub fn new(s: &'a Scenario, seed: u32, fault: Fault) -> Chase<'a> {
        let runner = |agent| Runner::new(agent, s.cities.len());
        let mut dice = Dice::new(seed);
        if fault == Fault::DrawsAtStart {
            dice.rand();
        }
        Chase {
            s,
            fault,
            map: Map::new(s, fault),
            dice,
            runners: s.agents.iter().map(runner).collect(),
            hour: 0,
        }
    }

    /// Hour 0: nobody moves, but informants already talk.
    pub fn opening(&mut self) -> Hour {
        if self.fault == Fault::NoTipAtStart {
            return self.snapshot(Vec::new());
        }
        let tips = (0..AGENTS).filter_map(|agent| self.inform(agent)).collect();
        self.snapshot(tips)
    }

    /// The next hour.
    pub fn play(&mut self) -> Hour {
        let mut tips = Vec::new();
        for agent in 0..AGENTS {
            self.turn(agent);
            tips.extend(self.inform(agent));
        }
        self.hour += 1;
        self.snapshot(tips)
    }

    fn snapshot(&self, tips: Vec<(usize, usize)>) -> Hour {
        Hour {
            cities: std::array::from_fn(|agent| self.runners[agent].city),
            stamina: std::array::from_fn(|agent| self.runners[agent].stamina),
            tips,
        }
    }

    pub fn turn(&mut self, agent: usize) {
        let tipped = !self.runners[agent].tip.is_empty();
        let next = self.choose(agent);
        let runner = &mut self.runners[agent];
        runner.before = runner.city;
        if let Some((city, length)) = next {
            runner.stamina = runner.stamina.saturating_sub(length);
            runner.city = city;
        } else {
            runner.stamina = rested(runner.stamina, self.s.agents[agent].stamina, self.fault);
        }
        runner.visits[runner.city] += visits(tipped, next.is_some(), self.fault);
        if self.fault == Fault::OneDrawTooMany && agent == THIEF {
            self.dice.rand();
        }
    }

    /// Tips a detective in an informant's city.
    pub fn inform(&mut self, agent: usize) -> Option<(usize, usize)> {
        let Runner {
            city, stamina, tip, ..
        } = &self.runners[agent];
        if agent == THIEF || !self.s.is_informant(*city) {
            return None;
        }
        if self.fault == Fault::IgnoresTipWhileTipped && !tip.is_empty() {
            return None;
        }
        let thief = self.tipped_city();
        let full = self.s.agents[agent].stamina;
        let mut ways = Ways::new(&self.map, full, *city, *stamina, self.fault);
        if self.fault == Fault::PathBlindToStamina {
            ways.arrive_tired(&self.map, full, thief);
        }
        // A thief out of reach leaves an empty path, as an arrival does: the
        // own strategy goes on. A depth-first route begins anew either way.
        let path = ways.path(thief).unwrap_or_default();
        let runner = &mut self.runners[agent];
        runner.route = route_after(&runner.route, &path, self.fault);
        runner.tip = path;
        Some((agent, thief))
    }

    /// The city that an informant names.
    fn tipped_city(&self) -> usize {
        let thief = &self.runners[THIEF];
        if self.fault == Fault::TipBeforeThief {
            thief.before
        } else {
            thief.city
        }
    }

    /// The longest road that an agent can take now.
    fn budget(&self, agent: usize) -> u64 {
        let stamina = self.runners[agent].stamina;
        if self.fault == Fault::OverspentStamina {
            stamina + 5
        } else {
            stamina
        }
    }

    /// The city to move to and how long the road is, or nothing for a rest.
    fn choose(&mut self, agent: usize) -> Option<(usize, u64)> {
        let strategy = self.s.agents[agent].strategy;
        if agent == THIEF {
            return self.at_random(agent);
        }
        if strategy == STATIONARY {
            return None;
        }
        let budget = self.budget(agent);
        let runner = &mut self.runners[agent];
        if !runner.tip.is_empty() {
            if self.fault == Fault::DrawsWhenTipped && strategy == RANDOM {
                self.dice.rand();
            }
            return follow(&self.map, runner.city, budget, &mut runner.tip);
        }
        match strategy {
            RANDOM => self.at_random(agent),
            CHEAPEST_LEAST_VISITED => self.least_visited(agent),
            DFS => self.depth_first(agent),
            _ => panic!("strategy {strategy} is not one of -1, 0, 1, 2"),
        }
    }

    fn at_random(&mut self, agent: usize) -> Option<(usize, u64)> {
        let city = self.runners[agent].city;
        let roads = self.map.affordable(city, self.budget(agent));
        if roads.is_empty() {
            // Without a choice no number is drawn.
            return None;
        }
        let index = self.dice.rand() as usize % roads.len();
        Some(roads[index])
    }

    fn least_visited(&self, agent: usize) -> Option<(usize, u64)> {
        let runner = &self.runners[agent];
        let roads = self.map.affordable(runner.city, self.budget(agent));
        roads.into_iter().min_by_key(|&(city, length)| {
            let visits = runner.visits[city];
            match self.fault {
                Fault::WrongTie => (visits, 0, city),
                Fault::TieHighestId => (visits, length, usize::MAX - city),
                _ => (visits, length, city),
            }
        })
    }

    fn depth_first(&mut self, agent: usize) -> Option<(usize, u64)> {
        let budget = self.budget(agent);
        let runner = &mut self.runners[agent];
        if runner.route.is_empty() {
            runner.route = dfs_route(&self.map, runner.city, self.fault);
        }
        follow(&self.map, runner.city, budget, &mut runner.route)
    }

    /// The closing lines if the game is over.
    pub fn ending(&self) -> Option<String> {
        let thief = self.runners[THIEF].city;
        let place = format!("{} ({thief})", self.s.cities[thief].0);
        let got_away = thief as i64 == self.s.getaway;
        let caught = !(got_away && self.fault == Fault::EscapeBeatsCapture);
        if let Some(captor) = self.captor().filter(|_| caught) {
            let name = &self.s.agents[captor].name;
            let caught = format!("{name} caught the thief in {place}\n");
            Some(caught + "YOU WIN - THIEF CAUGHT!\n")
        } else if got_away {
            let name = &self.s.agents[THIEF].name;
            let escaped = format!("{name} got away to {place}\n");
            Some(escaped + "GAME OVER: YOU LOSE - THIEF GOT TO GETAWAY\n")
        } else if self.hour >= last_hour(self.s.hours, self.fault) {
            Some("GAME OVER: YOU LOSE - TIME IS UP\n".to_string())
        } else {
            None
        }
    }

    /// The detective that has caught the thief.
    fn captor(&self) -> Option<usize> {
        let thief = self.runners[THIEF].city;
        let mut captors = (1..AGENTS).filter(|&agent| self.runners[agent].city == thief);
        if self.fault == Fault::WrongEnding {
            captors.next_back()
        } else {
            captors.next()
        }
    }
}

/// Takes the next step off a plan, unless there is none or it is too dear.
fn follow(map: &Map, city: usize, budget: u64, plan: &mut Vec<usize>) -> Option<(usize, u64)> {
    let next = *plan.first()?;
    let length = map.length(city, next)?;
    if length > budget {
        return None;
    }
    plan.remove(0);
    Some((next, length))
}

/// The stamina after a rest.
fn rested(stamina: u64, full: u64, fault: Fault) -> u64 {
    if fault == Fault::RestNotFull {
        full.min(stamina + full.div_ceil(2))
    } else {
        full
    }
}

/// How many visits of the city it ends in a turn is.
fn visits(tipped: bool, moved: bool, fault: Fault) -> u64 {
    match (fault, tipped, moved) {
        (Fault::RestsNotVisits, _, false) | (Fault::TippedMovesNotCounted, true, true) => 0,
        (Fault::TippedMovesTwice, true, true) => 2,
        _ => 1,
    }
}

/// What is left of a depth-first route when a detective is led away from it.
fn route_after(route: &[usize], path: &[usize], fault: Fault) -> Vec<usize> {
    if fault != Fault::DfsRemembersAfterTip {
        return Vec::new();
    }
    let Some(goal) = path.last() else {
        return route.to_vec();
    };
    let rest = route.iter().skip_while(|&city| city != goal);
    rest.skip(1).copied().collect()
}

/// The hour in which time is up.
fn last_hour(hours: i64, fault: Fault) -> i64 {
    if fault == Fault::OneHourShort {
        hours - 1
    } else {
        hours
    }
}

// ------------------------------------------------------------- the console

/// What stands above hour 0.
pub fn banner(s: &Scenario) -> String {
    format!(
        "\nPOLICE ACADEMY 2521\n\nRed alert! A thief is on the run.\n\
         Agents, to your cars. You have {} hours.\n\n",
        s.hours
    )
}

/// An hour as the console shows it.
pub fn hour_block(s: &Scenario, number: i64, cities: [usize; AGENTS]) -> String {
    let mut block = format!("Hour {number}\n  T  D1  D2  D3  D4\n");
    for city in cities {
        let mark = if s.is_informant(city) { '*' } else { ' ' };
        block += &format!("{city:3}{mark}");
    }
    block + "\n\n"
}
