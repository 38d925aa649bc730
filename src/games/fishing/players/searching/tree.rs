//! What `strong` does in games of more than two players: a tree of the turns that look best, in which each side is taken to
//! play for itself (max-n). Nothing is played out: a position is judged by the fish that its sides have and reach first.
//!
//! All steps from a position are weighed when the search first goes beyond it, and the position counts as the best of
//! them. Then the search follows at each position the step with the best mean for the side whose turn it is, and now
//! and then one that was followed less often (UCT; Kocsis and Szepesvari, 2006). At first it looks only at the few steps
//! that looked best, and at more of them the more often it comes by. It plays the step that it followed most.

use super::effort::FloeEffort;
use super::field_sets::Bits;
use super::floes::{FloeStep, SearchFloes, StepUndo};
use crate::board::PLAYERS_MAX;

/// The weight of steps that were followed seldom.
const EXPLORE: f32 = 0.125;

/// The steps that are looked at when a position is met again; as many more as the root of its visits.
const FIRST_STEPS: usize = 3;

/// The step that was followed most is played if it was followed so often; otherwise the one with the best mean.
const SURE_VISITS: u32 = 8;

/// No position is added beyond so many, other than those after the last one.
const NODES_MAX: usize = 1 << 20;

/// Positions in which a sure win is looked for, and the most floes that are left then.
const PROOF: u64 = 2_000;
const PROOF_FLOES: i32 = 12;

/// Half fish that it is worth to be next.
const TEMPO: f32 = 0.8;

/// A side that has so many half fish less than another has a share e times as small, if nothing is left.
const SURE_LEAD: f32 = 2.0;

/// How many more half fish this takes for each fish on a floe that is left.
const DOUBT: f32 = 0.16;

