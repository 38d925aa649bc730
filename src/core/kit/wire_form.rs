//! A game of the kit as players outside the process are sent it: the scenario before the game, what they
//! need of the state at their turns, and every event, all without what is masked.

use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::rules::whole;
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
    /// What is sent of a game before it begins: the scenario. `game` is what its receiver may know of it.
    fn scenario(&self, game: &G) -> impl Serialize {
        OpenGame::scenario(game)
    }

    /// The game of which [`OpenWire::scenario`] made this JSON.
    ///
    /// # Errors
    /// There is no such game.
    fn received_game(&self, sent: &RawValue) -> Result<G, WireError> {
        let scenario = serde_json::from_str::<G::Scenario>(sent.get());
        let scenario = scenario.map_err(|error| WireError::new(format!("scenario: {error}")))?;
        Ok(<G as OpenGame>::new(scenario)?)
    }

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

/// What is sent as JSON, already in this form.
fn raw(sent: &impl Serialize) -> Box<RawValue> {
    RawValue::from_string(to_json(sent)).expect("it was JSON a moment ago")
}

/// A view that was received, and the game it is of.
pub struct ReceivedView<G: OpenGame> {
    game: Arc<G>,
    state: G::State,
    seat: Seat,
}

impl<G: OpenGame> WireForm for G {
    type Common = Box<RawValue>;
    type Own = Nothing;
    type SentView = Box<RawValue>;
    type Held = ReceivedView<G>;

    fn send_known(known: &OpenKnown<G>) -> (Box<RawValue>, Nothing) {
        (raw(&G::wire().scenario(&known.game)), Nothing {})
    }

    fn common(game: &Arc<G>) -> Box<RawValue> {
        match G::masks().game(game, Seats::default()) {
            Some(masked) => raw(&G::wire().scenario(&whole(masked))),
            None => raw(&G::wire().scenario(game)),
        }
    }

    fn receive_known(
        seat: Seat,
        scenario: Box<RawValue>,
        _: Nothing,
    ) -> Result<OpenKnown<G>, WireError> {
        let game = G::wire().received_game(&scenario)?;
        check_seat(seat, OpenGame::seats(&game).into())?;
        Ok(OpenKnown { seat, game: Arc::new(game) })
    }

    fn send_view(view: &OpenView<'_, G>) -> Box<RawValue> {
        raw(&G::wire().sight(view.game, view.state, view.seat))
    }

    fn receive_view(
        seat: Seat,
        known: &OpenKnown<G>,
        sight: Box<RawValue>,
    ) -> Result<ReceivedView<G>, WireError> {
        let game = Arc::clone(&known.game);
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
