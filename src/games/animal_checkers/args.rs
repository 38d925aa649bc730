//! Animal Checkers on the command line.

use clap::Args;

use super::board::Position;
use super::console::CheckersConsole;
use super::openings::OpeningArgs;
use super::{AnimalCheckers, Scenario, new, perft};
use crate::engine::any::{GameEntry, RecordError};
use crate::engine::budget::StopFlag;
use crate::engine::dice::fresh_seed;
use crate::engine::game::Game;
use crate::engine::player::{Limit, parse_time};
use crate::engine::replay::Header;
use crate::error::Error;
use crate::games::limits::LimitArgs;
use crate::games::openings::{Openings, Wanted};
use crate::games::table::HUMAN;
use crate::games::{CommandLine, Console, NewFiles, Perft, Setup, parsed};

/// What is recorded when nothing is said: a search against whoever captures what it can.
mod embedded {
    pub const PLAYERS: [&str; 2] = ["alphabeta", "greedy"];
    pub const NODES: u64 = 20_000;
    pub const SEED: i64 = 1;
}

/// The agent that a person meets when none is named: that of the specification.
const AGENT: &str = "random";

#[derive(Args)]
struct StartArgs {
    /// Rows as side 0 sees them, row 7 first, parted by `/`, or a file with such rows [default: the
    /// start position]
    #[arg(long, value_name = "ROWS")]
    position: Option<String>,
    /// Moves until the game is drawn, of both sides together
    #[arg(long, value_name = "N", default_value_t = Scenario::default().moves)]
    moves: u32,
    /// What a side may think about one move, as 500ms or 5s: binds agents and players that search
    /// by the clock [default: 5s]
    #[arg(long, value_name = "TIME", value_parser = millis)]
    move_clock: Option<u32>,
    /// What a side may think in a whole game [default: 120s]
    #[arg(long, value_name = "TIME", value_parser = millis)]
    game_clock: Option<u32>,
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
    /// The side that moves first, 0 or 1
    #[arg(long, value_name = "0|1", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=1))]
    side: u8,
    /// Side 0's player, and given again side 1's: random, greedy, alphabeta, or alphabeta:nodes=N
    /// [default: alphabeta:nodes=20000 against greedy]
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
}

#[derive(Args)]
struct PlayArgs {
    #[command(flatten)]
    start: StartArgs,
    /// The agent you play against: random, greedy, alphabeta, or alphabeta:nodes=N
    #[arg(long, value_name = "NAME", default_value = AGENT)]
    agent: String,
    /// Who moves first; you are side 0
    #[arg(long, value_name = "WHO", default_value = "agent")]
    first: First,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum First {
    Human,
    Agent,
}

#[derive(Args)]
struct PerftArgs {
    /// Rows as side 0 sees them, row 7 first, parted by `/` [default: the start position]
    #[arg(long, value_name = "ROWS")]
    position: Option<String>,
    /// The side to move, 0 or 1
    #[arg(long, value_name = "0|1", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=1))]
    side: u8,
}

fn millis(text: &str) -> Result<u32, String> {
    let time = parse_time(text)?;
    u32::try_from(time.as_millis()).map_err(|_| "expected less than 49 days".into())
}

/// Rows as they stand on a command line or in a file: parted by slashes or line ends, blanks
/// count for nothing.
pub(super) fn rows(text: &str) -> Vec<String> {
    let file = std::fs::read_to_string(text).ok();
    let text = file.as_deref().unwrap_or(text);
    let lines = text.trim().split(['/', '\n']);
    let row = |line: &str| line.chars().filter(|c| !c.is_whitespace()).collect();
    lines.map(row).collect()
}

impl StartArgs {
    fn is_plain(&self) -> bool {
        let usual = Scenario::default().moves;
        self.position.is_none()
            && self.moves == usual
            && self.move_clock.is_none()
            && self.game_clock.is_none()
    }

    fn scenario(&self, side: u8) -> Scenario {
        let usual = Scenario::default();
        Scenario {
            position: self.position.as_deref().map_or(usual.position, rows),
            side,
            moves: self.moves,
            move_ms: self.move_clock.unwrap_or(usual.move_ms),
            game_ms: self.game_clock.unwrap_or(usual.game_ms),
        }
    }

    fn full_names(&self, names: [&str; 2]) -> Result<[String; 2], Error> {
        let full = |name| self.limits.full_name::<AnimalCheckers>(name);
        Ok([full(names[0])?, full(names[1])?])
    }

