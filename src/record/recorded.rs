//! Recorded histories behind three traits, each with one job: [`RecordedHistory`] moves through a history,
//! cycle by cycle; [`DescribedHistory`] puts the moment it stands at into words, rows and JSON; [`DrawnHistory`]
//! draws that moment.

mod drawing;
mod text_forms;

use std::any::Any;

use super::event_table::EventTable;
use super::packing::Packing;
use chase_engine::fold::Broken;
use chase_engine::forfeit::Forfeit;
use chase_engine::game::Outcome;
use chase_engine::seal::Seal;
use chase_engine::seat::{Seat, Seats};
use chase_kit::wire::BadPayload;
use chase_world::error::without_place;

pub use drawing::{DrawnHistory, TurnSpan};
pub use text_forms::DescribedHistory;

/// The reasons for which a stored cycle is refused.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RefusedCycle {
    /// Its bytes are not a cycle's. Line and column count from the cycle's first character.
    #[error("{what}")]
    Unreadable {
        /// A description of the mistake.
        what: String,
        /// The line and the column in a JSON text, if it is one.
        at: Option<(usize, usize)>,
    },
    /// The rules could not have produced it.
    #[error("{0}")]
    Broken(#[from] Broken),
    /// It claims a seal that its history does not have.
    #[error("the seal is {claimed}, but the history up to here has {found}")]
    Seal {
        /// The seal that the cycle claims.
        claimed: Seal,
        /// The seal that its history has.
        found: Seal,
    },
}

impl RefusedCycle {
    /// Holds the seal that a cycle claims against the one that its history has.
    ///
    /// # Errors
    /// They are not the same.
    pub fn check_seal(claimed: Seal, found: Seal) -> Result<(), Self> {
        match claimed == found {
            true => Ok(()),
            false => Err(RefusedCycle::Seal { claimed, found }),
        }
    }
}

/// Takes over the error of serde_json for a line of JSON.
impl From<serde_json::Error> for RefusedCycle {
    fn from(error: serde_json::Error) -> Self {
        RefusedCycle::Unreadable {
            what: without_place(&error),
            at: Some((error.line(), error.column())),
        }
    }
}

impl From<BadPayload> for RefusedCycle {
    fn from(bad: BadPayload) -> Self {
        RefusedCycle::Unreadable { what: bad.to_string(), at: None }
    }
}

/// The numbers of a history's cycles, turns, events and drawn words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HistoryCounts {
    /// The number of cycles, cycle 0 included.
    pub cycles: u64,
    /// The number of turns, those of seats and those of the world.
    pub entries: u64,
    /// The number of events in these turns.
    pub events: u64,
    /// The number of 32-bit words drawn from the dice.
    pub words: u64,
}

/// The values that are worked out on the way through a history, besides the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Projections {
    /// The seal after every cycle, which costs a hash.
    pub seals: bool,
    /// The newest cycle's events in words.
    pub events: bool,
    /// The counts of [`DescribedHistory::totals_json`].
    pub tally: bool,
    /// The analysis of what is hidden, for [`DescribedHistory::insight_text`].
    pub insight: bool,
    /// Only what these seats see is shown.
    pub viewer: Option<Seats>,
    /// The scenes of [`DrawnHistory::scene`].
    pub scenes: bool,
    /// The scenes between the turns of a cycle.
    pub turns: bool,
    /// The part of the cycles to stop at: where the newest cycle goes past this part, the moment is
    /// the one after this part.
    pub part: Option<u64>,
}

/// The number of parts of a game's cycles that have begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartsBegun {
    /// The word for one part (`round`).
    pub unit: &'static str,
    /// The number of parts that have begun.
    pub count: u64,
}

/// A recorded history on its way from cycle to cycle: the newest cycle, and the state after it. It takes cycles
/// in and gives them out, and shows them to nobody.
pub trait RecordedHistory: Send {
    /// The word for one cycle.
    fn unit(&self) -> &'static str;

    /// The newest cycle's number.
    fn last(&self) -> Option<u64>;

    /// The number the next cycle must have.
    fn next(&self) -> u64;

    /// The last cycle there can be, where the scenario sets one.
    fn last_possible_cycle(&self) -> Option<u64> {
        None
    }

    /// The number of parts that have begun, in a game whose cycles have parts.
    fn parts(&self) -> Option<PartsBegun> {
        None
    }

    /// The outcome, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The amount that each seat has collected, in a game where that decides.
    fn amounts(&self) -> Option<Vec<i64>> {
        None
    }

    /// The turns that were lost in the newest cycle.
    fn forfeits(&self) -> Vec<(Seat, Forfeit)> {
        Vec::new()
    }

    /// The seal after the newest cycle, as far as seals are watched.
    fn seal(&self) -> Seal;

    /// The counts of everything that was taken in so far.
    fn counts(&self) -> HistoryCounts;

    /// Chooses what is worked out from here on.
    fn project(&mut self, projections: Projections);

    /// Takes in a cycle from its line of JSON, and holds it against the seal it claims.
    ///
    /// # Errors
    /// A line that is no cycle, or one that cannot stand here.
    fn read_json(&mut self, line: &str) -> Result<(), RefusedCycle>;

    /// Takes in a cycle from a line of JSON without a seal, perhaps one that was not played to its
    /// end.
    ///
    /// # Errors
    /// As [`RecordedHistory::read_json`].
    fn read_unsealed_json(&mut self, line: &str) -> Result<(), RefusedCycle>;

    /// Takes in a cycle from the front of a frame's payload; returns the bytes it took.
    ///
    /// # Errors
    /// Bytes that are no cycle, or one that cannot stand here.
    fn read_payload(&mut self, bytes: &[u8]) -> Result<usize, RefusedCycle>;

    /// Appends the newest cycle as a line of JSON.
    fn put_json(&self, out: &mut Vec<u8>);

    /// Appends the newest cycle as payload.
    fn put_payload(&self, out: &mut Vec<u8>);

    /// How the payload of a frame is packed.
    fn packing(&self) -> Packing;

    /// Adds the events of the newest cycle to a table.
    fn put_events(&self, table: &mut EventTable);

    /// Appends the state, for a snapshot.
    fn put_state(&self, out: &mut Vec<u8>);

    /// Goes to a snapshot's state, from which `next` is the next cycle. False, and nothing
    /// changes, when the bytes are no state that there could be.
    fn restore(&mut self, next: u64, seal: Seal, state: &[u8]) -> bool;

    /// True if another history of the same kind stands at the same state.
    fn is_at_the_same_state(&self, other: &dyn RecordedHistory) -> bool;

    /// True if another history's newest cycle holds the same turns and events.
    fn has_the_same_cycle(&self, other: &dyn RecordedHistory) -> bool;

    /// The type behind the rim.
    fn as_any(&self) -> &dyn Any;
}
