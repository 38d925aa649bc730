//! The players of the assignment with an open mind: they can be copied, and what decides how they will choose
//! can be read.

use std::any::Any;

use super::detective::{Detective, UntippedStrategy};
use super::dfs::Dfs;
use super::known_strategy::KnownStrategy;
use super::least_visited::LeastVisited;
use super::random::RandomWalk;
use super::stationary::Stationary;
use crate::{Briefing, Police};
use chase_engine::player::Player;

/// A player with a memory that can be compared.
pub(crate) trait Mind: Player<Police> {
    /// A player who remembers the same.
    fn copy(&self) -> Box<dyn Mind>;

    /// Adds what this player's choices depend on, its city and stamina apart: players of one seat with
    /// equal memories choose alike as long as they see the same.
    fn memory(&mut self, out: &mut Vec<u64>);

    /// The city to which the tip it follows leads it.
    fn target(&self) -> Option<u32>;

    /// Follows its tip by a new path from where it is now.
    fn replan(&mut self);

    /// Its strategy while it follows no tip.
    fn strategy(&self) -> &dyn Any;
}

impl<S: UntippedStrategy + Clone + 'static> Mind for Detective<S> {
    fn copy(&self) -> Box<dyn Mind> {
        Box::new(self.clone())
    }

    /// The rest of the path to a tip, with a length before it, and the strategy's memory.
    fn memory(&mut self, out: &mut Vec<u64>) {
        let ahead = self.ahead_of_tip();
        out.push(ahead.map_or(0, |path| 1 + path.len() as u64));
        out.extend(ahead.into_iter().flatten().map(|city| u64::from(*city)));
        self.strategy.memory(out);
    }

    fn target(&self) -> Option<u32> {
        Detective::target(self)
    }

    fn replan(&mut self) {
        Detective::replan(self);
    }

    fn strategy(&self) -> &dyn Any {
        &self.strategy
    }
}

impl Mind for Stationary {
    fn copy(&self) -> Box<dyn Mind> {
        Box::new(Stationary)
    }

    fn memory(&mut self, _: &mut Vec<u64>) {}

    fn target(&self) -> Option<u32> {
        None
    }

    fn replan(&mut self) {}

    fn strategy(&self) -> &dyn Any {
        self
    }
}

/// The player of a strategy before the game.
pub(crate) fn mind(strategy: KnownStrategy, known: Briefing) -> Box<dyn Mind> {
    match strategy {
        KnownStrategy::Stationary => Box::new(Stationary),
        KnownStrategy::Random => Box::new(Detective::new(known, |_| RandomWalk)),
        KnownStrategy::Least => Box::new(Detective::new(known, LeastVisited::new)),
        KnownStrategy::Dfs => Box::new(Detective::new(known, Dfs::new)),
    }
}
