//! Fishing on the command line.

use std::path::{Path, PathBuf};

use clap::Args;

use super::board::{Grid, PLAYERS_MAX, StateFile};
use super::console::{FishingConsole, HUMAN};
use super::new::{BoardArgs, NewArgs, Plan, Shape};
use super::openings::OpeningArgs;
use super::scenario::{TURN_MS, rows};
use super::{Fishing, Scenario};
use crate::engine::any::{GameEntry, RecordError};
use crate::engine::budget::StopFlag;
use crate::engine::dice::{Dice, Generator, fresh_seed};
use crate::engine::game::Game;
use crate::engine::player::Limit;
use crate::engine::replay::Header;
use crate::error::Error;
use crate::games::limits::LimitArgs;
use crate::games::openings::{Openings, Wanted};
use crate::games::{CommandLine, Console, NewFiles, Setup, parsed};

/// What is recorded when nothing is said: two players on a board of 8 x 8.
mod embedded {
    pub const PLAYERS: [&str; 2] = ["strong", "territory"];
    pub const NODES: u64 = 2_000;
    pub const SEED: i64 = 1;
}

#[derive(Args)]
struct StartArgs {
    /// A state file without penguins and players, instead of a random board
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rows", "cols", "shape"])]
    board: Option<PathBuf>,
    #[command(flatten)]
    size: BoardArgs,
    /// Penguins of each player
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..))]
    penguins: u8,
    #[command(flatten)]
    limits: LimitArgs,
    /// Seed of the board and the dice [drawn when not given]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<i64>,
}

#[derive(Args)]
struct RecordArgs {
    #[command(flatten)]
    start: StartArgs,
    /// A player, once for each of 1 to 9: random, greedy, territory, strong, or strong:nodes=N
    /// [default: strong:nodes=2000 and territory]
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
}

#[derive(Args)]
struct PlayArgs {
    #[command(flatten)]
    start: StartArgs,
    /// A player, once for each of 1 to 9: human or a built-in one [default: human and greedy]
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
}

/// Reads a board that nobody has played on.
///
/// # Errors
/// The file, line and column of what is wrong.
pub fn read_board(path: &Path) -> Result<Grid, Error> {
    let bytes = std::fs::read(path).map_err(|error| Error::io(path.display(), "read", &error))?;
    let file = StateFile::parse(&bytes).map_err(|bad| {
        let place = format!("{}:{}:{}", path.display(), bad.line, bad.column);
        Error::new(bad.what).at(place)
    })?;
    let has_penguin = file.grid.fields().iter().any(|field| field.player() > 0);
    if has_penguin || !file.players.is_empty() {
        let what = "a game has begun on this board";
        return Err(Error::new(what)
            .at(path.display())
            .help("take one without penguins and players"));
    }
    Ok(file.grid)
}

impl StartArgs {
    fn full_name(&self, name: &str) -> Result<String, Error> {
        if name == HUMAN {
            return Ok(name.to_owned());
        }
        self.limits.full_name::<Fishing>(name)
    }

    fn setup(self, names: &[String], usual_seed: Option<i64>) -> Result<Setup, Error> {
        if names.len() > PLAYERS_MAX {
            let what = format!(
                "players named: {}, expected 1 to {PLAYERS_MAX}",
                names.len()
            );
            return Err(Error::new(what));
        }
        let names: Result<Vec<_>, _> = names.iter().map(|name| self.full_name(name)).collect();
        let names = names?;
        let seed = self.seed.or(usual_seed);
        let seed_drawn = seed.is_none();
        let seed = seed.unwrap_or_else(fresh_seed);
        let grid = match &self.board {
            Some(path) => read_board(path)?,
            None => {
                let plan = self.size.plan(names.len(), self.penguins);
                plan.make(&mut Dice::new(Generator::Chacha8, seed, 0))?
            }
        };
        let game = game_of(&grid, ids(&names), self.penguins, TURN_MS)?;
        let plain: Vec<_> = names.iter().map(|name| plain(name)).collect();
        let mut warnings = warnings(&grid, names.len(), self.penguins);
        warnings.extend(self.limits.warnings(&names));
        Ok(Setup {
            header: Header::new(&game, &names, Fishing::DICE, seed),
            name: format!("{}-{}-{seed}", Fishing::NAME, plain.join("-")),
            warnings,
            seed_drawn,
        })
    }
}

fn plain(name: &str) -> &str {
    name.split(':').next().unwrap_or_default()
}

