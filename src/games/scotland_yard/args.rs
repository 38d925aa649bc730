//! Scotland Yard on the command line.

use std::path::PathBuf;

use clap::{Args, Command};

use super::board::Station;
use super::game_options::{self, Detectives, Rounds, Who, WishedStart, Wishes, pair};
use super::graph::Graph;
use super::openings::Starts;
use super::scenario::{Colour, PlayerSetup as Player, StartLots, item};
use super::{Purse, Scenario, ScotlandYard, new};
use chase_engine::game::{Game, Item, Seat};
use chase_kit::budget::Limit;
use chase_kit::player_name::PlayerSpec;
use chase_play::commands::{
    Commands, Purpose, ScenarioArgs, Scenarios, Seed, filed, words_console,
};
use chase_play::limits::LimitArgs;
use chase_play::openings::Wanted;
use chase_play::player_name::{HUMAN, PlayerName, help_for, is_human, who_and_player};
use chase_play::seating::Seating;
use chase_play::{Console, NewFiles, Setup, plain};
use chase_record::any::RecordError;
use chase_record::replay::Header;
use chase_world::error::{Error, IoAt as _};
use chase_world::world::{World, WorldPath};

/// The board, the players and the seed of `record` when nothing is said.
mod embedded {
    pub const BOARD: &str = include_str!("data/graph.txt");
    pub const MR_X: &str = "lookahead";
    pub const DETECTIVES: &str = "tracking";
    pub const SEED: i64 = 1;
}

/// The stations from which starts on the London board are drawn, as in its course's edition.
mod london {
    use super::Station;
    pub const MR_X: [Station; 12] = [35, 45, 51, 71, 78, 104, 106, 127, 132, 166, 170, 172];
    pub const DETECTIVES: [Station; 14] =
        [26, 29, 50, 53, 91, 94, 103, 112, 117, 123, 138, 141, 155, 174];
}

/// What is played on, by whom, and with what.
#[derive(Args, Clone, Debug)]
pub struct TownArgs {
    /// Board file, as in graph.txt [default: a built-in board of 200 stations]
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
    /// Draw a board of this many stations, 8 to 5000, as in 60
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(8..=5000), conflicts_with = "board")]
    pub(super) stations: Option<u16>,
    /// Number of detectives, 1 to 5, or their colours, as in red,blue [default: 5]
    #[arg(long, value_name = "N")]
    detectives: Option<Detectives>,
    /// Number of rounds, and the rounds in which Mr X shows himself, as in 24:3,8,13,18,24, which
    /// is the default. A number alone keeps those of these rounds that exist; `12:` has none
    #[arg(long, value_name = "N[:A,B...]")]
    rounds: Option<Rounds>,
    /// Tickets of mr-x, detectives or a colour, in the order taxi, bus, underground, double,
    /// secret, as in red=11,8,4,0,0 [default: mr-x=4,3,3,2,5 and detectives=11,8,4,0,0]
    #[arg(long, value_name = "WHO=T,B,U,D,S", value_parser = pair::<Purse>)]
    tickets: Vec<(Who, Purse)>,
    /// Start station, as in blue=117, or detectives=26,29 in their order [default: drawn]
    #[arg(long, value_name = "WHO=STATION", value_parser = pair::<WishedStart>)]
    start: Vec<(Who, WishedStart)>,
}

