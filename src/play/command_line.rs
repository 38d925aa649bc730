//! What a game adds to the command line.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use chase_checks::audit::MakesAuditors;
use chase_checks::laws::KeepsLaws;
use chase_engine::dice::Generator;
use chase_engine::game::{Game, Seat};
use chase_kit::text_layout::TextLayout;
use chase_record::any::{AnyGame, RecordError};
use chase_record::replay::Header;
use chase_study::analysis::Analyses;
use chase_study::environment::MakesEnvironments;
use chase_study::general_engine::MakesSweepEngines;
use chase_study::odds::Forecaster;
use chase_study::solve::SolveProgress;
use chase_world::error::Error;
use chase_world::world::{World, WorldPath};

use crate::Console;
use crate::commands::{Commands, CountLines, Purpose, Seed};
use crate::extras::CommandExtras;
use crate::live::LiveGame;
use crate::openings::{self, Seated, Wanted};
use crate::seating::Seating;
use crate::solving::SolvedScenario;

/// A game's part of the command line, made from its [`Commands`](crate::commands::Commands).
pub trait CommandLine:
    AnyGame + Forecaster + Analyses + MakesEnvironments + MakesSweepEngines + MakesAuditors + KeepsLaws
{
    /// One line about the game.
    fn about(&self) -> &'static str;

    /// The game's additions to those of every game.
    fn extras(&self) -> CommandExtras;

    /// Arguments for a command that work in a checkout of the project. Those for `new` and `match` work
    /// anywhere, and take no long time.
    fn example(&self, purpose: Purpose) -> &'static str;

    /// Adds the arguments of a command: those that choose a scenario, or what the games of a match
    /// begin with.
    fn args(&self, purpose: Purpose, command: clap::Command) -> clap::Command;

    /// Makes a header of the arguments of `record`. Without any it is the embedded scenario's. `number` is the game's
    /// number in a series of this seed, from 0: its luck, and where the options leave the scenario to
    /// luck its scenario, are those that a match gives it.
    ///
    /// # Errors
    /// A file or number that is wrong, and where.
    fn setup(&self, world: &World, matches: &clap::ArgMatches, number: u64)
    -> Result<Setup, Error>;

    /// The files named by the arguments of `record`, `play` or `match` that hold a scenario, or what
    /// of one not every seat may know.
    ///
    /// # Errors
    /// Arguments that cannot be read.
    fn scenario_files(
        &self,
        world: &World,
        matches: &clap::ArgMatches,
    ) -> Result<Vec<PathBuf>, Error>;

    /// Makes a header of a file that a page asked for; `like` is that of the game that is played.
    ///
    /// # Errors
    /// A file that is wrong, and where; a game that is not made of one file.
    fn load(&self, path: &WorldPath, like: &Header) -> Result<Setup, Error>;

    /// Makes a scenario's files of the arguments of `new`.
    ///
    /// # Errors
    /// Numbers that no scenario can have.
    fn new_files(&self, world: &World, matches: &clap::ArgMatches) -> Result<NewFiles, Error>;

    /// Makes a header of the arguments of `play`.
    ///
    /// # Errors
    /// A file or number that is wrong, and where.
    fn play_setup(&self, world: &World, matches: &clap::ArgMatches) -> Result<Setup, Error>;

    /// The unit of the amounts that players collect, in a game that these decide.
    fn amount(&self) -> Option<&'static str>;

    /// Follows the layout of transcripts of this game, where what the reference prints is known
    /// exactly.
    fn layout(&self) -> Option<Box<dyn TextLayout>>;

    /// Plays as a player outside the process until the input ends.
    ///
    /// # Errors
    /// Reading or writing failed.
    fn serve(
        &self,
        name: &str,
        seed: i64,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> io::Result<()>;

    /// Adds the arguments that choose a scenario whose lines of play are counted, or that is solved.
    fn start_args(&self, command: clap::Command) -> clap::Command;

    /// Counts the lines of play of so many moves from the scenario that they choose.
    ///
    /// # Errors
    /// A file or number that is wrong, and where.
    fn line_counter(&self, world: &World, matches: &clap::ArgMatches) -> Result<CountLines, Error>;

    /// Solves the scenario that they choose: at most so many states are met. `watch` is told now and
    /// then how many they are, and stops the work by returning false.
    ///
    /// # Errors
    /// A file or number that is wrong, and where; the reason why the scenario is not solved.
    fn solve(
        &self,
        world: &World,
        matches: &clap::ArgMatches,
        states_max: u64,
        watch: &dyn Fn(SolveProgress) -> bool,
    ) -> Result<SolvedScenario, Error>;

    /// The openings that the games of a match begin with.
    ///
    /// # Errors
    /// A file or number that is wrong, and where.
    fn openings(
        &self,
        world: &World,
        matches: &clap::ArgMatches,
        wanted: Wanted,
    ) -> Result<Box<dyn openings::Openings>, Error>;

    /// The players that the house gives, in seats nobody else can have.
    fn house(&self) -> Vec<(Seat, &'static str)>;

    /// Gives a header's scenario what those who sit there, and the times that were asked for, fix.
    ///
    /// # Errors
    /// No game can be played with them.
    fn fit(&self, header: &mut Header, seated: &[Seated], wanted: &Wanted) -> Result<(), Error>;

    /// Opens the game's terminal session, with those of `seating` beside the built-in players.
    ///
    /// # Errors
    /// A header that this program cannot play.
    fn console(
        &self,
        header: &mut Header,
        seating: &Seating,
    ) -> Result<Box<dyn Console>, RecordError>;

    /// Opens the game for people who play it by pictures, with those of `seating` beside the
    /// built-in players.
    ///
    /// # Errors
    /// A header that this program cannot play.
    fn live(
        &self,
        header: &mut Header,
        seating: &Seating,
    ) -> Result<Box<dyn LiveGame>, RecordError>;

    /// Files for [`CommandLine::load`] that come with the game, each with its name.
    fn examples(&self) -> &'static [(&'static str, &'static str)];
}
/// A game about to be played.
#[derive(Debug)]
pub struct Setup {
    /// The header of what will be recorded.
    pub header: Header,
    /// A file name without extension: game, scenario and seed.
    pub name: String,
    /// Warnings about a game that can be played but is unusual.
    pub warnings: Vec<String>,
    /// True if the seed was drawn because nobody gave one.
    pub seed_drawn: bool,
    /// True if somebody asked for the seed: it is neither drawn nor the game's usual one.
    pub seed_given: bool,
}

impl Setup {
    /// A game about to be played, whose file is named after `stem`.
    pub fn named<G: Game>(
        game: &G,
        names: &[String],
        dice: Generator,
        seed: Seed,
        stem: &str,
    ) -> Self {
        Setup {
            header: Header::new(game, names, dice, seed.value),
            name: format!("{}-{stem}-{}", G::NAME, seed.value),
            warnings: Vec::new(),
            seed_drawn: seed.is_drawn,
            seed_given: seed.is_given,
        }
    }

    /// A game about to be played, whose file is named after its players without their limits; where a player has
    /// all seats of a side, once after each.
    pub fn named_after_players<G: Commands>(game: &G, names: &[String], seed: Seed) -> Self {
        let mut plain: Vec<_> = names.iter().map(|name| plain(name)).collect();
        if G::SEATS_SIDES {
            plain.dedup();
        }
        Setup::named(game, names, G::DICE, seed, &plain.join("-"))
    }

    /// The usual path of its replay, for when none is named.
    pub fn usual_path(&self) -> PathBuf {
        PathBuf::from(format!("{}.json", self.name))
    }

    /// Makes it game `number` of its series, from 0. Every number but 0 is appended to the file's
    /// name.
    pub fn numbered(mut self, number: u64) -> Self {
        self.header.number = number;
        if number > 0 {
            self.name.push_str(&format!("-number-{number}"));
        }
        self
    }

    /// Puts `stem` behind the game's name in the file's name.
    pub fn prefixed(self, stem: &str) -> Self {
        let game = &self.header.game;
        let name = self.name.replacen(game, &format!("{game}-{stem}"), 1);
        Setup { name, ..self }
    }

    /// Replaces the warnings.
    pub fn warned(self, warnings: Vec<String>) -> Self {
        Setup { warnings, ..self }
    }
}

/// A player's name without its limit.
pub fn plain(name: &str) -> &str {
    name.split(':').next().unwrap_or_default()
}

/// A scenario made by `chase new`.
#[derive(Debug)]
pub struct NewFiles {
    /// The files, in the order a command takes them.
    pub files: Vec<(PathBuf, String)>,
    /// A description in words of the scenario that was made.
    pub about: String,
    /// The command to try next.
    pub next: String,
    /// The seed, when it was drawn because nobody gave one.
    pub seed_drawn: Option<i64>,
}

/// A game's arguments out of what clap read.
pub fn parsed<A: clap::FromArgMatches>(matches: &clap::ArgMatches) -> Result<A, Error> {
    A::from_arg_matches(matches).map_err(|error| Error::new(error.to_string()))
}
