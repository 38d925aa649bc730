//! What a game brings to the commands: the options of its scenarios, who plays, its session at the
//! terminal. From one set of options come the scenarios of `record`, `play`, `new` and `match`.
//!
//! Most games implement [`Entry`] and have everything else by default; a game that needs more
//! implements [`Commands`].

mod game_setup;
mod new;
mod openings;
mod perft;
mod scenario_args;
mod scenario_file;
mod scenarios;
mod seat_assignment;
mod solve;

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgMatches, Args, Command};

use super::console::{SessionText, TableConsole};
use super::live::{LiveGame, LiveTable};
use super::openings::{Openings, Seated, Wanted};
use super::player_name::HUMAN;
use super::seating::Seating;
use super::solving::SolvedScenario;
use super::table::Table;
use super::{CommandExtras, CommandLine, Console, NewFiles, Setup, parsed};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{Game, Masks as _, Seat};
use chase_kit::faces::{Kit, Playable};
use chase_kit::text_layout::TextLayout;
use chase_record::any::RecordError;
use chase_record::entry::GameEntry;
use chase_record::player_server;
use chase_record::replay::Header;
use chase_study::solve::SolveProgress;
use chase_world::error::Error;
use chase_world::world::{World, WorldPath};

pub use game_setup::{LuckArgs, Seed};
pub use scenario_args::{ScenarioArgs, filed, seated};
pub use scenarios::Scenarios;

/// The command that a scenario is made for and that takes its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The command `record`, which plays one game and writes its replay.
    Record,
    /// The command `play`, in which people play.
    Play,
    /// The command `new`, which writes a scenario into a file.
    New,
    /// The command `match`, which plays a series of games between players.
    Match,
}

/// Counts the lines of play of so many moves.
pub type CountLines = Box<dyn Fn(u32) -> Result<u64, Error>>;

/// The part of the commands that each game defines for itself.
pub trait Commands: Playable {
    /// One line about the game.
    const ABOUT: &'static str;
    /// Arguments for `record` that work in a checkout of the project.
    const RECORD_EXAMPLE: &'static str;
    /// Arguments for `play` that work in a checkout of the project.
    const PLAY_EXAMPLE: &'static str = Self::RECORD_EXAMPLE;
    /// Arguments for `new` that work anywhere.
    const NEW_EXAMPLE: &'static str;
    /// Arguments for `match` that work anywhere, and take no long time.
    const MATCH_EXAMPLE: &'static str;
    /// True if dice decide something that a seat may not know, in a game whose players meet. Each
    /// game of a match then has dice of its own, and the games of an opening share only
    /// [`Scenarios`].
    #[must_use]
    fn hides_luck() -> bool {
        false
    }

    /// True if a player whose seat is not named has all seats of a side, in `record` and `play`.
    const SEATS_SIDES: bool = false;

