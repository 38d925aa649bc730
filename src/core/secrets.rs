//! What a game hides from its seats, said so that it can be put to the test.

use std::sync::Arc;

use super::dice::Dice;
use super::game::Game;
use super::history::History;
use super::seat::{Seat, Seats};

/// Another game that some seats could be in, as far as they may know.
pub struct Twin<G: Game> {
    /// The game with the same scenario, or with one that differs only in what the seats may not
    /// know.
    pub game: Arc<G>,
    /// The history of that game from the first cycle on, at least one cycle.
    pub history: History<G>,
}

/// A game that may hide something from its seats. A game in which every seat may know everything
/// says so with an empty `impl`. A game of the kit says it with
/// [`Masks`](super::kit::Masks).
///
/// The laws hold what a seat is shown of a history against what it is shown of the twin: both must
/// be the same to the letter, so that nothing a seat is shown or sent can depend on what it may not
/// know.
pub trait Secrets: Game {
    /// True if there is anything that a seat may not know.
    #[must_use]
    fn has_secrets() -> bool {
        false
    }

    /// True if there is anything that this seat may not know. The laws then look for a game in
    /// which it has a twin.
    fn hides_from(&self, _: Seat) -> bool {
        Self::has_secrets()
    }

    /// A twin of a history for one seat or several together: they may not be able to tell the two
    /// apart, and the two differ. The twin may be shorter; it is then compared with the beginning of the history.
    /// Nothing when the game hides nothing from the seats, or when no twin was found. `dice` choose
    /// among several.
    fn twin(
        _game: &Arc<Self>,
        _history: &History<Self>,
        _seats: Seats,
        _dice: &mut Dice,
    ) -> Option<Twin<Self>> {
        None
    }
}
