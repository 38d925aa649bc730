//! What the writer and the readers of transcripts share: the lines that the reference prints
//! without change, and the columns of the trace.

use super::AGENTS;
use chase_kit::trace::Column;

/// The line under an hour's head, whatever the agents are called.
pub(super) const COLUMNS: &str = "  T  D1  D2  D3  D4";
/// The last line of a chase that the detectives win.
pub(super) const CAUGHT: &str = "YOU WIN - THIEF CAUGHT!";
/// The last line of a chase in which the thief gets away.
pub(super) const ESCAPED: &str = "GAME OVER: YOU LOSE - THIEF GOT TO GETAWAY";
/// The last line of a chase whose hours are used up.
pub(super) const TIME_UP: &str = "GAME OVER: YOU LOSE - TIME IS UP";

/// The trace of a chase: per agent its city, whether an informant is there, its stamina and
/// where its tip leads it. The first two stand in every transcript.
pub static TRACE: &[Column] = &[
    Column::of("T", "T", "city").of_names(),
    Column::of("D1", "D1", "city").of_names(),
    Column::of("D2", "D2", "city").of_names(),
    Column::of("D3", "D3", "city").of_names(),
    Column::of("D4", "D4", "city").of_names(),
    Column::of("T.informant", "T", "informant").of_names(),
    Column::of("D1.informant", "D1", "informant").of_names(),
    Column::of("D2.informant", "D2", "informant").of_names(),
    Column::of("D3.informant", "D3", "informant").of_names(),
    Column::of("D4.informant", "D4", "informant").of_names(),
    unseen("T.stamina", "T", "stamina"),
    unseen("D1.stamina", "D1", "stamina"),
    unseen("D2.stamina", "D2", "stamina"),
    unseen("D3.stamina", "D3", "stamina"),
    unseen("D4.stamina", "D4", "stamina"),
    unseen("T.tip", "T", "tip").of_names(),
    unseen("D1.tip", "D1", "tip").of_names(),
    unseen("D2.tip", "D2", "tip").of_names(),
    unseen("D3.tip", "D3", "tip").of_names(),
    unseen("D4.tip", "D4", "tip").of_names(),
];

const fn unseen(name: &'static str, seat: &'static str, kind: &'static str) -> Column {
    Column::of(name, seat, kind).unshown()
}

/// The first column of each kind in [`TRACE`], thief first.
pub mod column {
    use super::AGENTS;
    /// The cities of the agents.
    pub const CITY: usize = 0;
    pub(crate) const INFORMANT: usize = AGENTS;
    /// The stamina that they have left.
    pub const STAMINA: usize = 2 * AGENTS;
    pub(crate) const TIP: usize = 3 * AGENTS;
    pub(crate) const COUNT: usize = 4 * AGENTS;
}

/// Returns true if a column shows cities.
pub(super) fn names_a_city(column: usize) -> bool {
    !(column::INFORMANT..column::TIP).contains(&column)
}

/// Returns true if this is one of the lines with which an ending closes.
pub(super) fn is_last_line(text: &str) -> bool {
    [CAUGHT, ESCAPED, TIME_UP].contains(&text)
}
