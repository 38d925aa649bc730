//! A game without secrets as players outside the process are sent it: the scenario before the
//! game, what they need of the state at their turns, and every event as it is.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::{Kit, OpenGame, OpenKnown, OpenView};
use crate::game::{Game, Seat};
use crate::header::to_json;
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

    /// What is sent of what a seat saw.
    fn sent_seen(&self, _before: &Self::State, seen: &Self::Seen) -> String {
        to_json(seen)
    }

    /// The same as its seat has it.
    ///
    /// # Errors
    /// What serde said of it.
    fn received_seen(sent: serde_json::Value) -> Result<Self::Seen, serde_json::Error> {
        serde_json::from_value(sent)
    }

    /// Leads the state on that [`OpenWireForm::sent_seen`] is given.
    fn followed(&self, _state: &mut Self::State, _seen: &Self::Seen) {}
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

    fn send_seen(&self, before: &G::State, seen: &G::Seen) -> String {
        G::sent_seen(self, before, seen)
    }

    fn receive_seen(sent: serde_json::Value) -> Result<G::Seen, serde_json::Error> {
        G::received_seen(sent)
    }

    fn follow(&self, state: &mut G::State, seen: &G::Seen) {
        G::followed(self, state, seen);
    }
}

/// Data as JSON in a message.
fn raw(data: &impl Serialize) -> Box<RawValue> {
    RawValue::from_string(to_json(data)).expect("it was JSON a moment ago")
}

/// What a seat's view holds.
///
/// # Errors
/// What serde said of it.
pub fn received<T: DeserializeOwned>(sight: &RawValue) -> Result<T, WireError> {
    serde_json::from_str(sight.get()).map_err(|error| WireError::new(format!("view: {error}")))
}

/// What a player of an open game outside the process is sent, beside the scenario before the game.
pub trait OpenWire<G: OpenGame> {
    /// What is sent of a state at a seat's turn: all of it.
    fn sight(&self, _: &G, state: &G::State, _seat: Seat) -> impl Serialize {
        state
    }

    /// The state of which [`OpenWire::sight`] made this JSON.
    ///
    /// # Errors
    /// This game cannot be in such a state.
    fn sighted_state(&self, game: &G, _: Seat, sight: &RawValue) -> Result<G::State, WireError> {
        let state = received(sight)?;
        match OpenGame::is_valid_state(game, &state) {
            true => Ok(state),
            false => Err(WireError::new("a state that this game cannot be in")),
        }
    }

    /// What is sent of an event; `before` is the state it changes.
    fn event(&self, _: &G, _before: &G::State, event: &G::Event) -> impl Serialize {
        event
    }

    /// The event of which [`OpenWire::event`] made this JSON.
    ///
    /// # Errors
    /// It is of none.
    fn received_event(&self, sent: serde_json::Value) -> Result<G::Event, serde_json::Error> {
        serde_json::from_value(sent)
    }
}

impl<G: OpenGame> OpenWire<G> for Kit {}

impl<G: OpenGame> OpenWireForm for G {
    type Sight = Box<RawValue>;

    fn sight(view: &OpenView<'_, G>) -> Box<RawValue> {
        raw(&G::wire().sight(view.game, view.state, view.seat))
    }

    fn sighted_state(&self, seat: Seat, sight: Box<RawValue>) -> Result<G::State, WireError> {
        G::wire().sighted_state(self, seat, &sight)
    }

    fn sent_seen(&self, before: &G::State, event: &G::Event) -> String {
        to_json(&G::wire().event(self, before, event))
    }

    fn received_seen(sent: serde_json::Value) -> Result<G::Event, serde_json::Error> {
        G::wire().received_event(sent)
    }

    fn followed(&self, state: &mut G::State, event: &G::Event) {
        // What a game tells has happened in it.
        let _ = OpenGame::apply(self, state, event);
    }
}
