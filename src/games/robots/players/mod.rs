//! The built-in players.

mod contest;
mod random;
mod survivor;

use super::{Action, Known, RobotsGame};
use crate::engine::dice::Dice;
use crate::engine::player::{Limit, Make, PlayerKind};

pub(super) use contest::choose as contest_choice;

/// States that the survivor searches in a turn, unless told otherwise.
const SURVIVOR_NODES: u64 = 50_000;

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
    PlayerKind {
        name: "survivor",
        about: "searches for a way to win, all the way to the end where it can",
        make: Make::Limited(Limit::Nodes(SURVIVOR_NODES), |known: Known, limit| {
            Box::new(survivor::Survivor::new(known, limit))
        }),
    },
];

/// One of them by the dice, one word drawn.
fn any_of(actions: &[Action], dice: &mut Dice) -> Action {
    let count = u32::try_from(actions.len()).expect("a board is small");
    actions[dice.below(count) as usize]
}
