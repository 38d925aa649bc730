//! Scotland Yard on the command line.

use std::path::PathBuf;

use clap::Command;

use super::game_options::TownArgs;
use super::graph::own_board;
use super::openings::Starts;
use super::scenario::item;
use super::{MR_X, Scenario, ScotlandYard, new};
use chase_engine::game::{Game, Item};
use chase_play::commands::{Commands, PlayersArgs, Purpose, ScenarioArgs, Scenarios};
use chase_play::openings::Wanted;
use chase_play::player_name::{HUMAN, is_human};
use chase_play::{NewFiles, Setup};
use chase_world::error::Error;
use chase_world::world::World;

/// The players and the seed of `record` when nothing is said.
mod embedded {
    pub const PLAYERS: [&str; 2] = ["lookahead", "tracking"];
    pub const SEED: i64 = 1;
}

pub(super) fn game(scenario: Scenario) -> Result<ScotlandYard, Error> {
    let names: Vec<_> = scenario.players.iter().map(|it| it.colour.name()).collect();
    ScotlandYard::new(scenario).map_err(|fault| {
        let error = Error::new(fault.to_string());
        match fault.item {
            Item::Nth(item::PLAYER, n) => {
                let name = names.get(n - 1).copied().unwrap_or_default();
                let is_named = fault.what.contains(name);
                let name = if is_named { String::new() } else { format!("{name}: ") };
                Error::new(format!("{name}{}", fault.what))
            }
            _ => error,
        }
    })
}

/// The embedded game, for the library's first steps and for tests: the game, its players and its
/// seed.
///
/// # Panics
/// Never: a test makes it.
pub fn example() -> (ScotlandYard, Vec<String>, i64) {
    let scenario = TownArgs::default().scenario(own_board());
    let game = game(scenario.expect("the embedded game asks for nothing"))
        .expect("the embedded game is playable");
    let seats = 0..game.seats().into();
    let players = seats.map(|seat| by_side(embedded::PLAYERS, seat)).collect();
    (game, players, embedded::SEED)
}

/// The one of Mr X's player and the detectives' who plays for a seat.
fn by_side([mr_x, detectives]: [&str; 2], seat: usize) -> String {
    if seat == MR_X.index() { mr_x } else { detectives }.to_owned()
}

impl Commands for ScotlandYard {
    const ABOUT: &'static str = "Scotland Yard: Mr X flees unseen, one to five detectives hunt him";
    const RECORD_EXAMPLE: &'static str = "--stations 20 --detectives 2 --seed 7";
    const PLAY_EXAMPLE: &'static str = "--player mr-x=human --player detectives=closing";
    const NEW_EXAMPLE: &'static str = "--stations 60 --seed 1";
    const MATCH_EXAMPLE: &'static str = "--player report --player closing --games 10 --seed 1";
    fn hides_luck() -> bool {
        true
    }
    const SEATS_SIDES: bool = true;
    const OWN_FILES: Option<&'static [&'static str]> = Some(&["stations"]);

    type Options = TownArgs;
    type Record = PlayersArgs;
    type Play = PlayersArgs;
    type Match = ();

    fn adapted(command: Command, purpose: Purpose) -> Command {
        let usual_mr_x = match purpose {
            Purpose::Record => embedded::PLAYERS[0],
            Purpose::Play => HUMAN,
            Purpose::New => {
                return command
                    .mut_arg("stations", |arg| arg.help("Stations, 8 to 5000 [default: 200]"))
                    .mut_arg("seed", |arg| arg.help("Seed of the board, as in 7 [default: drawn]"))
                    .mut_arg("output", |arg| {
                        arg.value_name("FOLDER").help(
                            "An existing folder for graph.txt and pos.txt [default: the current one]; \
                             with --whole a file",
                        )
                    });
            }
            Purpose::Match => return command,
        };
        let players = format!(
            "Player of Mr X, and given again of the detectives, as in `--player random`; WHO=PLAYER names \
             a side or seat [default: mr-x={usual_mr_x} and detectives={}]",
            embedded::PLAYERS[1]
        );
        command
            .mut_arg("player", |arg| arg.help(players))
            .mut_arg("seed", |arg| arg.help("Seed of the dice, as in 7 [default: drawn]"))
    }

    fn scenarios(
        world: &World,
        options: TownArgs,
        purpose: Purpose,
        wanted: Wanted,
    ) -> Result<Box<dyn Scenarios<Self>>, Error> {
        let starts = Starts::new(world, &options, wanted.seed)?;
        Ok(Box::new(match purpose {
            Purpose::Match => starts.shared(wanted.seed),
            Purpose::Record | Purpose::Play | Purpose::New => starts,
        }))
    }

    fn playable(scenario: Scenario) -> Result<Self, Error> {
        game(scenario)
    }

    fn record(scenario: ScenarioArgs<Self>, record: PlayersArgs) -> Result<Setup, Error> {
        let is_plain = scenario.file.is_none() && scenario.own == TownArgs::default();
        let usual_seed = (is_plain && record.player.is_empty()).then_some(embedded::SEED);
        let other = |seat| by_side(embedded::PLAYERS, seat);
        record.setup(scenario, Purpose::Record, other, usual_seed)
    }

    fn play(scenario: ScenarioArgs<Self>, play: PlayersArgs) -> Result<Setup, Error> {
        let other = |seat| by_side([HUMAN, embedded::PLAYERS[1]], seat);
        let setup = play.setup(scenario, Purpose::Play, other, None)?;
        if setup.header.players.iter().any(|name| is_human(name)) {
            return Ok(setup);
        }
        let help = "give somebody a seat, as in --player blue=human, or use chase record";
        Err(Error::new("no person plays").help(help))
    }

    fn own_files(options: TownArgs, seed: i64, output: Option<PathBuf>) -> Result<NewFiles, Error> {
        new::files(options.stations, seed, output)
    }
}
