//! Animal Checkers on the command line.

use std::path::PathBuf;

use clap::{Args, Command};

use super::openings::Positions;
use super::options::PositionArgs;
use super::{AnimalCheckers, Scenario, console, new};
use chase_engine::game::{Game as _, Item};
use chase_play::commands::{Commands, PlayersArgs, Purpose, ScenarioArgs, Scenarios, console_with};
use chase_play::openings::{Seated, Wanted};
use chase_play::player_name::HUMAN;
use chase_play::seating::Seating;
use chase_play::{Console, NewFiles, Setup, plain};
use chase_record::any::RecordError;
use chase_record::replay::Header;
use chase_world::error::Error;
use chase_world::world::World;

/// The players and the seed of `record` when nothing is said: a search against a player that
/// captures what it can.
const PLAYERS: [&str; 2] = ["alphabeta:nodes=20000", "greedy"];
const SEED: i64 = 1;

/// The agent that a person meets when none is named: that of the specification.
const AGENT: &str = "random";

/// Random moves before an opening of a match, and before a position that `new` makes.
const PLIES: &str = "6";

/// Who plays in `play`.
#[derive(Args)]
pub struct PlayArgs {
    #[command(flatten)]
    players: PlayersArgs,
    /// Agent that you play against
    #[arg(long, value_name = "PLAYER", default_value = AGENT, conflicts_with = "player")]
    agent: String,
    /// Side that moves first; you are side 0
    #[arg(long, value_name = "WHO", default_value = "agent", conflicts_with_all = ["side", "plies", "scenario_file"])]
    first: FirstSide,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FirstSide {
    Human,
    Agent,
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
    type Record = PlayersArgs;
    type Play = PlayArgs;
    type Match = ();

    fn adapted(command: Command, purpose: Purpose) -> Command {
        match purpose {
            Purpose::Record => command.mut_arg("player", |arg| {
                let [first, second] = PLAYERS;
                arg.help(format!(
                    "Player of side 0, and given again of side 1, as in `--player greedy`; WHO=PLAYER names a \
                     side [default: {first} and {second}]"
                ))
            }),
            Purpose::Play => command,
            Purpose::New | Purpose::Match => {
                command.mut_arg("plies", |arg| arg.default_value(PLIES))
            }
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
        AnimalCheckers::new(scenario).map_err(|fault| {
            let error = Error::new(fault.to_string());
            match fault.item {
                Item::The("position") => error.help(
                    "as in: --position .m.x.e./..t.d../......./......./......./..D.T../.E.X.M.",
                ),
                _ => error,
            }
        })
    }

    fn record(scenario: ScenarioArgs<Self>, players: PlayersArgs) -> Result<Setup, Error> {
        let [first, second] = PLAYERS;
        let is_limited = players.luck.limits.limit().is_some();
        let is_plain = scenario.file.is_none() && scenario.own.is_plain();
        let is_embedded = is_plain && players.player.is_empty() && !is_limited;
        // The embedded game comes out the same everywhere.
        let first = if is_limited { plain(first) } else { first };
        let usual_seed = is_embedded.then_some(SEED);
        let other = |seat| if seat == 0 { first } else { second }.to_owned();
        players.setup(scenario, Purpose::Record, other, usual_seed)
    }

    fn play(mut scenario: ScenarioArgs<Self>, play: PlayArgs) -> Result<Setup, Error> {
        if scenario.own.plies == 0 {
            let first = u8::from(play.first == FirstSide::Agent);
            scenario.own.side.get_or_insert(first);
        }
        let second = if play.players.player.is_empty() { play.agent.as_str() } else { HUMAN };
        let other = |seat| if seat == 0 { HUMAN } else { second }.to_owned();
        play.players.setup(scenario, Purpose::Play, other, None)
    }

    fn own_files(
        options: PositionArgs,
        seed: i64,
        output: Option<PathBuf>,
    ) -> Result<NewFiles, Error> {
        Ok(new::files(options.plies, seed, output))
    }

    fn console(header: &mut Header, seating: &Seating) -> Result<Box<dyn Console>, RecordError> {
        console_with::<Self>(header, seating, console::PlayAgainstAgent)
    }
}