/// Who plays in `record`.
#[derive(Args)]
pub struct RecordArgs {
    /// Seed of the dice, as in 7 [default: drawn]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<i64>,
    /// Player of Mr X, and given again of the detectives, as in `--player random`; WHO=PLAYER names
    /// a side or seat [default: mr-x=lookahead and detectives=tracking]
    #[arg(long, value_name = "PLAYER", value_parser = asked_player)]
    player: Vec<AskedPlayer>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Who plays in `play`.
#[derive(Args)]
pub struct PlayArgs {
    /// Seed of the dice, as in 7 [default: drawn]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<i64>,
    /// Player of Mr X, and given again of the detectives, as in `--player random`; WHO=PLAYER names
    /// a side or seat [default: mr-x=human and detectives=tracking]
    #[arg(long, value_name = "PLAYER", value_parser = asked_player)]
    player: Vec<AskedPlayer>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// A player, and the side or seat where that is said.
type AskedPlayer = (Option<Who>, String);

fn asked_player(text: &str) -> Result<AskedPlayer, String> {
    match who_and_player(text) {
        Some((who, player)) => Ok((Some(who.parse()?), player.to_owned())),
        None => Ok((None, text.to_owned())),
    }
}

/// Gives those that name nobody the sides that nobody is named for, Mr X first.
///
/// # Errors
/// They are not as many as these sides.
fn seated(asked: Vec<AskedPlayer>) -> Result<Vec<(Who, String)>, Error> {
    let mr_x = Who::One(Colour::Black);
    let named = asked.iter().filter_map(|(who, _)| *who);
    let (mr_x_named, detectives_named) = named.partition::<Vec<_>, _>(|who| *who == mr_x);
    let sides = [(mr_x, mr_x_named.is_empty()), (Who::Detectives, detectives_named.is_empty())];
    let free: Vec<_> = sides.iter().filter(|(_, is_free)| *is_free).collect();
    let plain = asked.iter().filter(|(who, _)| who.is_none()).count();
    if plain > 0 && plain != free.len() {
        let what =
            format!("{plain} of --player name no side; expected WHO=PLAYER, or one per free side");
        return Err(
            Error::new(what).help("as in: --player mr-x=report --player detectives=closing")
        );
    }
    let mut free = free.into_iter().map(|(who, _)| *who);
    let seat = |(who, player): AskedPlayer| Some((who.or_else(|| free.next())?, player));
    Ok(asked.into_iter().filter_map(seat).collect())
}

/// Reads a board file.
///
/// # Errors
/// The file, line and column of what is wrong.
pub fn read_board(path: &WorldPath) -> Result<Graph, Error> {
    let bytes = path.read().io_at(path.display(), "read")?;
    Graph::parse(&path.display().to_string(), &bytes)
}

/// The program's own board of 200 stations.
///
/// # Panics
/// Never: a test reads it.
pub fn own_board() -> Graph {
    let board = Graph::parse("the program's own board", embedded::BOARD.as_bytes());
    board.expect("it was checked in as it was made")
}

impl TownArgs {
    /// Returns what is asked for.
    pub(super) fn wishes(self, seed: Option<i64>, players: Vec<(Who, String)>) -> Wishes {
        Wishes {
            board: self.board,
            detectives: self.detectives,
            rounds: self.rounds,
            tickets: self.tickets.into_iter().collect(),
            start: self.start.into_iter().collect(),
            player: players.into_iter().collect(),
            seed,
        }
    }
}

impl Wishes {
    /// The board of a file, or the program's own.
    ///
    /// # Errors
    /// The file, line and column of what is wrong.
    pub fn graph(&self, world: &World) -> Result<Graph, Error> {
        match &self.board {
            Some(path) => read_board(&world.at(path)),
            None => Ok(own_board()),
        }
    }

    /// The scenario on a board.
    ///
    /// # Errors
    /// What is wished for that the board or the game does not have.
    pub fn scenario(&self, graph: Graph) -> Result<Scenario, Error> {
        let detectives = self.detectives.as_ref().map(Detectives::colours);
        let detectives = detectives.unwrap_or_else(|| Colour::ALL[1..].to_vec());
        let colours: Vec<_> = std::iter::once(Colour::Black).chain(detectives).collect();
        self.check_named(&colours)?;
        let starts = self.starts(&colours)?;
        let players = colours.iter().zip(starts).map(|(&colour, start)| {
            let usual = match colour {
                Colour::Black => Purse::MR_X,
                _ => Purse::DETECTIVE,
            };
            Player {
                colour,
                start,
                tickets: game_options::of(&self.tickets, colour).copied().unwrap_or(usual),
            }
        });
        let players = players.collect();
        let draw = if graph.is_london() {
            StartLots { mr_x: london::MR_X.to_vec(), detectives: london::DETECTIVES.to_vec() }
        } else {
            StartLots::default()
        };
        let usual = Rounds { count: Rounds::COUNT, reveals: None };
        let rounds = self.rounds.as_ref().unwrap_or(&usual);
        Ok(Scenario {
            stations: graph.stations,
            edges: graph.edges,
            rounds: rounds.count,
            reveals: rounds.reveals(),
            players,
            draw,
        })
    }

