//! What an agent under judgement must remember, kept by the very strategies that play.

use crate::players::detective::Detective;
use crate::players::dfs::Dfs;
use crate::players::least_visited::LeastVisited;
use crate::players::random::Random;
use crate::{Action, Police, Seen, View};
use chase_core::dice::Dice;
use chase_core::game::{Game, Seat};
use chase_core::player::Player;

/// One agent's memory.
#[derive(Clone)]
pub(super) struct Mind {
    name: String,
    own: Own,
}

#[derive(Clone)]
enum Own {
    Stationary,
    Random(Detective<Random>),
    LeastVisited(Detective<LeastVisited>),
    Dfs(Detective<Dfs>),
    /// No built-in player: anything legal is right.
    Stranger,
}

impl Mind {
    pub fn new(game: &Police, seat: Seat, player: &str) -> Self {
        let known = game.known(seat);
        let own = match player {
            "stationary" => Own::Stationary,
            "random" => Own::Random(Detective::new(known, Random)),
            "cheapest-least-visited" => {
                let strategy = LeastVisited::new(&known);
                Own::LeastVisited(Detective::new(known, strategy))
            }
            "dfs" => {
                let strategy = Dfs::new(&known);
                Own::Dfs(Detective::new(known, strategy))
            }
            _ => Own::Stranger,
        };
        Mind {
            name: player.to_owned(),
            own,
        }
    }

    /// The player's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the rules of its strategy are not known.
    pub fn is_stranger(&self) -> bool {
        matches!(self.own, Own::Stranger)
    }

    /// Whether it draws when it has a choice.
    pub fn draws(&self) -> bool {
        matches!(self.own, Own::Random(_)) && self.target().is_none()
    }

    /// Where the tip it follows leads it.
    pub fn target(&self) -> Option<u32> {
        match &self.own {
            Own::Random(agent) => agent.target(),
            Own::LeastVisited(agent) => agent.target(),
            Own::Dfs(agent) => agent.target(),
            Own::Stationary | Own::Stranger => None,
        }
    }

    /// Its visits, if it counts them.
    pub fn least_visited(&self) -> Option<&LeastVisited> {
        match &self.own {
            Own::LeastVisited(agent) => Some(agent.strategy()),
            _ => None,
        }
    }

    /// Its route, if it has one.
    pub fn dfs(&self) -> Option<&Dfs> {
        match &self.own {
            Own::Dfs(agent) => Some(agent.strategy()),
            _ => None,
        }
    }

    /// What it does now. Never asked of a stranger.
    pub fn choose(&mut self, view: View, legal: &[Action], dice: &mut Dice) -> Action {
        let chosen = match &mut self.own {
            Own::Random(agent) => agent.choose(&view, legal, dice),
            Own::LeastVisited(agent) => agent.choose(&view, legal, dice),
            Own::Dfs(agent) => agent.choose(&view, legal, dice),
            Own::Stationary | Own::Stranger => Ok(Action::Rest),
        };
        chosen.unwrap_or(Action::Rest)
    }

    /// Takes in what the agent learns.
    pub fn observe(&mut self, seen: &Seen) {
        match &mut self.own {
            Own::Random(agent) => agent.observe(seen),
            Own::LeastVisited(agent) => agent.observe(seen),
            Own::Dfs(agent) => agent.observe(seen),
            Own::Stationary | Own::Stranger => {}
        }
    }

    /// Follows its tip by a new path from where it is.
    pub fn replan(&mut self) {
        match &mut self.own {
            Own::Random(agent) => agent.replan(),
            Own::LeastVisited(agent) => agent.replan(),
            Own::Dfs(agent) => agent.replan(),
            Own::Stationary | Own::Stranger => {}
        }
    }
}
