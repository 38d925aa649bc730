//! STRONG: searches ahead, by the clock or for so many positions.
//!
//! Ice that only its own penguins can reach is played for itself, exactly as far as the limit
//! allows: the most fish along any way over it. As long as somebody else can reach the same ice
//! it searches by alpha-beta, deeper and deeper; of several enemies each is taken to play against
//! it. What nobody took yet is worth what it is to whoever reaches it first.

use std::time::Duration;

use super::position::{Position, Step};
use super::territory::number_of;
use crate::clock::Thinking;
use crate::fishing::{Action, Event, Fishing, Known, View};
use chase_core::budget::{Budget, Limit};
use chase_core::dice::Dice;
use chase_core::game::{Forfeit, ForfeitCause};
use chase_core::player::Player;

/// What is left of a limit for whatever comes around the search: one part in this many.
const RESERVE: u32 = 20;

/// Positions between two looks at the clock.
const CLOCK_EVERY: u64 = 16;

/// More than all fish of any board, doubled.
const INFINITE: i32 = 1_000_000;

const DEPTH_MAX: usize = 60;

pub(super) struct Strong {
    budget: Budget,
    turn_time: Duration,
}

impl Strong {
    pub(super) fn new(known: &Known, budget: Budget) -> Self {
        Strong {
            budget,
            turn_time: Duration::from_millis(known.scenario.turn_ms.into()),
        }
    }
}

impl Player<Fishing> for Strong {
    fn observe(&mut self, _: &Event) {}

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        _: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let own = number_of(view);
        let mut search = Search::new(Position::new(view, own), &self.budget, self.turn_time);
        let found = if view.state.moving {
            search.movement(legal)
        } else {
            search.placement(legal)
        };
        found.ok_or_else(|| {
            let what = "no legal action was found";
            Box::new(Forfeit::new(ForfeitCause::Illegal, what))
        })
    }
}

struct Search {
    position: Position,
    thinking: Thinking,
    nodes_max: u64,
    depth_max: usize,
    nodes: u64,
    stopped: bool,
}

impl Search {
    fn new(position: Position, budget: &Budget, turn_time: Duration) -> Self {
        let (time, nodes_max, depth_max) = match budget.limit {
            Some(Limit::Nodes(nodes)) => (None, nodes, DEPTH_MAX),
            Some(Limit::Depth(depth)) => (None, u64::MAX, usize::from(depth).min(DEPTH_MAX)),
            Some(Limit::Time(time)) => (Some(time.min(turn_time)), u64::MAX, DEPTH_MAX),
            None => (None, u64::MAX, DEPTH_MAX),
        };
        let time = time.map(|time| time - time / RESERVE);
        Search {
            position,
            thinking: Thinking::begin(time, &budget.stop),
            nodes_max,
            depth_max,
            nodes: 0,
            stopped: false,
        }
    }

    fn must_stop(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.nodes_max {
            self.stopped = true;
        }
        self.stopped |= if self.nodes.is_multiple_of(CLOCK_EVERY) {
            self.thinking.is_over()
        } else {
            self.thinking.is_stopped()
        };
        self.stopped
    }

    /// The placement after which its prospects are best; one turn ahead, so that boards with many
    /// floes are no harder.
    fn placement(&mut self, legal: &[Action]) -> Option<Action> {
        let mut best = None;
        for action in legal {
            let Action::Place { at } = *action else {
                continue;
            };
            let at = self.position.index(at);
            self.position.place(at);
            let worth = self.position.prospects_placed(at);
            self.position.take_back_placement(at);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, *action));
            }
            if best.is_some() && self.must_stop() {
                break;
            }
        }
        best.map(|(_, action)| action)
    }

    fn movement(&mut self, legal: &[Action]) -> Option<Action> {
        let mut steps = Vec::new();
        for action in legal {
            if let Action::Move { from, to } = *action {
                let (from, to) = (self.position.index(from), self.position.index(to));
                steps.push(Step { from, to });
            }
        }
        let best = match self.position.own_ice() {
            Some(steps_alone) => self.alone(&steps_alone).or(steps_alone.first().copied()),
            None => self.together(&mut steps),
        };
        let best = best.or(steps.first().copied())?;
        let (from, to) = (self.position.at(best.from), self.position.at(best.to));
        Some(Action::Move { from, to })
    }

    /// The first step of the way with the most fish over ice that nobody else can reach.
    fn alone(&mut self, steps: &[Step]) -> Option<Step> {
        let mut best: Option<(u32, Step)> = None;
        // Wider and wider: a bad first step must not use up everything.
        let mut budget = 64 * steps.len() as u64;
        loop {
            let mut is_exact = true;
            for step in steps {
                let until = self.nodes.saturating_add(budget / steps.len() as u64);
                let fish = self.position.step(*step);
                let (rest, exact) = self.most_fish(until);
                self.position.take_back(*step, fish);
                is_exact &= exact;
                let total = u32::from(fish) + rest;
                if best.is_none_or(|(most, _)| total > most) {
                    best = Some((total, *step));
                }
                if self.stopped {
                    return best.map(|(_, step)| step);
                }
            }
            if is_exact {
                return best.map(|(_, step)| step);
            }
            budget = budget.saturating_mul(4);
        }
    }

    /// The most fish that own penguins can still take from ice of their own, and whether that is
    /// certain.
    fn most_fish(&mut self, until: u64) -> (u32, bool) {
        if self.nodes >= until || self.must_stop() {
            return (0, false);
        }
        let steps = self.position.steps_of_own();
        let bound = self.position.fish_within_reach();
        let (mut most, mut is_exact) = (0, true);
        for step in steps {
            if most >= bound {
                // No way can have more.
                return (most, true);
            }
            let fish = self.position.step(step);
            let (rest, exact) = self.most_fish(until);
            self.position.take_back(step, fish);
            is_exact &= exact;
            most = most.max(u32::from(fish) + rest);
        }
        (most, is_exact)
    }

    /// Alpha-beta, one move deeper each time.
    fn together(&mut self, steps: &mut [Step]) -> Option<Step> {
        self.position.sort(steps);
        let mut best = steps.first().copied();
        for depth in 1..=self.depth_max {
            let (mut alpha, mut found) = (-INFINITE, None);
            for n in 0..steps.len() {
                let step = steps[n];
                let fish = self.position.step(step);
                let score = self.search(depth - 1, alpha, INFINITE);
                self.position.take_back(step, fish);
                if self.stopped {
                    break;
                }
                if score > alpha {
                    (alpha, found) = (score, Some(step));
                    steps[..=n].rotate_right(1);
                }
            }
            best = found.or(best);
            if self.stopped || steps.len() == 1 {
                break;
            }
        }
        best
    }

    /// What the position is worth to the searching player, whoever is to move.
    fn search(&mut self, depth: usize, mut alpha: i32, mut beta: i32) -> i32 {
        if self.must_stop() {
            return 0;
        }
        let Some(mut steps) = self.position.next_steps() else {
            return self.position.balance();
        };
        if depth == 0 {
            return self.position.prospects();
        }
        self.position.sort(&mut steps);
        let is_own = self.position.is_own_turn();
        let mut best = if is_own { -INFINITE } else { INFINITE };
        for step in steps {
            let fish = self.position.step(step);
            let score = self.search(depth - 1, alpha, beta);
            self.position.take_back(step, fish);
            if self.stopped {
                return 0;
            }
            if is_own {
                best = best.max(score);
                alpha = alpha.max(best);
            } else {
                best = best.min(score);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
