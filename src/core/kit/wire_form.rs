//! A game without secrets as players outside the process are sent it: the scenario before the
//! game, what they need of the state at their turns, and every event as it is.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{OpenGame, OpenKnown, OpenView};
use crate::game::{Game, Seat};
use crate::protocol::{Nothing, WireError, WireForm, check_seat};
use crate::transcript::Transcript;

/// The wire form of a game in which every seat may know everything.
///
/// A seat outside the process is sent the scenario before the game, and a [`OpenWireForm::Sight`]
/// when it must choose. It makes the game and the state of them again, and what it then knows and
/// sees is what the game itself gives.
pub trait OpenWireForm:
    Transcript<
        Scenario: Clone,
        Known = OpenKnown<<Self as Game>::Scenario>,
        Seen: Serialize + DeserializeOwned,
    >
{
    /// What is sent of a state: all that its view shows.
    type Sight: Serialize + DeserializeOwned;

    /// What a seat sees, as it is sent.
    fn sight(view: &Self::View<'_>) -> Self::Sight;

    /// A state in which `seat` must choose and sees this.
    ///
    /// # Errors
    /// This game cannot be in such a state.
    fn sighted_state(&self, seat: Seat, sight: Self::Sight) -> Result<Self::State, WireError>;
}

/// A view that was received, and the game it is of.
pub struct Held<G: OpenWireForm> {
    game: G,
    state: G::State,
    seat: Seat,
}

impl<G: OpenWireForm> WireForm for G {
    type Common = G::Scenario;
    type Own = Nothing;
    type SentView = G::Sight;
    type Held = Held<G>;

    fn send_known(known: &G::Known) -> (G::Scenario, Nothing) {
        (known.scenario.clone(), Nothing {})
    }

    fn receive_known(seat: Seat, scenario: G::Scenario, _: Nothing) -> Result<G::Known, WireError> {
        let game = G::new(scenario)?;
        check_seat(seat, game.seats().into())?;
        Ok(game.known(seat))
    }

    fn send_view(view: &G::View<'_>) -> G::Sight {
        G::sight(view)
    }

    fn receive_view(seat: Seat, known: &G::Known, sight: G::Sight) -> Result<Held<G>, WireError> {
        let game = G::new(known.scenario.clone())?;
        let state = game.sighted_state(seat, sight)?;
        Ok(Held { game, state, seat })
    }

    fn held(held: &Held<G>) -> G::View<'_> {
        held.game.view(&held.state, held.seat)
    }
}

impl<G: OpenGame> OpenWireForm for G {
    type Sight = G::State;

    fn sight(view: &OpenView<'_, G>) -> G::State {
        view.state.clone()
    }

    fn sighted_state(&self, _: Seat, state: G::State) -> Result<G::State, WireError> {
        if OpenGame::is_valid_state(self, &state) {
            Ok(state)
        } else {
            Err(WireError::new("a state that this game cannot be in"))
        }
    }
}
