//! A detective that shares the hunt with the others. It keeps the stations where Mr X can be, with
//! weights (`trail.rs`), and plans the moves of all detectives that have not moved in this
//! rotation, itself first (`hunt.rs`, three times over): those after which he has the least room
//! (`net.rs`). It makes its own move of the plan, and leaves the others to plan theirs again, by
//! what they then know. It never draws.

use std::sync::Arc;

use super::hunt::{Hunt, TIMES};
use super::net::Net;
use super::trail::PossibleStations;
use crate::{Action, Event, Known, PublicSetting, ScotlandYard, View};
use chase_engine::dice::Dice;
use chase_engine::game::Forfeit;
use chase_engine::player::Player;
use chase_kit::budget::{StopFlag, Thinking};

pub(crate) struct Tracking {
    setting: Arc<PublicSetting>,
    trail: PossibleStations,
    stop: StopFlag,
}

impl Tracking {
    pub fn new(known: Known, stop: StopFlag) -> Self {
        Tracking {
            stop,
            trail: PossibleStations::new(known.game.setting()),
            setting: Arc::clone(known.game.setting()),
        }
    }
}

impl Player<ScotlandYard> for Tracking {
    fn observe(&mut self, seen: &Event) {
        self.trail.observe(seen);
    }

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        _: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let weights = self.trail.weights();
        let thinking = Thinking::begin(None, &self.stop);
        let (public, seat) = (&view.state.public, view.seat);
        let mut hunt = Hunt::<Net<'_>>::new(&self.setting, public, weights, seat, &thinking);
        Ok(hunt.plan(TIMES).unwrap_or(legal[0]))
    }
}
