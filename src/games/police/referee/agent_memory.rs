//! What an agent under judgement must remember, kept by the very strategies that play.

use crate::players::agent::Agent as _;
use crate::players::detective::Detective;
use crate::players::dfs::Dfs;
use crate::players::known_strategy::KnownStrategy;
use crate::players::least_visited::LeastVisited;
use crate::players::random::RandomWalk;
use crate::{Action, Police, Seen, Sight};
use chase_engine::dice::Dice;
use chase_engine::game::Seat;

/// One agent's memory.
#[derive(Clone)]
pub(super) struct AgentMemory {
    /// The player's name.
    pub name: String,
    own: OwnStrategy,
}

#[derive(Clone)]
enum OwnStrategy {
    Stationary,
    Random(Detective<RandomWalk>),
    LeastVisited(Detective<LeastVisited>),
    Dfs(Detective<Dfs>),
    /// No built-in player: anything legal is right.
    Stranger,
}

impl AgentMemory {
    pub fn new(game: &Police, seat: Seat, player: &str) -> Self {
        let known = game.briefing(seat);
        let own = match KnownStrategy::of(player) {
            Some(KnownStrategy::Stationary) => OwnStrategy::Stationary,
            Some(KnownStrategy::Random) => {
                OwnStrategy::Random(Detective::new(known, |_| RandomWalk))
            }
            Some(KnownStrategy::Least) => {
                OwnStrategy::LeastVisited(Detective::new(known, LeastVisited::new))
            }
            Some(KnownStrategy::Dfs) => OwnStrategy::Dfs(Detective::new(known, Dfs::new)),
            None => OwnStrategy::Stranger,
        };
        AgentMemory { name: player.to_owned(), own }
    }

    /// Returns true if the rules of its strategy are not known.
    pub(crate) fn is_stranger(&self) -> bool {
        matches!(self.own, OwnStrategy::Stranger)
    }

    /// Returns true if it draws when it has a choice.
    pub fn draws(&self) -> bool {
        matches!(self.own, OwnStrategy::Random(_)) && self.target().is_none()
    }

    /// The city to which the tip it follows leads it.
    pub fn target(&self) -> Option<u32> {
        match &self.own {
            OwnStrategy::Random(agent) => agent.target(),
            OwnStrategy::LeastVisited(agent) => agent.target(),
            OwnStrategy::Dfs(agent) => agent.target(),
            OwnStrategy::Stationary | OwnStrategy::Stranger => None,
        }
    }

    /// Its visits, if it counts them.
    pub fn least_visited(&self) -> Option<&LeastVisited> {
        match &self.own {
            OwnStrategy::LeastVisited(agent) => Some(&agent.strategy),
            _ => None,
        }
    }

    /// Its route, if it has one.
    pub fn dfs(&self) -> Option<&Dfs> {
        match &self.own {
            OwnStrategy::Dfs(agent) => Some(&agent.strategy),
            _ => None,
        }
    }

    /// The action of its strategy now. Never asked of a stranger.
    pub fn choose(&mut self, view: Sight, legal: &[Action], dice: &mut Dice) -> Action {
        match &mut self.own {
            OwnStrategy::Random(agent) => agent.choose(&view, legal, dice),
            OwnStrategy::LeastVisited(agent) => agent.choose(&view, legal, dice),
            OwnStrategy::Dfs(agent) => agent.choose(&view, legal, dice),
            OwnStrategy::Stationary | OwnStrategy::Stranger => Action::Rest,
        }
    }

    /// Takes in what the agent learns.
    pub fn observe(&mut self, seen: &Seen) {
        match &mut self.own {
            OwnStrategy::Random(agent) => agent.observe(seen),
            OwnStrategy::LeastVisited(agent) => agent.observe(seen),
            OwnStrategy::Dfs(agent) => agent.observe(seen),
            OwnStrategy::Stationary | OwnStrategy::Stranger => {}
        }
    }

    /// Follows its tip by a new path from where it is.
    pub(crate) fn replan(&mut self) {
        match &mut self.own {
            OwnStrategy::Random(agent) => agent.replan(),
            OwnStrategy::LeastVisited(agent) => agent.replan(),
            OwnStrategy::Dfs(agent) => agent.replan(),
            OwnStrategy::Stationary | OwnStrategy::Stranger => {}
        }
    }
}
