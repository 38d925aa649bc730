//! The object-safe rim, written once for all games.
//!
//! Inside it everything is typed; past it a command sees only [`AnyGame`], [`AnyReplay`] and
//! [`AnyRecording`], and never asks which game it has.

use std::any::Any;
use std::fmt;
use std::io::{self, BufRead, Write};

use super::broken_law::{BrokenLaw, Checked};
use super::budget::StopFlag;
use super::event_table::EventTable;
use super::fold::Broken;
use super::forfeit::Forfeit;
use super::game::{Fault, Outcome};
use super::header::Header;
use super::layout::Layout;
use super::packing::Packing;
use super::picture::{Scene, Spots, Stage};
use super::player::{NotBuiltIn, Unseated};
use super::referee::Referee;
use super::remote_player::Shared;
use super::seal::Seal;
use super::seat::{Seat, Seats};
use super::sweep_engine::{EngineKind, SweepEngine};
use super::trace::{Column, Columns, Row, TraceReader};
use super::transcript::Viewer;

pub use super::described::{BuiltIn, Public, Side};

/// Why a header does not open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unopened {
    /// The game's rules number is newer than this program's.
    Newer {
        /// What the header says.
        found: u32,
        /// What this program knows.
        known: u32,
    },
    /// The scenario's JSON is not this game's: what serde said.
    Unreadable(String),
    /// The scenario was read and cannot be played.
    Unplayable(Fault),
}

/// The words do not name the game: whoever knows it puts its name before them.
impl fmt::Display for Unopened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unopened::Newer { found, known } => {
                write!(f, "rules {found}; this program reads up to {known}")
            }
            Unopened::Unreadable(what) => write!(f, "not a scenario: {what}"),
            Unopened::Unplayable(fault) => write!(f, "a scenario that cannot be played: {fault}"),
        }
    }
}

impl std::error::Error for Unopened {}

/// One of the project's games.
pub trait AnyGame: Sync {
    /// The name in files and on the command line.
    fn name(&self) -> &'static str;

    /// The number of its event schema.
    fn rules(&self) -> u32;

    /// What a cycle is called.
    fn unit(&self) -> &'static str;

    /// Opens a header's scenario, with nothing played yet. The scenario's JSON is brought into
    /// its compact form, which the seals are made of.
    ///
    /// # Errors
    /// A rules number, or a scenario, that this program cannot play.
    fn open(&self, header: &mut Header) -> Result<Box<dyn AnyReplay>, Unopened>;

    /// Sits the header's players down.
    ///
    /// # Errors
    /// As [`AnyGame::open`], and a player that is not built in.
    fn record(&self, header: &mut Header) -> Result<Box<dyn AnyRecording>, RecordError>;

    /// The same with others in some of the chairs, one for each seat, or none for built-in players
    /// everywhere; `stop` ends it before the game is over.
    ///
    /// # Errors
    /// As [`AnyGame::record`].
    fn record_with(
        &self,
        header: &mut Header,
        chairs: &[Chair],
        stop: &StopFlag,
    ) -> Result<Box<dyn AnyRecording>, RecordError>;

    /// What plays games of a sweep: the header's scenario, players, dice and seed, whatever its
    /// number; of the kind that is wanted, or the fastest there is. `stop` has players answer at
    /// once.
    ///
    /// # Errors
    /// As [`AnyGame::record`]; a kind that there is not for this header is told by nothing.
    fn sweep_engine(
        &self,
        header: &mut Header,
        wanted: Option<EngineKind>,
        stop: &StopFlag,
    ) -> Result<Option<Box<dyn SweepEngine>>, RecordError>;

    /// Whether a built-in player's choices repeat themselves: it has no clock.
    ///
    /// # Errors
    /// No built-in player has the name.
    fn is_reproducible(&self, name: &str) -> Result<bool, NotBuiltIn>;

    /// What everybody may know of a header's game.
    ///
    /// # Errors
    /// As [`AnyGame::open`].
    fn public(&self, header: &mut Header) -> Result<Public, Unopened>;

    /// Its sides, each with its seats, in a game of so many seats.
    ///
    /// # Errors
    /// As [`AnyGame::open`].
    fn sides(&self, header: &mut Header) -> Result<Vec<Side>, Unopened>;

    /// Whether a built-in player of this name can be had, and where it sits.
    ///
    /// # Errors
    /// No built-in player has the name.
    fn built_in(&self, name: &str, seats: u8) -> Result<BuiltIn, NotBuiltIn>;

    /// The names of its built-in players; one that searches stands with `:LIMIT`.
    fn built_in_names(&self) -> Vec<String>;

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

