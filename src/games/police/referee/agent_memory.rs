//! What an agent under judgement must remember, kept by the very players that play.

use crate::players::known_strategy::KnownStrategy;
use crate::players::mind::{Mind, mind};
use crate::players::random::RandomWalk;
use crate::{Action, Event, Police};
use chase_engine::dice::Dice;
use chase_engine::game::{Seat, View};

/// One agent's memory.
pub(super) struct AgentMemory {
    /// The player's name.
    pub name: String,
    /// Nothing for a stranger, a player whose rules are not known: anything legal is right.
    mind: Option<Box<dyn Mind>>,
}

impl Clone for AgentMemory {
    fn clone(&self) -> Self {
        let mind = self.mind.as_ref().map(|mind| mind.copy());
        AgentMemory { name: self.name.clone(), mind }
    }
}

impl AgentMemory {
    pub fn new(game: &Police, seat: Seat, player: &str) -> Self {
        let known = KnownStrategy::of(player);
        let mind = known.map(|strategy| mind(strategy, game.briefing(seat)));
        AgentMemory { name: player.to_owned(), mind }
    }

    /// Returns true if the rules of its strategy are not known.
    pub(crate) fn is_stranger(&self) -> bool {
        self.mind.is_none()
    }

    /// Returns true if it draws when it has a choice.
    pub fn draws(&self) -> bool {
        self.strategy::<RandomWalk>().is_some() && self.target().is_none()
    }

    /// The city to which the tip it follows leads it.
    pub fn target(&self) -> Option<u32> {
        self.mind.as_ref()?.target()
    }

    /// Its strategy, if it is this one.
    pub fn strategy<S: 'static>(&self) -> Option<&S> {
        self.mind.as_ref()?.strategy().downcast_ref()
    }

    /// The action of its strategy now. Never asked of a stranger.
    pub fn choose(&mut self, view: &View<'_, Police>, legal: &[Action], dice: &mut Dice) -> Action {
        let chosen = self.mind.as_mut().and_then(|mind| mind.choose(view, legal, dice).ok());
        chosen.unwrap_or(Action::Rest)
    }

    /// Takes in what the agent learns.
    pub fn observe(&mut self, seen: &Event) {
        if let Some(mind) = &mut self.mind {
            mind.observe(seen);
        }
    }

    /// Follows its tip by a new path from where it is.
    pub(crate) fn replan(&mut self) {
        if let Some(mind) = &mut self.mind {
            mind.replan();
        }
    }
}
