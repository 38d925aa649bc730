//! The legal actions of a turn, as a person can choose among them: typed, read or clicked.

use super::any::ActionChoice;
use super::game::Game;
use super::seat::Seat;
use super::transcript::Transcript;

/// The actions of a seat in words, with their notation and where they are clicked. `state` is what
/// the seat sees.
#[must_use]
pub fn choices<G: Transcript>(
    game: &G,
    state: &<G as Game>::State,
    seat: Seat,
    legal: &[G::Action],
) -> Vec<ActionChoice> {
    let choice = |action| {
        let mut words = Vec::new();
        game.action(state, seat, action, &mut words);
        let words = String::from_utf8_lossy(&words).into_owned();
        let mut spots = game.spots(state, seat, action);
        if spots.button.is_empty() {
            spots.button.clone_from(&words);
        }
        ActionChoice {
            notation: game.notation(state, action),
            risk: game.risk(state, seat, action),
            words,
            spots,
        }
    };
    legal.iter().map(choice).collect()
}
