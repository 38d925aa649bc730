//! What the writer and the reader of transcripts share: the words of the text, and the columns of
//! the trace.

use super::scenario::PLAYERS_MAX;
use chase_core::trace::Column;

/// The line above the first rotation.
pub(super) const BANNER: &str = "SCOTLAND YARD";
/// The line that stands there instead in a transcript made for the detectives.
pub(super) const FOR_DETECTIVES: &str = "As the detectives see it.";
/// The beginnings of the transcript's lines.
pub(super) const ROTATION: &str = "Rotation ";
pub(super) const ROUND: &str = "Round ";
pub(super) const DOUBLE: &str = "Double move made: ";
pub(super) const MOVE: &str = "Move made: ";
pub(super) const LOST: &str = "Turn lost: ";
pub(super) const COMPLETE: &str = "Rotation complete";
pub(super) const OVER: &str = "Game over: ";
/// The text between two lines of a rotation in the trace.
pub(super) const TOLD_GAP: &str = " / ";
/// The text that follows an action whose true station must not be known.
pub(super) const LAST_KNOWN: &str = ", last known ";

/// The trace of a game: each colour's station, tickets and move, then what everybody knows.
pub(super) static TRACE: &[Column] = &[
    station("BLACK", "BLACK"),
    station("BLUE", "BLUE"),
    station("GREEN", "GREEN"),
    station("RED", "RED"),
    station("WHITE", "WHITE"),
    station("YELLOW", "YELLOW"),
    tickets("BLACK.tickets", "BLACK"),
    tickets("BLUE.tickets", "BLUE"),
    tickets("GREEN.tickets", "GREEN"),
    tickets("RED.tickets", "RED"),
    tickets("WHITE.tickets", "WHITE"),
    tickets("YELLOW.tickets", "YELLOW"),
    action("BLACK.move", "BLACK"),
    action("BLUE.move", "BLUE"),
    action("GREEN.move", "GREEN"),
    action("RED.move", "RED"),
    action("WHITE.move", "WHITE"),
    action("YELLOW.move", "YELLOW"),
    Column::whole("round").unshown(),
    Column::of("last_known", "", "last known station").of_names(),
    Column::of("told", "", "what is told").unshown(),
];

const fn station(name: &'static str, seat: &'static str) -> Column {
    Column::of(name, seat, "station").of_names().unshown()
}

const fn tickets(name: &'static str, seat: &'static str) -> Column {
    Column::of(name, seat, "tickets").unshown()
}

const fn action(name: &'static str, seat: &'static str) -> Column {
    Column::of(name, seat, "move").unshown()
}

/// The first column of each kind in [`TRACE`]; each has one for every colour.
pub(super) mod column {
    use super::PLAYERS_MAX;
    pub(crate) const STATION: usize = 0;
    pub const TICKETS: usize = PLAYERS_MAX;
    pub const MOVE: usize = 2 * PLAYERS_MAX;
    pub const ROUND: usize = 3 * PLAYERS_MAX;
    pub(crate) const LAST_KNOWN: usize = ROUND + 1;
    pub const TOLD: usize = LAST_KNOWN + 1;
}

/// The words of a lost turn.
pub(super) fn lost(cause: &str) -> String {
    format!("lost, {cause}")
}
