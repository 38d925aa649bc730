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
    PlayerKind {
        name: "random",
        about: "either side: any legal move",
        make: Make::Plain(|_| Box::new(RandomPlayer)),
    },
    PlayerKind {
        name: "report",
        about: "Mr X: moves farthest from all detectives together, doubles only when the next round reveals",
        make: Make::Plain(|known| Box::new(report::MoveReport::by_sum(known))),
    },
    PlayerKind {
        name: "risk",
        about: "Mr X: as report, but doubles when he is in danger",
        make: Make::Plain(|known| Box::new(risk::Risk::new(known))),
    },
    PlayerKind {
        name: "inverse",
        about: "Mr X: as report, but a near detective counts more than a far one",
        make: Make::Plain(|known| Box::new(report::MoveReport::by_nearness(known))),
    },
    PlayerKind {
        name: "closest",
        about: "Mr X: as report, but only the nearest detective counts",
        make: Make::Plain(|known| Box::new(report::MoveReport::by_closest(known))),
    },
    PlayerKind {
        name: "lookahead",
        about: "Mr X: takes the best chance to stay free for some rounds, given what detectives can know",
        make: Make::Limited(None, |known, budget| {
            Box::new(lookahead::Lookahead::new(known, budget))
        }),
    },
    PlayerKind {
        name: "mixed",
        about: "Mr X: as lookahead, but expects detectives that play tracking or belief, and draws one of the good moves",
        make: Make::Stoppable(|known, stop| Box::new(mixed::Mixed::new(known, stop))),
    },
    PlayerKind {
        name: "closing",
        about: "detective: towards the nearest station where Mr X can be",
        make: Make::Stoppable(|known, stop| Box::new(closing::Closing::new(known, stop))),
    },
    PlayerKind {
        name: "tracking",
        about: "detective: plans for all detectives, so that Mr X has the least room where he can be",
        make: Make::Stoppable(|known, stop| Box::new(tracking::Tracking::new(known, stop))),
    },
    PlayerKind {
        name: "belief",
        about: "detective: as tracking, but weighs stations by how a Mr X with foresight would move, mixed too",
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
