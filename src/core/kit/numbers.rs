//! An open game in numbers, as it gives them. By default, it is told in words only.

use super::{Kit, OpenGame};
use crate::numbers::{Feature, NumericForm};
use crate::seat::Seat;

/// A game in numbers, for programs that learn.
pub trait OpenNumbers<G: OpenGame> {
    /// The number of action numbers in this scenario, which begin at 0; 0 in a game that has no
    /// form in numbers.
    fn action_count(&self, _: &G) -> usize {
        0
    }

    /// The number of a legal action, below [`OpenNumbers::action_count`]. No two legal actions of a
    /// turn have the same.
    fn action_number(&self, _: &G, _state: &G::State, _seat: Seat, _action: &G::Action) -> usize {
        0
    }

    /// The meanings of an observation's numbers, in their order.
    fn features(&self, _: &G) -> Vec<Feature> {
        Vec::new()
    }

    /// Appends one number for each of [`OpenNumbers::features`].
    fn observation(&self, _: &G, _state: &G::State, _seat: Seat, _out: &mut Vec<i32>) {}
}

impl<G: OpenGame> OpenNumbers<G> for Kit {}

impl<G: OpenGame> NumericForm for G {
    fn action_count(&self) -> usize {
        G::numbers().action_count(self)
    }

    fn action_number(&self, seen: &G::State, seat: Seat, action: &G::Action) -> usize {
        G::numbers().action_number(self, seen, seat, action)
    }

    fn features(&self) -> Vec<Feature> {
        G::numbers().features(self)
    }

    fn observation(&self, seen: &G::State, seat: Seat, out: &mut Vec<i32>) {
        G::numbers().observation(self, seen, seat, out);
    }
}
