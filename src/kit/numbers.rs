//! A game told in numbers, for programs that learn: its actions as numbers, and what a seat sees as
//! a list of integers. It is made of what the seat sees and of nothing else.

use serde::Serialize;

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

/// A count as a number of an observation.
#[must_use]
pub fn number(count: impl TryInto<i32>) -> i32 {
    count.try_into().unwrap_or(i32::MAX)
}
