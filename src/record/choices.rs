//! The legal actions of a turn, as a person can choose among them: typed, read or clicked.

use super::any::ActionChoice;
use chase_engine::game::Game;
use chase_engine::seat::Seat;
use chase_kit::faces::{Picture as _, Playable};

/// The actions of a seat in words, with their notation and where they are clicked. `state` is what
/// the seat sees.
#[must_use]
pub fn choices<G: Playable>(
    game: &G,
    state: &<G as Game>::State,
    seat: Seat,
    legal: &[G::Action],
) -> Vec<ActionChoice> {
    let choice = |action| {
        let words = game.action_text(state, seat, action);
        let mut spots = G::picture().spots(game, state, seat, action);
        if spots.button.is_empty() {
            spots.button.clone_from(&words);
        }
        ActionChoice {
            notation: game.notation(state, action),
            risk: G::picture().risk(game, state, seat, action),
            words,
            spots,
        }
    };
    legal.iter().map(choice).collect()
}