    fn setup(
        &self,
        side: u8,
        players: [String; 2],
        usual_seed: Option<i64>,
    ) -> Result<Setup, Error> {
        let game = game(self.scenario(side))?;
        let seed = self.seed.or(usual_seed);
        let seed_drawn = seed.is_none();
        let seed = seed.unwrap_or_else(fresh_seed);
        let plain = |name: &String| name.split(':').next().unwrap_or_default().to_owned();
        let names = players.each_ref().map(plain).join("-");
        Ok(Setup {
            header: Header::new(&game, &players, AnimalCheckers::DICE, seed),
            name: format!("{}-{names}-{seed}", AnimalCheckers::NAME),
            warnings: self.limits.warnings(&players),
            seed_drawn,
        })
    }
}

/// Makes a game, or says what is wrong in the words of the command line.
pub(super) fn game(scenario: Scenario) -> Result<AnimalCheckers, Error> {
    AnimalCheckers::new(scenario).map_err(|fault| {
        let error = Error::new(fault.to_string());
        if fault.to_string().starts_with("position") {
            error.help("as in: --position .m.x.e./..t.d../......./......./......./..D.T../.E.X.M.")
        } else {
            error
        }
    })
}

impl RecordArgs {
    fn setup(self) -> Result<Setup, Error> {
        let players = match self.player.as_slice() {
            [] => self.start.full_names(embedded::PLAYERS)?,
            [one, other] => self.start.full_names([one, other])?,
            players => {
                let what = format!("players named: {}, expected 2", players.len());
                return Err(Error::new(what).help("as in: --player alphabeta --player greedy"));
            }
        };
        let mut players = players;
        let is_unlimited = self.player.is_empty() && self.start.limits.limit().is_none();
        if is_unlimited {
            // The embedded game comes out the same everywhere.
            let limit = Limit::Nodes(embedded::NODES);
            players[0] = format!("{}:{limit}", embedded::PLAYERS[0]);
        }
        let is_embedded = is_unlimited && self.side == 0 && self.start.is_plain();
        let usual_seed = is_embedded.then_some(embedded::SEED);
        self.start.setup(self.side, players, usual_seed)
    }
}

impl PlayArgs {
    fn setup(self) -> Result<Setup, Error> {
        let players = [
            HUMAN.to_owned(),
            self.start.limits.full_name::<AnimalCheckers>(&self.agent)?,
        ];
        let side = u8::from(self.first == First::Agent);
        self.start.setup(side, players, None)
    }
}

/// The embedded game, for the library's first steps and for tests: the game, its players and its
/// seed.
///
/// # Panics
/// Never: a test makes it.
#[must_use]
pub fn example() -> (AnimalCheckers, Vec<String>, i64) {
    let game = AnimalCheckers::new(Scenario::default()).expect("the start is playable");
    let limit = Limit::Nodes(embedded::NODES);
    let [searching, other] = embedded::PLAYERS;
    let players = vec![format!("{searching}:{limit}"), other.to_owned()];
    (game, players, embedded::SEED)
}

impl CommandLine for GameEntry<AnimalCheckers> {
    fn about(&self) -> &'static str {
        "Animal Checkers: two sides of four animals, each captures some, first into the den wins"
    }

    fn setup_example(&self) -> &'static str {
        "--player greedy --player random"
    }

    fn new_example(&self) -> &'static str {
        "--plies 6 --seed 1 -o opening.txt"
    }

    fn setup_args(&self, command: clap::Command) -> clap::Command {
        RecordArgs::augment_args(command)
    }

    fn setup(&self, matches: &clap::ArgMatches) -> Result<Setup, Error> {
        parsed::<RecordArgs>(matches)?.setup()
    }

    fn play_example(&self) -> &'static str {
        "--agent greedy --first human"
    }

    fn play_args(&self, command: clap::Command) -> clap::Command {
        PlayArgs::augment_args(command)
    }

    fn play_setup(&self, matches: &clap::ArgMatches) -> Result<Setup, Error> {
        parsed::<PlayArgs>(matches)?.setup()
    }

    fn new_args(&self, command: clap::Command) -> clap::Command {
        new::NewArgs::augment_args(command)
    }

    fn new_files(&self, matches: &clap::ArgMatches) -> Result<NewFiles, Error> {
        parsed::<new::NewArgs>(matches)?.files()
    }

    fn match_example(&self) -> &'static str {
        "--player alphabeta:nodes=1000 --player greedy --games 20 --seed 1"
    }

    fn match_args(&self, command: clap::Command) -> clap::Command {
        OpeningArgs::augment_args(command)
    }

    fn openings(
        &self,
        matches: &clap::ArgMatches,
        wanted: Wanted,
    ) -> Result<Box<dyn Openings>, Error> {
        Ok(Box::new(parsed::<OpeningArgs>(matches)?.openings(wanted)))
    }

    fn console(
        &self,
        header: &mut Header,
        stop: &StopFlag,
    ) -> Result<Box<dyn Console>, RecordError> {
        Ok(Box::new(CheckersConsole::open(header, stop)?))
    }

    fn perft(&self) -> Option<&'static dyn Perft> {
        Some(&CheckersPerft)
    }
}

struct CheckersPerft;

impl Perft for CheckersPerft {
    fn args(&self, command: clap::Command) -> clap::Command {
        PerftArgs::augment_args(command)
    }

    fn example(&self) -> &'static str {
        "--depth 6"
    }

    fn counter(&self, matches: &clap::ArgMatches) -> Result<Box<dyn Fn(u32) -> u64>, Error> {
        let args = parsed::<PerftArgs>(matches)?;
        let usual = Scenario::default();
        let game = game(Scenario {
            position: args.position.as_deref().map_or(usual.position, rows),
            side: args.side,
            ..Scenario::default()
        })?;
        let (position, side): (Position, _) = (*game.start_position(), usize::from(args.side));
        Ok(Box::new(move |depth| perft::count(&position, side, depth)))
    }
}
