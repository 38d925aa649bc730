//! A detective that runs. Of the stations where Mr X can be (`Knowledge`) it takes the nearest by
//! the edges that detectives use, the likeliest of the nearest, and of those the lowest. It makes
//! the move that leaves the least distance to it; the dice decide between equals.

use super::reach::{best, end};
use crate::board::{Station, TransportReach};
use crate::knowledge::Knowledge;
use crate::{Action, Event, Known, PublicSetting, ScotlandYard, View};
use chase_engine::dice::{Dice, one_of};
use chase_engine::game::Forfeit;
use chase_engine::player::Player;
use chase_kit::budget::StopFlag;
use std::sync::Arc;

pub(crate) struct Closing {
    setting: Arc<PublicSetting>,
    knowledge: Knowledge,
}

impl Closing {
    pub fn new(known: Known, stop: StopFlag) -> Self {
        Closing {
            knowledge: Knowledge::new(known.game.setting()).stopped_by(stop),
            setting: Arc::clone(known.game.setting()),
        }
    }

    /// The possible station to run to, from a station.
    fn target(&self, from: Station) -> Option<Station> {
        let row = self.setting.board.distances(TransportReach::NoFerries, from);
        let mut target: Option<(u16, f64, Station)> = None;
        for (at, probability) in self.knowledge.stations() {
            let distance = row[usize::from(at)];
            let is_better = target.is_none_or(|(least, likely, _)| {
                distance < least || distance == least && probability > likely
            });
            if is_better {
                target = Some((distance, probability, at));
            }
        }
        target.map(|(_, _, at)| at)
    }
}

impl Player<ScotlandYard> for Closing {
    fn observe(&mut self, seen: &Event) {
        self.knowledge.take_in(seen);
    }

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let Some(target) = self.target(view.state.public.detective(view.seat)) else {
            return Ok(*one_of(legal, dice));
        };
        let row = self.setting.board.distances(TransportReach::NoFerries, target);
        let left = |action| end(action).map_or(0, |at| i32::from(row[usize::from(at)]));
        Ok(*one_of(&best(legal, i32::MIN, |action| -left(action)), dice))
    }
}
