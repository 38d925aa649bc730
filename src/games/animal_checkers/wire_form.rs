//! What a side outside the process is sent.

use serde::{Deserialize, Serialize};

use super::{AnimalCheckers, Event, Known, Position, Scenario, Seen, View};
use crate::engine::game::{Game, Seat};
use crate::engine::protocol::{Nothing, WireForm, check_seat};

/// What a side sees.
#[derive(Serialize, Deserialize)]
pub struct Sight {
    /// As side 0 sees it, row 7 first.
    position: Vec<String>,
    /// Moves made.
    moves: u32,
    /// Moves until the game is drawn.
    moves_left: u32,
}

/// What a side learns.
#[derive(Serialize, Deserialize)]
pub struct Told {
    event: Event,
    /// The position before it, as side 0 sees it.
    before: Vec<String>,
    /// The side whose turn it was.
    side: u8,
}

/// A view, and what it is of.
pub struct Held {
    position: Position,
    side: usize,
    moves: u32,
    moves_left: u32,
}

fn drawn(rows: &[String]) -> Result<Position, String> {
    Position::from_rows(rows).map_err(|misdrawn| misdrawn.to_string())
}

impl WireForm for AnimalCheckers {
    type Common = Scenario;
    type Own = Nothing;
    type SentView = Sight;
    type SentSeen = Told;
    type Held = Held;

    fn send_known(known: &Known) -> (Scenario, Nothing) {
        (known.scenario.clone(), Nothing {})
    }

    fn receive_known(seat: Seat, scenario: Scenario, _: Nothing) -> Result<Known, String> {
        let game = AnimalCheckers::new(scenario).map_err(|fault| fault.to_string())?;
        check_seat(seat, game.seats().into())?;
        Ok(game.known(seat))
    }

    fn send_view(view: &View<'_>) -> Sight {
        Sight {
            position: view.position.rows(0).to_vec(),
            moves: view.moves,
            moves_left: view.moves_left,
        }
    }

    fn receive_view(seat: Seat, _: &Known, sent: Sight) -> Result<Held, String> {
        Ok(Held {
            position: drawn(&sent.position)?,
            side: seat.index(),
            moves: sent.moves,
            moves_left: sent.moves_left,
        })
    }

    fn held(held: &Held) -> View<'_> {
        View {
            position: &held.position,
            side: held.side,
            moves: held.moves,
            moves_left: held.moves_left,
        }
    }

    fn send_seen(seen: &Seen) -> Told {
        Told {
            event: seen.event,
            before: seen.before.rows(0).to_vec(),
            side: u8::from(seen.side == 1),
        }
    }

    fn receive_seen(sent: Told) -> Result<Seen, String> {
        Ok(Seen {
            event: sent.event,
            before: drawn(&sent.before)?,
            side: usize::from(sent.side.min(1)),
        })
    }
}
