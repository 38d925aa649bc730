//! What a side outside the process is sent.

use serde::{Deserialize, Deserializer, Serialize};
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
    #[serde(with = "drawn")]
    position: Position,
    /// The number of moves that both sides have made so far.
    moves: u32,
    /// Moves until the game is drawn.
    moves_left: u32,
}

/// A position as its rows, as side 0 sees them, row 7 first.
mod drawn {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer, de::Error as _};

    use super::Position;

    pub fn serialize<S: Serializer>(position: &Position, to: S) -> Result<S::Ok, S::Error> {
        position.rows(0).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Position, D::Error> {
        let rows = Vec::<String>::deserialize(from)?;
        Position::from_rows(&rows).map_err(D::Error::custom)
    }
}

/// A side, 0 or 1; whatever is not 0 is side 1.
fn side<'de, D: Deserializer<'de>>(from: D) -> Result<usize, D::Error> {
    Ok(usize::from(u8::deserialize(from)?.min(1)))
}

/// An event as it is sent: with the position before it, and the side whose turn it was.
#[derive(Serialize, Deserialize)]
struct SentEvent {
    event: Event,
    #[serde(with = "drawn")]
    before: Position,
    #[serde(deserialize_with = "side")]
    side: usize,
}

/// Positions as rows.
pub(super) struct Messages;

impl WireForm<AnimalCheckers> for Messages {
    fn sight(&self, game: &AnimalCheckers, state: &State, _: Seat) -> impl Serialize {
        Sight { position: state.position, moves: state.moves, moves_left: game.moves_left(state) }
    }

    fn sighted_state(
        &self,
        _: &AnimalCheckers,
        _: Seat,
        sight: &RawValue,
    ) -> Result<State, WireError> {
        let sight: Sight = received(sight)?;
        Ok(State {
            opened: true,
            moves: sight.moves,
            forfeited: None,
            ending: None,
            position: sight.position,
        })
    }

    fn event(&self, game: &AnimalCheckers, before: &State, event: &Event) -> impl Serialize {
        SentEvent { event: *event, before: before.position, side: game.to_move(before) }
    }

    fn received_event(&self, _: Seat, sent: Value) -> Result<Event, serde_json::Error> {
        serde_json::from_value(sent).map(|told: SentEvent| told.event)
    }
}
