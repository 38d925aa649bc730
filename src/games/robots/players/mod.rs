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
    RandomPlayer::kind(),
    PlayerKind::plain("contest", |known: Known| Box::new(Contest::new(known.scenario()))),
    PlayerKind {
        name: "survivor",
        make: Make::Limited(Some(Limit::Nodes(SURVIVOR_NODES)), |known: Known, budget| {
            Box::new(survivor::Survivor::new(known, budget))
        }),
    },
];
