//! The object-safe rim, written once for all games.
//!
//! Inside it everything is typed; past it a command sees only [`AnyGame`], the traits of
//! [`recorded`](super::recorded) and [`AnyRecording`], and never asks which game it has.

use std::io;

use super::remote_player::SharedChannel;
use chase_engine::fold::Broken;
use chase_engine::game::{Fault, Forfeit};
use chase_engine::header::Header;
use chase_engine::seat::Seat;
use chase_kit::budget::StopFlag;
use chase_kit::picture::{ActionRisk, Spots};
use chase_kit::player_name::{NotBuiltIn, Unseated};
use chase_kit::referee::Referee;
use chase_kit::trace::{Column, ColumnSet, TraceReader, TraceRow};

pub use super::described::{BuiltIn, NamedSide, PublicInfo};
pub use super::recorded::{
    DescribedHistory, DrawnHistory, HistoryCounts, PartsBegun, Projections, RecordedHistory,
    RefusedCycle, TurnSpan,
};

/// The reasons for which a header cannot be opened. The words do not name the game: whoever knows it puts its
/// name before them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unopened {
    /// The game's rules number is newer than this program's.
    #[error("rules {found}; this program reads up to {known}")]
    Newer {
        /// The rules number in the header.
        found: u32,
        /// The highest rules number that this program can read.
        known: u32,
    },
    /// The scenario's JSON is not this game's: what serde said.
    #[error("not a scenario: {0}")]
    Unreadable(String),
    /// The scenario was read and cannot be played.
    #[error("a scenario that cannot be played: {0}")]
    Unplayable(Fault),
}

/// One of the project's games.
pub trait AnyGame: Sync {
    /// The name in files and on the command line.
    fn name(&self) -> &'static str;

    /// The word for one cycle (`hour`).
    fn unit(&self) -> &'static str;

    /// The columns that a trace shows for every cycle.
    fn columns(&self) -> &'static [Column];

    /// A row as a line of a report: each printed cell with the columns it shows.
    fn printed(&self, row: &TraceRow) -> Vec<(String, ColumnSet)>;

    /// The number of its event schema.
    fn rules(&self) -> u32;

    /// Opens a header's scenario, with nothing played yet. The scenario's JSON is brought into
    /// its compact form, which the seals are made of.
    ///
    /// # Errors
    /// A rules number, or a scenario, that this program cannot play.
    fn open(&self, header: &mut Header) -> Result<Box<dyn DrawnHistory>, Unopened>;

    /// Sits the header's players down.
    ///
    /// # Errors
    /// As [`AnyGame::open`], and a player that is not built in.
    fn record(&self, header: &mut Header) -> Result<Box<dyn AnyRecording>, RecordError> {
        self.record_with(header, &[], &StopFlag::default())
    }

    /// Records with the given occupants of the seats, one for each seat; with an empty list
    /// built-in players sit everywhere. `stop` ends the recording before the game is over.
    ///
    /// # Errors
    /// As [`AnyGame::record`].
    fn record_with(
        &self,
        header: &mut Header,
        chairs: &[SeatOccupant],
        stop: &StopFlag,
    ) -> Result<Box<dyn AnyRecording>, RecordError>;

    /// The part of a header's game that everybody may know.
    ///
    /// # Errors
    /// As [`AnyGame::open`].
    fn public(&self, header: &mut Header) -> Result<PublicInfo, Unopened>;

    /// Its sides, each with its seats, in a game of so many seats.
    ///
    /// # Errors
    /// As [`AnyGame::open`].
    fn sides(&self, header: &mut Header) -> Result<Vec<NamedSide>, Unopened>;

    /// Looks up a built-in player by its full name, with the seats that it can take in a game of
    /// `seats` seats.
    ///
    /// # Errors
    /// No built-in player has the name.
    fn built_in(&self, name: &str, seats: u8) -> Result<BuiltIn, NotBuiltIn>;

    /// The names of its built-in players; one that searches stands with `:LIMIT`.
    fn built_in_names(&self) -> Vec<String>;

    /// True if a text with this beginning is a transcript of this game.
    fn recognises(&self, beginning: &str) -> bool;

    /// Reads transcripts of this game.
    fn reader(&self) -> Box<dyn TraceReader>;

    /// Judges traces of the header's scenario, with its players; with its dice, or with none
    /// when they are not known.
    ///
    /// # Errors
    /// As [`AnyGame::open`].
    fn referee(&self, header: &mut Header, dice_known: bool) -> Result<Box<dyn Referee>, Unopened> {
        self.referee_with(header, dice_known, &StopFlag::default())
    }

    /// Judges as [`AnyGame::referee`] does, with players that answer at once when `stop` is set;
    /// the judgements made after that are of no use.
    ///
    /// # Errors
    /// As [`AnyGame::open`].
    fn referee_with(
        &self,
        header: &mut Header,
        dice_known: bool,
        stop: &StopFlag,
    ) -> Result<Box<dyn Referee>, Unopened>;

    /// True if some seat may not know everything.
    fn has_secrets(&self) -> bool;
}

/// The reasons for which a recording cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The header does not open.
    #[error("{0}")]
    Unopened(Unopened),
    /// The players do not sit down.
    #[error("{0}")]
    Player(Unseated),
}

/// Receives a recording, cycle by cycle.
pub trait RecordingSink {
    /// Takes the newest cycle.
    ///
    /// # Errors
    /// It could not be written.
    fn cycle(&mut self, now: &dyn RecordedHistory) -> io::Result<()>;
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
    fn past(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken>;

    /// Tells the players outside the process that the game is over.
    fn dismiss(&mut self);

    /// Takes the faults that players made between the turns since the last call, with their seats.
    fn take_faults(&mut self) -> Vec<(Seat, Forfeit)> {
        Vec::new()
    }

    /// The recording so far.
    fn now(&self) -> &dyn DrawnHistory;

    /// Chooses what is worked out from here on.
    fn project(&mut self, projections: Projections);
}

/// The player of a seat.
#[derive(Clone)]
pub enum SeatOccupant {
    /// The built-in player of the header's name.
    BuiltIn,
    /// A player outside the process. Seats with the same channel are one player's.
    Outside(SharedChannel),
    /// A person, who is asked through [`AnyRecording::advance_with`].
    Person,
}

/// Asks people at a terminal for the actions of their seats.
pub trait People {
    /// Asks for one of some actions, all in words; `moment` is what the seat sees. Nothing when
    /// nobody answers any more.
    fn ask(&mut self, seat: &str, moment: &str, actions: &[ActionChoice]) -> Option<usize>;
}

/// An action that a person can choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionChoice {
    /// The game's own notation for it, if it has one: what is shortest to type.
    pub notation: Option<String>,
    /// The action in words.
    pub words: String,
    /// The clicks and the button that choose it; no two actions of a turn have the same.
    pub spots: Spots,
    /// The reason why a person would hardly mean it, where there is one.
    pub risk: Option<ActionRisk>,
}
