//! What is fixed before the first turn: where robots and teleports are, and how teleports work.

use serde::{Deserialize, Serialize};

use super::board::{BoardCell, SIDE, START};
use chase_engine::game::{Fault, Item};

/// A game as a file says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The cells of the robots.
    pub robots: Vec<BoardCell>,
    /// The cells to which the player can teleport.
    pub teleports: Vec<BoardCell>,
    /// The rule for how often each teleport can be used.
    pub mode: Mode,
    /// Turns until nobody has won.
    pub turns: u32,
}

/// How often a teleport can be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// As often as it is empty.
    #[default]
    Reuse,
    /// Once.
    Once,
}

impl Mode {
    /// The word on the command line and in files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Mode::Reuse => "reuse",
            Mode::Once => "once",
        }
    }
}

/// The most robots there can be.
pub(crate) const ROBOTS_MAX: usize = 50;
/// The most teleports there can be.
pub(crate) const TELEPORTS_MAX: usize = 20;
/// The usual number of turns until nobody has won.
pub const TURNS: u32 = 10_000;

impl Scenario {
    /// Checks that a game can be played with these robots, teleports and turns.
    pub(super) fn check(&self) -> Result<(), Fault> {
        let fault = |item: Item, what: String| Err(Fault { item, what });
        let (robots, teleports) = (self.robots.len(), self.teleports.len());
        if !(1..=ROBOTS_MAX).contains(&robots) {
            let what = format!("{robots} robots; expected 1 to {ROBOTS_MAX}");
            return fault(Item::The("robots"), what);
        }
        if teleports > TELEPORTS_MAX {
            let what = format!("{teleports} teleports; expected 0 to {TELEPORTS_MAX}");
            return fault(Item::The("teleports"), what);
        }
        let kinds = [("robot", &self.robots), ("teleport", &self.teleports)];
        for (kind, cells) in kinds {
            for (n, cell) in cells.iter().enumerate() {
                if !cell.is_on_board() {
                    let what = format!("{cell} is outside the board of {SIDE} x {SIDE}");
                    return fault(Item::Nth(kind, n + 1), what);
                }
            }
        }
        for (n, cell) in self.robots.iter().enumerate() {
            if *cell == START {
                let what = format!("{cell} is where the player begins");
                return fault(Item::Nth("robot", n + 1), what);
            }
            if self.robots[..n].contains(cell) {
                let what = format!("two robots on {cell}");
                return fault(Item::Nth("robot", n + 1), what);
            }
        }
        if self.turns == 0 {
            let what = "0; expected at least 1".into();
            return fault(Item::The("turns"), what);
        }
        Ok(())
    }
}
