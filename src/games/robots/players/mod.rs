//! The built-in players.

mod contest;
mod random;

use super::{Action, Known, RobotsGame};
use crate::engine::dice::Dice;
use crate::engine::player::{Make, PlayerKind};

pub(super) use contest::choose as contest_choice;

/// All players. Their names are stored.
pub static PLAYERS: &[PlayerKind<RobotsGame>] = &[
    PlayerKind {
        name: "random",
        about: "any action that can be taken",
        make: Make::Plain(|_| Box::new(random::Random)),
    },
    PlayerKind {
        name: "contest",
        about: "the autoplayer of the contest: fewest robots, then far from the nearest",
        make: Make::Plain(|known: Known| Box::new(contest::Contest::new(&known.scenario))),
    },
];

/// One of them by the dice, one word drawn.
fn any_of(actions: &[Action], dice: &mut Dice) -> Action {
    let count = u32::try_from(actions.len()).expect("a board is small");
    actions[dice.below(count) as usize]
}
