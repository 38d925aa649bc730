//! The chase on the command line: its arguments, its embedded scenario, its files.

use std::path::{Path, PathBuf};

use clap::{Arg, Args, Command};

use super::console::PoliceConsole;
use super::new::{MapPlan, usual_players};
use super::openings::Maps;
use super::options::MapArgs;
use super::players::of_thief;
use super::{AGENTS, Police, THIEF, embedded};
use chase_engine::dice::Generator;
use chase_engine::game::{Game, Seat};
use chase_kit::player_name::PlayerSpec;
use chase_play::commands::{Commands, Purpose, ScenarioArgs, Scenarios, Seed, filed};
use chase_play::openings::Wanted;
use chase_play::player_name::{PlayerName, help_for, who_and_player};
use chase_play::seating::Seating;
use chase_play::{Console, NewFiles, Setup};
use chase_record::any::RecordError;
use chase_record::replay::Header;
use chase_world::error::Error;
use chase_world::world::World;

/// Who plays in `record` and `play`, and with which luck.
#[derive(Args)]
pub struct RecordArgs {
    /// Seed of the dice, as in 7 [default: drawn]
    #[arg(value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<i64>,
    /// Seed of the dice and of a random map, as in 7 [default: drawn]
    #[arg(
        long = "seed",
        value_name = "SEED",
        allow_negative_numbers = true,
        conflicts_with = "seed"
    )]
    seed_option: Option<i64>,
    /// Random number generator: glibc draws as `rand` in C does, macos, musl and microsoft as in the C
    /// libraries of those names; or chacha8
    #[arg(long, value_name = "NAME", default_value_t = Police::DICE)]
    dice: Generator,
    /// Player of a detective in place of the agent file's, as in D1=dfs, or of all detectives, as
    /// in dfs
    #[arg(long, value_name = "WHO=PLAYER", value_parser = seats_and_name)]
    player: Vec<(PlayerSeats, String)>,
}

/// The luck of a match.
#[derive(Args)]
pub struct MatchArgs {
    /// Random number generator: with chacha8 the thief draws the same numbers whoever hunts it;
    /// glibc draws as `rand` in C does, macos, musl and microsoft as in the C libraries of those names
    #[arg(long, value_name = "NAME", default_value_t = Generator::Chacha8)]
    dice: Generator,
}

/// The seats of one player.
type PlayerSeats = &'static [Seat];

/// The agents by their names.
const AGENT_NAMES: [(&str, PlayerSeats); 6] = [
    ("T", &[Seat(0)]),
    ("D1", &[Seat(1)]),
    ("D2", &[Seat(2)]),
    ("D3", &[Seat(3)]),
    ("D4", &[Seat(4)]),
    (DETECTIVES, &[Seat(1), Seat(2), Seat(3), Seat(4)]),
];

/// All detectives together.
const DETECTIVES: &str = "detectives";

fn seats_and_name(text: &str) -> Result<(PlayerSeats, String), &'static str> {
    let (who, name) = who_and_player(text).unwrap_or((DETECTIVES, text));
    let mut agents = AGENT_NAMES.iter();
    let agent = agents.find(|(agent, _)| agent.eq_ignore_ascii_case(who));
    let (_, seats) =
        agent.ok_or("expected WHO=PLAYER, as in D1=dfs; WHO is detectives, T or D1 to D4")?;
    Ok((seats, name.to_owned()))
}

fn stem(path: &Path) -> String {
    in_file_name(&path.file_stem().unwrap_or_default().to_string_lossy())
}

/// A text with `_` for what a file's name had better not hold.
fn in_file_name(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    text.chars().map(|c| if plain(c) { c } else { '_' }).collect()
}

impl MapArgs {
    /// Returns the name of the map as it stands in the name of a replay's file.
    fn stem(&self) -> Result<String, Error> {
        let named = |cities: &Path, agents: &Path| format!("{}-{}", stem(cities), stem(agents));
        if let (Some(cities), Some(agents)) = (&self.city_file, &self.agent_file) {
            return Ok(named(cities, agents));
        }
        if let [cities, agents, ..] = self.map.as_slice() {
            return Ok(named(cities, agents));
        }
        if self.is_random() {
            return Ok(MapPlan::of(self, Purpose::Record)?.stem());
        }
        let [cities, agents] = embedded::FILES.map(|source| source.name);
        Ok(named(Path::new(cities), Path::new(agents)))
    }
}

impl RecordArgs {
    fn setup(self, scenario: ScenarioArgs<Police>) -> Result<Setup, Error> {
        let seed = self.seed.or(self.seed_option);
        let is_embedded = scenario.file.is_none() && scenario.own.is_embedded();
        let seed = Seed::given_or_usual(seed, is_embedded.then_some(embedded::SEED));
        let wanted = Wanted::of(seed.value, AGENTS);
        let (filed_stem, number) = (scenario.file_stem(), scenario.number);
        let (game, players, stem, warnings) = match scenario.file {
            Some(path) => {
                let game = filed::<Police>(&scenario.world.at(path), wanted)?.game(number, &[])?;
                let stem = in_file_name(&filed_stem.unwrap_or_default());
                (game, usual_players(), stem, Vec::new())
            }
            None => {
                let stem = scenario.own.stem()?;
                let maps = Maps::new(&scenario.world, scenario.own, Purpose::Record, wanted)?;
                let warnings = maps.warnings();
                (maps.game(number, &[])?, maps.players, stem, warnings)
            }
        };
        let players = self.seated(&game, players)?;
        let setup = Setup::named(&game, &players, self.dice, seed, &stem);
        Ok(setup.warned(warnings))
    }

