//! What a side outside the process is sent.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::{AnimalCheckers, Event, Position, State};
use chase_engine::game::Seat;
use chase_kit::faces::{WireForm, received};
use chase_kit::protocol::WireError;

/// The view of a side in its JSON form.
#[derive(Serialize, Deserialize)]
struct Sight {
    /// As side 0 sees it, row 7 first.
    position: Vec<String>,
    /// The number of moves that both sides have made so far.
    moves: u32,
    /// Moves until the game is drawn.
    moves_left: u32,
}

/// An event as it is sent: with the rows of the position before it, and the side whose turn it was.
#[derive(Serialize)]
struct SentEvent {
    event: Event,
    before: Vec<String>,
    side: usize,
}

/// What its receiver takes of it.
#[derive(Deserialize)]
struct ReceivedEvent {
    event: Event,
}

/// Positions as rows.
pub(super) struct Messages;

impl WireForm<AnimalCheckers> for Messages {
    fn sight(&self, game: &AnimalCheckers, state: &State, _: Seat) -> impl Serialize {
        Sight {
            position: state.position.rows(0).to_vec(),
            moves: state.moves,
            moves_left: game.moves_left(state),
        }
    }

    fn sighted_state(
        &self,
        _: &AnimalCheckers,
        _: Seat,
        sight: &RawValue,
    ) -> Result<State, WireError> {
        let sight: Sight = received(sight)?;
        let position = Position::from_rows(&sight.position);
        Ok(State {
            opened: true,
            moves: sight.moves,
            forfeited: None,
            ending: None,
            position: position.map_err(|why| WireError::new(format!("view: {why}")))?,
        })
    }

    fn event(&self, game: &AnimalCheckers, before: &State, event: &Event) -> impl Serialize {
        let rows = before.position.rows(0).to_vec();
        SentEvent { event: *event, before: rows, side: game.to_move(before) }
    }

    fn received_event(&self, _: Seat, sent: Value) -> Result<Event, serde_json::Error> {
        serde_json::from_value(sent).map(|received: ReceivedEvent| received.event)
    }
}
