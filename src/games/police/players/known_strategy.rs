//! The strategies of the assignment as a value, for whoever works out what they do without asking a player.

/// A strategy whose rules are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KnownStrategy {
    /// Never moves.
    Stationary,
    /// By the dice.
    Random,
    /// Chooses the neighbour visited least.
    Least,
    /// By a depth-first route.
    Dfs,
}

impl KnownStrategy {
    /// The strategy of a built-in player.
    #[must_use]
    pub fn of(player: &str) -> Option<Self> {
        use KnownStrategy::{Dfs, Least, Random, Stationary};
        [Stationary, Random, Least, Dfs].into_iter().find(|it| it.player() == player)
    }

    /// The built-in player that plays it.
    #[must_use]
    pub fn player(self) -> &'static str {
        match self {
            KnownStrategy::Stationary => "stationary",
            KnownStrategy::Random => "random",
            KnownStrategy::Least => "cheapest-least-visited",
            KnownStrategy::Dfs => "dfs",
        }
    }

    /// Neither luck nor tips: without tips its way is the same in every game.
    pub fn needs_no_luck(self) -> bool {
        matches!(self, KnownStrategy::Dfs | KnownStrategy::Least)
    }
}
