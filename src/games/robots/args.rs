//! ROBOTS on the command line.

use std::path::{Path, PathBuf};

use clap::Args;

use super::console::RobotsConsole;
use super::contest;
use super::file::{Board, Games};
use super::new::{NewArgs, board};
use super::openings::OpeningArgs;
use super::scenario::Mode;
use super::{RobotsGame, Scenario};
use crate::engine::any::{GameEntry, RecordError};
use crate::engine::budget::StopFlag;
use crate::engine::dice::{Dice, Generator, fresh_seed};
use crate::engine::game::Game;
use crate::engine::player::Limit;
use crate::engine::replay::Header;
use crate::error::Error;
use crate::games::limits::LimitArgs;
use crate::games::openings::{Openings, Wanted};
use crate::games::table::HUMAN;
use crate::games::{CommandLine, Console, NewFiles, Printed, Setup, parsed};

/// What is recorded when nothing is said: a board of its own.
mod embedded {
    pub const PLAYER: &str = "survivor";
    pub const NODES: u64 = 50_000;
    pub const ROBOTS: u8 = 20;
    pub const TELEPORTS: u8 = 5;
    pub const SEED: i64 = 1;
}

#[derive(Args)]
struct StartArgs {
    /// A game file [default: a board of 20 robots and 5 teleports of the program's own]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// How often a teleport can be used
    #[arg(long, value_name = "MODE", default_value = "reuse")]
    teleports: Mode,
    #[command(flatten)]
    limits: LimitArgs,
    /// Seed of the dice [drawn when not given]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<i64>,
}

#[derive(Args)]
struct RecordArgs {
    #[command(flatten)]
    start: StartArgs,
    /// The player: random, contest, survivor, or survivor:nodes=N [default: survivor]
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// A contest file: prints the contest's transcript of all its cases, and records none
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "player", "teleports"])]
    contest: Option<PathBuf>,
    /// Record this case of the contest file, from 1
    #[arg(long, value_name = "K", requires = "contest")]
    case: Option<usize>,
}

#[derive(Args)]
struct PlayArgs {
    #[command(flatten)]
    start: StartArgs,
}

/// Reads a file of games.
///
/// # Errors
/// The file, line and column of what is wrong.
pub fn read_games(path: &Path) -> Result<Games, Error> {
    let bytes = std::fs::read(path).map_err(|error| Error::io(path.display(), "read", &error))?;
    Games::parse(&path.display().to_string(), &bytes)
}

/// The board of the program's own.
#[must_use]
pub fn own_board() -> Board {
    let mut dice = Dice::new(Generator::Chacha8, embedded::SEED, 0);
    board(embedded::ROBOTS, embedded::TELEPORTS, &mut dice)
}

pub(super) fn game(scenario: Scenario) -> Result<RobotsGame, Error> {
    RobotsGame::new(scenario).map_err(|fault| Error::new(fault.to_string()))
}

/// The only game of a file.
fn only_game(path: &Path) -> Result<(Board, Vec<String>), Error> {
    let mut games = read_games(path)?;
    match games.games.as_slice() {
        [_] => Ok((games.games.remove(0), games.warnings)),
        [_, second, ..] => {
            let what = "a second game begins here, or the counts of the first do not match";
            let place = format!("{}:{}:1", path.display(), second.line);
            Err(Error::new(what)
                .at(place)
                .help("a file of several games is played with --contest FILE"))
        }
        [] => unreachable!("a file without a game was refused"),
    }
}

/// The player of the program's own, in full.
fn embedded_player() -> String {
    format!("{}:{}", embedded::PLAYER, Limit::Nodes(embedded::NODES))
}

/// A header and its name, for a board and a player.
fn setup_of(
    (scenario, warnings): (Scenario, Vec<String>),
    stem: &str,
    player: String,
    seed: (i64, bool),
) -> Result<Setup, Error> {
    let game = game(scenario)?;
    let (seed, seed_drawn) = seed;
    let plain = player.split(':').next().unwrap_or_default();
    let name = format!("{}-{stem}{plain}-{seed}", RobotsGame::NAME);
    Ok(Setup {
        header: Header::new(&game, &[player], RobotsGame::DICE, seed),
        name,
        warnings,
        seed_drawn,
    })
}

