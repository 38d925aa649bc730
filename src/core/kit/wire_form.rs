//! A game of the kit as players outside the process are sent it: the scenario before the game, what they
//! need of the state at their turns, and every event, all without what is masked.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::{Kit, Masks as _, OpenGame, OpenKnown, OpenView};
use crate::game::{Game, Seat};
use crate::header::to_json;
use crate::protocol::{Nothing, WireError, WireForm, check_seat};
use crate::seat::Seats;

/// Reads the view of a seat from JSON.
///
/// # Errors
/// JSON of another shape: the message of serde_json.
pub fn received<T: DeserializeOwned>(sight: &RawValue) -> Result<T, WireError> {
    serde_json::from_str(sight.get()).map_err(|error| WireError::new(format!("view: {error}")))
}

/// The messages to a player of an open game outside the process, besides the scenario before the
/// game.
pub trait OpenWire<G: OpenGame> {
    /// The part of a state that is sent at a seat's turn: all of it.
    fn sight(&self, _: &G, state: &G::State, _seat: Seat) -> impl Serialize {
        state
    }

    /// The state of which [`OpenWire::sight`] made this JSON.
    ///
    /// # Errors
    /// This game cannot be in such a state.
    fn sighted_state(&self, game: &G, seat: Seat, sight: &RawValue) -> Result<G::State, WireError> {
        let state = received(sight)?;
        let masks = G::masks();
        let is_masked = masks.hides() && masks.state(game, &state, seat.into()) == state;
        match is_masked || OpenGame::is_valid_state(game, &state) {
            true => Ok(state),
            false => Err(WireError::new("a state that this game cannot be in")),
        }
    }

    /// The part of an event that is sent; `before` is the state it changes.
    fn event(&self, _: &G, _before: &G::State, event: &G::Event) -> impl Serialize {
        event
    }

    /// The event of which [`OpenWire::event`] made this JSON.
    ///
    /// # Errors
    /// The JSON is no event.
    fn received_event(&self, sent: serde_json::Value) -> Result<G::Event, serde_json::Error> {
        serde_json::from_value(sent)
    }
}

impl<G: OpenGame> OpenWire<G> for Kit {}

/// A view that was received, and the game it is of.
pub struct ReceivedView<G: OpenGame> {
    game: G,
    state: G::State,
    seat: Seat,
}

impl<G: OpenGame> WireForm for G {
    type Common = G::Scenario;
    type Own = Nothing;
    type SentView = Box<RawValue>;
    type Held = ReceivedView<G>;

    fn send_known(known: &OpenKnown<G::Scenario>) -> (G::Scenario, Nothing) {
        (known.scenario.clone(), Nothing {})
    }

    fn common(&self) -> G::Scenario {
        let masked = G::masks().scenario(self, Seats::default());
        masked.unwrap_or_else(|| OpenGame::scenario(self).clone())
    }

    fn receive_known(
        seat: Seat,
        scenario: G::Scenario,
        _: Nothing,
    ) -> Result<OpenKnown<G::Scenario>, WireError> {
        let game = <G as OpenGame>::new(scenario)?;
        check_seat(seat, OpenGame::seats(&game).into())?;
        Ok(game.known(seat))
    }

    fn send_view(view: &OpenView<'_, G>) -> Box<RawValue> {
        let sight = to_json(&G::wire().sight(view.game, view.state, view.seat));
        RawValue::from_string(sight).expect("it was JSON a moment ago")
    }

    fn receive_view(
        seat: Seat,
        known: &OpenKnown<G::Scenario>,
        sight: Box<RawValue>,
    ) -> Result<ReceivedView<G>, WireError> {
        let game = <G as OpenGame>::new(known.scenario.clone())?;
        let state = G::wire().sighted_state(&game, seat, &sight)?;
        Ok(ReceivedView { game, state, seat })
    }

    fn held(held: &ReceivedView<G>) -> OpenView<'_, G> {
        held.game.view(&held.state, held.seat)
    }

    fn send_seen(&self, before: &G::State, event: &G::Event) -> String {
        to_json(&G::wire().event(self, before, event))
    }

    fn receive_seen(sent: serde_json::Value) -> Result<G::Event, serde_json::Error> {
        G::wire().received_event(sent)
    }

    fn follow(&self, state: &mut G::State, event: &G::Event) {
        if !G::masks().hides() {
            // What a game tells has happened in it.
            let _ = OpenGame::apply(self, state, event);
        }
    }
}
