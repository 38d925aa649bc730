//! The report's Mr X. His moves are pruned as `prune.rs` has it: the ticket he has most of, doubles
//! when and only when the next round reveals (with a secret second leg if there is such a one). A
//! move's score is the sum of the detectives' distances from where it ends, over every edge; the
//! highest wins, and the dice decide between equals. In the report's first scheme, `closest`, the score
//! is the distance of the closest detective. In its first scoring proposal, `inverse`, it is the sum of
//! 1 / distance over the detectives, of which the least wins: one near detective then outweighs any
//! number of far ones.

use std::sync::Arc;

use super::prune::Pruned;
use super::reach::{best, end, to_detectives};
use crate::{Action, Known, Public, PublicSetting, ScotlandYard, View};
use chase_engine::dice::{Dice, one_of};
use chase_engine::game::Forfeit;
use chase_engine::player::Player;

pub(crate) struct MoveReport {
    setting: Arc<PublicSetting>,
    score: MoveScore,
}

/// A function that rates a move.
type MoveScore = fn(&PublicSetting, &Public, Action) -> f64;

impl MoveReport {
    /// Far from all detectives together.
    pub(crate) fn by_sum(known: Known) -> Self {
        Self::by(|setting, public, action| sum(setting, public, action).into(), known)
    }

    /// Far from the closest detective.
    pub(crate) fn by_closest(known: Known) -> Self {
        Self::by(closest, known)
    }

    /// Far from those that are near.
    pub(crate) fn by_nearness(known: Known) -> Self {
        Self::by(nearness, known)
    }

    fn by(score: MoveScore, known: Known) -> Self {
        MoveReport { setting: Arc::clone(known.game.setting()), score }
    }
}

/// The sum of the detectives' distances from where a move ends.
pub(super) fn sum(setting: &PublicSetting, public: &Public, action: Action) -> u32 {
    end(action).map_or(0, |at| to_detectives(setting, public, at).sum())
}

/// The distance of the closest detective from where a move ends.
fn closest(setting: &PublicSetting, public: &Public, action: Action) -> f64 {
    let distances = end(action).map(|at| to_detectives(setting, public, at));
    distances.and_then(Iterator::min).unwrap_or(0).into()
}

/// The sum of the detectives' inverse distances from where a move ends, less than nothing. Nobody
/// ends on a detective.
fn nearness(setting: &PublicSetting, public: &Public, action: Action) -> f64 {
    let inverse = |at| to_detectives(setting, public, at).map(|distance| 1.0 / f64::from(distance));
    -end(action).map_or(0.0, |at| inverse(at).sum())
}

impl Player<ScotlandYard> for MoveReport {
    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let moves = Pruned::tactical(legal, &view.state.public, &self.setting);
        let score = |action| (self.score)(&self.setting, &view.state.public, action);
        Ok(*one_of(&best(&moves, f64::NEG_INFINITY, score), dice))
    }
}
