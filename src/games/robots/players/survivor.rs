//! SURVIVOR: looks for a way to the end of the game. What the robots answer is certain, so it
//! needs no guess: it tries its own actions, turn by turn.
//!
//! From the state it is in it takes all actions (the eight steps, staying, each teleport) and lets
//! the robots move. Of the states in which it lives it follows the 16 with the least trouble
//! another turn, and so on, each state once, until the game is won in one of them, or it lives in
//! none, or 100 turns ahead. If the game is won it takes the first action of that way. Else it
//! begins anew and follows 64, then 256, and so on, until the limit; but if no state was left out
//! there is no way to win, and it stops. Then it takes the way on which it lives longest, and of
//! those the one with the least trouble at its end, of the last pass that found one.
//!
//! The trouble of a state is 100 times the robots left, 5 times their average distance to the
//! player, which is small when they come in one crowd and destroy each other, and twice the
//! player's distance to the middle; distances are the steps of a king. A single robot without
//! debris, who cannot be destroyed, is more trouble than everything else. Equal trouble is decided
//! by a hash of the state.
//!
//! It remembers nothing: each turn is searched anew. A limit of nodes counts the states after the
//! robots' move; a limit of depth is so many turns ahead, 1024 states a turn at most.

mod field;
mod search;
mod trouble;

use std::time::Duration;

use self::field::{Field, Ports};
use self::search::{Limits, Search};
use crate::engine::dice::Dice;
use crate::engine::game::{Forfeit, ForfeitCause};
use crate::engine::player::{Limit, Player};
use crate::games::clock::Thinking;
use crate::games::robots::{Action, Event, Known, RobotsGame, View};

/// What is left of a time for whatever comes around the search: one part in this many.
const RESERVE: u32 = 20;

/// States a turn under a limit of depth.
const WIDTH_BY_DEPTH: usize = 1024;

/// The player.
pub(super) struct Survivor {
    limits: Limits,
    ports: Ports,
}

impl Survivor {
    pub(super) fn new(known: &Known, limit: Limit) -> Self {
        Survivor {
            limits: limits(limit),
            ports: Ports::new(&known.scenario),
        }
    }
}

fn limits(limit: Limit) -> Limits {
    let none = Limits::NONE;
    match limit {
        Limit::Nodes(nodes) => Limits { nodes, ..none },
        Limit::Depth(depth) => Limits {
            depth: u32::from(depth).min(none.depth),
            width: WIDTH_BY_DEPTH,
            ..none
        },
        Limit::Time(time) => Limits {
            time: Some(in_time(time)),
            ..none
        },
    }
}

fn in_time(time: Duration) -> Duration {
    time - time / RESERVE
}

impl Player<RobotsGame> for Survivor {
    fn observe(&mut self, _: &Event) {}

    fn watches(&self) -> bool {
        false
    }

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        _: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let _thinking = Thinking::begin();
        let turns_left = view.scenario.turns.saturating_sub(view.state.turn).max(1);
        let limits = Limits {
            depth: self.limits.depth.min(turns_left),
            ..self.limits
        };
        let found = Search::new(&self.ports, limits).best(&Field::new(view.state));
        let action = found.map_or(Action::Stay, |number| self.ports.action(number));
        if legal.contains(&action) {
            Ok(action)
        } else {
            let what = format!("the search chose {action:?}");
            Err(Box::new(Forfeit::new(ForfeitCause::Illegal, &what)))
        }
    }
}
