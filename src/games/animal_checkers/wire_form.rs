//! What a side outside the process is sent.

use serde::{Deserialize, Deserializer, Serialize};

use super::{AnimalCheckers, Position, State, View};
use chase_core::game::Seat;
use chase_core::kit::OpenWireForm;
use chase_core::protocol::WireError;

/// What a side sees.
#[derive(Serialize, Deserialize)]
pub struct Sight {
    /// As side 0 sees it, row 7 first.
    #[serde(with = "drawn")]
    position: Position,
    /// Moves made.
    moves: u32,
    /// Moves until the game is drawn.
    moves_left: u32,
}

/// A position as its rows, as side 0 sees them, row 7 first.
pub(super) mod drawn {
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
pub(super) fn side<'de, D: Deserializer<'de>>(from: D) -> Result<usize, D::Error> {
    Ok(usize::from(u8::deserialize(from)?.min(1)))
}

impl OpenWireForm for AnimalCheckers {
    type Sight = Sight;

    fn sight(view: &View<'_>) -> Sight {
        Sight {
            position: *view.position,
            moves: view.moves,
            moves_left: view.moves_left,
        }
    }

    fn sighted_state(&self, _: Seat, sight: Sight) -> Result<State, WireError> {
        Ok(State {
            opened: true,
            moves: sight.moves,
            forfeited: None,
            ending: None,
            position: sight.position,
        })
    }
}
