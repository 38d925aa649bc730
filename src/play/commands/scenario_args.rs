//! One source of scenarios: a game's own options, or a file in their place.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Args as _, Command, Id, value_parser};

use super::scenario_file::Filed;
use super::scenarios::Scenarios;
use super::{Commands, Purpose, parsed};
use crate::openings::{Seated, Wanted};
use chase_world::error::Error;
use chase_world::world::{World, WorldPath};

/// Players as those who sit at a table, by their names alone.
pub fn seated(names: &[String]) -> Vec<Seated> {
    let seated = |name: &String| Seated { name: name.clone(), id: None };
    names.iter().map(seated).collect()
}

/// The options that choose a scenario: the game's own, or a file in place of all of them.
#[derive(Debug)]
pub struct ScenarioArgs<G: Commands> {
    /// The game's own.
    pub own: G::Options,
    /// The world that files are read in.
    pub world: World,
    /// A scenario file, TOML or JSON; `-` is standard input.
    pub file: Option<PathBuf>,
    /// The number of the scenario that is played, from 0.
    pub number: u64,
    game: PhantomData<fn() -> G>,
}

/// The scenario of a file, again and again.
///
/// # Errors
/// What is wrong in it, and where.
pub fn filed<G: Commands>(
    path: &WorldPath,
    wanted: Wanted,
) -> Result<Box<dyn Scenarios<G>>, Error> {
    Ok(Box::new(Filed::read(path, wanted)?))
}

/// The id of the option that names a scenario file.
pub(super) const FILE: &str = "scenario_file";

impl<G: Commands> ScenarioArgs<G> {
    /// The scenarios asked for.
    ///
    /// # Errors
    /// A file or number that is wrong, and where.
    pub fn source(self, purpose: Purpose, wanted: Wanted) -> Result<Box<dyn Scenarios<G>>, Error> {
        match self.file {
            Some(path) => filed(&self.world.at(path), wanted),
            None => G::scenarios(&self.world, self.own, purpose, wanted),
        }
    }

    /// The scenario file's name without its folder and its ending, for the name of a replay.
    pub fn file_stem(&self) -> Option<String> {
        let path = self.file.as_ref()?;
        if path == Path::new("-") {
            return Some("stdin".into());
        }
        Some(path.file_stem()?.to_string_lossy().into_owned())
    }

    /// The files that hold a scenario, or what of one not every seat may know.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        let whole = self.file.iter().filter(|path| *path != Path::new("-"));
        whole.cloned().chain(G::scenario_files(&self.own)).collect()
    }

    /// A session at the terminal has its own use for standard input.
    pub(super) fn check_input(&self) -> Result<(), Error> {
        match &self.file {
            Some(path) if path == Path::new("-") => {
                let error = Error::new("the session already uses standard input");
                Err(error.help("name a file with --scenario-file FILE"))
            }
            _ => Ok(()),
        }
    }
}

impl<G: Commands> ScenarioArgs<G> {
    /// Adds the options to a command.
    pub fn augment_args(command: Command) -> Command {
        let own = G::Options::augment_args(Command::new(""));
        let own: Vec<Id> = own.get_arguments().map(|it| it.get_id().clone()).collect();
        let file = Arg::new(FILE)
            .long("scenario-file")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .conflicts_with_all(own)
            .help(
                "Scenario file, TOML or JSON, as in a replay's header; `-` is standard input. It replaces the game's own options",
            );
        G::Options::augment_args(command).arg(file)
    }

    /// Reads the options; the files that they name are in this world.
    ///
    /// # Errors
    /// Options that cannot be read.
    pub fn of(world: &World, matches: &ArgMatches) -> Result<Self, Error> {
        Ok(ScenarioArgs {
            own: parsed(matches)?,
            world: world.clone(),
            file: matches.get_one(FILE).cloned(),
            number: 0,
            game: PhantomData,
        })
    }
}