    /// The options, by their ids, that the files can hold which `new` makes in a form of the game's
    /// own. Nothing when the game has no such form.
    const OWN_FILES: Option<&'static [&'static str]> = None;

    /// The game's own additions to those of every game.
    const COMMAND_EXTRAS: CommandExtras = CommandExtras::NONE;
    /// True if the time is counted in which people play.
    const COUNTS_TIME: bool = false;
    /// Files for [`Commands::load`] that come with the game, each with its name.
    const EXAMPLE_FILES: &'static [(&'static str, &'static str)] = &[];

    /// The options that choose a scenario, the same in every command; all can be left away.
    type Options: Args + Send + Sync + 'static;
    /// The options of `record` beside them: players, a seed.
    type Record: Args;
    /// The options of `play` beside them.
    type Play: Args;
    /// The options of `match` beside them.
    type Match: Args;

    /// Changes what an option is called, defaults to or says in one of the commands.
    #[must_use]
    fn adapted(command: Command, _: Purpose) -> Command {
        command
    }

    /// The scenarios that the options ask for.
    ///
    /// # Errors
    /// A file or number that is wrong, and where.
    fn scenarios(
        world: &World,
        options: Self::Options,
        purpose: Purpose,
        wanted: Wanted,
    ) -> Result<Box<dyn Scenarios<Self>>, Error>;

    /// The files that the options name and that hold what of a scenario not every seat may know.
    #[must_use]
    fn scenario_files(_: &Self::Options) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Gives a scenario from a file what a match fixes: names on the board, times.
    fn fit(_scenario: &mut Self::Scenario, _seated: &[Seated], _wanted: &Wanted) {}

    /// Makes a game of a scenario, or says what is wrong in the words of the command line.
    ///
    /// # Errors
    /// What no game can be played with.
    fn playable(scenario: Self::Scenario) -> Result<Self, Error> {
        <Self as Game>::new(scenario).map_err(|fault| Error::new(fault.to_string()))
    }

    /// The game that `record` plays.
    ///
    /// # Errors
    /// A file, number or name that is wrong, and where.
    fn record(scenario: ScenarioArgs<Self>, record: Self::Record) -> Result<Setup, Error>;

    /// The game that `play` plays.
    ///
    /// # Errors
    /// A file, number or name that is wrong, and where.
    fn play(scenario: ScenarioArgs<Self>, play: Self::Play) -> Result<Setup, Error>;

    /// The generator that draws in a match.
    #[must_use]
    fn match_dice(_: &Self::Match) -> Generator {
        Self::DICE
    }

    /// The players that the house gives in a match, in seats nobody else can have.
    #[must_use]
    fn house() -> Vec<(Seat, &'static str)> {
        Vec::new()
    }

    /// The scenario in the files of the game's own form, where it has one.
    ///
    /// # Errors
    /// Numbers that no scenario can have.
    fn own_files(
        _options: Self::Options,
        _seed: i64,
        _output: Option<PathBuf>,
    ) -> Result<NewFiles, Error> {
        Err(no_own_files(Self::NAME))
    }

    /// Opens the terminal session, with those of `seating` beside the built-in players: by default one in which
    /// actions are typed as they are told or noted.
    ///
    /// # Errors
    /// A header that this program cannot play.
    fn console(header: &mut Header, seating: &Seating) -> Result<Box<dyn Console>, RecordError> {
        console_with::<Self>(header, seating, Kit)
    }

    /// Sits everybody down, for [`CommandLine::live`].
    ///
    /// # Errors
    /// A header that this program cannot play.
    fn sit_down(header: &mut Header, seating: &Seating) -> Result<Table<Self>, RecordError> {
        Table::open(header, seating)
    }

    /// Makes a header of a file that a page asked for; `like` is that of the game that is played.
    ///
    /// # Errors
    /// A file that is wrong, and where; a game that is not made of one file.
    fn load(path: &WorldPath, _like: &Header) -> Result<Setup, Error> {
        let what = format!("{} cannot be loaded from one file", Self::NAME);
        Err(Error::new(what).at(path.display()))
    }
}

/// Opens a terminal session that prints this.
///
/// # Errors
/// A header that this program cannot play.
pub fn console_with<G: Commands>(
    header: &mut Header,
    seating: &Seating,
    session: impl SessionText<G> + 'static,
) -> Result<Box<dyn Console>, RecordError> {
    Ok(Box::new(TableConsole::at(table_of(header, seating)?, Box::new(session))))
}

/// The table at which everybody sits. The time of people is counted where the game wants it.
fn table_of<G: Commands>(header: &mut Header, seating: &Seating) -> Result<Table<G>, RecordError> {
    let mut table = G::sit_down(header, seating)?;
    if G::COUNTS_TIME && table.has_person() {
        table.add_time(Duration::ZERO);
    }
    Ok(table)
}

/// A game that declares files of its own form must say what is in them.
fn no_own_files(game: &str) -> Error {
    Error::new(format!("{game} has no file format of its own"))
}

/// Adds a game's options of a scenario, and what a command takes beside them.
fn with_options<G: Commands, A: Args>(command: Command, purpose: Purpose) -> Command {
    let command = A::augment_args(ScenarioArgs::<G>::augment_args(command));
    G::adapted(command, purpose)
}

