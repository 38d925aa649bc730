//! The built-in players.

mod area;
mod belief;
mod closing;
mod cordon;
mod hunt;
mod imitation;
mod lookahead;
mod mixed;
mod net;
mod posterior;
mod prune;
mod pursuit;
mod reach;
mod report;
mod risk;
mod suspects;
#[cfg(test)]
mod tests;
mod tracking;
mod trail;

use super::{MR_X, ScotlandYard};
use chase_engine::game::Seat;
use chase_kit::faces::RandomPlayer;
use chase_kit::player_kind::{Make, PlayerKind};

/// All players. Their names are stored.
pub static PLAYERS: &[PlayerKind<ScotlandYard>] = &[
    RandomPlayer::kind(),
    PlayerKind::plain("report", |known| Box::new(report::MoveReport::by_sum(known))),
    PlayerKind::plain("risk", |known| Box::new(risk::Risk::new(known))),
    PlayerKind::plain("inverse", |known| Box::new(report::MoveReport::by_nearness(known))),
    PlayerKind::plain("closest", |known| Box::new(report::MoveReport::by_closest(known))),
    PlayerKind {
        name: "lookahead",
        make: Make::Limited(None, |known, budget| {
            Box::new(lookahead::Lookahead::new(known, budget))
        }),
    },
    PlayerKind {
        name: "mixed",
        make: Make::Stoppable(|known, stop| Box::new(mixed::Mixed::new(known, stop))),
    },
    PlayerKind {
        name: "closing",
        make: Make::Stoppable(|known, stop| Box::new(closing::Closing::new(known, stop))),
    },
    PlayerKind {
        name: "tracking",
        make: Make::Stoppable(|known, stop| Box::new(tracking::Tracking::new(known, stop))),
    },
    PlayerKind {
        name: "belief",
        make: Make::Stoppable(|known, stop| Box::new(belief::StationBelief::new(known, stop))),
    },
];

/// Returns true if the player of this name can play for the seat.
pub(super) fn can_sit(name: &str, seat: Seat) -> bool {
    match name {
        "report" | "risk" | "inverse" | "closest" | "lookahead" | "mixed" => seat == MR_X,
        "closing" | "tracking" | "belief" => seat != MR_X,
        _ => true,
    }
}
