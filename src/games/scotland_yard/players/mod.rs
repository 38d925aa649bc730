//! The built-in players.

mod answers;
mod belief;
mod closing;
mod cordon;
mod hunt;
mod inverse;
mod lookahead;
mod mixed;
mod net;
mod posterior;
mod prune;
mod pursuit;
mod reach;
mod report;
mod risk;
#[cfg(test)]
mod tests;
mod tracking;
mod trail;

use super::{MR_X, ScotlandYard};
use chase_core::game::Seat;
use chase_core::kit::RandomPlayer;
use chase_core::player::{Make, PlayerKind};

/// All players. Their names are stored.
pub static PLAYERS: &[PlayerKind<ScotlandYard>] = &[
    PlayerKind {
        name: "random",
        about: "either side: any move of the set",
        make: Make::Plain(|_| Box::new(RandomPlayer)),
    },
    PlayerKind {
        name: "report",
        about: "Mr X: the farthest from all detectives together, doubles to hide a reveal",
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
        make: Make::Plain(|known| Box::new(inverse::Inverse::new(known))),
    },
    PlayerKind {
        name: "closest",
        about: "Mr X: as report, but only the nearest detective counts",
        make: Make::Plain(|known| Box::new(report::MoveReport::by_closest(known))),
    },
    PlayerKind {
        name: "lookahead",
        about: "Mr X: the best chance to stay free for some rounds, by what detectives can know",
        make: Make::Limited(None, |known, budget| {
            Box::new(lookahead::Lookahead::new(known, budget))
        }),
    },
    PlayerKind {
        name: "mixed",
        about: "Mr X: as lookahead, hides from detectives who know it, and draws among good moves",
        make: Make::Stoppable(|known, stop| Box::new(mixed::Mixed::new(known, stop))),
    },
    PlayerKind {
        name: "closing",
        about: "detective: towards the nearest station where Mr X can be",
        make: Make::Stoppable(|known, stop| Box::new(closing::Closing::new(known, stop))),
    },
    PlayerKind {
        name: "tracking",
        about: "detective: shares out the stations where Mr X can be, the likely ones first",
        make: Make::Stoppable(|known, stop| Box::new(tracking::Tracking::new(known, stop))),
    },
    PlayerKind {
        name: "belief",
        about: "detective: weighs stations by how a Mr X with foresight moves, and surrounds them",
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
