//! The built-in players.

mod random;

use super::{Action, MR_X, ScotlandYard};
use crate::engine::dice::Dice;
use crate::engine::game::Seat;
use crate::engine::player::{Make, PlayerKind};

/// All players. Their names are stored.
pub static PLAYERS: &[PlayerKind<ScotlandYard>] = &[PlayerKind {
    name: "random",
    about: "either side: any move of the set",
    make: Make::Plain(|_| Box::new(random::Random)),
}];

/// Whether a player knows how to play for a seat.
pub(super) fn can_sit(name: &str, seat: Seat) -> bool {
    match name {
        "report" | "risk" | "inverse" | "lookahead" => seat == MR_X,
        "closing" | "tracking" => seat != MR_X,
        _ => true,
    }
}

/// One of them by the dice, one word drawn.
fn any_of(actions: &[Action], dice: &mut Dice) -> Action {
    let count = u32::try_from(actions.len()).expect("a set of moves is small");
    actions[dice.below(count) as usize]
}