    /// What is collected, in a game where that decides.
    fn amount(&self) -> Option<&'static str>;

    /// What a trace of this game shows of every cycle.
    fn columns(&self) -> &'static [Column];

    /// A row as a line of a report: each printed cell with the columns it shows.
    fn printed(&self, row: &Row) -> Vec<(String, Columns)>;

    /// Whether a text that begins like this is a transcript of this game.
    fn recognises(&self, beginning: &str) -> bool;

    /// Reads transcripts of this game.
    fn reader(&self) -> Box<dyn TraceReader>;

    /// Follows the layout of transcripts of this game, where what the reference prints is known
    /// exactly.
    fn layout(&self) -> Option<Box<dyn Layout>>;

    /// Judges traces of the header's scenario, with its players; with its dice, or with none
    /// when they are not known.
    ///
    /// # Errors
    /// As [`AnyGame::open`].
    fn referee(&self, header: &mut Header, dice_known: bool) -> Result<Box<dyn Referee>, Unopened> {
        self.referee_with(header, dice_known, &StopFlag::default())
    }

    /// The same with players that answer at once when `stop` is set; what is judged is of no use
    /// from then on.
    ///
    /// # Errors
    /// As [`AnyGame::open`].
    fn referee_with(
        &self,
        header: &mut Header,
        dice_known: bool,
        stop: &StopFlag,
    ) -> Result<Box<dyn Referee>, Unopened>;

    /// Plays a recorded history again beside its fold: one of this game, of which nothing was
    /// read yet. The players answer at once when `stop` is set; what the audit says is of no use from
    /// then on. Nothing for a history of another game.
    fn auditor(
        &self,
        now: &dyn AnyReplay,
        header: &Header,
        stop: &StopFlag,
    ) -> Option<Box<dyn Auditor>>;

    /// Plays the header's game and holds it against every law that all games keep.
    ///
    /// # Errors
    /// The law that was broken, and where.
    fn check_laws(&self, header: &Header) -> Result<Checked, BrokenLaw>;

    /// Whether a seat may not know everything.
    fn has_secrets(&self) -> bool;

    /// Whether its histories are observed and never decided: logs of some program.
    fn is_observed(&self) -> bool;
}

/// Why a recording cannot begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// The header does not open.
    Unopened(Unopened),
    /// The players do not sit down.
    Player(Unseated),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Unopened(why) => why.fmt(f),
            RecordError::Player(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for RecordError {}

/// Why a stored cycle was not taken in.
#[derive(Clone, Debug)]
pub enum Refused {
    /// Its bytes are not a cycle's. Line and column count from the cycle's first character.
    Unreadable {
        /// What was wrong.
        what: String,
        /// Where in a JSON text, if it is one.
        at: Option<(usize, usize)>,
    },
    /// The rules could not have produced it.
    Broken(Broken),
    /// It claims a seal that its history does not have.
    Seal {
        /// What it claims.
        claimed: Seal,
        /// What its history has.
        found: Seal,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Unreadable { what, .. } => f.write_str(what),
            Refused::Broken(broken) => broken.fmt(f),
            Refused::Seal { claimed, found } => {
                write!(
                    f,
                    "the seal is {claimed}, but the history up to here has {found}"
                )
            }
        }
    }
}

impl std::error::Error for Refused {}

/// How much a history holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How many cycles the history holds, cycle 0 among them.
    pub cycles: u64,
    /// How many turns it holds: those of seats and those of the world.
    pub entries: u64,
    /// How many events happened in them.
    pub events: u64,
    /// How many 32-bit words were drawn from the dice.
    pub words: u64,
}

/// What is worked out on the way through a history beside the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Projections {
    /// Whether the seal after every cycle is worked out, which costs a hash.
    pub seals: bool,
    /// The newest cycle's events in words.
    pub events: bool,
    /// The counts of [`AnyReplay::totals_json`].
    pub tally: bool,
    /// What can be worked out about what is hidden, for [`AnyReplay::insight_text`].
    pub insight: bool,
    /// Only what these seats see is shown.
    pub viewer: Option<Seats>,
    /// What [`AnyReplay::scene`] is made of.
    pub scenes: bool,
    /// The same for the moments between the turns of a cycle.
    pub turns: bool,
    /// Where the newest cycle goes past this part, the moment is the one after this part.
    pub part: Option<u64>,
}

/// A turn of the newest cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnTold {
    /// Whose it was; nothing for the world's.
    pub seat: Option<String>,
    /// Where its words end in [`AnyReplay::events_text`].
    pub told: usize,
}

