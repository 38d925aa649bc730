//! Fishing on the command line.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Command;

use super::openings::{OpeningBoards, board_ids, ids};
use super::options::IceArgs;
use super::own_command::OWN_COMMAND;
use super::plan::{FloePlan, FloeShape};
use super::scenario::{TURN_MS, rows};
use super::{Fishing, Scenario, new};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::Game;
use chase_kit::budget::Limit;
use chase_play::commands::{Commands, PlayersArgs, Purpose, ScenarioArgs, Scenarios};
use chase_play::file_protocol::callers;
use chase_play::openings::{Seated, Wanted};
use chase_play::player_name::HUMAN;
use chase_play::seating::Seating;
use chase_play::table::Table;
use chase_play::{CommandExtras, NewFiles, Setup};
use chase_record::any::RecordError;
use chase_record::entry::GameEntry;
use chase_record::replay::Header;
use chase_world::error::Error;
use chase_world::world::World;

/// The players and the seed of `record` when nothing is said: two players on a board of 8 x 8.
mod embedded {
    pub const PLAYERS: [&str; 2] = ["strong", "territory"];
    pub const NODES: u64 = 2_000;
    pub const SEED: i64 = 1;
}

/// Players where nothing is said.
const PLAYERS: u8 = 2;

/// The first player of the embedded game, in full.
fn embedded_player() -> String {
    format!("{}:{}", embedded::PLAYERS[0], Limit::Nodes(embedded::NODES))
}

/// The embedded game, for the library's first steps and for tests: the game, its players and its
/// seed.
///
/// # Panics
/// Never: a test makes it.
pub fn example() -> (Fishing, Vec<String>, i64) {
    let names = vec![embedded_player(), embedded::PLAYERS[1].to_owned()];
    let plan = FloePlan { rows: 8, columns: 8, shape: FloeShape::Full, one_fish_min: 4 };
    let mut dice = Dice::new(Generator::Chacha8, embedded::SEED, 0);
    let grid = plan.make(&mut dice).expect("there is room");
    let (board, ids) = (rows(&grid), ids(&names));
    let game = Fishing::new(Scenario { board, ids, penguins: 2, turn_ms: TURN_MS });
    (game.expect("the board is playable"), names, embedded::SEED)
}

/// The protocol by which programs that meet through files are told of the game and asked for turns.
static FILE_PROTOCOL: GameEntry<Fishing> = GameEntry::new();

impl Commands for Fishing {
    const ABOUT: &'static str =
        "Fishing: penguins on melting ice, 1 to 9 players, the most fish wins";
    const RECORD_EXAMPLE: &'static str = "--board data/fishing/straits-6x7.txt --seed 1";
    const PLAY_EXAMPLE: &'static str = "--rows 5 --cols 7 --player human --player strong";
    const NEW_EXAMPLE: &'static str =
        "--rows 8 --cols 10 --seats 3 --penguins 2 --seed 1 -o ice.txt";
    const MATCH_EXAMPLE: &'static str = "--player territory --player greedy --games 6 --seed 1";
    const OWN_FILES: Option<&'static [&'static str]> =
        Some(&["rows", "cols", "shape", "penguins", "seats"]);
    const COMMAND_EXTRAS: CommandExtras = CommandExtras {
        file_protocol: Some(&FILE_PROTOCOL),
        own_command: Some(&OWN_COMMAND),
        ..CommandExtras::NONE
    };

    type Options = IceArgs;
    type Record = PlayersArgs;
    type Play = PlayersArgs;
    type Match = ();

    fn adapted(command: Command, purpose: Purpose) -> Command {
        match purpose {
            Purpose::Record | Purpose::Play => {
                let usual = match purpose {
                    Purpose::Play => "human and greedy".into(),
                    _ => format!("{} and {}", embedded_player(), embedded::PLAYERS[1]),
                };
                let players = format!(
                    "Seat a player, once for each of 1 to 9 seats, as in `--player greedy`; \
                     WHO=PLAYER seats one, as in P2=greedy [default: {usual}]"
                );
                command.mut_arg("player", |arg| arg.help(players)).mut_arg("seed", |arg| {
                    arg.help("Seed of the board and the dice, as in 7 [default: drawn]")
                })
            }
            Purpose::New => command
                .mut_arg("seats", |arg| {
                    arg.alias("players").default_value("2").help("How many players")
                })
                .mut_arg("seed", |arg| arg.help("Seed of the board, as in 7 [default: drawn]"))
                .mut_arg("output", |arg| arg.help("Write the board to this file")),
            Purpose::Match => command.mut_arg("board", |arg| {
                arg.help(
                    "State file whose board all games use; it must have no penguins and players",
                )
            }),
        }
    }

    fn scenarios(
        world: &World,
        options: IceArgs,
        purpose: Purpose,
        wanted: Wanted,
    ) -> Result<Box<dyn Scenarios<Self>>, Error> {
        Ok(Box::new(OpeningBoards::new(world, options, purpose, wanted)?))
    }

    fn fit(scenario: &mut Scenario, seated: &[Seated], wanted: &Wanted) {
        scenario.ids = board_ids(seated, &scenario.ids);
        scenario.turn_ms = wanted.move_ms.unwrap_or(scenario.turn_ms);
    }

    fn record(mut scenario: ScenarioArgs<Self>, record: PlayersArgs) -> Result<Setup, Error> {
        let is_embedded = record.player.is_empty();
        if is_embedded {
            scenario.own.seats.get_or_insert(PLAYERS);
        }
        let is_limited = record.luck.limits.limit().is_some();
        let [first, others] = embedded::PLAYERS;
        let other = |seat| match seat {
            0 if is_limited => first.to_owned(),
            0 => embedded_player(),
            _ => others.to_owned(),
        };
        let usual_seed = (is_embedded && scenario.file.is_none()).then_some(embedded::SEED);
        record.setup(scenario, Purpose::Record, other, usual_seed)
    }

    fn play(mut scenario: ScenarioArgs<Self>, play: PlayersArgs) -> Result<Setup, Error> {
        if play.player.is_empty() {
            scenario.own.seats.get_or_insert(PLAYERS);
        }
        let other = |seat| if seat == 0 { HUMAN } else { "greedy" }.to_owned();
        play.setup(scenario, Purpose::Play, other, None)
    }

    fn own_files(options: IceArgs, seed: i64, output: Option<PathBuf>) -> Result<NewFiles, Error> {
        new::files(&options, seed, output)
    }

    fn sit_down(header: &mut Header, seating: &Seating) -> Result<Table<Self>, RecordError> {
        let programs = seating.programs.clone();
        Table::open_with(header, seating, move |game: &Arc<Fishing>| callers(game, &programs))
    }
}
