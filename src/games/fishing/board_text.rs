//! The board as people see it: coordinates, fish, penguins and water.

use super::{FieldPlace, FloeField, Grid};
use chase_kit::transcript::text;

/// Returns a number of fish in words, as in `2 fish`.
pub(super) fn count(fish: u64) -> String {
    format!("{fish} fish")
}

/// A field: fish as a digit, a penguin as `P` and its player, water as a point.
fn sign(field: FloeField) -> String {
    match (field.fish(), field.player()) {
        (0, 0) => ".".into(),
        (0, player) => format!("P{player}"),
        (fish, _) => fish.to_string(),
    }
}

/// Appends the board with coordinates.
pub(super) fn put_board(grid: &Grid, out: &mut Vec<u8>) {
    let name = |column| FieldPlace { row: 0, column }.to_string();
    let names = (0..grid.columns()).map(name);
    let heads: String = names.map(|it| format!("{:>3}", it.trim_end_matches('1'))).collect();
    text(out, format_args!("  {heads}\n"));
    for row in 0..grid.rows() {
        let fields = (0..grid.columns()).map(|column| grid.get(FieldPlace { row, column }));
        let signs: String = fields.map(|field| format!("{:>3}", sign(field))).collect();
        text(out, format_args!("{:>2}{signs}\n", row + 1));
    }
}