/// The shares of the sides in the win, which sum up to 1.
type Shares = [f32; PLAYERS_MAX];

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
        TurnTree { floes, effort, nodes: vec![TurnNode::of(nowhere, 0.0)] }
    }

    /// A step that wins for sure, or the one that was followed most often; nothing where there is none.
    pub fn best(mut self) -> Option<FloeStep> {
        if let Some(step) = self.sure_win() {
            return Some(step);
        }
        self.weigh(0);
        let mut path = Vec::new();
        while !self.effort.is_over() && self.nodes[0].count > 1 {
            self.follow(&mut path);
        }
        let steps = || self.steps(0).map(|n| &self.nodes[n]);
        let most = steps().map(|node| node.followed).max()?;
        // Who could follow few steps knows more from what it saw at first.
        let least = if most < SURE_VISITS { 0 } else { most };
        let sure = steps().filter(|node| node.followed >= least);
        sure.max_by(|a, b| a.mean().total_cmp(&b.mean())).map(|node| node.step)
    }

    /// A step after which this side wins alone, whatever the others do, if a few positions show it. A tree may miss
    /// it, because it takes a side that has lost to do anything.
    fn sure_win(&mut self) -> Option<FloeStep> {
        let own = self.floes.next?;
        if !self.floes.moving || self.floes.free.count() > PROOF_FLOES {
            return None;
        }
        let mut left = PROOF.min(self.effort.left() / 4);
        let steps = self.floes.steps();
        steps.into_iter().find(|step| {
            let undo = self.floes.play(*step);
            let wins = self.wins(own, &mut left);
            self.floes.take_back(*step, undo);
            wins
        })
    }

    /// True if so many positions show that a side wins alone, whatever the others do.
    fn wins(&mut self, own: usize, left: &mut u64) -> bool {
        if *left == 0 || self.effort.spend() {
            return false;
        }
        *left -= 1;
        let Some(next) = self.floes.next else {
            let counts = self.floes.counts();
            let mut others = counts.iter().enumerate().filter(|(side, _)| *side != own);
            return others.all(|(_, count)| *count < counts[own]);
        };
        let mut ways = self.floes.steps().into_iter().map(|step| {
            let undo = self.floes.play(step);
            let wins = self.wins(own, left);
            self.floes.take_back(step, undo);
            wins
        });
        if next == own { ways.any(|wins| wins) } else { ways.all(|wins| wins) }
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
        let shares = if self.floes.next.is_some() && self.nodes.len() < NODES_MAX {
            self.weigh(node)
        } else {
            self.effort.spend();
            self.shares()
        };
        self.nodes[0].followed += 1;
        for (node, undo) in path.drain(..).rev() {
            let there = &mut self.nodes[node];
            there.followed += 1;
            there.sum += shares[undo.side()];
            self.floes.take_back(there.step, undo);
        }
    }

    /// The step to follow from a position.
    fn choice(&self, node: usize) -> usize {
        let followed = self.nodes[node].followed;
        let explore = EXPLORE * (followed.ilog2() as f32).sqrt();
        let tried = FIRST_STEPS + followed.isqrt() as usize;
        let (mut best, mut most) = (node, f32::NEG_INFINITY);
        for n in self.steps(node).take(tried) {
            let there = &self.nodes[n];
            let worth = there.mean() + explore / (there.followed as f32).sqrt();
            if worth > most {
                (best, most) = (n, worth);
            }
        }
        best
    }

    /// Weighs all steps from a position. The shares after the best of them.
    fn weigh(&mut self, node: usize) -> Shares {
        let mut best = (f32::NEG_INFINITY, [0.0; PLAYERS_MAX]);
        let first = self.nodes.len();
        for step in self.floes.steps() {
            let undo = self.floes.play(step);
            let shares = self.shares();
            self.floes.take_back(step, undo);
            let share = shares[undo.side()];
            self.nodes.push(TurnNode::of(step, share));
            if share > best.0 {
                best = (share, shares);
            }
            if self.effort.spend() {
                break;
            }
        }
        self.nodes[first..].sort_by(|a, b| b.sum.total_cmp(&a.sum));
        let place = |n: usize| u32::try_from(n).expect("at most 2^21 nodes");
        self.nodes[node].first = place(first);
        self.nodes[node].count = place(self.nodes.len() - first);
        best.1
    }

    /// What each side can expect: the more it has and reaches first, and the fewer fish are left, the more. At the
    /// end those with the most fish share the win.
    fn shares(&self) -> Shares {
        let board = &self.floes.board;
        let mut shares = [0.0; PLAYERS_MAX];
        let Some(next) = self.floes.next else {
            let counts = &self.floes.counts()[..board.sides];
            let most = counts.iter().max();
            for (share, count) in shares.iter_mut().zip(counts) {
                *share = f32::from(u8::from(Some(count) == most));
            }
            return scaled(shares);
        };
        let worths = self.floes.worths();
        for (share, worth) in shares.iter_mut().zip(&worths[..board.sides]) {
            *share = *worth as f32;
        }
        shares[next] += TEMPO;
        let most = shares.iter().copied().fold(0.0, f32::max);
        let unit = SURE_LEAD + DOUBT * board.fish(self.floes.free) as f32;
        for share in &mut shares[..board.sides] {
            *share = 1.0 / exponential((most - *share) / unit);
        }
        scaled(shares)
    }
}

/// Shares that sum up to 1.
fn scaled(shares: Shares) -> Shares {
    let sum: f32 = shares.iter().sum();
    shares.map(|share| share / sum)
}

/// About e to the power of a number, by multiplications, which come out the same on every machine.
fn exponential(number: f32) -> f32 {
    (0..4).fold(1.0 + number / 16.0, |power, _| power * power)
}

impl TurnNode {
    /// A step that was weighed.
    fn of(step: FloeStep, chance: f32) -> Self {
        TurnNode { step, followed: 1, sum: chance, first: 0, count: 0 }
    }

    /// What the side that makes the step has of it on average.
    fn mean(&self) -> f32 {
        self.sum / self.followed as f32
    }
}
