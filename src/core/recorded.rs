//! A recorded history on its way from cycle to cycle: what the store and the commands need of one,
//! whether it is a game's or a log's, and what only games and only logs have.

use std::any::Any;
use std::fmt;

use super::event_table::EventTable;
use super::fold::Broken;
use super::forfeit::Forfeit;
use super::game::Outcome;
use super::packing::Packing;
use super::picture::{Scene, Stage};
use super::seal::Seal;
use super::seat::{Seat, Seats};
use super::trace::Row;
use super::transcript::Viewer;
use super::wire::BadPayload;
use crate::error::without_place;

/// What stands for a game in the header of a recording of a log; no game has this name.
pub const LOG: &str = "trace";

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

impl Refused {
    /// What serde said of a line of JSON.
    pub fn of_json(error: &serde_json::Error) -> Self {
        Refused::Unreadable {
            what: without_place(error),
            at: Some((error.line(), error.column())),
        }
    }

    /// What is wrong with a payload.
    pub fn of_payload(bad: &BadPayload) -> Self {
        Refused::Unreadable {
            what: bad.to_string(),
            at: None,
        }
    }
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
    /// The counts of [`Recorded::totals_json`].
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
    /// Where its words end in [`Recorded::events_text`].
    pub told: usize,
}

/// A recorded history on its way from cycle to cycle, of a game or of a log: the newest cycle, and the
/// state after it.
pub trait Recorded: Send {
    /// What a cycle is called.
    fn unit(&self) -> &'static str;

    /// The newest cycle's number.
    fn last(&self) -> Option<u64>;

    /// The number the next cycle must have.
    fn next(&self) -> u64;

    /// The last cycle there can be, where the scenario sets one.
    fn last_possible_cycle(&self) -> Option<u64> {
        None
    }

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
    /// As [`Recorded::read_json`].
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
    fn put_shown_json(&self, out: &mut Vec<u8>) {
        self.put_json(out);
    }

    /// Appends the newest cycle as payload.
    fn put_payload(&self, out: &mut Vec<u8>);

    /// Adds the events of the newest cycle to a table.
    fn put_events(&self, table: &mut EventTable);

    /// Appends the state, for a snapshot.
    fn put_state(&self, out: &mut Vec<u8>);

    /// Goes to a snapshot's state, from which `next` is the next cycle. False, and nothing
    /// changes, when the bytes are no state that there could be.
    fn restore(&mut self, next: u64, seal: Seal, state: &[u8]) -> bool;

    /// Appends what a transcript has before its first cycle.
    fn opening_text(&self, out: &mut Vec<u8>);

    /// Appends the newest cycle's block of the transcript.
    fn cycle_text(&self, out: &mut Vec<u8>);

    /// Appends the transcript's ending, once there is nothing to come.
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

    /// Appends what was counted, as a table.
    fn totals_text(&self, out: &mut Vec<u8>);

    /// What was counted, as a JSON object.
    fn totals_json(&self) -> String;

    /// Fills a row with all that is known of the newest cycle.
    fn row(&self, row: &mut Row);

    /// Fills a row with what the viewer may know of the newest cycle.
    fn shown_row(&self, row: &mut Row) {
        self.row(row);
    }

    /// What there is to say about the scenario, as (what, value).
    fn statements(&self) -> Vec<(String, String)>;

    /// Whether another history of the same kind stands at the same state.
    fn is_at_the_same_state(&self, other: &dyn Recorded) -> bool;

    /// Whether another history's newest cycle holds the same turns and events.
    fn has_the_same_cycle(&self, other: &dyn Recorded) -> bool;

    /// The history as a game's, if it is one.
    fn as_game(&self) -> Option<&dyn AnyReplay> {
        None
    }

    /// The history as a log's, if it is one.
    fn as_log(&self) -> Option<&dyn AnyLog> {
        None
    }

    /// The type behind the rim.
    fn as_any(&self) -> &dyn Any;
}

/// The history of a game: who looks on, what is hidden, what is drawn.
pub trait AnyReplay: Recorded {
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
}

/// The history of a log: what some program printed, observed and never decided.
pub trait AnyLog: Recorded {
    /// Appends the newest cycle as the lines of the log.
    fn source_text(&self, out: &mut Vec<u8>);

    /// What the log numbers the newest cycle by, in units of 10 to the power of -18.
    fn tick(&self) -> Option<i128>;

    /// The tick that a text stands for in the log.
    fn tick_of(&self, text: &str) -> Option<i128>;

    /// How the payload of a frame is packed.
    fn packing(&self) -> Packing;
}
