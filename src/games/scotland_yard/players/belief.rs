//! A detective that acts on beliefs. It keeps a posterior of where Mr X can be and what kind of
//! Mr X he is, and plans the moves of all detectives that have not moved in this rotation, itself
//! first: those after which he has the least room (`cordon.rs`). It makes its own move of the plan,
//! and leaves the others to plan theirs again, by what they then know. It never draws.
//!
//! The kinds of Mr X that it thinks possible are those of `suspects.rs`.

use std::sync::Arc;

use super::cordon::Cordon;
use super::hunt::{Hunt, TIMES};
use super::posterior::StationWeights as _;
use super::suspects::Suspects;
use crate::{Action, Event, Known, PublicSetting, ScotlandYard, View};
use chase_engine::dice::Dice;
use chase_engine::game::Forfeit;
use chase_engine::player::Player;
use chase_kit::budget::{StopFlag, Thinking};

pub(crate) struct StationBelief {
    setting: Arc<PublicSetting>,
    weights: Suspects,
    stop: StopFlag,
}

impl StationBelief {
    pub fn new(known: Known, stop: StopFlag) -> Self {
        let weights = Suspects::new(known.clone(), stop.clone());
        StationBelief { setting: Arc::clone(known.game.setting()), weights, stop }
    }
}

impl Player<ScotlandYard> for StationBelief {
    fn observe(&mut self, seen: &Event) {
        self.weights.observe(seen);
    }

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        _: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let thinking = Thinking::begin(None, &self.stop);
        let (weights, seat) = (self.weights.weights(), view.seat);
        let public = &view.state.public;
        let mut hunt = Hunt::<Cordon<'_>>::new(&self.setting, public, weights, seat, &thinking);
        Ok(hunt.plan(TIMES).unwrap_or(legal[0]))
    }
}
