//! `chase new police`: makes a map and a crew of agents.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::loader::{agent_file, city_file};
use super::options::{Informants, MapArgs};
use super::players::{by_code, of_thief};
use super::scenario::{AGENTS, AgentSetup, City, Scenario};
use super::towns;
use chase_engine::dice::{Dice, Generator};
use chase_play::NewFiles;
use chase_play::commands::Purpose;
use chase_world::error::Error;

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

/// The players of a map that is made: random, cheapest-least-visited, DFS, DFS, and the thief's.
///
/// # Panics
/// Never: a test makes such a map.
pub(super) fn usual_players() -> Vec<String> {
    let detective = |code| by_code(code).expect("a code of the agent file");
    let names = std::iter::once(of_thief()).chain(CODES.map(detective));
    names.map(str::to_owned).collect()
}

fn quoted(path: &std::path::Path) -> String {
    let text = path.display().to_string();
    if text.contains(char::is_whitespace) { format!("'{text}'") } else { text }
}

fn most_roads(cities: u32, two_coloured: bool) -> u64 {
    let cities = u64::from(cities);
    if two_coloured { cities.div_ceil(2) * (cities / 2) } else { cities * (cities - 1) / 2 }
}

/// The number of roads of a random map.
fn random_roads(options: &MapArgs, cities: u32, purpose: Purpose) -> Result<u32, Error> {
    let (least, most) = (u64::from(cities) - 1, most_roads(cities, options.two_coloured));
    let usual = match purpose {
        Purpose::Match => 2 * u64::from(cities).min(u64::from(cities) * least / 4),
        Purpose::Record | Purpose::Play | Purpose::New => u64::from(cities) * 3 / 2,
    };
    let roads = options.roads.map_or(usual.clamp(least, most), u64::from);
    if !(least..=most).contains(&roads) {
        return Err(Error::new(format!(
            "--roads {roads}: expected {least} to {most} for {cities} connected cities"
        )));
    }
    Ok(u32::try_from(roads).unwrap_or(u32::MAX))
}

/// The number of a map's cities that get an informant.
fn informants(options: &MapArgs, cities: u32) -> Result<u32, Error> {
    let informants = match options.informants.unwrap_or(Informants::Count(0)) {
        Informants::Count(count) => count,
        Informants::Percent(percent) => cities / 100 * percent + cities % 100 * percent / 100,
    };
    if informants > cities {
        return Err(Error::new(format!(
            "--informants {informants}: there are only {cities} cities"
        )));
    }
    Ok(informants)
}

/// The properties of a random map. The colour of a city is the parity of its ID.
#[derive(Clone, Copy, Debug)]
pub struct MapPlan {
    /// Cities, at least 1 (2 when two-coloured).
    pub cities: u32,
    /// Roads between random pairs, enough to connect all cities and no more than there are pairs;
    /// none for towns at random points, with a road between each two neighbours, as long as the
    /// distance is.
    pub roads: Option<u32>,
    /// The number of cities with an informant.
    pub informants: u32,
    /// True if roads have length 1 and only join cities of different colour, and the chase never
    /// ends.
    pub two_coloured: bool,
}

impl MapPlan {
    /// The plan that the options ask for.
    ///
    /// # Errors
    /// Numbers that no map can have.
    pub(super) fn of(options: &MapArgs, purpose: Purpose) -> Result<Self, Error> {
        const CITIES: u32 = 10;
        let two_coloured = options.two_coloured;
        let cities = options.cities.unwrap_or(CITIES);
        let least_cities = if two_coloured { 2 } else { 1 };
        if !(least_cities..=CITIES_MAX).contains(&cities) {
            return Err(Error::new(format!(
                "--cities {cities}: expected {least_cities} to {CITIES_MAX}"
            )));
        }
        Ok(MapPlan {
            cities,
            roads: (!options.towns).then(|| random_roads(options, cities, purpose)).transpose()?,
            informants: informants(options, cities)?,
            two_coloured,
        })
    }

    /// The name of such a map in a file's name.
    pub(super) fn stem(&self) -> String {
        let colours = if self.two_coloured { "-two-coloured" } else { "" };
        let roads = self.roads.map_or("towns".into(), |roads| roads.to_string());
        format!("{}-{roads}-{}{colours}", self.cities, self.informants)
    }

    /// A map in a city file and an agent file, whose names begin with `output`.
    pub(super) fn files(&self, seed: i64, output: Option<PathBuf>) -> NewFiles {
        let scenario = self.scenario(&mut Dice::new(Generator::Chacha8, seed, 0));
        let name = output.unwrap_or_else(|| format!("police-{}-{seed}", self.stem()).into());
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
            if self.two_coloured { 1000 } else { 100 },
        );
        NewFiles {
            files: vec![
                (city_path, city_file(&scenario)),
                (agent_path, agent_file(&scenario, CODES)),
            ],
            about: format!(
                "{} cities, {} roads, {} informants, five agents, seed {seed}",
                self.cities,
                scenario.roads.len(),
                self.informants
            ),
            next,
            seed_drawn: None,
        }
    }

    /// A scenario by these numbers and this luck. Its hours are 0: whoever plays it sets them.
    #[must_use]
    pub fn scenario(&self, dice: &mut Dice) -> Scenario {
        let roads = match self.roads {
            Some(roads) => self.random_roads(roads as usize, dice),
            None => towns::roads(self.cities, dice),
        };
        let with_informant = self.informant_cities(dice);
        let cities = (0..self.cities)
            .map(|id| City { name: format!("city {id}"), informant: with_informant.contains(&id) });
        let agents = self.agents(dice);
        let getaway = (!self.two_coloured).then(|| dice.below(self.cities));
        Scenario {
            hours: 0,
            getaway,
            agents,
            cities: Arc::new(cities.collect()),
            roads: roads.into(),
        }
    }

    /// A random tree, then random roads until there are enough.
    fn random_roads(&self, wanted: usize, dice: &mut Dice) -> Vec<(u32, u32, u32)> {
        let mut pairs: BTreeSet<(u32, u32)> =
            (1..self.cities).map(|city| (self.earlier_neighbour(city, dice), city)).collect();
        let most = most_roads(self.cities, self.two_coloured);
        if wanted as u64 * 2 <= most {
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
        pairs.into_iter().map(|(a, b)| (a, b, 1 + dice.below(lengths))).collect()
    }

    /// For dense maps: draws from the list of all pairs that are still free.
    fn fill_up(&self, pairs: &mut BTreeSet<(u32, u32)>, wanted: usize, dice: &mut Dice) {
        let all = (0..self.cities).flat_map(|a| (a + 1..self.cities).map(move |b| (a, b)));
        let mut free: Vec<_> =
            all.filter(|&(a, b)| self.may_join(a, b) && !pairs.contains(&(a, b))).collect();
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

    fn agents(&self, dice: &mut Dice) -> Vec<AgentSetup> {
        (0u32..)
            .take(AGENTS)
            .map(|n| AgentSetup {
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