impl<G: Commands> CommandLine for GameEntry<G> {
    fn about(&self) -> &'static str {
        G::ABOUT
    }

    fn extras(&self) -> CommandExtras {
        G::COMMAND_EXTRAS
    }

    fn example(&self, purpose: Purpose) -> &'static str {
        match purpose {
            Purpose::Record => G::RECORD_EXAMPLE,
            Purpose::Play => G::PLAY_EXAMPLE,
            Purpose::New => G::NEW_EXAMPLE,
            Purpose::Match => G::MATCH_EXAMPLE,
        }
    }

    fn args(&self, purpose: Purpose, command: Command) -> Command {
        match purpose {
            Purpose::Record => with_options::<G, G::Record>(command, purpose),
            Purpose::Play => with_options::<G, G::Play>(command, purpose),
            Purpose::New => new::arguments::<G>(command),
            Purpose::Match => with_options::<G, G::Match>(command, purpose),
        }
    }

    fn setup(&self, world: &World, matches: &ArgMatches, number: u64) -> Result<Setup, Error> {
        let mut scenario = ScenarioArgs::<G>::of(world, matches)?;
        scenario.number = number;
        Ok(G::record(scenario, parsed(matches)?)?.numbered(number))
    }

    fn scenario_files(&self, world: &World, matches: &ArgMatches) -> Result<Vec<PathBuf>, Error> {
        Ok(ScenarioArgs::<G>::of(world, matches)?.files())
    }

    fn load(&self, path: &WorldPath, like: &Header) -> Result<Setup, Error> {
        G::load(path, like)
    }

    fn play_setup(&self, world: &World, matches: &ArgMatches) -> Result<Setup, Error> {
        let scenario = ScenarioArgs::<G>::of(world, matches)?;
        scenario.check_input()?;
        G::play(scenario, parsed(matches)?)
    }

    fn new_files(&self, world: &World, matches: &ArgMatches) -> Result<NewFiles, Error> {
        parsed::<new::NewArgs>(matches)?.files(ScenarioArgs::<G>::of(world, matches)?)
    }

    fn start_args(&self, command: Command) -> Command {
        perft::arguments::<G>(command)
    }

    fn line_counter(&self, world: &World, matches: &ArgMatches) -> Result<CountLines, Error> {
        perft::counter::<G>(world, matches)
    }

    fn solve(
        &self,
        world: &World,
        matches: &ArgMatches,
        states_max: u64,
        watch: &dyn Fn(SolveProgress) -> bool,
    ) -> Result<SolvedScenario, Error> {
        solve::solved::<G>(world, matches, states_max, watch)
    }

    fn openings(
        &self,
        world: &World,
        matches: &ArgMatches,
        wanted: Wanted,
    ) -> Result<Box<dyn Openings>, Error> {
        let dice = G::match_dice(&parsed(matches)?);
        let scenario = ScenarioArgs::<G>::of(world, matches)?;
        Ok(Box::new(openings::CommandOpenings::new(scenario, dice, wanted)?))
    }

    fn console(
        &self,
        header: &mut Header,
        seating: &Seating,
    ) -> Result<Box<dyn Console>, RecordError> {
        G::console(header, seating)
    }

    fn live(
        &self,
        header: &mut Header,
        seating: &Seating,
    ) -> Result<Box<dyn LiveGame>, RecordError> {
        Ok(Box::new(LiveTable::at(table_of::<G>(header, seating)?)))
    }

    fn amount(&self) -> Option<&'static str> {
        G::EXTRAS.amounts.map(|amounts| amounts.unit)
    }

    fn layout(&self) -> Option<Box<dyn TextLayout>> {
        G::EXTRAS.layout.map(|layout| layout())
    }

    fn serve(
        &self,
        name: &str,
        seed: i64,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        player_server::serve::<G>(name, seed, input, output)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        G::EXAMPLE_FILES
    }

    fn house(&self) -> Vec<(Seat, &'static str)> {
        G::house()
    }

    fn fit(&self, header: &mut Header, seated: &[Seated], wanted: &Wanted) -> Result<(), Error> {
        let scenario = serde_json::from_str(header.scenario.get());
        let mut scenario: G::Scenario = scenario.map_err(|error| Error::new(error.to_string()))?;
        G::fit(&mut scenario, seated, wanted);
        let game = G::playable(scenario)?;
        header.scenario = Header::new(&game, &[], header.dice, header.seed).scenario;
        Ok(())
    }
}

/// The facts and options of a game that the command line needs.
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```
/// # mod chase { pub mod prelude { pub use chase_kit::prelude::*; pub use chase_play::commands::Entry; } }
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// #[derive(clap::Args)]
/// struct Arguments {
///     /// The sum that wins
///     #[arg(long, default_value_t = 10)]
///     goal: u32,
/// }
///
/// impl Entry for Race {
///     const ABOUT: &'static str = "Race: who reaches the goal wins";
///     const EXAMPLE: &'static str = "--goal 10 --seed 1";
///     type Arguments = Arguments;
///
///     fn scenario_of(asked: &Arguments, _: &mut Dice) -> Result<Goal, Error> {
///         Ok(Goal { goal: asked.goal })
///     }
/// }
/// # Ok(())
/// # }
/// ```
pub trait Entry: Playable {
    /// One line about the game.
    const ABOUT: &'static str;
    /// Arguments of its own that work anywhere (`--heaps 3,4,5`).
    const EXAMPLE: &'static str;
    /// The arguments that choose a scenario; all have defaults.
    type Arguments: Args + Send + Sync + 'static;

    /// Makes a scenario of them; what is left to luck is drawn.
    ///
    /// # Errors
    /// A file or number that is wrong, and where.
    fn scenario_of(arguments: &Self::Arguments, dice: &mut Dice) -> Result<Self::Scenario, Error>;