    /// Nobody is named who does not play.
    fn check_named(&self, colours: &[Colour]) -> Result<(), Error> {
        let tables = [
            ("tickets", self.tickets.keys().copied().collect::<Vec<_>>()),
            ("start", self.start.keys().copied().collect()),
            ("player", self.player.keys().copied().collect()),
        ];
        for (table, named) in tables {
            let absent = named.iter().find_map(|who| match who {
                Who::One(colour) if !colours.contains(colour) => Some(colour.name()),
                _ => None,
            });
            if let Some(absent) = absent {
                let playing: Vec<_> = colours.iter().map(|colour| colour.name()).collect();
                let what = format!("{table} for {absent}, who does not play");
                return Err(
                    Error::new(what).help(format!("those who play are {}", playing.join(", ")))
                );
            }
        }
        Ok(())
    }

    fn starts(&self, colours: &[Colour]) -> Result<Vec<Option<Station>>, Error> {
        let detectives = match self.start.get(&Who::Detectives) {
            Some(WishedStart::At(stations)) if stations.len() != colours.len() - 1 => {
                let (count, due) = (stations.len(), colours.len() - 1);
                let what = format!("{count} starts for {due} detectives");
                return Err(Error::new(what).help("as in: --start detectives=26,29,50,53,91"));
            }
            Some(WishedStart::At(stations)) => Some(stations),
            Some(WishedStart::Drawn) | None => None,
        };
        let start = |(n, colour): (usize, &Colour)| match self.start.get(&Who::One(*colour)) {
            Some(WishedStart::At(stations)) => match stations.as_slice() {
                [station] => Ok(Some(*station)),
                _ => {
                    let what =
                        format!("{} starts for {}; expected 1", stations.len(), colour.name());
                    Err(Error::new(what))
                }
            },
            Some(WishedStart::Drawn) => Ok(None),
            None if n == 0 => Ok(None),
            None => Ok(detectives.map(|stations| stations[n - 1])),
        };
        colours.iter().enumerate().map(start).collect()
    }

