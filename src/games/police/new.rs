//! `chase new police`: makes a map and a crew of agents.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;

use super::loader::{agent_file, city_file};
use super::scenario::{AGENTS, Agent, City, Scenario};
use crate::engine::dice::{Dice, Generator, fresh_seed};
use crate::error::Error;
use crate::games::NewFiles;

/// The longest road of a map that is not two-coloured; every detective can afford it.
const LENGTH_MAX: u32 = 60;
/// Agents of such a map have up to this many times the longest road.
const STAMINA_ROADS_MAX: u32 = 4;
/// Stamina that outlasts any game on roads of length 1.
const ENDLESS_STAMINA: u32 = 2_000_000_000;
/// Strategy codes of D1 to D4: random, cheapest-least-visited, DFS, DFS.
const CODES: [i64; AGENTS - 1] = [0, 1, 2, 2];
/// The most cities a map is made with.
const CITIES_MAX: u32 = 10_000_000;

#[derive(Args)]
pub(super) struct NewArgs {
    /// How many cities
    #[arg(long, value_name = "N", default_value_t = 10)]
    cities: u32,
    /// How many roads [default: half as many again as cities]
    #[arg(long, value_name = "M")]
    roads: Option<u32>,
    /// How many cities have an informant: a number, or a share like 10%
    #[arg(long, value_name = "P", default_value = "0")]
    informants: Informants,
    /// Seed of the map [drawn when not given]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<i64>,
    /// Roads of length 1 that only join cities of different colour, thief and detectives on
    /// different colours, no getaway: a chase that never ends
    #[arg(long)]
    two_coloured: bool,
    /// What the two files are called: NAME-cities.data and NAME-agents.data
    #[arg(short, long, value_name = "NAME")]
    output: Option<PathBuf>,
}

/// A number of cities, or a share of them.
#[derive(Clone, Copy, Debug)]
enum Informants {
    Count(u32),
    Percent(u32),
}

impl std::str::FromStr for Informants {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (digits, share) = match text.strip_suffix('%') {
            Some(digits) => (digits, true),
            None => (text, false),
        };
        let number = digits.trim_end().parse::<u32>();
        match (number, share) {
            (Ok(percent @ 0..=100), true) => Ok(Informants::Percent(percent)),
            (Ok(count), false) => Ok(Informants::Count(count)),
            _ => Err("expected a number of cities, or a share from 0% to 100%".into()),
        }
    }
}

impl NewArgs {
    pub(super) fn files(self) -> Result<NewFiles, Error> {
        let plan = self.plan()?;
        let seed = self.seed.unwrap_or_else(fresh_seed);
        let mut dice = Dice::new(Generator::Chacha8, seed, 0);
        let scenario = plan.scenario(&mut dice);
        let Plan {
            cities,
            roads,
            informants,
            two_coloured,
        } = plan;
        let name = self.output.unwrap_or_else(|| {
            let colours = if two_coloured { "-two-coloured" } else { "" };
            format!("police-{cities}-{roads}-{informants}{colours}-{seed}").into()
        });
        let named = |what: &str| {
            let mut file = name.clone().into_os_string();
            file.push(format!("-{what}.data"));
            PathBuf::from(file)
        };
        let (city_path, agent_path) = (named("cities"), named("agents"));
        let next = format!(
            "chase record police {} {} {} {seed}",
            quoted(&city_path),
            quoted(&agent_path),
            if two_coloured { 1000 } else { 100 },
        );
        Ok(NewFiles {
            files: vec![
                (city_path, city_file(&scenario)),
                (agent_path, agent_file(&scenario, CODES)),
            ],
            about: format!(
                "{cities} cities, {roads} roads, {informants} informants, five agents, seed {seed}"
            ),
            next,
            seed_drawn: self.seed.is_none().then_some(seed),
        })
    }

    fn plan(&self) -> Result<Plan, Error> {
        let cities = self.cities;
        let least_cities = if self.two_coloured { 2 } else { 1 };
        if !(least_cities..=CITIES_MAX).contains(&cities) {
            return Err(Error::new(format!(
                "--cities {cities}: expected {least_cities} to {CITIES_MAX}"
            )));
        }
        let (least, most) = (u64::from(cities) - 1, most_roads(cities, self.two_coloured));
        let roads = match self.roads {
            Some(roads) => u64::from(roads),
            None => (u64::from(cities) * 3 / 2).clamp(least, most),
        };
        if !(least..=most).contains(&roads) {
            return Err(Error::new(format!(
                "--roads {roads}: {cities} connected cities have {least} to {most} roads"
            )));
        }
        let informants = match self.informants {
            Informants::Count(count) => count,
            Informants::Percent(percent) => cities / 100 * percent + cities % 100 * percent / 100,
        };
        if informants > cities {
            return Err(Error::new(format!(
                "--informants {informants}: there are only {cities} cities"
            )));
        }
        Ok(Plan {
            cities,
            roads: u32::try_from(roads).unwrap_or(u32::MAX),
            informants,
            two_coloured: self.two_coloured,
        })
    }
}

