//! What is fixed before the first move: the position, who begins, the limits.

use serde::{Deserialize, Serialize};

use super::board::{DEN, Position, SIZE};
use chase_engine::game::{Fault, Item};

/// A game as a file says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The board as side 0 sees it, row 7 first: `M D T E` side 0, `m d t e` side 1, `X` and `x`
    /// the empty dens, `.` an empty square.
    pub position: Vec<String>,
    /// The side that moves first, 0 or 1.
    pub side: u8,
    /// Moves of both sides together after which the game is drawn.
    pub moves: u32,
    /// The time limit of a side for one move, in milliseconds.
    pub move_ms: u32,
    /// The time limit of a side for the whole game, in milliseconds.
    pub game_ms: u32,
}

/// The start position.
pub const START: [&str; SIZE as usize] =
    [".m.x.e.", "..t.d..", ".......", ".......", ".......", "..D.T..", ".E.X.M."];

/// The most moves that a game can be given: two billion.
const MOVES_MAX: u32 = 2_000_000_000;

impl Default for Scenario {
    /// The start position, side 0 first, 200 moves, 5 s a move, 120 s a game.
    fn default() -> Self {
        Scenario {
            position: START.map(str::to_owned).to_vec(),
            side: 0,
            moves: 200,
            move_ms: 5_000,
            game_ms: 120_000,
        }
    }
}

impl Scenario {
    /// The position, if a game can begin with all this.
    pub(super) fn check(&self) -> Result<Position, Fault> {
        let fault = |item: &'static str, what: String| Fault { item: Item::The(item), what };
        let position = Position::from_rows(&self.position);
        let position = position.map_err(|why| fault("position", why))?;
        if self.side > 1 {
            let what = format!("{}; expected 0 or 1", self.side);
            return Err(fault("side", what));
        }
        if !(1..=MOVES_MAX).contains(&self.moves) {
            let what = format!("{}; expected 1 to {MOVES_MAX}", self.moves);
            return Err(fault("moves", what));
        }
        for (item, time) in [("move_ms", self.move_ms), ("game_ms", self.game_ms)] {
            if time == 0 {
                return Err(fault(item, "0; expected at least 1 ms".into()));
            }
        }
        check_open(&position, self.side.into()).map_err(|why| fault("position", why))?;
        Ok(position)
    }
}

/// Checks that a game can begin with a position: that it is not over before the first move.
fn check_open(position: &Position, to_move: usize) -> Result<(), String> {
    for side in 0..2 {
        if position.is_bare(side) {
            return Err(format!("side {side} has no piece"));
        }
        let den = DEN[1 - side];
        if let Some((_, animal)) = position.piece_on(den) {
            return Err(format!(
                "side {side} has won already: its {animal} is in the den on {den}"
            ));
        }
    }
    match position.can_step(to_move) {
        true => Ok(()),
        false => Err(format!("side {to_move} is to move and has no legal move")),
    }
}