    /// The players' full names, by seat.
    fn players(
        &self,
        game: &ScotlandYard,
        usual: [&str; 2],
        limit: Option<Limit>,
    ) -> Result<Vec<String>, Error> {
        let colours = game.setting().colours.iter().zip(0..);
        let name = |(colour, seat): (&Colour, u8)| {
            let usual = usual[usize::from(seat.min(1))];
            let name = game_options::of(&self.player, *colour).map_or(usual, String::as_str);
            if !matches!(PlayerName::of(name), PlayerName::BuiltIn(_)) {
                return Ok(name.to_owned());
            }
            let named = PlayerSpec::<ScotlandYard>::for_seat(name, Seat(seat));
            let named = named.map_err(|what| {
                let error = Error::new(format!("{}: {what}", colour.name()));
                error.help(help_for(&what, false))
            })?;
            Ok(match limit.filter(|_| !name.contains(':')) {
                Some(limit) => named.limited(limit).to_string(),
                None => named.to_string(),
            })
        };
        colours.map(name).collect()
    }
}

/// The game that was asked for. `usual_seed` is the embedded one's.
fn setup(
    scenario: ScenarioArgs<ScotlandYard>,
    (seed, usual_seed): (Option<i64>, Option<i64>),
    players: Vec<AskedPlayer>,
    usual: [&str; 2],
    limits: &LimitArgs,
) -> Result<Setup, Error> {
    let players = seated(players)?;
    let world = scenario.world.clone();
    let (stations, number) = (scenario.own.stations, scenario.number);
    let wishes = scenario.own.wishes(seed, players);
    let is_embedded = wishes == Wishes::default() && stations.is_none() && scenario.file.is_none();
    let seed = Seed::given_or_usual(wishes.seed, usual_seed.filter(|_| is_embedded));
    let wanted = Wanted::of(seed.value, 0);
    let source: Box<dyn Scenarios<ScotlandYard>> = match scenario.file {
        Some(path) => filed(&world.at(path), wanted)?,
        None => Box::new(Starts::new(&world, &wishes, stations, seed.value)?),
    };
    let game = source.game(number, &[])?;
    let players = wishes.players(&game, usual, limits.limit())?;
    let plain = players.iter().map(|name| plain(name));
    let mut names: Vec<_> = plain.collect();
    names.dedup();
    let stem = names.join("-");
    let setup = Setup::named(&game, &players, ScotlandYard::DICE, seed, &stem);
    let warnings = [source.warnings(), limits.warnings(&players)].concat();
    Ok(setup.warned(warnings))
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
    let wishes = Wishes::default();
    let scenario = wishes.scenario(own_board()).expect("the embedded game asks for nothing");
    let game = game(scenario).expect("the embedded game is playable");
    let usual = [embedded::MR_X, embedded::DETECTIVES];
    let players = wishes.players(&game, usual, None).expect("they are built in");
    (game, players, embedded::SEED)
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
    const OWN_FILES: Option<&'static [&'static str]> = Some(&["stations"]);

    type Options = TownArgs;
    type Record = RecordArgs;
    type Play = PlayArgs;
    type Match = ();

    fn adapted(command: Command, purpose: Purpose) -> Command {
        if purpose != Purpose::New {
            return command;
        }
        command
            .mut_arg("stations", |arg| arg.help("Stations, 8 to 5000 [default: 200]"))
            .mut_arg("seed", |arg| arg.help("Seed of the board, as in 7 [default: drawn]"))
            .mut_arg("output", |arg| {
                arg.value_name("FOLDER").help(
                    "An existing folder for graph.txt and pos.txt [default: the current one]; \
                     with --whole a file",
                )
            })
    }

    fn scenarios(
        world: &World,
        options: TownArgs,
        purpose: Purpose,
        wanted: Wanted,
    ) -> Result<Box<dyn Scenarios<Self>>, Error> {
        let stations = options.stations;
        let wishes = options.wishes(None, Vec::new());
        let starts = Starts::new(world, &wishes, stations, wanted.seed)?;
        Ok(Box::new(match purpose {
            Purpose::Match => starts.shared(wanted.seed),
            Purpose::Record | Purpose::Play | Purpose::New => starts,
        }))
    }

    fn playable(scenario: Scenario) -> Result<Self, Error> {
        game(scenario)
    }

    fn record(scenario: ScenarioArgs<Self>, record: RecordArgs) -> Result<Setup, Error> {
        let usual = [embedded::MR_X, embedded::DETECTIVES];
        let seed = Some(embedded::SEED);
        setup(scenario, (record.seed, seed), record.player, usual, &record.limits)
    }

    fn play(scenario: ScenarioArgs<Self>, play: PlayArgs) -> Result<Setup, Error> {
        let usual = [HUMAN, embedded::DETECTIVES];
        let setup = setup(scenario, (play.seed, None), play.player, usual, &play.limits)?;
        if setup.header.players.iter().any(|name| is_human(name)) {
            return Ok(setup);
        }
        let help = "give somebody a seat, as in --player blue=human, or use chase record";
        Err(Error::new("no person plays").help(help))
    }

    fn own_files(options: TownArgs, seed: i64, output: Option<PathBuf>) -> Result<NewFiles, Error> {
        new::files(options.stations, seed, output)
    }

    fn console(header: &mut Header, seating: &Seating) -> Result<Box<dyn Console>, RecordError> {
        words_console::<Self>(header, seating)
    }
}