impl StartArgs {
    fn setup(self, player: String, usual_seed: Option<i64>) -> Result<Setup, Error> {
        let (board, mut warnings) = match &self.file {
            Some(path) => only_game(path)?,
            None => (own_board(), Vec::new()),
        };
        warnings.extend(self.limits.warnings(std::slice::from_ref(&player)));
        let stem = self.file.as_deref().and_then(Path::file_stem);
        let stem = stem.map(|stem| format!("{}-", stem.to_string_lossy()));
        let seed = self.seed.or(usual_seed.filter(|_| self.file.is_none()));
        let seed = (seed.unwrap_or_else(fresh_seed), seed.is_none());
        let scenario = board.scenario(self.teleports);
        setup_of(
            (scenario, warnings),
            &stem.unwrap_or_default(),
            player,
            seed,
        )
    }
}

impl RecordArgs {
    fn setup(self) -> Result<Setup, Error> {
        if let Some(path) = &self.contest {
            return self.case_setup(path);
        }
        let limits = &self.start.limits;
        let player = match &self.player {
            Some(name) => limits.full_name::<RobotsGame>(name)?,
            None if limits.limit().is_some() => limits.full_name::<RobotsGame>(embedded::PLAYER)?,
            None => embedded_player(),
        };
        let usual = self.player.is_none().then_some(embedded::SEED);
        self.start.setup(player, usual)
    }

    fn case_setup(&self, path: &Path) -> Result<Setup, Error> {
        let Games { games, .. } = read_games(path)?;
        let case = self.case.unwrap_or(1);
        let board = case.checked_sub(1).and_then(|n| games.get(n));
        let board = board.ok_or_else(|| {
            let what = format!("there is no case {case}; the last is case {}", games.len());
            Error::new(what).at(path.display())
        })?;
        let seed = self.start.seed.unwrap_or(embedded::SEED);
        let scenario = board.scenario(Mode::Once);
        let stem = format!("case-{case}-");
        setup_of(
            (scenario, Vec::new()),
            &stem,
            "contest".into(),
            (seed, false),
        )
    }
}

/// The embedded game, for the library's first steps and for tests: the game, its players and its
/// seed.
///
/// # Panics
/// Never: a test makes it.
#[must_use]
pub fn example() -> (RobotsGame, Vec<String>, i64) {
    let game = game(own_board().scenario(Mode::Reuse)).expect("the board is playable");
    (game, vec![embedded_player()], embedded::SEED)
}

impl CommandLine for GameEntry<RobotsGame> {
    fn about(&self) -> &'static str {
        "ROBOTS: one player, many robots that come nearer, debris and teleports"
    }

    fn setup_example(&self) -> &'static str {
        "--player contest --teleports once --seed 7"
    }

    fn new_example(&self) -> &'static str {
        "--robots 20 --teleports 5 --seed 1 -o robots.txt"
    }

    fn setup_args(&self, command: clap::Command) -> clap::Command {
        RecordArgs::augment_args(command)
    }

    fn setup(&self, matches: &clap::ArgMatches) -> Result<Setup, Error> {
        parsed::<RecordArgs>(matches)?.setup()
    }

    fn instead(&self, matches: &clap::ArgMatches) -> Result<Option<Printed>, Error> {
        let args = parsed::<RecordArgs>(matches)?;
        match (args.contest, args.case) {
            (Some(path), None) => {
                let Games { games, warnings } = read_games(&path)?;
                let text = contest::transcript(&games);
                Ok(Some(Printed { text, warnings }))
            }
            _ => Ok(None),
        }
    }

    fn play_example(&self) -> &'static str {
        "--teleports once --seed 7"
    }

    fn play_args(&self, command: clap::Command) -> clap::Command {
        PlayArgs::augment_args(command)
    }

    fn play_setup(&self, matches: &clap::ArgMatches) -> Result<Setup, Error> {
        parsed::<PlayArgs>(matches)?.start.setup(HUMAN.into(), None)
    }

    fn load(&self, path: &Path, like: &Header) -> Result<Setup, Error> {
        let like: Scenario = serde_json::from_str(like.scenario.get())
            .map_err(|error| Error::new(error.to_string()))?;
        let (board, warnings) = only_game(path)?;
        let scenario = board.scenario(like.mode);
        let seed = (fresh_seed(), true);
        setup_of((scenario, warnings), "", HUMAN.into(), seed)
    }

    fn new_args(&self, command: clap::Command) -> clap::Command {
        NewArgs::augment_args(command)
    }

    fn new_files(&self, matches: &clap::ArgMatches) -> Result<NewFiles, Error> {
        Ok(parsed::<NewArgs>(matches)?.files())
    }

    fn match_example(&self) -> &'static str {
        "--player contest --player survivor:nodes=2000 --games 10 --seed 1"
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

    fn console(
        &self,
        header: &mut Header,
        stop: &StopFlag,
    ) -> Result<Box<dyn Console>, RecordError> {
        Ok(Box::new(RobotsConsole::open(header, stop)?))
    }
}
