//! Players that can be copied, and whose memory can be read: all that decides how they will choose.

use crate::Police;
use crate::players::agent::AgentPlayer;
use crate::players::detective::{Detective, UntippedStrategy};
use crate::players::dfs::Dfs;
use crate::players::least_visited::LeastVisited;
use crate::players::random::RandomWalk;
use crate::players::stationary::Stationary;
use chase_engine::game::Seat;
use chase_engine::player::Player;

/// A player with a memory that can be compared.
pub(super) trait Mind: Player<Police> {
    /// A player who remembers the same.
    fn copy(&self) -> Box<dyn Mind>;

    /// Adds what this player's choices depend on, its city and stamina apart: players of one seat with
    /// equal memories choose alike as long as they see the same.
    fn memory(&mut self, out: &mut Vec<u64>);
}

impl<S: UntippedStrategy + Clone + 'static> Mind for AgentPlayer<Detective<S>> {
    fn copy(&self) -> Box<dyn Mind> {
        Box::new(AgentPlayer(self.0.clone()))
    }

    /// The rest of the path to a tip, with a length before it, and the strategy's memory.
    fn memory(&mut self, out: &mut Vec<u64>) {
        let ahead = self.0.ahead_of_tip();
        out.push(ahead.map_or(0, |path| 1 + path.len() as u64));
        out.extend(ahead.into_iter().flatten().map(|city| u64::from(*city)));
        self.0.strategy.memory(out);
    }
}

impl Mind for AgentPlayer<Stationary> {
    fn copy(&self) -> Box<dyn Mind> {
        Box::new(AgentPlayer(Stationary))
    }

    fn memory(&mut self, _: &mut Vec<u64>) {}
}

/// The player of this name before the game; nothing for those whose memory cannot be read.
pub(super) fn mind(game: &Police, name: &str, seat: Seat) -> Option<Box<dyn Mind>> {
    let known = game.briefing(seat);
    Some(match name {
        "random" => Box::new(AgentPlayer(Detective::new(known, |_| RandomWalk))),
        "stationary" => Box::new(AgentPlayer(Stationary)),
        "cheapest-least-visited" => Box::new(AgentPlayer(Detective::new(known, LeastVisited::new))),
        "dfs" => Box::new(AgentPlayer(Detective::new(known, Dfs::new))),
        _ => return None,
    })
}
