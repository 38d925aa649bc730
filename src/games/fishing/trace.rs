//! The columns of the trace with what a state file shows in them. A new column is added here: in `TRACE`, in
//! `column` and in `cells`, before the deeds, which are last. The picture names columns that it draws.

use super::StateFile;
use super::board::PLAYERS_MAX;
use super::scenario::rows;
use chase_kit::faces::DEEDS;
use chase_kit::trace::Column;

/// The trace of a game: by player number its fish and where its penguins stand, then the board
/// with the fish on its fields, and what was done.
pub(super) const TRACE: &[Column] = &[
    fish("P1.fish", "P1"),
    fish("P2.fish", "P2"),
    fish("P3.fish", "P3"),
    fish("P4.fish", "P4"),
    fish("P5.fish", "P5"),
    fish("P6.fish", "P6"),
    fish("P7.fish", "P7"),
    fish("P8.fish", "P8"),
    fish("P9.fish", "P9"),
    penguins("P1.penguins", "P1"),
    penguins("P2.penguins", "P2"),
    penguins("P3.penguins", "P3"),
    penguins("P4.penguins", "P4"),
    penguins("P5.penguins", "P5"),
    penguins("P6.penguins", "P6"),
    penguins("P7.penguins", "P7"),
    penguins("P8.penguins", "P8"),
    penguins("P9.penguins", "P9"),
    Column::whole("ice"),
    DEEDS,
];

const fn fish(name: &'static str, seat: &'static str) -> Column {
    Column::of(name, seat, "fish").unshown()
}

const fn penguins(name: &'static str, seat: &'static str) -> Column {
    Column::of(name, seat, "penguins").unshown()
}

/// The first column of each kind in [`TRACE`].
pub(super) mod column {
    use super::PLAYERS_MAX;
    pub(crate) const FISH: usize = 0;
    pub(crate) const PENGUINS: usize = PLAYERS_MAX;
    pub(crate) const ICE: usize = 2 * PLAYERS_MAX;
}

/// The cells that a state file shows, without the deeds; those of players who are not in it are empty.
pub(super) fn cells(file: &StateFile) -> Vec<String> {
    let mut cells = vec![String::new(); column::ICE];
    for player in &file.players {
        let n = usize::from(player.number) - 1;
        let places: Vec<_> = file.grid.penguins(player.number).map(|at| at.to_string()).collect();
        cells[column::FISH + n] = player.fish.to_string();
        cells[column::PENGUINS + n] = places.join(" ");
    }
    cells.push(rows(&file.grid).join("/"));
    cells
}
