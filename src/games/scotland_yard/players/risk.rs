//! The report's proposal for tactics. As `report`, but what decides between single and double is
//! the risk, which is the probability that a detective steps onto a station in its next turn if
//! each picks any of its moves (`answers.rs`).
//!
//! Of the pruned singles those of the highest sum of distances are found, and the least risk of
//! where they end. From 1 in 12 on, or if there are no singles, the doubles are scored instead, if
//! there are any; if the next round reveals, only those with a secret second leg, if there are
//! any. Among the moves of the highest sum those of the least risk stay, and the dice decide.

use std::sync::Arc;

use super::prune::Pruned;
use super::reach::{best, end};
use super::{answers, report};
use crate::{Action, Event, Known, Public, PublicSetting, ScotlandYard, View};
use chase_core::dice::Dice;
use chase_core::game::Forfeit;
use chase_core::kit::one_of;
use chase_core::player::Player;

/// From this risk on he doubles.
const HIGH: f64 = 1.0 / 12.0;

pub(crate) struct Risk {
    setting: Arc<PublicSetting>,
}

impl Risk {
    pub fn new(known: Known) -> Self {
        Risk { setting: known.setting }
    }

    fn risk(&self, public: &Public, action: Action) -> f64 {
        end(action).map_or(0.0, |at| answers::risk(&self.setting, public, at))
    }

    /// Those of the highest sum and then the least risk.
    fn best(&self, public: &Public, moves: &[Action]) -> Vec<Action> {
        let far = best(moves, 0, |action| report::sum(&self.setting, public, action));
        best(&far, f64::NEG_INFINITY, |action| -self.risk(public, action))
    }
}

impl Player<ScotlandYard> for Risk {
    fn observe(&mut self, _: &Event) {}

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let public = view.public;
        let reveals = self.setting.reveals(public.round + 1);
        let Pruned { singles, doubles } = Pruned::of(legal, public, reveals);
        let mut moves = self.best(public, &singles);
        let is_high = |action: &Action| self.risk(public, *action) >= HIGH;
        if moves.first().is_none_or(is_high) && !doubles.is_empty() {
            moves = self.best(public, &doubles);
        }
        let moves = if moves.is_empty() { legal } else { &moves };
        Ok(*one_of(moves, dice))
    }
}
