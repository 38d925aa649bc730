//! The cells of a rotation: each colour's station and tickets, then what everybody knows.

use super::scenario::PLAYERS_MAX;
use chase_kit::faces::DEEDS;
use chase_kit::trace::Column;

/// The cells of a rotation. A colour that does not play has empty ones.
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
    Column::whole("round"),
    Column::of("last_known", "", "last known station").of_names().unshown(),
    DEEDS,
];

const fn station(name: &'static str, seat: &'static str) -> Column {
    Column::of(name, seat, "station").of_names().unshown()
}

const fn tickets(name: &'static str, seat: &'static str) -> Column {
    Column::of(name, seat, "tickets").unshown()
}

/// The first column of each kind in [`TRACE`]; those before it have one for every colour.
pub(super) mod column {
    use super::PLAYERS_MAX;
    pub(crate) const STATION: usize = 0;
    pub(crate) const ROUND: usize = 2 * PLAYERS_MAX;
    pub(crate) const LAST_KNOWN: usize = ROUND + 1;
    pub(crate) const DEEDS: usize = LAST_KNOWN + 1;
}
