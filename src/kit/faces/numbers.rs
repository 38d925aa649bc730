//! A game in numbers, as it gives them. By default, it is told in words only.

use super::{Kit, Playable};
use crate::numbers::Feature;
use chase_engine::seat::Seat;

/// A game in numbers, for programs that learn. States are as the seat sees them; the game itself must be asked
/// for nothing that the seat may not know.
pub trait NumericForm<G: Playable> {
    /// The number of action numbers in this scenario, which begin at 0; 0 in a game that has no
    /// form in numbers.
    fn action_count(&self, _: &G) -> usize {
        0
    }

    /// The number of a legal action, below [`NumericForm::action_count`]. No two legal actions of a
    /// turn have the same.
    fn action_number(&self, _: &G, _state: &G::State, _seat: Seat, _action: &G::Action) -> usize {
        0
    }

    /// The meanings of an observation's numbers, in their order.
    fn features(&self, _: &G) -> Vec<Feature> {
        Vec::new()
    }

    /// Appends one number for each of [`NumericForm::features`].
    fn observation(&self, _: &G, _state: &G::State, _seat: Seat, _out: &mut Vec<i32>) {}
}

impl<G: Playable> NumericForm<G> for Kit {}
