//! What STRONG3 does against several enemies: a tree of the turns that look best, in which each side is taken to
//! play for itself (max-n). Nothing is played out: a position that is new counts what its sides reach first.
//!
//! All steps from a position are weighed when the search first goes beyond it. Then the search follows at each
//! position the step with the best mean for the side whose turn it is, and now and then one that was followed
//! less often (the rule of PUCT, with the same weight for all steps). It plays the step that it followed most.

use super::effort::FloeEffort;
use super::field_sets::Bits;
use super::floes::{FloeStep, SearchFloes, StepUndo};
use crate::board::PLAYERS_MAX;

/// The weight of steps that were followed seldom.
const EXPLORE: f32 = 0.2;

/// Placements that are followed beyond the first turn: those that look best.
const PLACEMENTS: usize = 8;

/// The most positions that are kept.
const NODES_MAX: usize = 1 << 20;

/// The lead at which a side's chance is 1/2 + 1/sqrt(8), about 85 %, in half fish, for each square root of a fish that
/// is left.
const SCALE: f32 = 2.5;

/// The chances of the sides, from 0 to 1.
type Chances = [f32; PLAYERS_MAX];

/// A step, with what is known of the position after it.
struct TurnNode {
    step: FloeStep,
    /// How often it was followed, and the sum of what the side that made it had of that.
    followed: u32,
    sum: f32,
    /// The steps from there, one after the other; none before they are weighed.
    first: u32,
    count: u32,
}

/// The search for one turn.
pub(super) struct TurnTree<'a, B> {
    floes: SearchFloes<B>,
    effort: &'a mut FloeEffort,
    nodes: Vec<TurnNode>,
}

impl<'a, B: Bits> TurnTree<'a, B> {
    /// For the side whose turn it is.
    pub fn new(floes: SearchFloes<B>, effort: &'a mut FloeEffort) -> Self {
        let nowhere = FloeStep { from: None, to: 0 };
        TurnTree {
            floes,
            effort,
            nodes: vec![TurnNode::of(nowhere, 0.0)],
        }
    }

    /// The step that was followed most often; nothing where there is none.
    pub fn best(mut self) -> Option<FloeStep> {
        self.weigh(0, usize::MAX);
        let mut path = Vec::new();
        while !self.effort.is_over() && self.nodes[0].count > 1 {
            self.follow(&mut path);
        }
        let steps = self.steps(0).map(|n| &self.nodes[n]);
        let best = steps.max_by(|a, b| {
            let by_mean = a.mean().total_cmp(&b.mean());
            a.followed.cmp(&b.followed).then(by_mean)
        });
        best.map(|node| node.step)
    }

    /// The nodes of the steps from a position.
    fn steps(&self, node: usize) -> std::ops::Range<usize> {
        let first = self.nodes[node].first as usize;
        first..first + self.nodes[node].count as usize
    }

    /// Goes down to a position that is new, weighs what comes after it and tells those above.
    fn follow(&mut self, path: &mut Vec<(usize, StepUndo)>) {
        path.clear();
        let mut node = 0;
        while self.nodes[node].count > 0 {
            node = self.choice(node);
            let undo = self.floes.play(self.nodes[node].step);
            path.push((node, undo));
        }
        let chances = match self.floes.next {
            None => self.at_the_end(),
            Some(_) if self.nodes.len() < NODES_MAX => self.weigh(node, PLACEMENTS),
            Some(_) => {
                self.effort.spend();
                self.chances()
            }
        };
        if self.floes.next.is_none() {
            self.effort.spend();
        }
        self.nodes[0].followed += 1;
        for (node, undo) in path.drain(..).rev() {
            let there = &mut self.nodes[node];
            there.followed += 1;
            there.sum += chances[undo.side()];
            self.floes.take_back(there.step, undo);
        }
    }

    /// The step to follow from a position.
    fn choice(&self, node: usize) -> usize {
        let count = self.nodes[node].count as f32;
        let explore = EXPLORE * (self.nodes[node].followed as f32 / count).sqrt();
        let worth = |node: &TurnNode| node.mean() + explore / (1 + node.followed) as f32;
        let (mut best, mut most) = (node, f32::NEG_INFINITY);
        for n in self.steps(node) {
            let worth = worth(&self.nodes[n]);
            if worth > most {
                (best, most) = (n, worth);
            }
        }
        best
    }

    /// Weighs all steps from a position, and keeps the best of placements. The chances after the best step.
    fn weigh(&mut self, node: usize, placements: usize) -> Chances {
        let mut best = (f32::NEG_INFINITY, self.chances());
        let first = self.nodes.len();
        for step in self.floes.steps() {
            if self.effort.is_over() {
                break;
            }
            let undo = self.floes.play(step);
            let chances = match self.floes.next {
                Some(_) => self.chances(),
                None => self.at_the_end(),
            };
            self.floes.take_back(step, undo);
            self.effort.spend();
            let chance = chances[undo.side()];
            self.nodes.push(TurnNode::of(step, chance));
            if chance > best.0 {
                best = (chance, chances);
            }
        }
        if !self.floes.moving && self.nodes.len() - first > placements {
            self.nodes[first..].sort_by(|a, b| b.sum.total_cmp(&a.sum));
            self.nodes.truncate(first + placements);
        }
        let place = |n: usize| u32::try_from(n).expect("at most 2^21 nodes");
        self.nodes[node].first = place(first);
        self.nodes[node].count = place(self.nodes.len() - first);
        best.1
    }

    /// What the sides can expect: the more a side is ahead of the best other, and the fewer fish are left, the more.
    fn chances(&self) -> Chances {
        let worths = self.floes.worths();
        let left = self.floes.board.fish(self.floes.free);
        let scale = SCALE * SCALE * left.max(1) as f32;
        let mut chances = [0.0; PLAYERS_MAX];
        self.each_lead(&worths, |side, lead| {
            let lead = lead as f32;
            chances[side] = 0.5 + 0.5 * lead / (lead * lead + scale).sqrt();
        });
        chances
    }

    /// What the sides have when the game is over: those with the most fish share it.
    fn at_the_end(&self) -> Chances {
        let counts = self.floes.counts();
        let counts = &counts[..self.floes.board.sides];
        let most = counts.iter().copied().max().unwrap_or_default();
        let winners = counts.iter().filter(|count| **count == most).count();
        let mut chances = [0.0; PLAYERS_MAX];
        for (chance, count) in chances.iter_mut().zip(counts) {
            if *count == most {
                *chance = 1.0 / winners as f32;
            }
        }
        chances
    }

    /// Each side, with how much more it has than the best other.
    fn each_lead(&self, worths: &[i32; PLAYERS_MAX], mut take: impl FnMut(usize, i32)) {
        let worths = &worths[..self.floes.board.sides];
        let (mut most, mut second, mut leader) = (i32::MIN, i32::MIN, 0);
        for (side, worth) in worths.iter().enumerate() {
            if *worth > most {
                (second, most, leader) = (most, *worth, side);
            } else if *worth > second {
                second = *worth;
            }
        }
        for (side, worth) in worths.iter().enumerate() {
            let best_other = if side == leader { second } else { most };
            take(side, worth - best_other);
        }
    }
}

impl TurnNode {
    /// A step that was weighed.
    fn of(step: FloeStep, chance: f32) -> Self {
        TurnNode {
            step,
            followed: 1,
            sum: chance,
            first: 0,
            count: 0,
        }
    }

    /// What the side that makes the step has of it on average.
    fn mean(&self) -> f32 {
        self.sum / self.followed as f32
    }
}
