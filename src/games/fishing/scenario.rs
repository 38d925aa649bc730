//! What is fixed before the first turn: the board, the players' IDs, penguins, the clock.

use serde::{Deserialize, Serialize};

use super::board::{FieldPlace, FloeField, Grid, PLAYERS_MAX, SIZE_MAX, is_side};
use super::state_file::is_id;
use chase_engine::game::{Fault, Item};

/// A game as a file says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// A string per row, a digit per field: 0 water, 1 to 3 the fish of a floe.
    pub board: Vec<String>,
    /// The players' IDs, in the order in which they take turns.
    pub ids: Vec<String>,
    /// Penguins of each player.
    pub penguins: u8,
    /// The time limit of a player for a turn, in milliseconds.
    pub turn_ms: u32,
}

/// The usual time for a turn: that of a program the master calls.
pub const TURN_MS: u32 = 10_000;

impl Scenario {
    /// The grid, if a game can be played with all this.
    pub(super) fn check(&self) -> Result<Grid, Fault> {
        let fault = |item: Item, what: String| Fault { item, what };
        let side = |count: usize, what: &str| match u8::try_from(count) {
            Ok(side) if is_side(side) => Ok(side),
            _ => {
                let what = format!("{count} {what}; expected 1 to {SIZE_MAX}");
                Err(fault(Item::The("board"), what))
            }
        };
        let rows = side(self.board.len(), "rows")?;
        let columns = side(self.board[0].len(), "columns")?;
        let mut grid = Grid::water(rows, columns);
        for (row, digits) in (0..rows).zip(&self.board) {
            let item = Item::Nth("board row", usize::from(row) + 1);
            if digits.len() != usize::from(columns) {
                let what = format!("{} fields, row 1 has {columns}", digits.len());
                return Err(fault(item, what));
            }
            for (column, digit) in (0..columns).zip(digits.bytes()) {
                if !(b'0'..=b'3').contains(&digit) {
                    let digit = char::from(digit);
                    let what = format!("`{digit}` at column {}; expected 0 to 3", column + 1);
                    return Err(fault(item, what));
                }
                grid.set(FieldPlace { row, column }, FloeField::floe(digit - b'0'));
            }
        }
        self.check_players()?;
        Ok(grid)
    }

    fn check_players(&self) -> Result<(), Fault> {
        let fault = |item: Item, what: String| Err(Fault { item, what });
        let players = self.ids.len();
        if !(1..=PLAYERS_MAX).contains(&players) {
            let what = format!("{players} players; expected 1 to {PLAYERS_MAX}");
            return fault(Item::The("ids"), what);
        }
        for (n, id) in self.ids.iter().enumerate() {
            if !is_id(id) {
                let what = format!("`{id}` is no ID; an ID has no blanks and no quotation marks");
                return fault(Item::Nth("id", n + 1), what);
            }
            if self.ids[..n].contains(id) {
                return fault(
                    Item::Nth("id", n + 1),
                    format!("two players have the colour called {id}"),
                );
            }
        }
        if self.penguins == 0 {
            return fault(Item::The("penguins"), "0; expected at least 1".into());
        }
        if self.turn_ms == 0 {
            return fault(Item::The("turn_ms"), "0; expected at least 1 ms".into());
        }
        Ok(())
    }
}

/// A grid's fish as the rows of a scenario.
#[must_use]
pub fn rows(grid: &Grid) -> Vec<String> {
    let digit = |field: &FloeField| char::from(b'0' + field.fish());
    let columns = usize::from(grid.columns());
    let rows = grid.fields().chunks(columns);
    rows.map(|row| row.iter().map(digit).collect()).collect()
}
