//! The built-in players.

mod greedy;
mod searching;
mod territory;

use std::time::Duration;

use self::searching::Searching;
use super::Fishing;
use chase_kit::budget::Limit;
use chase_kit::faces::RandomPlayer;
use chase_kit::player_kind::{Make, PlayerKind};

pub(super) use greedy::best as greedy_best;
pub(super) use searching::shares;
pub(super) use territory::best as territory_best;

/// The time that `strong` takes for a turn if no limit is given.
const STRONG_TIME: Duration = Duration::from_millis(100);

/// All players. Their names are stored.
pub static PLAYERS: &[PlayerKind<Fishing>] = &[
    RandomPlayer::kind(),
    PlayerKind::plain("greedy", |_| Box::new(greedy::Greedy)),
    PlayerKind {
        name: "territory",
        make: Make::Stoppable(|_, stop| Box::new(territory::Territory { stop })),
    },
    PlayerKind {
        name: "strong",
        make: Make::Limited(Some(Limit::Time(STRONG_TIME)), |known, budget| {
            Box::new(Searching::new(&known, budget))
        }),
    },
];
