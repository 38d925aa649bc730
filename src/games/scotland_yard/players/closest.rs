//! The report's first scoring scheme. As `report`, but a move's score is the distance of the
//! closest detective from where it ends, over every edge; the highest wins, and the dice decide
//! between equals.

use std::sync::Arc;

use super::prune::Pruned;
use super::reach::{best, end, to_detectives};
use crate::engine::dice::Dice;
use crate::engine::game::Forfeit;
use crate::engine::kit::one_of;
use crate::engine::player::Player;
use crate::games::scotland_yard::{Action, Event, Known, Public, ScotlandYard, Setting, View};

pub struct Closest {
    setting: Arc<Setting>,
}

impl Closest {
    pub fn new(known: Known) -> Self {
        Closest {
            setting: known.setting,
        }
    }
}

/// The distance of the closest detective from where a move ends.
fn closest(setting: &Setting, public: &Public, action: Action) -> u32 {
    let distances = end(action).map(|at| to_detectives(setting, public, at));
    distances.and_then(Iterator::min).unwrap_or(0)
}

impl Player<ScotlandYard> for Closest {
    fn observe(&mut self, _: &Event) {}

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let moves = Pruned::tactical(legal, view.public, &self.setting);
        let score = |action| closest(&self.setting, view.public, action);
        Ok(*one_of(&best(&moves, 0, score), dice))
    }
}