/// A history on its way from cycle to cycle: the newest cycle, and the state after it.
pub trait AnyReplay: Send {
    /// What a cycle is called.
    fn unit(&self) -> &'static str;

    /// The newest cycle's number.
    fn last(&self) -> Option<u64>;

    /// The number the next cycle must have.
    fn next(&self) -> u64;

    /// The last cycle there can be, where the scenario sets one.
    fn last_possible_cycle(&self) -> Option<u64>;

    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The seal after the newest cycle, as far as seals are watched.
    fn seal(&self) -> Seal;

    /// What was taken in so far.
    fn counts(&self) -> Counts;

    /// Chooses what is worked out from here on.
    fn project(&mut self, projections: Projections);

    /// Takes in a cycle from its line of JSON, and holds it against the seal it claims.
    ///
    /// # Errors
    /// A line that is no cycle, or one that cannot stand here.
    fn read_json(&mut self, line: &str) -> Result<(), Refused>;

    /// Takes in a cycle from a line of JSON without a seal, perhaps one that was not played to its
    /// end.
    ///
    /// # Errors
    /// As [`AnyReplay::read_json`].
    fn read_unsealed_json(&mut self, line: &str) -> Result<(), Refused>;

    /// Takes in a cycle from the front of a frame's payload; returns the bytes it took.
    ///
    /// # Errors
    /// Bytes that are no cycle, or one that cannot stand here.
    fn read_payload(&mut self, bytes: &[u8]) -> Result<usize, Refused>;

    /// Appends the newest cycle as a line of JSON.
    fn put_json(&self, out: &mut Vec<u8>);

    /// Appends the newest cycle as it may be shown: for a viewer what it sees of it, without
    /// draws and seals.
    fn put_shown_json(&self, out: &mut Vec<u8>);

    /// Appends the newest cycle as payload.
    fn put_payload(&self, out: &mut Vec<u8>);

    /// Adds the events of the newest cycle to a table.
    fn put_events(&self, table: &mut EventTable);

    /// Appends the state, for a snapshot.
    fn put_state(&self, out: &mut Vec<u8>);

    /// Goes to a snapshot's state, from which `next` is the next cycle. False, and nothing
    /// changes, when the bytes are no state that this game could be in there.
    fn restore(&mut self, next: u64, seal: Seal, state: &[u8]) -> bool;

    /// Appends what a transcript has before its first cycle.
    fn opening_text(&self, out: &mut Vec<u8>);

    /// Appends the newest cycle's block of the transcript.
    fn cycle_text(&self, out: &mut Vec<u8>);

    /// Appends the transcript's ending, if the game is over.
    fn ending_text(&self, out: &mut Vec<u8>);

    /// Appends everything worth knowing about this moment.
    fn moment_text(&self, out: &mut Vec<u8>);

    /// Everything worth knowing about this moment, as a JSON object.
    fn moment_json(&self) -> String;

    /// Appends what the seat to move can do now, a line each under a line that names the seat;
    /// one line when no seat is to move.
    fn legal_text(&self, out: &mut Vec<u8>);

    /// The same as JSON: `seat` and `legal`, both `null` when no seat is to move.
    fn legal_json(&self) -> String;

    /// The newest cycle's events in words, a line each, while they are watched.
    fn events_text(&self) -> &[u8];

    /// What a cycle may hold several of, where there is such a thing.
    fn part_unit(&self) -> Option<&'static str>;

    /// How many parts have begun after the newest cycle.
    fn part(&self) -> u64;

    /// Whether the moment stands inside the newest cycle, after the part that is watched for.
    fn is_inside(&self) -> bool;

    /// For whom the game can be shown.
    fn viewers(&self) -> Vec<Viewer>;

    /// Whether anything can be worked out about what is hidden.
    fn has_insight(&self) -> bool;

    /// Appends what can be worked out about what is hidden, while it is watched.
    fn insight_text(&self, out: &mut Vec<u8>);

    /// What can be worked out about what is hidden, as a JSON object.
    fn insight_json(&self) -> String;

    /// Appends what was counted, as a table.
    fn totals_text(&self, out: &mut Vec<u8>);

    /// What was counted, as a JSON object.
    fn totals_json(&self) -> String;

    /// Fills a row with all that is known of the newest cycle.
    fn row(&self, row: &mut Row);

    /// Fills a row with what the viewer may know of the newest cycle.
    fn shown_row(&self, row: &mut Row);

    /// What never moves, as the viewer may know it.
    fn stage(&self) -> Stage;

