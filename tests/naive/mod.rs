//! A second, deliberately naive implementation of the police chase, which can
//! also be told to play with known faults.
//!
//! Everything is done in the most obvious way that can be read next to the
//! rules. Agents are numbered in the order they act: 0 is the thief, 1 to 4 are
//! the detectives.

mod choice;
pub mod dice;
pub mod fault;
pub mod files;
pub mod map;
pub mod routes;
mod runner;
mod steps;
mod tips;
mod visits;
pub mod ways;

use dice::Dice;
use fault::{Fault, Faults};
use map::Map;
use runner::Runner;
use steps::{Step, rested};

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
    /// Two-way roads as (city, other city, length), in the order of the file:
    /// each stands on the line of its first city.
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

/// A game under way.
pub struct Chase<'a> {
    s: &'a Scenario,
    faults: Faults,
    pub map: Map,
    dice: Dice,
    pub runners: Vec<Runner>,
    /// The hour that was played last.
    pub hour: i64,
}

impl<'a> Chase<'a> {
    pub fn new(s: &'a Scenario, seed: u32, faults: impl Into<Faults>) -> Chase<'a> {
        let faults = faults.into();
        let runner = |agent| Runner::new(agent, s.cities.len(), faults);
        let mut chase = Chase {
            s,
            faults,
            map: Map::new(s, faults),
            dice: shaken(seed, faults),
            runners: s.agents.iter().map(runner).collect(),
            hour: 0,
        };
        if faults.has(Fault::VisitsShared) {
            chase.share_starts();
        }
        chase
    }

    /// Hour 0: nobody moves, but informants already talk.
    pub fn opening(&mut self) -> Hour {
        let are_silent = [Fault::NoTipAtStart, Fault::TipNextTurn];
        if self.faults.has_any(are_silent) {
            return self.snapshot(Vec::new());
        }
        let tips = (0..AGENTS).filter_map(|agent| self.tell(agent)).collect();
        self.snapshot(tips)
    }

    /// The next hour.
    pub fn play(&mut self) -> Hour {
        let tips_first = self.faults.has(Fault::TipNextTurn);
        let mut tips = Vec::new();
        for agent in 0..AGENTS {
            if tips_first {
                tips.extend(self.inform(agent));
            }
            self.turn(agent);
            if !tips_first {
                tips.extend(self.inform(agent));
            }
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
        if self.faults.has(Fault::TipDroppedAtLast) {
            self.drop_tip(agent);
        }
        let tipped = !self.runners[agent].tip.is_empty();
        let step = self.choose(agent);
        let runner = &mut self.runners[agent];
        runner.before = runner.city;
        if let Some(Step { to, cost }) = step {
            runner.stamina = runner.stamina.saturating_sub(cost);
            runner.city = to;
        } else {
            runner.stamina = rested(runner.stamina, self.s.agents[agent].stamina, self.faults);
        }
        runner.has_entered = runner.city != runner.before;
        self.count_visits(agent, tipped, step.is_some());
        if tipped {
            self.mark_on_tip(agent);
            if self.runners[agent].tip.is_empty() {
                self.arrive(agent);
            }
        }
        if self.faults.has(Fault::OneDrawTooMany) && agent == THIEF {
            self.dice.rand();
        }
    }

    /// The move of an agent, or nothing for a rest.
    fn choose(&mut self, agent: usize) -> Option<Step> {
        let strategy = self.s.agents[agent].strategy;
        if agent == THIEF {
            return self.at_random(agent);
        }
        if self.faults.has(Fault::OthersDraw) && strategy != RANDOM {
            self.dice.rand();
        }
        if strategy == STATIONARY {
            return None;
        }
        let runner = &mut self.runners[agent];
        if !runner.tip.is_empty() {
            return self.follow_tip(agent);
        }
        if std::mem::take(&mut runner.rests) || runner.stays {
            return None;
        }
        match strategy {
            RANDOM => self.at_random(agent),
            CHEAPEST_LEAST_VISITED => self.least_visited(agent),
            DFS => self.depth_first(agent),
            _ => panic!("strategy {strategy} is not one of -1, 0, 1, 2"),
        }
    }

    /// The next step of the way to a tip, unless it is too dear.
    fn follow_tip(&mut self, agent: usize) -> Option<Step> {
        let is_random = self.s.agents[agent].strategy == RANDOM;
        if self.faults.has(Fault::DrawsWhenTipped) && is_random {
            self.dice.rand();
        }
        let next = *self.runners[agent].tip.first()?;
        let is_off = self.map.length(self.runners[agent].city, next).is_none();
        let step = if is_off && self.faults.has(Fault::PathAppended) {
            Step { to: next, cost: 0 }
        } else if self.faults.has(Fault::PathStepsInverted) {
            self.inverted_step(agent, next)?
        } else {
            self.planned_step(agent, next)?
        };
        self.runners[agent].tip.remove(0);
        Some(step)
    }

    /// The closing lines if the game is over.
    pub fn ending(&self) -> Option<String> {
        if self.hour == 0 && self.faults.has(Fault::NotOverAtHour0) {
            return None;
        }
        let thief = self.runners[THIEF].city;
        let place = format!("{} ({thief})", self.s.cities[thief].0);
        let got_away = thief as i64 == self.s.getaway;
        let caught = !(got_away && self.faults.has(Fault::EscapeBeatsCapture));
        let is_late = self.hour >= last_hour(self.s.hours, self.faults);
        if is_late && self.faults.has(Fault::TimeBeforeCapture) {
            Some(TIME_IS_UP.to_string())
        } else if let Some(captor) = self.captor().filter(|_| caught) {
            let name = &self.s.agents[captor].name;
            let caught = format!("{name} caught the thief in {place}\n");
            Some(caught + "YOU WIN - THIEF CAUGHT!\n")
        } else if got_away {
            let name = &self.s.agents[THIEF].name;
            let escaped = format!("{name} got away to {place}\n");
            Some(escaped + "GAME OVER: YOU LOSE - THIEF GOT TO GETAWAY\n")
        } else {
            is_late.then(|| TIME_IS_UP.to_string())
        }
    }

    /// The detective that has caught the thief.
    fn captor(&self) -> Option<usize> {
        let thief = self.runners[THIEF].city;
        let mut captors = (1..AGENTS).filter(|&agent| self.runners[agent].city == thief);
        if self.faults.has(Fault::WrongEnding) { captors.next_back() } else { captors.next() }
    }
}

const TIME_IS_UP: &str = "GAME OVER: YOU LOSE - TIME IS UP\n";

/// The dice as they are before the first hour.
fn shaken(seed: u32, faults: Faults) -> Dice {
    let one = usize::from(faults.has(Fault::DrawsAtStart));
    let two = usize::from(faults.has(Fault::TwoDrawsAtStart));
    let mut dice = Dice::of(seed, faults);
    for _ in 0..one + 2 * two {
        dice.rand();
    }
    dice
}

/// The hour in which time is up.
fn last_hour(hours: i64, faults: Faults) -> i64 {
    let early = i64::from(faults.has(Fault::OneHourShort));
    let late = i64::from(faults.has(Fault::OneHourLong));
    hours - early + late
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
