//! What the two data files say: cities, roads, agents, limits. Plain data and its checks.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use chase_engine::game::{Fault, Item};

/// Thief and detectives.
pub const AGENTS: usize = 5;

/// The numbers of the data files are C's ints.
pub const NUMBER_MAX: u32 = i32::MAX.unsigned_abs();

/// The parts of a scenario that a fault can point at.
pub mod item {
    /// The getaway city.
    pub const GETAWAY: &str = "getaway";
    /// An agent's stamina.
    pub(crate) const AGENT_STAMINA: &str = "stamina of agent";
    /// An agent's start.
    pub(crate) const AGENT_START: &str = "start of agent";
    /// An agent's name.
    pub(crate) const AGENT_NAME: &str = "name of agent";
    /// A city's name.
    pub(crate) const CITY_NAME: &str = "name of city";
    /// One road of the list of roads.
    pub(crate) const ROAD: &str = "road";
}

/// A police chase before anybody moved. Strategies are not part of it: they are the players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Hours until time is up; 0 or less ends the game at hour 0.
    pub hours: i32,
    /// The city the thief wants to reach, if any.
    pub getaway: Option<u32>,
    /// Thief first, then the detectives.
    pub agents: Vec<AgentSetup>,
    /// The cities; a city's ID is its place in this list. Copies of a scenario share lists until one changes them.
    pub cities: Arc<Vec<City>>,
    /// Two-way roads as (one end, the other end, length), each pair of cities at most once.
    pub roads: Arc<Vec<(u32, u32, u32)>>,
}

/// An agent as the data file has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentSetup {
    /// The name of the agent. Its seat is its place in the list of agents.
    pub name: String,
    /// Stamina at the start and after a rest.
    pub stamina: u32,
    /// The city it starts in.
    pub start: u32,
}

/// A city as the data file has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct City {
    /// Its name, blanks and all.
    pub name: String,
    /// True if an informant lives there.
    pub informant: bool,
}

impl Scenario {
    /// Everything a game takes for granted.
    ///
    /// # Errors
    /// The first faulty item: one of the names in [`item`], or the whole.
    pub fn check(&self) -> Result<(), Fault> {
        if self.cities.is_empty() || self.cities.len() > NUMBER_MAX as usize {
            let what = format!("{} cities; there must be at least one", self.cities.len());
            return Err(whole(what));
        }
        if self.agents.len() != AGENTS {
            let found = self.agents.len();
            let what = format!("{found} agents; expected {AGENTS}, the thief and four detectives");
            return Err(whole(what));
        }
        self.check_cities()?;
        self.check_roads()?;
        self.check_getaway()?;
        self.check_agents()
    }

    fn check_getaway(&self) -> Result<(), Fault> {
        match self.getaway {
            Some(getaway) => self
                .check_city(getaway)
                .map_err(|what| Fault { item: Item::The(item::GETAWAY), what }),
            None => Ok(()),
        }
    }

    fn check_agents(&self) -> Result<(), Fault> {
        for (n, agent) in self.agents.iter().enumerate() {
            check_number("stamina", agent.stamina, 0)
                .map_err(|why| nth(item::AGENT_STAMINA, n, why))?;
            self.check_city(agent.start).map_err(|why| nth(item::AGENT_START, n, why))?;
            check_name(&agent.name).map_err(|why| nth(item::AGENT_NAME, n, why))?;
        }
        Ok(())
    }

    fn check_cities(&self) -> Result<(), Fault> {
        for (n, city) in self.cities.iter().enumerate() {
            check_name(&city.name).map_err(|why| nth(item::CITY_NAME, n, why))?;
        }
        Ok(())
    }

    fn check_roads(&self) -> Result<(), Fault> {
        let mut pairs = Vec::with_capacity(self.roads.len());
        for (n, &(a, b, length)) in self.roads.iter().enumerate() {
            let fault = |why| nth(item::ROAD, n, why);
            self.check_city(a).map_err(fault)?;
            self.check_city(b).map_err(fault)?;
            check_number("length", length, 1).map_err(fault)?;
            if a == b {
                return Err(fault(format!("a road from city {a} to itself")));
            }
            pairs.push((a.min(b), a.max(b), n));
        }
        pairs.sort_unstable();
        match pairs.windows(2).find(|two| (two[0].0, two[0].1) == (two[1].0, two[1].1)) {
            Some(two) => {
                let (a, b, n) = two[1];
                Err(nth(item::ROAD, n, format!("a second road between cities {a} and {b}")))
            }
            None => Ok(()),
        }
    }

    fn check_city(&self, city: u32) -> Result<(), String> {
        if (city as usize) < self.cities.len() {
            Ok(())
        } else {
            let last = self.cities.len() - 1;
            Err(format!("no city {city}; cities are 0 to {last}"))
        }
    }
}

fn whole(what: String) -> Fault {
    Fault { item: Item::Whole, what }
}

fn nth(kind: &'static str, n: usize, what: String) -> Fault {
    Fault { item: Item::Nth(kind, n), what }
}

/// Names are printed as they are, so they may hold anything but nothing and control characters.
fn check_name(name: &str) -> Result<(), String> {
    if name.trim().is_empty() {
        return Err("the name is empty".into());
    }
    if name.chars().any(char::is_control) {
        return Err(format!("the name {name:?} holds a control character"));
    }
    Ok(())
}

fn check_number(what: &str, value: u32, least: u32) -> Result<(), String> {
    if (least..=NUMBER_MAX).contains(&value) {
        Ok(())
    } else {
        Err(format!("{what} {value}; expected {least} to {NUMBER_MAX}"))
    }
}