/// IDs for players that have none of their own: their names, numbered.
#[must_use]
pub fn ids(names: &[String]) -> Vec<String> {
    let numbered = names.iter().zip(1..);
    numbered
        .map(|(name, n)| format!("{}-{n}", plain(name)))
        .collect()
}

/// Makes a game of a board and its players.
///
/// # Errors
/// What no game can be played with.
pub fn game_of(
    grid: &Grid,
    ids: Vec<String>,
    penguins: u8,
    turn_ms: u32,
) -> Result<Fishing, Error> {
    let scenario = Scenario {
        board: rows(grid),
        ids,
        penguins,
        turn_ms,
    };
    Fishing::new(scenario).map_err(|fault| Error::new(fault.to_string()))
}

/// What is playable but odd.
#[must_use]
pub fn warnings(grid: &Grid, players: usize, penguins: u8) -> Vec<String> {
    let needed = players * usize::from(penguins);
    let one_fish = grid
        .fields()
        .iter()
        .filter(|field| field.fish() == 1)
        .count();
    if one_fish >= needed {
        return Vec::new();
    }
    vec![format!(
        "{one_fish} floes have one fish, and {needed} penguins are to be placed: some will not be"
    )]
}

impl RecordArgs {
    fn setup(mut self) -> Result<Setup, Error> {
        let is_embedded = self.player.is_empty();
        if is_embedded {
            let limit = Limit::Nodes(embedded::NODES);
            self.player = embedded::PLAYERS.map(str::to_owned).to_vec();
            if self.start.limits.limit().is_none() {
                self.player[0] = format!("{}:{limit}", embedded::PLAYERS[0]);
            }
        }
        let usual_seed = is_embedded.then_some(embedded::SEED);
        let names = std::mem::take(&mut self.player);
        self.start.setup(&names, usual_seed)
    }
}

impl PlayArgs {
    fn setup(mut self) -> Result<Setup, Error> {
        if self.player.is_empty() {
            self.player = [HUMAN, "greedy"].map(str::to_owned).to_vec();
        }
        let names = std::mem::take(&mut self.player);
        self.start.setup(&names, None)
    }
}

/// The embedded game, for the library's first steps and for tests: the game, its players and its
/// seed.
///
/// # Panics
/// Never: a test makes it.
#[must_use]
pub fn example() -> (Fishing, Vec<String>, i64) {
    let names = vec![
        format!("{}:{}", embedded::PLAYERS[0], Limit::Nodes(embedded::NODES)),
        embedded::PLAYERS[1].to_owned(),
    ];
    let plan = Plan {
        rows: 8,
        columns: 8,
        shape: Shape::Full,
        one_fish_min: 4,
    };
    let mut dice = Dice::new(Generator::Chacha8, embedded::SEED, 0);
    let grid = plan.make(&mut dice).expect("there is room");
    let game = game_of(&grid, ids(&names), 2, TURN_MS).expect("the board is playable");
    (game, names, embedded::SEED)
}

impl CommandLine for GameEntry<Fishing> {
    fn about(&self) -> &'static str {
        "Fishing: penguins on melting ice, 1 to 9 players, the most fish wins"
    }

    fn setup_example(&self) -> &'static str {
        "--rows 6 --cols 6 --player greedy --player territory"
    }

    fn new_example(&self) -> &'static str {
        "--rows 8 --cols 10 --players 3 --penguins 2 --seed 1 -o ice.txt"
    }

    fn setup_args(&self, command: clap::Command) -> clap::Command {
        RecordArgs::augment_args(command)
    }

    fn setup(&self, matches: &clap::ArgMatches) -> Result<Setup, Error> {
        parsed::<RecordArgs>(matches)?.setup()
    }

    fn play_example(&self) -> &'static str {
        "--rows 5 --cols 7 --player human --player strong"
    }

    fn play_args(&self, command: clap::Command) -> clap::Command {
        PlayArgs::augment_args(command)
    }

    fn play_setup(&self, matches: &clap::ArgMatches) -> Result<Setup, Error> {
        parsed::<PlayArgs>(matches)?.setup()
    }

    fn new_args(&self, command: clap::Command) -> clap::Command {
        NewArgs::augment_args(command)
    }

    fn new_files(&self, matches: &clap::ArgMatches) -> Result<NewFiles, Error> {
        parsed::<NewArgs>(matches)?.files()
    }

    fn meets_through_files(&self) -> bool {
        true
    }

    fn match_example(&self) -> &'static str {
        "--player territory --player greedy --games 6 --seed 1"
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
        Ok(Box::new(FishingConsole::open(header, stop)?))
    }
}
