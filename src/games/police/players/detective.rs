//! An agent with a strategy of its own that follows every tip it gets.

use std::sync::Arc;

use super::briefing;
use super::tip::FollowedTip;
use crate::{Action, Briefing, Event, Police, Sight};
use chase_engine::dice::Dice;
use chase_engine::game::{Forfeit, Known, View};
use chase_engine::player::Player;

/// An agent's strategy while it follows no tip.
pub(crate) trait UntippedStrategy: Send {
    /// A turn ended in this city: by a move, a rest, or on the way to a tip.
    fn visited(&mut self, _city: u32) {}

    /// The agent went from one city to another by this strategy's own choice.
    fn moved(&mut self, _from: u32, _to: u32) {}

    /// The agent begins another game.
    fn reset(&mut self, known: &Briefing);

    /// A tip has been followed to its end, or leads nowhere: begin afresh.
    fn restart(&mut self) {}

    /// The action of the strategy. `legal` has the moves by destination and ends with resting.
    fn next(&mut self, view: Sight, legal: &[Action], dice: &mut Dice) -> Action;

    /// Adds the part of its memory that decides.
    fn memory(&mut self, _out: &mut Vec<u64>) {}
}

/// A strategy, and the tip that comes before it.
#[derive(Clone)]
pub(crate) struct Detective<S> {
    known: Briefing,
    /// Its own strategy.
    pub(crate) strategy: S,
    city: u32,
    stamina: u32,
    trail: FollowedTip,
    follows_tip: bool,
    /// Without informants its own stamina need not be kept: only a tip's path begins with it.
    hears_tips: bool,
}

impl<S: UntippedStrategy> Detective<S> {
    pub(crate) fn new(known: Briefing, strategy: impl FnOnce(&Briefing) -> S) -> Self {
        let hears_tips = known.map.has_informants();
        Detective {
            city: known.start,
            stamina: known.stamina,
            strategy: strategy(&known),
            known,
            trail: FollowedTip::default(),
            follows_tip: false,
            hears_tips,
        }
    }

    /// The city to which the tip it follows leads it.
    pub(crate) fn target(&self) -> Option<u32> {
        self.follows_tip.then(|| self.trail.target())
    }

    /// The cities that come next on the path to the tip that it follows.
    pub(crate) fn ahead_of_tip(&mut self) -> Option<&[u32]> {
        let (city, stamina) = (self.city, self.stamina);
        let is_followed = self.follows_tip;
        is_followed.then(|| self.trail.ahead(&self.known, Sight { city, stamina }))
    }

    /// Follows its tip by a new path from where it is now.
    pub(crate) fn replan(&mut self) {
        if let Some(target) = self.target() {
            self.trail.begin(self.city, self.stamina, target);
        }
    }

    fn went(&mut self, to: u32) {
        let from = std::mem::replace(&mut self.city, to);
        if self.hears_tips {
            let length = self.known.map.roads.length(from, to).unwrap_or(0);
            self.stamina = self.stamina.saturating_sub(length);
        }
        self.strategy.visited(to);
        if !self.follows_tip {
            self.strategy.moved(from, to);
        } else if self.trail.step_to(to) {
            self.end_trail();
        }
    }

    fn rested(&mut self) {
        self.stamina = self.known.stamina;
        self.strategy.visited(self.city);
    }

    #[inline(never)]
    fn tipped(&mut self, target: u32) {
        if target == self.city || !self.known.can_reach(self.city, target) {
            self.end_trail();
        } else {
            self.follows_tip = true;
            self.trail.begin(self.city, self.stamina, target);
        }
    }

    fn end_trail(&mut self) {
        self.follows_tip = false;
        self.strategy.restart();
    }
}

impl<S: UntippedStrategy> Player<Police> for Detective<S> {
    fn reset(&mut self, known: &Known<Police>) -> bool {
        let known = briefing(known);
        if !Arc::ptr_eq(&self.known.map, &known.map) {
            return false;
        }
        (self.city, self.stamina) = (known.start, known.stamina);
        self.follows_tip = false;
        self.strategy.reset(&known);
        true
    }

    #[inline]
    fn observe(&mut self, event: &Event) {
        match *event {
            Event::Moved { to } => self.went(to),
            Event::Rested => self.rested(),
            Event::Tipped { city, .. } => self.tipped(city),
            _ => {}
        }
    }

    #[inline]
    fn choose(
        &mut self,
        view: &View<'_, Police>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let sight = Sight::of(view.state, view.seat);
        Ok(match self.follows_tip {
            true => self.trail.next(&self.known, sight),
            false => self.strategy.next(sight, legal, dice),
        })
    }
}
