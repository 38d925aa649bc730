//! The chase on the command line: its arguments, its embedded scenario, its files.

use std::path::{Path, PathBuf};

use clap::Args;

use super::loader::{self, Loaded, Source};
use super::openings::OpeningArgs;
use super::{Police, console::PoliceConsole, grading_suite::PoliceSuite, new};
use crate::engine::any::{GameEntry, RecordError};
use crate::engine::budget::StopFlag;
use crate::engine::dice::{Generator, fresh_seed};
use crate::engine::game::Game;
use crate::engine::grading::GradingSuite;
use crate::engine::replay::Header;
use crate::error::Error;
use crate::games::openings::{Openings, Wanted};
use crate::games::{CommandLine, Console, NewFiles, Setup, parsed};

/// Example S3 of the assignment: the map with informants, 10 hours, seed 2.
mod embedded {
    const CITIES: &[u8] = include_bytes!("../../../data/police/citiesInformants.data");
    const CITIES_NAME: &str = "citiesInformants.data";
    const AGENTS: &[u8] = include_bytes!("../../../data/police/agentsS3.data");
    const AGENTS_NAME: &str = "agentsS3.data";
    pub const HOURS: i32 = 10;
    pub const SEED: i64 = 2;

    /// Its city file and its agent file.
    pub const FILES: [super::Source<'static>; 2] = [
        super::Source {
            name: CITIES_NAME,
            bytes: CITIES,
        },
        super::Source {
            name: AGENTS_NAME,
            bytes: AGENTS,
        },
    ];
}

#[derive(Args)]
struct SetupArgs {
    /// City file: roads, informants, names [with none of the files: the embedded example S3]
    #[arg(value_name = "CITIES", requires = "agents")]
    cities: Option<PathBuf>,
    /// Agent file: the thief and four detectives
    #[arg(value_name = "AGENTS", requires = "cycles")]
    agents: Option<PathBuf>,
    /// Hours until time is up
    #[arg(value_name = "CYCLES", allow_negative_numbers = true)]
    cycles: Option<i32>,
    /// Seed of the dice [drawn when not given]
    #[arg(value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<i64>,
    /// Generator: glibc, which draws as programs written in C do, or chacha8
    #[arg(long, value_name = "NAME", default_value_t = Police::DICE)]
    dice: Generator,
}

/// A file's bytes.
fn read(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|error| Error::io(path.display(), "read", &error))
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    stem.chars()
        .map(|c| if plain(c) { c } else { '_' })
        .collect()
}

impl SetupArgs {
    fn setup(self) -> Result<Setup, Error> {
        let (Some(cities), Some(agents), Some(hours)) = (self.cities, self.agents, self.cycles)
        else {
            return Self::embedded(self.dice);
        };
        let loaded = load_files(&cities, &agents, hours)?;
        let seed = self.seed.unwrap_or_else(fresh_seed);
        let mut setup = setup(loaded, [&cities, &agents], seed, self.dice)?;
        setup.seed_drawn = self.seed.is_none();
        Ok(setup)
    }

    fn embedded(dice: Generator) -> Result<Setup, Error> {
        let [cities, agents] = embedded::FILES;
        let loaded = loader::load(cities, agents, embedded::HOURS)?;
        let names = [cities, agents].map(|source| Path::new(source.name));
        setup(loaded, names, embedded::SEED, dice)
    }
}

/// Reads a scenario from its two files.
///
/// # Errors
/// The file, line and column of what is wrong.
pub(super) fn load_files(cities: &Path, agents: &Path, hours: i32) -> Result<Loaded, Error> {
    let (city_bytes, agent_bytes) = (read(cities)?, read(agents)?);
    let (city_name, agent_name) = (cities.display().to_string(), agents.display().to_string());
    let city_source = Source {
        name: &city_name,
        bytes: &city_bytes,
    };
    let agent_source = Source {
        name: &agent_name,
        bytes: &agent_bytes,
    };
    loader::load(city_source, agent_source, hours)
}

fn setup(
    loaded: Loaded,
    [cities, agents]: [&Path; 2],
    seed: i64,
    dice: Generator,
) -> Result<Setup, Error> {
    let game = Police::new(loaded.scenario).map_err(|fault| Error::new(fault.to_string()))?;
    let (cities, agents) = (stem(cities), stem(agents));
    Ok(Setup {
        header: Header::new(&game, &loaded.players, dice, seed),
        name: format!("{}-{cities}-{agents}-{seed}", Police::NAME),
        warnings: loaded.warnings,
        seed_drawn: false,
    })
}

/// The embedded example S3, for the library's first steps and for tests: the game, its players
/// and its seed.
///
/// # Panics
/// Never: a test loads it.
#[must_use]
pub fn example() -> (Police, Vec<String>, i64) {
    let [cities, agents] = embedded::FILES;
    let loaded = loader::load(cities, agents, embedded::HOURS).expect("the example loads");
    let game = Police::new(loaded.scenario).expect("the example is playable");
    (game, loaded.players, embedded::SEED)
}

impl CommandLine for GameEntry<Police> {
    fn about(&self) -> &'static str {
        "The police chase: four detectives, a thief walking at random, roads, stamina, informants"
    }

    fn setup_example(&self) -> &'static str {
        "data/police/citiesMedium.data data/police/agentsS2.data 10 2"
    }

    fn new_example(&self) -> &'static str {
        "--cities 20 --roads 40 --informants 3 --seed 1 -o town"
    }

    fn setup_args(&self, command: clap::Command) -> clap::Command {
        SetupArgs::augment_args(command)
    }

    fn setup(&self, matches: &clap::ArgMatches) -> Result<Setup, Error> {
        parsed::<SetupArgs>(matches)?.setup()
    }

    fn new_args(&self, command: clap::Command) -> clap::Command {
        new::NewArgs::augment_args(command)
    }

    fn new_files(&self, matches: &clap::ArgMatches) -> Result<NewFiles, Error> {
        parsed::<new::NewArgs>(matches)?.files()
    }

    fn grading_suite(&self) -> Option<&'static dyn GradingSuite> {
        Some(&PoliceSuite)
    }

    fn match_example(&self) -> &'static str {
        "--player dfs --player cheapest-least-visited --games 20 --seed 1"
    }

    fn match_args(&self, command: clap::Command) -> clap::Command {
        OpeningArgs::augment_args(command)
    }

    fn openings(
        &self,
        matches: &clap::ArgMatches,
        wanted: Wanted,
    ) -> Result<Box<dyn Openings>, Error> {
        Ok(Box::new(parsed::<OpeningArgs>(matches)?.openings(wanted)?))
    }

    fn console(&self, header: &mut Header, _: &StopFlag) -> Result<Box<dyn Console>, RecordError> {
        Ok(Box::new(PoliceConsole::open(header)?))
    }
}
