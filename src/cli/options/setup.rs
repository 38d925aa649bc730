//! A game that a command names: its arguments, its scenario, and who sits at it.

use std::path::{Path, PathBuf};

use chase_kit::budget::StopFlag;
use chase_play::commands::Purpose;
use chase_play::seating::Seating;
use chase_play::{CommandLine, Games, Setup};
use chase_world::error::Error;
use chase_world::world::World;
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _};

use super::outsiders::OutsiderOptions;
use super::secret_files::{self, Secret};
use crate::print::usage::clap_error;
use crate::verb::Context;

/// A command that asks for one of these games.
pub fn with_games(command: Command, of_games: impl Iterator<Item = Command>) -> Command {
    command.subcommand_required(true).arg_required_else_help(true).subcommands(of_games)
}

/// The game named after a command that asks for one, and the arguments that follow.
pub fn named_game(
    games: Games,
    matches: &ArgMatches,
) -> Result<(&'static dyn CommandLine, &ArgMatches), Error> {
    let (name, matches) = matches.subcommand().expect("clap asks for a game");
    Ok((games.find(name)?, matches))
}

/// The matches that hold a command's own options: those of the game it names, if it names one.
pub fn leaf(matches: &ArgMatches) -> &ArgMatches {
    matches.subcommand().map_or(matches, |(_, leaf)| leaf)
}

/// The purpose that a game is set up for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum For {
    /// A recording of the game with this number in its series.
    Record(u64),
    Play,
}

impl For {
    /// A game's subcommand with its arguments and its help.
    pub fn command(self, game: &dyn CommandLine) -> Command {
        let command = Command::new(game.name());
        let command = match self {
            For::Record(_) => game.args(Purpose::Record, command),
            For::Play => game.args(Purpose::Play, command),
        };
        OutsiderOptions::augment_args(command).about(game.about())
    }

    pub fn setup(
        self,
        world: &World,
        game: &dyn CommandLine,
        matches: &ArgMatches,
    ) -> Result<Setup, Error> {
        match self {
            For::Record(number) => game.setup(world, matches, number),
            For::Play => game.play_setup(world, matches),
        }
    }

    /// The file that the game is written to, if it is to any.
    pub fn written(self, matches: &ArgMatches, setup: &Setup) -> Option<PathBuf> {
        let output = matches.try_get_one::<PathBuf>("output").ok().flatten();
        match (self, output) {
            (For::Record(_), None) => Some(setup.usual_path()),
            (_, output) => output.filter(|path| *path != Path::new("-")).cloned(),
        }
    }
}

/// The game that a command names with its setup, or the first there is with its embedded one.
/// What the setup has to say is told, and those who play from outside sit down; `stop` ends what
/// they play.
pub fn setup_of(
    context: Context<'_>,
    matches: &ArgMatches,
    what_for: For,
    stop: &StopFlag,
) -> Result<(&'static dyn CommandLine, Setup, Seating), Error> {
    let nothing;
    let (game, matches) = match matches.subcommand() {
        Some((name, matches)) => (context.games.find(name)?, matches),
        None => {
            let game = *context.games.all().first().ok_or_else(none)?;
            let command = what_for.command(game).no_binary_name(true);
            nothing = command.get_matches_from([""; 0]);
            (game, &nothing)
        }
    };
    let mut setup = what_for.setup(context.world, game, matches)?;
    for warning in &setup.warnings {
        context.world.warn(warning);
    }
    if setup.seed_drawn {
        context.world.note_drawn(setup.header.seed, "repeat this game");
    }
    let outsiders = OutsiderOptions::from_arg_matches(matches).map_err(clap_error)?;
    let mut secrets = secret_files::of_scenario(context.world, game, matches)?;
    secrets.extend(what_for.written(matches, &setup).map(|path| Secret::recording(&path)));
    let seating = outsiders.seat(context.world, game, &mut setup.header, secrets, stop)?;
    Ok((game, setup, seating))
}

/// The error of a program without games: nothing can be played in it.
fn none() -> Error {
    Error::new("this program has no game").help("give it one, as in Games::new().with::<Nim>()")
}

/// A game's setup from words on the command line, as `--scenario` takes them. A word that holds
/// options, as in `--scenario='--side 1 --seed 7'`, is parted at its blanks.
pub fn setup_from(world: &World, game: &dyn CommandLine, words: &[String]) -> Result<Setup, Error> {
    let command = game.args(Purpose::Record, Command::new("--scenario")).no_binary_name(true);
    let words = words.iter().flat_map(|word| {
        let parts: Vec<_> = match word.trim_start().strip_prefix("--") {
            Some(_) => word.split_whitespace().collect(),
            None if word.trim().is_empty() => Vec::new(),
            None => vec![word.as_str()],
        };
        parts
    });
    let matches = command
        .try_get_matches_from(words)
        .map_err(|error| clap_error(error).at("--scenario").help(scenario_example(game)))?;
    game.setup(world, &matches, 0)
}

fn scenario_example(game: &dyn CommandLine) -> String {
    let example = game.example(Purpose::Record);
    if example.starts_with('-') {
        format!("as in: --scenario='{example}'")
    } else {
        format!("as in: --scenario {example}")
    }
}
