//! An open game as players outside the process are sent it: scenario, state and events as they are.

use super::{OpenGame, OpenKnown, OpenView};
use crate::engine::game::Seat;
use crate::engine::protocol::{Nothing, WireForm, check_seat};

/// A view that was received, and the game it is of.
pub struct Held<G: OpenGame> {
    game: G,
    state: G::State,
    seat: Seat,
}

impl<G: OpenGame> WireForm for G {
    type Common = G::Scenario;
    type Own = Nothing;
    type SentView = G::State;
    type SentSeen = G::Event;
    type Held = Held<G>;

    fn send_known(known: &OpenKnown<G::Scenario>) -> (G::Scenario, Nothing) {
        (known.scenario.clone(), Nothing {})
    }

    fn receive_known(
        seat: Seat,
        scenario: G::Scenario,
        _: Nothing,
    ) -> Result<OpenKnown<G::Scenario>, String> {
        let game = <G as OpenGame>::new(scenario).map_err(|fault| fault.to_string())?;
        check_seat(seat, OpenGame::seats(&game).into())?;
        let scenario = OpenGame::scenario(&game).clone();
        Ok(OpenKnown { seat, scenario })
    }

    fn send_view(view: &OpenView<'_, G>) -> G::State {
        view.state.clone()
    }

    fn receive_view(
        seat: Seat,
        known: &OpenKnown<G::Scenario>,
        state: G::State,
    ) -> Result<Held<G>, String> {
        let game = <G as OpenGame>::new(known.scenario.clone());
        let game = game.map_err(|fault| fault.to_string())?;
        if !OpenGame::is_valid_state(&game, &state) {
            return Err("a state that this game cannot be in".into());
        }
        Ok(Held { game, state, seat })
    }

    fn held(held: &Held<G>) -> OpenView<'_, G> {
        OpenView {
            game: &held.game,
            state: &held.state,
            seat: held.seat,
        }
    }

    fn send_seen(seen: &G::Event) -> G::Event {
        seen.clone()
    }

    fn receive_seen(sent: G::Event) -> Result<G::Event, String> {
        Ok(sent)
    }
}
