//! What the referee must know of Fishing: which turns its players choose among.

use super::players::{greedy_best, territory_best};
use super::{Action, Fishing, State, View};
use chase_engine::game::Seat;
use chase_kit::faces::RefereeRules;

/// The referee of the kit, who knows the players that choose by a rule.
pub(super) struct PlayersByRule;

impl RefereeRules<Fishing> for PlayersByRule {
    fn choices(
        &self,
        game: &Fishing,
        state: &State,
        seat: Seat,
        player: &str,
        legal: &[Action],
    ) -> Option<Vec<Action>> {
        match player {
            "greedy" => Some(greedy_best(&state.grid, legal)),
            "territory" => Some(territory_best(&View { game, state, seat }, legal)),
            _ => None,
        }
    }
}
