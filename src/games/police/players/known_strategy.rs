//! The strategies of the assignment as a value, for whoever works out what they do without asking a player.

use super::TEAM;
use chase_engine::header::Header;
use chase_play::player_name::{OUTSIDE, PlayerName};

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

/// Returns true if dice that are known before the first draw stay known. With those of C all agents draw from one sequence:
/// who may have drawn from it unseen leaves it unknown.
pub fn dice_stay_known(header: &Header) -> bool {
    !header.dice.is_of_c() || !header.players.iter().any(|player| may_draw_unseen(player))
}

/// Returns true if the rules of a player's strategy are not known, nor that it draws nothing.
fn may_draw_unseen(player: &str) -> bool {
    let draws_nothing = |name: &str| {
        let is_outside = PlayerName::of(name) != PlayerName::BuiltIn(name);
        let never_draws =
            KnownStrategy::of(name).is_some_and(|known| known != KnownStrategy::Random);
        is_outside || name == OUTSIDE || name == TEAM || never_draws
    };
    KnownStrategy::of(player).is_none() && !player.split(" or ").all(draws_nothing)
}
