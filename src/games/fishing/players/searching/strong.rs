//! What STRONG does in its own way: it looks one placement ahead, tries steps by their fish, and follows
//! ways over ice of its own without knowing those that it has been over.

use std::cmp::Reverse;

use super::alone::{RouteFish, best_first};
use super::field_sets::Bits;
use super::floes::FloeStep;
use super::search::FloeSearch;

/// The weight of prospects against room to move, when a place is chosen.
const PROSPECTS: i32 = 4;

impl<B: Bits> FloeSearch<B> {
    /// The placement after which its prospects are best; room to move decides between equals. It looks
    /// one turn ahead, so that boards with many floes are no harder.
    pub(super) fn placement(&mut self) -> Option<FloeStep> {
        let mut best = None;
        for step in self.floes.steps() {
            let before = self.floes.play(step);
            let mut worth = PROSPECTS * self.compared(&self.floes.worths());
            let board = &self.floes.board;
            board.targets(step.to.into(), self.floes.free, |_| worth += 1);
            self.floes.take_back(step, before);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, step));
            }
            if self.effort.spend() {
                break;
            }
        }
        best.map(|(_, step)| step)
    }

    /// The first step of the way with the most fish over ice that nobody else can reach.
    pub(super) fn alone(&mut self) -> Option<FloeStep> {
        let steps = self.steps_alone();
        let best = best_first(&vec![i32::MAX; steps.len()], usize::MAX, |n, positions| {
            let until = self.effort.nodes().saturating_add(positions);
            (self.fish_over(steps[n], until), self.effort.is_over())
        });
        best.map(|n| steps[n])
    }

    /// The most fish of a way that begins with a step.
    fn fish_over(&mut self, step: FloeStep, until: u64) -> RouteFish {
        let before = self.play(step);
        let mut found = self.most_fish(until);
        self.take_back(step, before);
        found.fish += self.floes.board.fish_at(step.to.into());
        found
    }

    /// The most fish that own penguins can still take from ice of their own.
    fn most_fish(&mut self, until: u64) -> RouteFish {
        let mut most = RouteFish { fish: 0, is_most: false };
        if self.effort.nodes() >= until || self.effort.spend() {
            return most;
        }
        most.is_most = true;
        let steps = self.steps_alone();
        let bound = self.fish_within_reach();
        for step in steps {
            if most.fish >= bound {
                // No way can have more.
                most.is_most = true;
                break;
            }
            let found = self.fish_over(step, until);
            most.is_most &= found.is_most;
            most.fish = most.fish.max(found.fish);
        }
        most
    }

    /// The own steps, in a game that goes on without the others.
    fn steps_alone(&mut self) -> Vec<FloeStep> {
        self.floes.next = Some(self.own);
        let mut steps = self.floes.steps();
        self.sort_by_nearness(&mut steps);
        steps
    }

    fn fish_within_reach(&self) -> i32 {
        self.floes.board.fish(self.floes.reach_of(self.own))
    }

    /// Many fish first, then near ones; among equals the penguins in the order of where they stood when
    /// the search began.
    pub(super) fn sort_by_nearness(&self, steps: &mut [FloeStep]) {
        steps.sort_by_cached_key(|FloeStep { from, to }| {
            let fish = self.floes.board.fish_at(usize::from(*to));
            let from = from.unwrap_or(*to);
            let stood = self.stood[usize::from(from)];
            (Reverse(fish), from.abs_diff(*to), stood)
        });
    }
}
