//! The reasons for which a scenario is not solved, in words.

use std::fmt;

/// The reasons for which a scenario is not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// A seat may not know everything.
    Secrets,
    /// Several seats act at once.
    AtOnce,
    /// There are more than two sides.
    Sides(usize),
    /// A game ended with points that are not those of a win, a draw or a loss: its cause.
    Points(String),
    /// States repeat, and dice are thrown.
    CyclicChance,
    /// A probability is a fraction of numbers of more than 128 bits.
    TooFine,
    /// More states were met than are allowed.
    TooManyStates {
        /// The number allowed.
        most: u64,
    },
    /// The caller stopped the work after so many states.
    Stopped {
        /// The states that were met.
        states: u64,
    },
    /// The game refuses what it lists as legal, or what it has decided, or does not go on: a law is
    /// broken.
    Broken(String),
}

impl Unsolvable {
    /// True if a smaller part of the same game may be solved.
    pub(crate) fn is_of_size(&self) -> bool {
        matches!(self, Unsolvable::TooManyStates { .. } | Unsolvable::TooFine)
    }
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolvable::Secrets => f.write_str(
                "some seats do not see the whole state; only games in which every seat sees all of it are solved",
            ),
            Unsolvable::AtOnce => f.write_str(
                "several seats act at once; only games in which one moves after the other are solved",
            ),
            Unsolvable::Sides(sides) => {
                write!(f, "there are {sides} sides; games of one or two sides are solved")
            }
            Unsolvable::Points(cause) => write!(
                f,
                "the ending `{cause}` gives points that are no win, draw or loss of two sides"
            ),
            Unsolvable::CyclicChance => f.write_str(
                "states can repeat and dice are thrown; exact values cannot be computed where both happen",
            ),
            Unsolvable::TooFine => f.write_str(
                "a probability is a fraction of numbers of more than 128 bits; values would not be exact",
            ),
            Unsolvable::TooManyStates { most } => {
                write!(f, "more than {most} states can be reached")
            }
            Unsolvable::Stopped { states } => {
                write!(f, "stopped after {states} states; nothing is known of the value yet")
            }
            Unsolvable::Broken(rule) => write!(f, "the game breaks a law: {rule}"),
        }
    }
}

impl std::error::Error for Unsolvable {}
