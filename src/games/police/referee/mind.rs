//! What an agent under judgement must remember, kept by the very strategies that play, and
//! beside them what a faulty program might have kept instead.

use crate::engine::dice::Dice;
use crate::engine::game::{Game, Seat};
use crate::engine::player::Player;
use crate::games::police::players::detective::{Detective, Strategy};
use crate::games::police::players::dfs::Dfs;
use crate::games::police::players::least_visited::LeastVisited;
use crate::games::police::players::random::Random;
use crate::games::police::{Action, Police, Seen, View};

/// One agent's memory.
#[derive(Clone)]
pub(super) struct Mind {
    name: String,
    own: Own,
    /// The city before its newest move.
    pub came_from: Option<u32>,
    /// The hour of its last rest, 0 when it never rested.
    pub rested: u64,
    /// How it came to its visits.
    pub visits: Visits,
    /// The route it was on when a tip called it away.
    pub interrupted: Vec<u32>,
    /// The route as it would go on if there were no tip.
    untipped: Option<Dfs>,
    /// The newest tip, as far as it is followed.
    pub tip: Option<Tip>,
    /// Whether its last turn ended a tip.
    pub arrived: bool,
}

/// A tip, and what a faulty program might have made of it.
#[derive(Clone, Copy)]
pub(super) struct Tip {
    /// The hour it was heard in.
    pub hour: u64,
    /// Where it was heard.
    pub heard_in: u32,
    /// Where the thief was an hour before.
    pub stale: u32,
    /// Where an earlier tip led that was not followed to its end.
    pub earlier: Option<u32>,
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

/// Visits to each city by how they came about; empty for who does not count them.
#[derive(Clone, Default)]
pub(super) struct Visits(Vec<[u32; 4]>);

impl Visits {
    const MOVES: usize = 0;
    const RESTS: usize = 1;
    const TIPPED_MOVES: usize = 2;
    const TIPPED_RESTS: usize = 3;

    /// Visits to a city when each kind counts this often, the start once.
    pub fn weighted(&self, city: u32, start: u32, weights: [u32; 4]) -> u32 {
        let kinds = &self.0[city as usize];
        let counted = kinds.iter().zip(weights).map(|(n, weight)| n * weight);
        counted.sum::<u32>() + u32::from(city == start)
    }
}

impl Mind {
    pub fn new(game: &Police, seat: Seat, player: &str) -> Self {
        let known = game.known(seat);
        let mut visits = Visits::default();
        let own = match player {
            "stationary" => Own::Stationary,
            "random" => Own::Random(Detective::new(known, Random)),
            "cheapest-least-visited" => {
                visits.0 = vec![[0; 4]; known.map.cities()];
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
            came_from: None,
            rested: 0,
            visits,
            interrupted: Vec::new(),
            untipped: None,
            tip: None,
            arrived: false,
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

    /// What it would do without its tip; nothing for who draws.
    pub fn choose_untipped(&self, view: View) -> Option<Action> {
        // Neither of the two draws.
        let mut none = Dice::new(Police::DICE, 0, 0);
        match &self.own {
            Own::LeastVisited(agent) => Some(agent.strategy().clone().next(view, &[], &mut none)),
            Own::Dfs(_) => Some(self.untipped.clone()?.next(view, &[], &mut none)),
            _ => None,
        }
    }

    /// Takes in what the agent learns in this city and hour; `stale` is where the thief was an
    /// hour before.
    pub fn observe(&mut self, seen: &Seen, city: u32, hour: u64, stale: u32) {
        let target = self.target();
        match *seen {
            Seen::Tipped { .. } => {
                if target.is_none() {
                    self.interrupted = self.dfs().map_or_else(Vec::new, |dfs| dfs.ahead().to_vec());
                    self.untipped = self.dfs().cloned();
                }
                self.tip = Some(Tip {
                    hour,
                    heard_in: city,
                    stale,
                    earlier: target,
                });
            }
            Seen::Moved { to } => {
                if let (Some(route), Some(_)) = (&mut self.untipped, target) {
                    route.moved(city, to);
                }
            }
            Seen::Rested => {}
        }
        match &mut self.own {
            Own::Random(agent) => agent.observe(seen),
            Own::LeastVisited(agent) => agent.observe(seen),
            Own::Dfs(agent) => agent.observe(seen),
            Own::Stationary | Own::Stranger => {}
        }
        if target.is_some() && self.target().is_none() {
            self.arrived = true;
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

    /// Its turn in this city comes: what is known of its last one is over.
    pub fn before_turn(&mut self, city: u32, action: Action) {
        self.arrived = false;
        if let Action::Move { .. } = action {
            self.came_from = Some(city);
        }
        let (kind, city) = match (action, self.target()) {
            (Action::Move { to }, None) => (Visits::MOVES, to),
            (Action::Rest, None) => (Visits::RESTS, city),
            (Action::Move { to }, Some(_)) => (Visits::TIPPED_MOVES, to),
            (Action::Rest, Some(_)) => (Visits::TIPPED_RESTS, city),
        };
        if let Some(visits) = self.visits.0.get_mut(city as usize) {
            visits[kind] += 1;
        }
    }
}
