//! The report's first scoring proposal. As `report`, but a move's score is the sum of 1 / distance
//! over the detectives, from where it ends, over every edge; the least wins, and the dice decide
//! between equals. One near detective then outweighs any number of far ones.

use std::sync::Arc;

use super::prune::Pruned;
use super::reach::{best, end, to_detectives};
use crate::{Action, Event, Known, Public, PublicSetting, ScotlandYard, View};
use chase_core::dice::Dice;
use chase_core::game::Forfeit;
use chase_core::kit::one_of;
use chase_core::player::Player;

pub(crate) struct Inverse {
    setting: Arc<PublicSetting>,
}

impl Inverse {
    pub fn new(known: Known) -> Self {
        Inverse { setting: known.setting }
    }
}

/// The sum of the detectives' inverse distances from where a move ends, less than nothing. Nobody
/// ends on a detective.
fn nearness(setting: &PublicSetting, public: &Public, action: Action) -> f64 {
    let inverse = |at| to_detectives(setting, public, at).map(|distance| 1.0 / f64::from(distance));
    -end(action).map_or(0.0, |at| inverse(at).sum())
}

impl Player<ScotlandYard> for Inverse {
    fn observe(&mut self, _: &Event) {}

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let moves = Pruned::tactical(legal, view.public, &self.setting);
        let score = |action| nearness(&self.setting, view.public, action);
        Ok(*one_of(&best(&moves, f64::NEG_INFINITY, score), dice))
    }
}