    /// The options, by their ids, that files of a form of its own can hold; none by default, and
    /// `new` writes JSON.
    const OWN_FILES: Option<&'static [&'static str]> = None;

    /// The scenario in files of the game's own form, where it has one.
    ///
    /// # Errors
    /// Numbers that no scenario can have.
    fn own_files(_: &Self::Arguments, _seed: i64, _: Option<PathBuf>) -> Result<NewFiles, Error> {
        Err(no_own_files(Self::NAME))
    }

    /// Opens the terminal session: by default one in which actions are typed as they are told.
    ///
    /// # Errors
    /// A header that this program cannot play.
    fn console(header: &mut Header, seating: &Seating) -> Result<Box<dyn Console>, RecordError> {
        console_with::<Self>(header, seating, Kit)
    }
}

/// The player that chooses by luck alone, which every game with an [`Entry`] has.
const RANDOM: &str = "random";

/// Who plays, and with which luck.
#[derive(Args)]
pub struct PlayersArgs {
    /// Seat a player, once for each seat in order, as in `--player random`; WHO=PLAYER seats one at
    /// a side or seat
    #[arg(long, value_name = "PLAYER")]
    pub player: Vec<String>,
    /// The luck of the game.
    #[command(flatten)]
    pub luck: LuckArgs,
}

impl PlayersArgs {
    /// The game of the scenarios asked for, as [`LuckArgs::setup`] makes it.
    ///
    /// # Errors
    /// A file, number or name that is wrong, and where; more players than seats.
    pub fn setup<G: Commands>(
        self,
        scenario: ScenarioArgs<G>,
        purpose: Purpose,
        other: impl Fn(usize) -> String,
        usual_seed: Option<i64>,
    ) -> Result<Setup, Error> {
        self.luck.setup(scenario, purpose, self.player, other, usual_seed)
    }
}

/// The scenarios that the options of a game with an [`Entry`] ask for.
struct Drawn<G: Entry> {
    options: G::Arguments,
    seats: usize,
    seed: i64,
}

impl<G: Entry> Drawn<G> {
    /// Luck of its own, so that a scenario is the same whatever dice play it.
    fn draw(options: &G::Arguments, seed: i64, n: u64) -> Result<G::Scenario, Error> {
        G::scenario_of(options, &mut Dice::new(Generator::Chacha8, seed, n))
    }
}

impl<G: Entry> Scenarios<G> for Drawn<G> {
    fn seats(&self) -> usize {
        self.seats
    }

    fn nth(&self, n: u64, _: &[Seated]) -> Result<G::Scenario, Error> {
        Self::draw(&self.options, self.seed, n)
    }

    fn about(&self) -> String {
        "from scenarios of the match's seed".into()
    }
}

impl<G: Entry> Commands for G {
    const ABOUT: &'static str = <G as Entry>::ABOUT;
    const RECORD_EXAMPLE: &'static str = G::EXAMPLE;
    const NEW_EXAMPLE: &'static str = G::EXAMPLE;
    const MATCH_EXAMPLE: &'static str = "--player random --player random --games 10 --seed 1";
    const OWN_FILES: Option<&'static [&'static str]> = <G as Entry>::OWN_FILES;

    fn hides_luck() -> bool {
        G::masks().hides()
    }

    type Options = G::Arguments;
    type Record = PlayersArgs;
    type Play = PlayersArgs;
    type Match = ();

    fn scenarios(
        _: &World,
        options: G::Arguments,
        _: Purpose,
        wanted: Wanted,
    ) -> Result<Box<dyn Scenarios<G>>, Error> {
        let game = G::playable(Drawn::<G>::draw(&options, wanted.seed, 0)?)?;
        Ok(Box::new(Drawn { seats: usize::from(game.seats()), seed: wanted.seed, options }))
    }

    fn record(scenario: ScenarioArgs<G>, record: PlayersArgs) -> Result<Setup, Error> {
        record.setup(scenario, Purpose::Record, |_| RANDOM.to_owned(), None)
    }

    fn play(scenario: ScenarioArgs<G>, play: PlayersArgs) -> Result<Setup, Error> {
        let other = |seat| if seat == 0 { HUMAN } else { RANDOM }.to_owned();
        play.setup(scenario, Purpose::Play, other, None)
    }

    fn own_files(
        options: G::Arguments,
        seed: i64,
        output: Option<PathBuf>,
    ) -> Result<NewFiles, Error> {
        <G as Entry>::own_files(&options, seed, output)
    }

    fn console(header: &mut Header, seating: &Seating) -> Result<Box<dyn Console>, RecordError> {
        <G as Entry>::console(header, seating)
    }
}
