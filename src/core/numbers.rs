//! A game told in numbers, for programs that learn: its actions as numbers, and what a seat sees as
//! a list of integers. It is made of what the seat sees and of nothing else.

use serde::Serialize;

use super::game::Game;
use super::seat::Seat;

/// The meaning of one number of an observation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Feature {
    /// Its name (`stamina`), which no other of the game has.
    pub name: String,
    /// The least it can be.
    pub least: i32,
    /// The most it can be.
    pub most: i32,
}

impl Feature {
    /// A number within these bounds.
    #[must_use]
    pub fn new(name: impl Into<String>, least: i32, most: i32) -> Self {
        let name = name.into();
        Feature { name, least, most }
    }
}

/// A game that can be told in numbers. One that cannot says so with an empty `impl`.
pub trait NumericForm: Game {
    /// The number of action numbers in this scenario, which begin at 0; 0 in a game that has no
    /// form in numbers.
    fn action_count(&self) -> usize {
        0
    }

    /// The number of a legal action, below [`NumericForm::action_count`]. No two legal actions of a turn
    /// have the same. `seen` is the state as the seat sees it.
    fn action_number(&self, _seen: &Self::State, _seat: Seat, _action: &Self::Action) -> usize {
        0
    }

    /// The meanings of an observation's numbers, in their order.
    fn features(&self) -> Vec<Feature> {
        Vec::new()
    }

    /// Appends one number for each of [`NumericForm::features`]. `seen` is the state as the seat sees it;
    /// the game itself must be asked for nothing that the seat may not know.
    fn observation(&self, _seen: &Self::State, _seat: Seat, _out: &mut Vec<i32>) {}
}

/// A count as a number of an observation.
#[must_use]
pub fn number(count: impl TryInto<i32>) -> i32 {
    count.try_into().unwrap_or(i32::MAX)
}
