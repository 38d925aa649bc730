//! The built-in players.

mod contest;
mod survivor;

use super::{Known, RobotsGame};
use chase_kit::budget::Limit;
use chase_kit::faces::RandomPlayer;
use chase_kit::player_kind::{Make, PlayerKind};

pub(super) use contest::Contest;

/// States that the survivor searches in a turn, unless told otherwise.
const SURVIVOR_NODES: u64 = 50_000;

/// All players. Their names are stored.
pub static PLAYERS: &[PlayerKind<RobotsGame>] = &[
    PlayerKind {
        name: "random",
        about: "any action that can be taken",
        make: Make::Plain(|_| Box::new(RandomPlayer)),
    },
    PlayerKind {
        name: "contest",
        about: "the contest's autoplayer: leaves the fewest robots, then keeps far from the nearest",
        make: Make::Plain(|known: Known| Box::new(Contest::new(known.scenario()))),
    },
    PlayerKind {
        name: "survivor",
        about: "searches for a way to win, all the way to the end where it can",
        make: Make::Limited(Some(Limit::Nodes(SURVIVOR_NODES)), |known: Known, budget| {
            Box::new(survivor::Survivor::new(known, budget))
        }),
    },
];