fn quoted(path: &std::path::Path) -> String {
    let text = path.display().to_string();
    if text.contains(char::is_whitespace) {
        format!("'{text}'")
    } else {
        text
    }
}

fn most_roads(cities: u32, two_coloured: bool) -> u64 {
    let cities = u64::from(cities);
    if two_coloured {
        cities.div_ceil(2) * (cities / 2)
    } else {
        cities * (cities - 1) / 2
    }
}

/// What a map shall have. The colour of a city is the parity of its ID.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Cities, at least 1 (2 when two-coloured).
    pub cities: u32,
    /// Roads, enough to connect all cities and no more than there are pairs to join.
    pub roads: u32,
    /// How many cities have an informant.
    pub informants: u32,
    /// Whether roads have length 1 and only join cities of different colour, and the chase
    /// never ends.
    pub two_coloured: bool,
}

impl Plan {
    /// A scenario by these numbers and this luck. Its hours are 0: whoever plays it sets them.
    #[must_use]
    pub fn scenario(&self, dice: &mut Dice) -> Scenario {
        let roads = self.roads(dice);
        let with_informant = self.informant_cities(dice);
        let cities = (0..self.cities).map(|id| City {
            name: format!("city {id}"),
            informant: with_informant.contains(&id),
        });
        let agents = self.agents(dice);
        let getaway = (!self.two_coloured).then(|| dice.below(self.cities));
        Scenario {
            hours: 0,
            getaway,
            agents,
            cities: cities.collect(),
            roads,
        }
    }

    /// A random tree, then random roads until there are enough.
    fn roads(&self, dice: &mut Dice) -> Vec<(u32, u32, u32)> {
        let mut pairs: BTreeSet<(u32, u32)> = (1..self.cities)
            .map(|city| (self.earlier_neighbour(city, dice), city))
            .collect();
        let wanted = self.roads as usize;
        let most = most_roads(self.cities, self.two_coloured);
        if u64::from(self.roads) * 2 <= most {
            while pairs.len() < wanted {
                let (a, b) = (dice.below(self.cities), dice.below(self.cities));
                if self.may_join(a, b) {
                    pairs.insert((a.min(b), a.max(b)));
                }
            }
        } else {
            self.fill_up(&mut pairs, wanted, dice);
        }
        let lengths = if self.two_coloured { 1 } else { LENGTH_MAX };
        pairs
            .into_iter()
            .map(|(a, b)| (a, b, 1 + dice.below(lengths)))
            .collect()
    }

    /// For dense maps: draws from the list of all pairs that are still free.
    fn fill_up(&self, pairs: &mut BTreeSet<(u32, u32)>, wanted: usize, dice: &mut Dice) {
        let all = (0..self.cities).flat_map(|a| (a + 1..self.cities).map(move |b| (a, b)));
        let mut free: Vec<_> = all
            .filter(|&(a, b)| self.may_join(a, b) && !pairs.contains(&(a, b)))
            .collect();
        while pairs.len() < wanted {
            let at = dice.below(u32::try_from(free.len()).unwrap_or(u32::MAX));
            pairs.insert(free.swap_remove(at as usize));
        }
    }

    fn may_join(&self, a: u32, b: u32) -> bool {
        a != b && (!self.two_coloured || a % 2 != b % 2)
    }

    fn earlier_neighbour(&self, city: u32, dice: &mut Dice) -> u32 {
        if self.two_coloured {
            let other = 1 - city % 2;
            other + 2 * dice.below((city - other).div_ceil(2))
        } else {
            dice.below(city)
        }
    }

    fn informant_cities(&self, dice: &mut Dice) -> BTreeSet<u32> {
        let mut ids: Vec<u32> = (0..self.cities).collect();
        let mut drawn = BTreeSet::new();
        for left in (self.cities - self.informants + 1..=self.cities).rev() {
            drawn.insert(ids.swap_remove(dice.below(left) as usize));
        }
        drawn
    }

    fn agents(&self, dice: &mut Dice) -> Vec<Agent> {
        (0u32..)
            .take(AGENTS)
            .map(|n| Agent {
                name: match n {
                    0 => "T".into(),
                    n => format!("D{n}"),
                },
                stamina: self.stamina(dice),
                start: self.start(n == 0, dice),
            })
            .collect()
    }

    fn stamina(&self, dice: &mut Dice) -> u32 {
        if self.two_coloured {
            ENDLESS_STAMINA
        } else {
            LENGTH_MAX + dice.below(LENGTH_MAX * (STAMINA_ROADS_MAX - 1) + 1)
        }
    }

    fn start(&self, thief: bool, dice: &mut Dice) -> u32 {
        if self.two_coloured {
            let odd = u32::from(thief);
            odd + 2 * dice.below((self.cities - odd).div_ceil(2))
        } else {
            dice.below(self.cities)
        }
    }
}
