//! Ice that nobody else can reach: the most fish along any way over it.

use super::effort::FloeEffort;
use super::field_sets::Bits;
use super::floes::{FloeStep, SearchBoard};

/// Steps of a way that are looked at; what comes after them counts nothing. Sets of large boards
/// are large, and so is what a thread keeps for each step.
fn steps_max<B>() -> usize {
    if size_of::<B>() > 128 { 24 } else { 128 }
}

/// Positions that each first step gets in the first round; it gets four times as many in each
/// that follows.
const ROUND: u64 = 64;

/// Penguins on ice of their own.
#[derive(Clone, Copy)]
pub struct Alone<B> {
    pub penguins: B,
    pub free: B,
}

/// A step, the fish it takes and what is left after it.
struct Branch<B> {
    step: FloeStep,
    fish: i32,
    /// No way over it takes more fish.
    bound: i32,
    /// Free floes beside the one it leads to.
    exits: i32,
    after: Alone<B>,
}

/// A way's fish, and whether no other has more.
#[derive(Clone, Copy)]
pub(crate) struct RouteFish {
    pub fish: i32,
    pub is_most: bool,
}

pub(crate) struct FloeRoutes<'a, B> {
    board: &'a SearchBoard<B>,
    effort: &'a mut FloeEffort,
    /// The positions that this round may still visit.
    left: u64,
    /// The most fish from positions that are certain, each at the place that its key says.
    known: Vec<(u64, i32)>,
    keys: &'a [u64],
}

impl<'a, B: Bits> FloeRoutes<'a, B> {
    /// `keys`: those of free floes, then those of penguins.
    pub fn new(board: &'a SearchBoard<B>, keys: &'a [u64], effort: &'a mut FloeEffort) -> Self {
        FloeRoutes { board, left: 0, known: vec![(0, 0); effort.entries], keys, effort }
    }

    /// The most fish of any way, looked for over about so many positions.
    pub fn most(&mut self, alone: Alone<B>, positions: u64) -> RouteFish {
        self.left = positions;
        self.most_fish(alone, 0)
    }

    /// The first step of the way with the most fish. It goes wider and wider: a bad first step must not use
    /// up everything.
    pub fn best(&mut self, alone: Alone<B>) -> Option<FloeStep> {
        let branches = self.branches(alone);
        let (mut most, mut best) = (0, branches.first().map(|branch| branch.step));
        let mut positions = ROUND;
        for _ in 0..self.effort.depth_max {
            let mut is_certain = true;
            for branch in &branches {
                if most >= branch.bound {
                    continue;
                }
                self.left = positions;
                let found = self.most_fish(branch.after, 1);
                is_certain &= found.is_most;
                let fish = branch.fish + found.fish;
                if fish > most {
                    (most, best) = (fish, Some(branch.step));
                }
                if self.effort.is_over() {
                    return best;
                }
            }
            if is_certain {
                break;
            }
            positions = positions.saturating_mul(4);
        }
        best
    }

    /// Those with the highest bound first; among equals those to floes with few exits, which are
    /// hard to come back to.
    fn branches(&self, Alone { penguins, free }: Alone<B>) -> Vec<Branch<B>> {
        let mut branches = Vec::new();
        for from in penguins.fields() {
            self.board.targets(from, free, |to| {
                let number = |at: usize| u16::try_from(at).expect("a board is small");
                let there = B::of(to);
                let penguins = penguins.without(B::of(from)) | there;
                let free = self.board.many_moves(penguins, free.without(there));
                let fish = self.board.fish_at(to);
                branches.push(Branch {
                    step: FloeStep { from: Some(number(from)), to: number(to) },
                    fish,
                    bound: fish + self.board.fish(free),
                    exits: self.board.beside(there, free).count(),
                    after: Alone { penguins, free },
                });
            });
        }
        branches.sort_by_key(|branch| (-branch.bound, branch.exits));
        branches
    }

    /// The most fish from here. When the round's positions are used up, those of the first way.
    fn most_fish(&mut self, alone: Alone<B>, steps: usize) -> RouteFish {
        let bound = self.board.fish(alone.free);
        let none = |is_most| RouteFish { fish: 0, is_most };
        if bound == 0 {
            return none(true);
        }
        if steps >= steps_max::<B>() || self.effort.spend() {
            return none(false);
        }
        let key = self.key(alone);
        let at = key & (self.known.len() as u64 - 1);
        let at = usize::try_from(at).expect("within the table");
        if self.known[at].0 == key {
            let fish = self.known[at].1;
            return RouteFish { fish, is_most: true };
        }
        self.left = self.left.saturating_sub(1);
        let mut found = none(true);
        for branch in self.branches(alone) {
            if branch.bound <= found.fish {
                break;
            }
            if (self.left == 0 || self.effort.is_over()) && found.fish > 0 {
                found.is_most = false;
                break;
            }
            let rest = self.most_fish(branch.after, steps + 1);
            found.is_most &= rest.is_most;
            found.fish = found.fish.max(branch.fish + rest.fish);
        }
        found.is_most |= found.fish == bound;
        if found.is_most {
            self.known[at] = (key, found.fish);
        }
        found
    }

    fn key(&self, Alone { penguins, free }: Alone<B>) -> u64 {
        let size = self.board.size();
        let penguins = penguins.fields().map(|at| self.keys[size + at]);
        let free = free.fields().map(|at| self.keys[at]);
        penguins.chain(free).fold(0, |key, one| key ^ one)
    }
}