    /// The players, those of the command line before the map's.
    fn seated(&self, game: &Police, mut players: Vec<String>) -> Result<Vec<String>, Error> {
        let named = self.player.iter();
        let named = named.flat_map(|(seats, name)| seats.iter().map(move |seat| (seat, name)));
        for (seat, name) in named {
            if !matches!(PlayerName::of(name), PlayerName::BuiltIn(_)) {
                players[seat.index()].clone_from(name);
                continue;
            }
            let named = PlayerSpec::<Police>::for_seat(name, *seat);
            let named = named.map_err(|what| {
                let error = Error::new(format!("{}: {what}", game.seat_name(*seat)));
                error.help(help_for(&what, false))
            })?;
            players[seat.index()] = named.to_string();
        }
        Ok(players)
    }
}

/// The embedded example S3, for the library's first steps and for tests: the game, its players
/// and its seed.
///
/// # Panics
/// Never: a test loads it.
pub fn example() -> (Police, Vec<String>, i64) {
    let loaded = embedded::map(None).expect("the example loads");
    let game = Police::new(loaded.scenario).expect("the example is playable");
    (game, loaded.players, embedded::SEED)
}

impl Commands for Police {
    const ABOUT: &'static str =
        "The police chase: four detectives, a thief walking at random, roads, stamina, informants";
    const RECORD_EXAMPLE: &'static str =
        "data/police/citiesTowns.data data/police/agentsTowns.data 20 2";
    const NEW_EXAMPLE: &'static str = "--cities 20 --roads 40 --informants 3 --seed 1 -o town";
    const MATCH_EXAMPLE: &'static str =
        "--player dfs --player cheapest-least-visited --games 20 --seed 1";
    const OWN_FILES: Option<&'static [&'static str]> =
        Some(&["cities", "roads", "informants", "two_coloured", "towns"]);

    type Options = MapArgs;
    type Record = RecordArgs;
    type Play = RecordArgs;
    type Match = MatchArgs;

    fn adapted(command: Command, purpose: Purpose) -> Command {
        let city_file = |arg: Arg| arg.help("City file: roads, informants, names");
        match purpose {
            Purpose::Record | Purpose::Play => command,
            Purpose::New => command
                .mut_arg("city_file", city_file)
                .mut_arg("cities", |arg| {
                    arg.default_value("10").help("How many cities")
                })
                .mut_arg("informants", |arg| {
                    arg.default_value("0")
                        .help("How many cities have an informant: a number, or a share like 10%")
                })
                .mut_arg("seed", |arg| {
                    arg.help("Seed of the map, as in 7 [default: drawn]")
                })
                .mut_arg("output", |arg| {
                    arg.value_name("NAME").help(
                        "Name of the two files, NAME-cities.data and NAME-agents.data; with --whole, of \
                         the one file",
                    )
                }),
            Purpose::Match => command
                .mut_arg("city_file", city_file)
                .mut_arg("map", |arg| {
                    arg.help(
                        "A map: its city file and its agent file (strategies in it are ignored); repeat \
                         the option for more maps, which are played in turn [default: a random map \
                         for every opening]",
                    )
                })
                .mut_arg("cities", |arg| {
                    arg.value_parser(clap::value_parser!(u32).range(3..=10_000))
                        .default_value("50")
                        .help("Cities of a random map")
                })
                .mut_arg("roads", |arg| {
                    arg.help("Roads of a random map [default: twice as many as cities]")
                })
                .mut_arg("informants", |arg| arg.default_value("5"))
                .mut_arg("hours", |arg| {
                    arg.default_value("50").help("Hours until time is up")
                }),
        }
    }

    fn scenarios(
        world: &World,
        options: MapArgs,
        purpose: Purpose,
        wanted: Wanted,
    ) -> Result<Box<dyn Scenarios<Self>>, Error> {
        Ok(Box::new(Maps::new(world, options, purpose, wanted)?))
    }

    fn record(scenario: ScenarioArgs<Self>, record: RecordArgs) -> Result<Setup, Error> {
        record.setup(scenario)
    }

    fn play(scenario: ScenarioArgs<Self>, play: RecordArgs) -> Result<Setup, Error> {
        play.setup(scenario)
    }

    fn match_dice(args: &MatchArgs) -> Generator {
        args.dice
    }

    fn house() -> Vec<(Seat, &'static str)> {
        vec![(Seat(u8::try_from(THIEF).unwrap_or(0)), of_thief())]
    }

    fn scenario_files(options: &MapArgs) -> Vec<PathBuf> {
        // A map is two files; that of the agents tells where the thief begins.
        let of_maps = options.map.iter().skip(1).step_by(2);
        options.agent_file.iter().chain(of_maps).cloned().collect()
    }

    fn own_files(options: MapArgs, seed: i64, output: Option<PathBuf>) -> Result<NewFiles, Error> {
        Ok(MapPlan::of(&options, Purpose::New)?.files(seed, output))
    }

    fn console(header: &mut Header, seating: &Seating) -> Result<Box<dyn Console>, RecordError> {
        Ok(Box::new(PoliceConsole::open(header, seating)?))
    }
}
