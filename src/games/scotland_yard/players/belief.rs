//! A detective that acts on beliefs. It keeps a posterior of where Mr X can be and what kind of
//! Mr X he is, and plans the moves of all detectives that have not moved in this rotation, itself
//! first: those after which he has the least room (`cordon.rs`). It makes its own move of the plan,
//! and leaves the others to plan theirs again, by what they then know. It never draws.
//!
//! The first version thinks two kinds of Mr X possible (`posterior.rs`), the second `mixed` too
//! (`suspects.rs`).

use std::sync::Arc;

use super::cordon::Cordon;
use super::posterior::{Posterior, StationWeights};
use super::suspects::Suspects;
use crate::{Action, Event, Known, PublicSetting, ScotlandYard, View};
use chase_core::budget::StopFlag;
use chase_core::dice::Dice;
use chase_core::game::Forfeit;
use chase_core::player::Player;
use chase_kit::clock::Thinking;

pub(crate) struct StationBelief {
    setting: Arc<PublicSetting>,
    weights: Box<dyn StationWeights>,
    stop: StopFlag,
}

impl StationBelief {
    /// The first version.
    pub fn of_two_kinds(known: Known, stop: StopFlag) -> Self {
        let posterior = Posterior::new(&known.setting, stop.clone());
        Self::by(Box::new(posterior), known, stop)
    }

    /// The second version.
    pub fn of_three_kinds(known: Known, stop: StopFlag) -> Self {
        let suspects = Suspects::new(known.clone(), stop.clone());
        Self::by(Box::new(suspects), known, stop)
    }

    fn by(weights: Box<dyn StationWeights>, known: Known, stop: StopFlag) -> Self {
        StationBelief { setting: known.setting, weights, stop }
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
        let mut cordon = Cordon::new(&self.setting, view.public, weights, seat, &thinking);
        Ok(cordon.plan().unwrap_or(legal[0]))
    }
}
