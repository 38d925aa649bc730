//! SURVIVOR: looks for a way to the end of the game. What the robots answer is certain, so it
//! needs no guess: it tries its own actions, turn by turn.
//!
//! A search begins in some state and goes in passes. A pass takes all actions (the eight steps,
//! staying, each teleport) and lets the robots move. Of the states in which the player lives it
//! follows the 16 with the least trouble another turn, and so on, each state once, until the game
//! is won in one of them, or it lives in none, or 100 turns ahead. A win ends the search. Else the
//! next pass begins anew and follows 64, the next 256, and so on, until the limit; but if a pass
//! left no state out there is no way to win, and the search ends. Then its plan is the way on which
//! the player lives longest, and of those the one with the least trouble at its end, of the last
//! pass that found one.
//!
//! The trouble of a state is 100 times the robots left, 5 times their average distance to the
//! player, which is small when they come in one crowd and destroy each other, and twice the
//! player's distance to the middle; distances are the steps of a king. Equal trouble is decided by
//! a hash of the state. When one robot is left, twice its distance to the nearest debris is added;
//! a robot without debris cannot be destroyed: that is more trouble than everything else, and
//! whoever is in it looks 12 turns ahead in a single pass.
//!
//! A plan that wins is followed, since a search from its middle might find a longer one, and so
//! on without end. Plans are made in turns 0, 32, 64, ... only, so that the state of the last such
//! turn is all that the player remembers. While that plan does not win, or was left, each turn is
//! searched anew.
//!
//! A limit of nodes counts the states after the robots' move, and one of time the time; half is
//! for each of the two searches. A limit of depth is so many turns ahead, at most 256 states a
//! turn.

mod field;
mod search;
#[cfg(test)]
mod tests;
mod trouble;

use std::sync::Arc;

use self::field::{Ports, SurvivorField};
use self::search::{ActionPlan, SurvivorLimits, SurvivorSearch};
use crate::{Action, Event, Known, RobotsGame, State, View};
use chase_engine::dice::Dice;
use chase_engine::game::{Forfeit, ForfeitCause, Game};
use chase_engine::player::Player;
use chase_kit::budget::{Limit, MoveBudget, StopFlag};

/// Turns between two plans.
const PLANS_EVERY: u32 = 32;

/// One part in this many of a time limit is kept back for the work around the search.
const RESERVE: u32 = 20;

/// States a turn under a limit of depth.
const WIDTH_BY_DEPTH: usize = 256;

/// The player `survivor`, with all that it keeps from turn to turn.
pub(super) struct Survivor {
    limits: SurvivorLimits,
    stop: StopFlag,
    turns: u32,
    ports: Ports,
    /// The game as far as the player knows it.
    seen: Arc<RobotsGame>,
    state: State,
    origin: PlanOrigin,
}

/// The state where the last plan begins.
struct PlanOrigin {
    turn: u32,
    field: SurvivorField,
    /// The plan, once it was needed. It follows from the field alone.
    plan: Option<Option<ActionPlan>>,
}

impl PlanOrigin {
    fn new(state: &State) -> Self {
        PlanOrigin { turn: state.turn, field: SurvivorField::new(state), plan: None }
    }
}

impl Survivor {
    pub(super) fn new(known: Known, budget: MoveBudget) -> Self {
        let seen = known.game;
        let (turns, ports) = (seen.scenario.turns, Ports::new(&seen.scenario));
        let state = seen.start();
        Survivor {
            limits: limits(budget.limit),
            stop: budget.stop,
            turns,
            ports,
            origin: PlanOrigin::new(&state),
            state,
            seen,
        }
    }

    fn search(&self, turn: u32, field: &SurvivorField) -> Option<ActionPlan> {
        let turns_left = self.turns.saturating_sub(turn).max(1);
        let limits = SurvivorLimits { depth: self.limits.depth.min(turns_left), ..self.limits };
        SurvivorSearch::new(&self.ports, limits, &self.stop).best(field)
    }

    /// The action that the last plan has for this turn, if it wins and was followed.
    fn planned(&mut self, turn: u32, field: &SurvivorField) -> Option<usize> {
        if self.origin.plan.is_none() {
            let plan = self.search(self.origin.turn, &self.origin.field);
            self.origin.plan = Some(plan);
        }
        let plan = self.origin.plan.as_ref()?.as_ref()?;
        let past = turn.checked_sub(self.origin.turn)?;
        let mut way = self.origin.field;
        let mut actions = plan.actions.iter();
        for action in actions.by_ref().take(usize::try_from(past).ok()?) {
            way = way.after(&self.ports, *action)?;
        }
        let is_first_or_wins = past == 0 || plan.wins;
        actions.next().copied().filter(|_| is_first_or_wins && way == *field)
    }
}

fn limits(limit: Option<Limit>) -> SurvivorLimits {
    let none = SurvivorLimits::NONE;
    match limit {
        Some(Limit::Nodes(nodes)) => SurvivorLimits { nodes: nodes / 2, ..none },
        Some(Limit::Depth(depth)) => SurvivorLimits {
            depth: u32::from(depth).min(none.depth),
            width: WIDTH_BY_DEPTH,
            ..none
        },
        Some(Limit::Time(time)) => {
            SurvivorLimits { time: Some((time - time / RESERVE) / 2), ..none }
        }
        None => none,
    }
}

impl Player<RobotsGame> for Survivor {
    fn observe(&mut self, seen: &Event) {
        // What does not fit was never seen.
        if self.seen.apply(&mut self.state, seen).is_err() {
            return;
        }
        let is_due = self.state.turn.is_multiple_of(PLANS_EVERY);
        if is_due && !self.state.acted && self.state.turn != self.origin.turn {
            self.origin = PlanOrigin::new(&self.state);
        }
    }

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        _: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let (turn, field) = (view.state.turn, SurvivorField::new(view.state));
        let found = self.planned(turn, &field).or_else(|| {
            let plan = self.search(turn, &field)?;
            plan.actions.first().copied()
        });
        let action = found.map_or(Action::Stay, |number| self.ports.action(number));
        if legal.contains(&action) {
            Ok(action)
        } else {
            let what = format!("the search chose {action:?}");
            Err(Box::new(Forfeit::new(ForfeitCause::Illegal, &what)))
        }
    }
}
