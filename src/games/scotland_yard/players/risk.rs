//! The report's proposal for tactics. As `report`, but what decides between single and double is
//! the risk, which is the probability that a detective steps onto a station in its next turn if
//! each picks any of its moves.
//!
//! Of the pruned singles those of the highest sum of distances are found, and the least risk of
//! where they end. From 1 in 12 on, or if there are no singles, the doubles are scored instead, if
//! there are any; if the next round reveals, only those with a secret second leg, if there are
//! any. Among the moves of the highest sum those of the least risk stay, and the dice decide.

use std::sync::Arc;

use super::prune::Pruned;
use super::reach::{best, end};
use super::report;
use crate::board::Station;
use crate::{Action, Known, Public, PublicSetting, ScotlandYard, View};
use chase_engine::dice::{Dice, one_of};
use chase_engine::game::Forfeit;
use chase_engine::player::Player;

/// From this risk on he doubles.
const HIGH: f64 = 1.0 / 12.0;

pub(crate) struct Risk {
    setting: Arc<PublicSetting>,
}

impl Risk {
    pub fn new(known: Known) -> Self {
        Risk { setting: Arc::clone(known.game.setting()) }
    }

    fn risk(&self, public: &Public, action: Action) -> f64 {
        end(action).map_or(0.0, |at| risk(&self.setting, public, at))
    }

    /// Those of the highest sum and then the least risk.
    fn best(&self, public: &Public, moves: &[Action]) -> Vec<Action> {
        let far = best(moves, 0, |action| report::sum(&self.setting, public, action));
        best(&far, f64::NEG_INFINITY, |action| -self.risk(public, action))
    }
}

impl Player<ScotlandYard> for Risk {
    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let public = &view.state.public;
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

/// The probability that a detective steps onto a station in one turn. Each detective picks any of
/// its moves, all equally likely, as if nobody else moved: with `m` moves, `f` of which lead there
/// (one for each ticket that pays), it stays away with 1 - f / m; the result is 1 less the product.
fn risk(setting: &PublicSetting, public: &Public, at: Station) -> f64 {
    let mut moves = Vec::new();
    let mut safety = 1.0;
    for seat in setting.detectives() {
        moves.clear();
        setting.actions(public, seat, 0, &mut moves);
        let leads_there = |action: &&Action| matches!(action, Action::Move(leg) if leg.to == at);
        let there = moves.iter().filter(leads_there).count();
        safety *= 1.0 - count(there) / count(moves.len());
    }
    1.0 - safety
}

fn count(n: usize) -> f64 {
    f64::from(u32::try_from(n).expect("a set of moves is small"))
}
