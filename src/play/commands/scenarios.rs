//! Scenarios, one after another, whatever they come from.

use super::Commands;
use crate::openings::Seated;
use chase_world::error::Error;

/// Scenarios, one after another: the n-th is always the same.
pub trait Scenarios<G: Commands>: Sync {
    /// The number of seats in a game.
    fn seats(&self) -> usize;

    /// The n-th, from 0, for those who sit there.
    ///
    /// # Errors
    /// What no scenario can have.
    fn nth(&self, n: u64, seated: &[Seated]) -> Result<G::Scenario, Error>;

    /// The game of the n-th.
    ///
    /// # Errors
    /// What no game can be played with.
    fn game(&self, n: u64, seated: &[Seated]) -> Result<G, Error> {
        G::playable(self.nth(n, seated)?)
    }

    /// After how many they come again, the same whoever sits there; nothing where each is new.
    fn comes_again(&self) -> Option<u64> {
        None
    }

    /// A description of what is played, in words: `on random boards of 8 x 8`.
    fn about(&self) -> String;

    /// Warnings about games that can be played but are unusual.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }
}
