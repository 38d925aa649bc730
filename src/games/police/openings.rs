//! The maps that the options ask for: those of files, random ones, or the embedded one.

use std::path::Path;

use super::loader::{self, LoadedScenario, Source};
use super::new::{MapPlan, usual_players};
use super::options::MapArgs;
use super::{Police, Scenario, embedded};
use chase_engine::dice::{Dice, Generator};
use chase_play::commands::{Purpose, Scenarios};
use chase_play::openings::{Seated, Wanted};
use chase_world::error::{Error, IoAt as _};
use chase_world::world::World;

/// Hours until time is up on a map that does not say.
const HOURS: i32 = 50;

/// Maps to begin with.
pub(super) struct Maps {
    options: MapArgs,
    hours: i32,
    /// The plan of random maps, used where there are no other maps.
    plan: Option<MapPlan>,
    maps: Vec<Scenario>,
    warnings: Vec<String>,
    /// The players that the first map asks for.
    pub players: Vec<String>,
    seed: i64,
}

impl Maps {
    pub(super) fn new(
        world: &World,
        options: MapArgs,
        purpose: Purpose,
        wanted: Wanted,
    ) -> Result<Self, Error> {
        let hours = options.cycles.or(options.hours);
        let mut loaded = Vec::new();
        let mut plan = None;
        if let (Some(cities), Some(agents)) = (&options.city_file, &options.agent_file) {
            loaded.push(load_files(world, cities, agents, hours.unwrap_or(HOURS))?);
        } else if !options.map.is_empty() {
            for files in options.map.chunks(2) {
                loaded.push(load_files(world, &files[0], &files[1], hours.unwrap_or(HOURS))?);
            }
        } else if options.is_random() || matches!(purpose, Purpose::New | Purpose::Match) {
            plan = Some(MapPlan::of(&options, purpose)?);
        } else {
            loaded.push(embedded::map(hours)?);
        }
        let players = loaded.first().map(|first| first.players.clone());
        let (mut maps, mut warnings) = (Vec::new(), Vec::new());
        for LoadedScenario { scenario, warnings: warned, .. } in loaded {
            maps.push(scenario);
            warnings.extend(warned);
        }
        Ok(Maps {
            hours: hours.unwrap_or(HOURS),
            players: players.unwrap_or_else(usual_players),
            seed: wanted.seed,
            options,
            plan,
            maps,
            warnings,
        })
    }
}

/// Reads a scenario from its two files.
///
/// # Errors
/// The file, line and column of what is wrong.
fn load_files(
    world: &World,
    cities: &Path,
    agents: &Path,
    hours: i32,
) -> Result<LoadedScenario, Error> {
    let read = |path: &Path| world.at(path).read().io_at(path.display(), "read");
    let (city_bytes, agent_bytes) = (read(cities)?, read(agents)?);
    let (city_name, agent_name) = (cities.display().to_string(), agents.display().to_string());
    let city_source = Source { name: &city_name, bytes: &city_bytes };
    let agent_source = Source { name: &agent_name, bytes: &agent_bytes };
    loader::load(city_source, agent_source, hours)
}

impl Scenarios<Police> for Maps {
    fn seats(&self) -> usize {
        super::AGENTS
    }

    fn nth(&self, n: u64, _: &[Seated]) -> Result<Scenario, Error> {
        if let Some(plan) = &self.plan {
            let mut dice = Dice::new(Generator::Chacha8, self.seed, n);
            let scenario = plan.scenario(&mut dice);
            return Ok(Scenario { hours: self.hours, ..scenario });
        }
        Ok(self.maps[usize::try_from(n).unwrap_or(0) % self.maps.len()].clone())
    }

    fn comes_again(&self) -> Option<u64> {
        self.plan.is_none().then_some(self.maps.len() as u64)
    }

    fn about(&self) -> String {
        let hours = self.hours;
        if let Some(plan) = &self.plan {
            let (cities, informants) = (plan.cities, plan.informants);
            return format!(
                "on random maps of {cities} cities and {informants} informants, {hours} hours"
            );
        }
        let options = &self.options;
        let cities = options.city_file.iter().chain(options.map.chunks(2).map(|files| &files[0]));
        let cities: Vec<_> = cities.map(|path| path.display().to_string()).collect();
        format!("on {}, {hours} hours", cities.join(", "))
    }

    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }
}
