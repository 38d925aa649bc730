//! The reasons for which a scenario is not solved, in words.

/// The reasons for which a scenario is not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolvable {
    /// A seat may not know everything.
    #[error(
        "some seats do not see the whole state; only games in which every seat sees all of it are solved"
    )]
    Secrets,
    /// Several seats act at once.
    #[error("several seats act at once; only games in which one moves after the other are solved")]
    AtOnce,
    /// There are more than two sides.
    #[error("there are {0} sides; games of one or two sides are solved")]
    Sides(usize),
    /// A game ended with points that are not those of a win, a draw or a loss: its cause.
    #[error("the ending `{0}` gives points that are no win, draw or loss of two sides")]
    Points(String),
    /// States repeat, and dice are thrown.
    #[error(
        "states can repeat and dice are thrown; exact values cannot be computed where both happen"
    )]
    CyclicChance,
    /// A probability is a fraction of numbers of more than 128 bits.
    #[error(
        "a probability is a fraction of numbers of more than 128 bits; values would not be exact"
    )]
    TooFine,
    /// More states were met than are allowed.
    #[error("more than {most} states can be reached")]
    TooManyStates {
        /// The number allowed.
        most: u64,
    },
    /// The caller stopped the work after so many states.
    #[error("stopped after {states} states; nothing is known of the value yet")]
    Stopped {
        /// The states that were met.
        states: u64,
    },
    /// The game refuses what it lists as legal, or what it has decided, or does not go on: a law is
    /// broken.
    #[error("the game breaks a law: {0}")]
    Broken(String),
}

impl Unsolvable {
    /// True if a smaller part of the same game may be solved.
    pub fn is_of_size(&self) -> bool {
        matches!(self, Unsolvable::TooManyStates { .. } | Unsolvable::TooFine)
    }
}
