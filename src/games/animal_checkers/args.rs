//! Animal Checkers on the command line.

use std::path::PathBuf;

use clap::{Args, Command};

use super::openings::Positions;
use super::options::PositionArgs;
use super::{AnimalCheckers, Scenario, console, new};
use chase_engine::game::Game;
use chase_kit::budget::Limit;
use chase_play::commands::{Commands, LuckArgs, Purpose, ScenarioArgs, Scenarios, console_with};
use chase_play::openings::{Seated, Wanted};
use chase_play::player_name::HUMAN;
use chase_play::seating::Seating;
use chase_play::{Console, NewFiles, Setup};
use chase_record::any::RecordError;
use chase_record::replay::Header;
use chase_world::error::Error;
use chase_world::world::World;

/// The players and the seed of `record` when nothing is said: a search against a player that
/// captures what it can.
mod embedded {
    pub const PLAYERS: [&str; 2] = ["alphabeta", "greedy"];
    pub const NODES: u64 = 20_000;
    pub const SEED: i64 = 1;
}

/// The agent that a person meets when none is named: that of the specification.
const AGENT: &str = "random";

/// Random moves before an opening of a match, and before a position that `new` makes.
const PLIES: &str = "6";

/// Who plays in `record`.
#[derive(Args)]
pub struct RecordArgs {
    #[command(flatten)]
    luck: LuckArgs,
    /// Player of side 0, and given again of side 1, as in `--player greedy`; WHO=PLAYER names a
    /// side [default: alphabeta:nodes=20000 against greedy]
    #[arg(long, value_name = "PLAYER")]
    player: Vec<String>,
}

/// Who plays in `play`.
#[derive(Args)]
pub struct PlayArgs {
    #[command(flatten)]
    luck: LuckArgs,
    /// Agent that you play against
    #[arg(long, value_name = "PLAYER", default_value = AGENT)]
    agent: String,
    /// Player of side 0, and given again of side 1, in place of you and the agent, as in `--player
    /// greedy`; WHO=PLAYER names a side
    #[arg(long, value_name = "PLAYER", conflicts_with = "agent")]
    player: Vec<String>,
    /// Side that moves first; you are side 0
    #[arg(long, value_name = "WHO", default_value = "agent", conflicts_with_all = ["side", "plies", "scenario_file"])]
    first: FirstSide,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FirstSide {
    Human,
    Agent,
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

/// The embedded game, for the library's first steps and for tests: the game, its players and its
/// seed.
///
/// # Panics
/// Never: a test makes it.
pub fn example() -> (AnimalCheckers, Vec<String>, i64) {
    let game = AnimalCheckers::new(Scenario::default()).expect("the start is playable");
    let limit = Limit::Nodes(embedded::NODES);
    let [searching, other] = embedded::PLAYERS;
    let players = vec![format!("{searching}:{limit}"), other.to_owned()];
    (game, players, embedded::SEED)
}

impl Commands for AnimalCheckers {
    const ABOUT: &'static str = "Animal Checkers: two sides of four animals; first into the enemy's den, or to capture all, wins";
    const RECORD_EXAMPLE: &'static str = "--player greedy --player random";
    const PLAY_EXAMPLE: &'static str = "--position data/animal-checkers/den-race.txt --first human";
    const NEW_EXAMPLE: &'static str = "--plies 6 --seed 1 -o opening.txt";
    const MATCH_EXAMPLE: &'static str =
        "--player alphabeta:nodes=1000 --player greedy --games 20 --seed 1";
    const OWN_FILES: Option<&'static [&'static str]> = Some(&["plies"]);

    type Options = PositionArgs;
    type Record = RecordArgs;
    type Play = PlayArgs;
    type Match = ();

    fn adapted(command: Command, purpose: Purpose) -> Command {
        match purpose {
            Purpose::Record | Purpose::Play => command.mut_arg("seed", |arg| {
                arg.help("Seed of the dice, as in 7 [default: drawn]")
            }),
            Purpose::New => command
                .mut_arg("plies", |arg| {
                    arg.default_value(PLIES)
                        .help("How many random moves are made from the start position")
                })
                .mut_arg("seed", |arg| {
                    arg.help("Seed of the moves, as in 7 [default: drawn]")
                })
                .mut_arg("output", |arg| arg.help("Write the position to this file")),
            Purpose::Match => command
                .mut_arg("plies", |arg| {
                    arg.default_value(PLIES)
                        .help("Random moves that lead to each opening; 0 is the start position")
                })
                .mut_arg("position", |arg| {
                    arg.help(
                        "One position for all games: rows as side 0 sees them, row 7 first, separated by `/`, or a file with such rows, as in board.txt; the side that moves first alternates",
                    )
                }),
        }
    }

    fn scenarios(
        world: &World,
        options: PositionArgs,
        purpose: Purpose,
        wanted: Wanted,
    ) -> Result<Box<dyn Scenarios<Self>>, Error> {
        let world = world.clone();
        Ok(Box::new(Positions { world, options, alternates: purpose == Purpose::Match, wanted }))
    }

    fn fit(scenario: &mut Scenario, _: &[Seated], wanted: &Wanted) {
        scenario.move_ms = wanted.move_ms.unwrap_or(scenario.move_ms);
        scenario.game_ms = wanted.game_ms.unwrap_or(scenario.game_ms);
    }

    fn playable(scenario: Scenario) -> Result<Self, Error> {
        game(scenario)
    }

    fn record(scenario: ScenarioArgs<Self>, record: RecordArgs) -> Result<Setup, Error> {
        let is_unlimited = record.luck.limits.limit().is_none();
        let [first, second] = embedded::PLAYERS;
        let other = |seat| match seat {
            // The embedded game comes out the same everywhere.
            0 if is_unlimited => format!("{first}:{}", Limit::Nodes(embedded::NODES)),
            0 => first.to_owned(),
            _ => second.to_owned(),
        };
        let is_plain = scenario.file.is_none() && scenario.own.is_plain();
        let is_embedded = is_unlimited && is_plain && record.player.is_empty();
        let usual_seed = is_embedded.then_some(embedded::SEED);
        record.luck.setup(scenario, Purpose::Record, record.player, other, usual_seed)
    }

    fn play(mut scenario: ScenarioArgs<Self>, play: PlayArgs) -> Result<Setup, Error> {
        let players = match play.player.is_empty() {
            true => vec![HUMAN.to_owned(), play.agent],
            false => play.player,
        };
        if scenario.own.plies == 0 {
            let first = u8::from(play.first == FirstSide::Agent);
            scenario.own.side.get_or_insert(first);
        }
        let human = |_| HUMAN.to_owned();
        let luck = play.luck;
        luck.setup(scenario, Purpose::Play, players, human, None)
    }

    fn own_files(
        options: PositionArgs,
        seed: i64,
        output: Option<PathBuf>,
    ) -> Result<NewFiles, Error> {
        new::files(options.plies, seed, output)
    }

    fn console(header: &mut Header, seating: &Seating) -> Result<Box<dyn Console>, RecordError> {
        console_with::<Self>(header, seating, console::PlayAgainstAgent)
    }
}
