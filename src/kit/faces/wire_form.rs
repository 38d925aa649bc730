//! A game as players outside the process are sent it: the scenario before the game, what they need of the
//! state at their turns, and every event, all without what is masked.

use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::{Kit, Playable, Transcript as _};
use crate::protocol::{Nothing, WireError, check_seat};
use chase_engine::game::{Game, Known, Masks as _, Seat, View, game_for};
use chase_engine::header::to_json;

/// Reads the view of a seat from JSON.
///
/// # Errors
/// JSON of another shape: the message of serde_json.
pub fn received<T: DeserializeOwned>(sight: &RawValue) -> Result<T, WireError> {
    serde_json::from_str(sight.get()).map_err(|error| WireError::new(format!("view: {error}")))
}

/// The messages to a player outside the process. Each is made of what its seat may know and see, and of nothing
/// else, so that no message can hold more than that.
pub trait WireForm<G: Playable> {
    /// What is sent of a game before it begins: the scenario. `game` is what its receiver may know of it.
    fn scenario(&self, game: &G) -> impl Serialize {
        game.scenario()
    }

    /// What is sent to one seat alone besides: nothing.
    fn own(&self, _: &Known<G>) -> impl Serialize {
        Nothing {}
    }

    /// The game of which [`WireForm::scenario`] and [`WireForm::own`] made this JSON.
    ///
    /// # Errors
    /// There is no such game.
    fn received_game(&self, sent: &RawValue, _own: &RawValue) -> Result<G, WireError> {
        let scenario = serde_json::from_str::<G::Scenario>(sent.get());
        let scenario = scenario.map_err(|error| WireError::new(format!("scenario: {error}")))?;
        Ok(G::new(scenario)?)
    }

    /// The part of a state that is sent at a seat's turn: all of it.
    fn sight(&self, _: &G, state: &G::State, _seat: Seat) -> impl Serialize {
        state
    }

    /// The state of which [`WireForm::sight`] made this JSON.
    ///
    /// # Errors
    /// This game cannot be in such a state.
    fn sighted_state(&self, game: &G, seat: Seat, sight: &RawValue) -> Result<G::State, WireError> {
        let state = received(sight)?;
        let masks = G::masks();
        let is_masked = masks.hides() && masks.state(game, &state, seat.into()) == state;
        match is_masked || game.is_valid_state(&state) {
            true => Ok(state),
            false => Err(WireError::new("a state that this game cannot be in")),
        }
    }

    /// The part of an event that is sent; `before` is the state it changes.
    fn event(&self, _: &G, _before: &G::State, event: &G::Event) -> impl Serialize {
        event
    }

    /// The event of which [`WireForm::event`] made this JSON for a seat that learned of it.
    ///
    /// # Errors
    /// The JSON is no event.
    fn received_event(
        &self,
        _seat: Seat,
        sent: serde_json::Value,
    ) -> Result<G::Event, serde_json::Error> {
        serde_json::from_value(sent)
    }
}

impl<G: Playable> WireForm<G> for Kit {}

/// What is sent as JSON, already in this form.
fn raw(sent: &impl Serialize) -> Box<RawValue> {
    RawValue::from_string(to_json(sent)).expect("it was JSON a moment ago")
}

/// The scenario as it is sent to everybody, and what is sent to one seat alone.
pub fn sent_known<G: Playable>(known: &Known<G>) -> (Box<RawValue>, Box<RawValue>) {
    (raw(&G::wire().scenario(&known.game)), raw(&G::wire().own(known)))
}

/// The scenario as spectators are told it.
pub fn common<G: Playable>(game: &Arc<G>) -> Box<RawValue> {
    raw(&G::wire().scenario(&game_for(game, G::transcript().public_eyes())))
}

/// What a seat knows, of both parts of what was sent.
///
/// # Errors
/// Data that the game cannot have: a message for its sender.
pub fn received_known<G: Playable>(
    seat: Seat,
    scenario: &RawValue,
    own: &RawValue,
) -> Result<Known<G>, WireError> {
    let game = G::wire().received_game(scenario, own)?;
    check_seat(seat, game.seats().into())?;
    Ok(Known { seat, game: Arc::new(game) })
}

/// The view of a seat as it is sent.
pub fn sent_view<G: Playable>(view: &View<'_, G>) -> Box<RawValue> {
    raw(&G::wire().sight(view.game, view.state, view.seat))
}

/// A view that was received, and the game it is of.
pub struct ReceivedView<G: Game> {
    game: Arc<G>,
    state: G::State,
    seat: Seat,
}

impl<G: Playable> ReceivedView<G> {
    /// The view that was sent to a seat.
    ///
    /// # Errors
    /// Data that the game cannot have: a message for its sender.
    pub fn read(seat: Seat, known: &Known<G>, sent: &RawValue) -> Result<Self, WireError> {
        let game = Arc::clone(&known.game);
        let state = G::wire().sighted_state(&game, seat, sent)?;
        Ok(ReceivedView { game, state, seat })
    }

    /// The view, as a player is given it.
    pub fn view(&self) -> View<'_, G> {
        View { game: &self.game, state: &self.state, seat: self.seat }
    }
}

/// An event as it is sent. `before` is the state it changes, in a game without secrets.
pub fn sent_event<G: Playable>(game: &G, before: &G::State, event: &G::Event) -> String {
    to_json(&G::wire().event(game, before, event))
}

/// Leads the state on that [`sent_event`] is given, from the start of the game. In a game with secrets it is
/// left alone.
pub fn follow<G: Playable>(game: &G, state: &mut G::State, event: &G::Event) {
    if !G::masks().hides() {
        // What a game tells has happened in it.
        let _ = game.apply(state, event);
    }
}
