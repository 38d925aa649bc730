//! ALPHABETA: the search, and how long it may take.

use std::time::Duration;

use super::endings;
use super::network::Network;
use super::past::Past;
use super::search::{AnimalSearch, AnimalSearchLimits};
use crate::{Action, AnimalCheckers, Event, Known, View};
use chase_engine::dice::Dice;
use chase_engine::game::{Forfeit, ForfeitCause};
use chase_engine::player::Player;
use chase_kit::budget::{Limit, MoveBudget};
use chase_world::world::{Clock, Stopwatch};

/// The usual limit: what the rules allow for a move.
pub(super) const MOVE_TIME: Duration = Duration::from_secs(5);

/// One part in this many of a time limit is kept back for the work between search and referee.
const RESERVE: u32 = 50;

/// A move takes at most this part of what is left for the game.
const GAME_SHARE: u32 = 20;

pub(super) struct AlphaBeta {
    limit: Option<Limit>,
    move_time: Duration,
    game_time: Duration,
    spent: Duration,
    clock: Clock,
    past: Past,
    search: Box<AnimalSearch<Network>>,
}

impl AlphaBeta {
    /// A search by the clock has endings ready before its first move.
    pub(super) fn new(known: &Known, budget: MoveBudget) -> Self {
        let nodes = match budget.limit {
            Some(Limit::Nodes(nodes)) => nodes,
            Some(Limit::Depth(_) | Limit::Time(_)) | None => u64::MAX,
        };
        if matches!(budget.limit, Some(Limit::Time(_)) | None) {
            endings::solve_all();
        }
        let clock = budget.stop.clock();
        let search = AnimalSearch::new(Network::usual(), nodes).stopped_by(budget.stop);
        AlphaBeta {
            limit: budget.limit,
            move_time: Duration::from_millis(known.scenario().move_ms.into()),
            game_time: Duration::from_millis(known.scenario().game_ms.into()),
            spent: Duration::ZERO,
            clock,
            past: Past::of(known.scenario()),
            search: Box::new(search.selective().knowing_endings()),
        }
    }

    fn limits(&self) -> AnimalSearchLimits {
        match self.limit {
            Some(Limit::Nodes(nodes)) => AnimalSearchLimits { nodes, ..AnimalSearchLimits::NONE },
            Some(Limit::Depth(depth)) => {
                AnimalSearchLimits { depth: depth.into(), ..AnimalSearchLimits::NONE }
            }
            Some(Limit::Time(time)) => AnimalSearchLimits {
                time: Some((time - time / RESERVE).min(self.fair_share())),
                ..AnimalSearchLimits::NONE
            },
            None => AnimalSearchLimits::NONE,
        }
    }

    /// The time that the clocks of the rules leave for one move.
    fn fair_share(&self) -> Duration {
        let move_time = self.move_time - self.move_time / RESERVE;
        let left = self.game_time.saturating_sub(self.spent);
        move_time.min(left / GAME_SHARE)
    }
}

impl Player<AnimalCheckers> for AlphaBeta {
    fn observe(&mut self, event: &Event) {
        self.past.take(event);
    }

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        _: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let begun = matches!(self.limit, Some(Limit::Time(_))).then(|| self.clock.start());
        let limits = self.limits();
        let here = (&view.state.position, view.seat.index());
        let left = view.game.moves_left(view.state);
        let found = self.search.best(here, self.past.positions(), left, limits);
        self.spent += begun.map_or(Duration::ZERO, Stopwatch::elapsed);
        if legal.contains(&found.action) {
            Ok(found.action)
        } else {
            let what = format!("the search chose {}", found.action);
            Err(Box::new(Forfeit::new(ForfeitCause::Illegal, &what)))
        }
    }
}
