//! The report's Mr X. His moves are pruned as `prune.rs` has it: the ticket he has most of, doubles
//! when and only when the next round reveals (with a secret second leg if there is such a one). A
//! move's score is the sum of the detectives' distances from where it ends, over every edge; the
//! highest wins, and the dice decide between equals.

use std::sync::Arc;

use super::prune::Pruned;
use super::reach::{best, end, to_detectives};
use crate::engine::dice::Dice;
use crate::engine::game::Forfeit;
use crate::engine::kit::one_of;
use crate::engine::player::Player;
use crate::games::scotland_yard::{Action, Event, Known, Public, ScotlandYard, Setting, View};

pub struct Report {
    setting: Arc<Setting>,
}

impl Report {
    pub fn new(known: Known) -> Self {
        Report {
            setting: known.setting,
        }
    }
}

/// The sum of the detectives' distances from where a move ends.
pub(super) fn sum(setting: &Setting, public: &Public, action: Action) -> u32 {
    end(action).map_or(0, |at| to_detectives(setting, public, at).sum())
}

impl Player<ScotlandYard> for Report {
    fn observe(&mut self, _: &Event) {}

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let moves = Pruned::tactical(legal, view.public, &self.setting);
        let score = |action| sum(&self.setting, view.public, action);
        Ok(*one_of(&best(&moves, 0, score), dice))
    }
}