    /// The same with no positions for places that can stand anywhere: for who has them.
    fn stage_without_positions(&self) -> Stage;

    /// Fills a scene with the moment after the newest cycle, or after a turn of it from 0, while
    /// scenes are watched.
    fn scene(&self, turn: Option<usize>, out: &mut Scene);

    /// Fills a scene with what a row of a transcript of this scenario shows.
    fn row_scene(&self, row: &Row, out: &mut Scene);

    /// The kinds of places that a transcript does not tell from what the stage has there.
    fn untold_kinds(&self) -> &'static [u8];

    /// The turns of the newest cycle, while they are watched.
    fn turns(&self) -> Vec<TurnTold>;

    /// The turns that were lost in the newest cycle.
    fn forfeits(&self) -> Vec<(Seat, Forfeit)>;

    /// How much each seat has collected, in a game where that decides.
    fn amounts(&self) -> Option<Vec<u32>>;

    /// Appends the newest cycle as the lines of the log that was observed; false in a game that is
    /// played.
    fn source_text(&self, out: &mut Vec<u8>) -> bool;

    /// What the log that was observed numbers the newest cycle by, in units of 10 to the power of -18.
    fn tick(&self) -> Option<i128>;

    /// The tick that a text stands for in the log that was observed.
    fn tick_of(&self, text: &str) -> Option<i128>;

    /// How the payload of a frame is packed, in a game that does that.
    fn packing(&self) -> Option<Packing>;

    /// What there is to say about the scenario, as (what, value).
    fn statements(&self) -> Vec<(String, String)>;

    /// Whether another replay of the same game stands at the same state.
    fn is_at_the_same_state(&self, other: &dyn AnyReplay) -> bool;

    /// Whether another replay's newest cycle holds the same turns and events.
    fn has_the_same_cycle(&self, other: &dyn AnyReplay) -> bool;

    /// The type behind the rim.
    fn as_any(&self) -> &dyn Any;
}

/// Receives a recording, cycle by cycle.
pub trait Sink {
    /// Takes the newest cycle.
    ///
    /// # Errors
    /// It could not be written.
    fn cycle(&mut self, now: &dyn AnyReplay) -> io::Result<()>;
}

/// A game being recorded.
pub trait AnyRecording {
    /// Plays one cycle. False when the game was over already, or was stopped before the cycle was.
    fn advance(&mut self) -> bool;

    /// Plays one cycle in which people are asked through `people`. False when the game was over
    /// already, or was stopped before the cycle was.
    fn advance_with(&mut self, people: &mut dyn People) -> bool;

    /// Takes over a cycle that was played earlier; `now` stands right after it. State, dice and
    /// every player's memory are then what they were after it.
    ///
    /// # Errors
    /// A cycle that the rules do not allow here.
    ///
    /// # Panics
    /// If the replay is of another game.
    fn past(&mut self, now: &dyn AnyReplay) -> Result<(), Broken>;

    /// Tells the players outside the process that the game is over.
    fn dismiss(&mut self);

    /// What was recorded so far.
    fn now(&self) -> &dyn AnyReplay;

    /// Chooses what is worked out from here on.
    fn project(&mut self, projections: Projections);
}

/// Who sits in a seat.
#[derive(Clone)]
pub enum Chair {
    /// The built-in player of the header's name.
    BuiltIn,
    /// A player outside the process. Seats with the same channel are one player's.
    Outside(Shared),
    /// A person, who is asked through [`AnyRecording::advance_with`].
    Person,
}

/// Asks people at a terminal for the actions of their seats.
pub trait People {
    /// Asks for one of some actions, all in words; `moment` is what the seat sees. Nothing when
    /// nobody answers any more.
    fn ask(&mut self, seat: &str, moment: &str, actions: &[Choice]) -> Option<usize>;
}

/// An action that a person can choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The game's own notation for it, if it has one: what is shortest to type.
    pub notation: Option<String>,
    /// The action in words.
    pub words: String,
    /// How it is said with a mouse. No two of a turn are the same.
    pub spots: Spots,
    /// Why a person would hardly mean it.
    pub risk: Option<String>,
}

/// An audit behind the rim.
pub trait Auditor: Send {
    /// Audits the newest cycle of a replay that is read from its beginning.
    ///
    /// # Errors
    /// What was recorded and what comes out again.
    ///
    /// # Panics
    /// If the replay is of another game.
    fn check(&mut self, now: &dyn AnyReplay) -> Result<(), Broken>;

    /// How many of how many players were asked again: those that are built in and whose choices
    /// repeat themselves.
    fn players_asked(&self) -> (usize, usize);
}
