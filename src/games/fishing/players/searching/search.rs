//! Alpha-beta, one turn deeper each time: principal variation search with a transposition table,
//! killer steps and a history of steps that cut.

use super::Manner;
use super::alone::{Alone, FloeRoutes};
use super::effort::{DEPTH_MAX, FloeEffort};
use super::field_sets::Bits;
use super::floes::{FloeStep, SearchFloes, StepUndo};
use super::tree::TurnTree;
use crate::board::PLAYERS_MAX;

/// More than all fish of any board.
pub(super) const INFINITE: i32 = 1 << 28;

/// Placements that are tried where others have been tried before: those that look best.
const PLACEMENTS: usize = 8;

/// The value of a fish caught at once when steps are put in order, compared with that of a killer
/// step and the most that the history adds.
const ORDER_FISH: i32 = 4096;
const ORDER_KILLER: i32 = 6000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum FloeBound {
    Empty,
    Exact,
    AtLeast,
    AtMost,
}

/// The stored result of a search of one position.
#[derive(Clone, Copy)]
struct FloeEntry {
    key: u64,
    value: i32,
    depth: u8,
    bound: FloeBound,
    /// True if every way was followed to the end of the game.
    is_final: bool,
    step: FloeStep,
}

const EMPTY: FloeEntry = FloeEntry {
    key: 0,
    value: 0,
    depth: 0,
    bound: FloeBound::Empty,
    is_final: false,
    step: FloeStep { from: None, to: 0 },
};

/// The search for one turn. Nothing is carried over to the next.
pub(crate) struct FloeSearch<B> {
    pub(super) floes: SearchFloes<B>,
    pub(super) own: usize,
    pub(super) effort: FloeEffort,
    manner: Manner,
    /// A number for each field that is free, then for each with a penguin of each side.
    pub(super) keys: Vec<u64>,
    key: u64,
    table: Vec<FloeEntry>,
    history: Vec<i32>,
    killers: [[Option<FloeStep>; 2]; DEPTH_MAX + 1],
    /// True if a way was not followed to the end of the game since this was last set to false.
    pub(super) is_cut: bool,
}

/// Scatters bits (SplitMix64).
fn scattered(number: u64) -> u64 {
    let mut x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// True if the player grows a tree: several others are at the table, and time or positions run out.
fn grows_tree<B>(floes: &SearchFloes<B>, effort: &FloeEffort, manner: Manner) -> bool {
    manner == Manner::Play && floes.board.sides > 2 && effort.has_end
}

impl<B: Bits> FloeSearch<B> {
    /// For the side whose turn it is.
    pub fn new(floes: SearchFloes<B>, own: usize, effort: FloeEffort, manner: Manner) -> Self {
        let size = floes.board.size();
        let keys = (0u64..).take(size * (1 + PLAYERS_MAX)).map(scattered);
        FloeSearch {
            own,
            keys: keys.collect(),
            key: 0,
            is_cut: false,
            table: match grows_tree(&floes, &effort, manner) {
                true => Vec::new(),
                false => vec![EMPTY; effort.entries],
            },
            history: vec![0; size * floes.board.sides],
            killers: [[None; 2]; DEPTH_MAX + 1],
            floes,
            effort,
            manner,
        }
    }

    /// The step that it finds best; nothing when there is none, or it was stopped at once.
    pub fn best(mut self) -> Option<FloeStep> {
        if self.floes.moving && self.is_alone() {
            let alone = Alone {
                penguins: self.floes.sides[self.own].penguins,
                free: self.floes.reach_of(self.own),
            };
            return FloeRoutes::new(&self.floes.board, &self.keys, &mut self.effort).best(alone);
        }
        if grows_tree(&self.floes, &self.effort, self.manner) {
            return TurnTree::new(self.floes, &mut self.effort).best();
        }
        let mut steps = self.floes.steps();
        self.sort(&mut steps, 0, None);
        let mut best = steps.first().copied();
        for depth in 1..=self.effort.depth_max {
            if self.effort.is_over() || steps.len() < 2 {
                break;
            }
            best = self.deepened(&mut steps, depth).or(best);
        }
        best
    }

    /// Returns true if no other penguin can reach ice that the side's own penguins can reach.
    pub(super) fn is_alone(&self) -> bool {
        let own = self.floes.reach_of(self.own);
        let mut others = (0..self.floes.board.sides).filter(|side| *side != self.own);
        others.all(|side| (own & self.floes.reach_of(side)) == B::NONE)
    }

    /// The best of the steps, so many turns ahead; it is moved to the front. A step that was found
    /// better before time was over stands.
    fn deepened(&mut self, steps: &mut [FloeStep], depth: usize) -> Option<FloeStep> {
        let (mut alpha, mut found) = (-INFINITE, None);
        for n in 0..steps.len() {
            let step = steps[n];
            let value = self.value_after(step, n == 0, depth, 0, (alpha, INFINITE));
            if self.effort.is_over() {
                break;
            }
            if value > alpha {
                (alpha, found) = (value, Some(step));
                steps[..=n].rotate_right(1);
            }
        }
        found
    }

    /// The value after a step. All but the first step are only asked whether they are better; those
    /// that are, are looked at again.
    fn value_after(
        &mut self,
        step: FloeStep,
        is_first: bool,
        depth: usize,
        ply: usize,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        let is_own = self.floes.next == Some(self.own);
        let before = self.play(step);
        let narrow = if is_own { (alpha, alpha + 1) } else { (beta - 1, beta) };
        let narrows = !is_first;
        let window = if narrows { narrow } else { (alpha, beta) };
        let mut value = self.value(depth - 1, ply + 1, window);
        let is_between = alpha < value && value < beta;
        if narrows && is_between && !self.effort.is_over() {
            value = self.value(depth - 1, ply + 1, (alpha, beta));
        }
        self.take_back(step, before);
        value
    }

    pub(super) fn play(&mut self, step: FloeStep) -> StepUndo {
        let before = self.floes.play(step);
        self.toggle(before.side(), step);
        before
    }

    pub(super) fn take_back(&mut self, step: FloeStep, before: StepUndo) {
        self.toggle(before.side(), step);
        self.floes.take_back(step, before);
    }

    /// The value of the position for the searching side, no matter which side is to move.
    pub(super) fn value(&mut self, depth: usize, ply: usize, window: (i32, i32)) -> i32 {
        if self.effort.spend() {
            return 0;
        }
        let Some(next) = self.floes.next else {
            return self.compared(&self.floes.counts());
        };
        if depth == 0 {
            self.is_cut = true;
            return self.compared(&self.floes.worths());
        }
        let key = self.position_key(next);
        let at = self.place(key);
        let there = at.map(|at| self.table[at]);
        let known = there.filter(|it| it.bound != FloeBound::Empty && it.key == key);
        // The player's choices do not depend on which values are final.
        let is_final = |it: FloeEntry| self.manner == Manner::Worth && it.is_final;
        let is_deep = |it: FloeEntry| is_final(it) || usize::from(it.depth) >= depth;
        if let Some(known) = known.filter(|it| it.decides(is_deep(*it), window)) {
            self.is_cut |= !known.is_final;
            return known.value;
        }
        let was_cut = std::mem::take(&mut self.is_cut);
        let (value, step) = self.searched(next, depth, ply, window, known.map(|it| it.step));
        if self.effort.is_over() {
            return 0;
        }
        if let Some(at) = at {
            let (lowest, highest) = window;
            self.table[at] = FloeEntry {
                key,
                value,
                depth: u8::try_from(depth).expect("at most 60"),
                is_final: !self.is_cut,
                bound: match value {
                    value if value <= lowest => FloeBound::AtMost,
                    value if value >= highest => FloeBound::AtLeast,
                    _ => FloeBound::Exact,
                },
                step,
            };
        }
        self.is_cut |= was_cut;
        value
    }

    /// The best value of all steps of the side that is next, and the step; of no use once the effort is over.
    fn searched(
        &mut self,
        next: usize,
        depth: usize,
        ply: usize,
        (mut alpha, mut beta): (i32, i32),
        known: Option<FloeStep>,
    ) -> (i32, FloeStep) {
        let mut steps = self.floes.steps();
        self.sort(&mut steps, ply, known);
        let is_own = next == self.own;
        let mut best = (if is_own { -INFINITE } else { INFINITE }, EMPTY.step);
        for (n, step) in steps.into_iter().enumerate() {
            let value = self.value_after(step, n == 0, depth, ply, (alpha, beta));
            if self.effort.is_over() {
                break;
            }
            if is_own && value > best.0 {
                best = (value, step);
                alpha = alpha.max(value);
            } else if !is_own && value < best.0 {
                best = (value, step);
                beta = beta.min(value);
            }
            if alpha >= beta {
                self.remember_cut(next, step, depth, ply);
                break;
            }
        }
        best
    }

    /// A position's place in the table, if there is one.
    fn place(&self, key: u64) -> Option<usize> {
        let last = (self.table.len() as u64).checked_sub(1)?;
        Some(usize::try_from(key & last).expect("within the table"))
    }

    /// The searching side's worth, less that of the best other.
    pub(super) fn compared(&self, worths: &[i32; PLAYERS_MAX]) -> i32 {
        let others = (0..self.floes.board.sides).filter(|side| *side != self.own);
        worths[self.own] - others.map(|side| worths[side]).max().unwrap_or(0)
    }

    /// Puts steps in order, those to try first in front. Of placements, and of what one of several
    /// enemies can do, only some are left.
    fn sort(&mut self, steps: &mut Vec<FloeStep>, ply: usize, known: Option<FloeStep>) {
        let is_own = self.floes.next == Some(self.own);
        if !is_own && self.floes.board.sides > 2 {
            // Two enemies seldom play together, so each is taken to do what looks best for itself.
            let next = self.floes.next.unwrap_or(self.own);
            self.sort_by_worth(steps, |_, worths| worths[next]);
            steps.truncate(1);
        } else if !self.floes.moving {
            let sign = if is_own { 1 } else { -1 };
            self.sort_by_worth(steps, |search, worths| sign * search.compared(worths));
            if let Some(at) = steps.iter().position(|step| Some(*step) == known) {
                steps[..=at].rotate_right(1);
            }
            let is_pruned = ply > 0 && steps.len() > PLACEMENTS;
            if is_pruned {
                self.is_cut = true;
                steps.truncate(PLACEMENTS);
            }
        } else {
            self.sort_by_fish(steps, ply, known);
        }
    }

    /// By what the position is worth after each, the best first; those that nothing is left for are
    /// left out.
    fn sort_by_worth(
        &mut self,
        steps: &mut Vec<FloeStep>,
        worth: impl Fn(&Self, &[i32; PLAYERS_MAX]) -> i32,
    ) {
        let mut weighed = Vec::with_capacity(steps.len());
        for step in steps.drain(..) {
            if self.effort.is_over() {
                break;
            }
            let before = self.floes.play(step);
            weighed.push((worth(self, &self.floes.worths()), step));
            self.floes.take_back(step, before);
            self.effort.spend();
        }
        weighed.sort_by_key(|(worth, _)| -worth);
        steps.extend(weighed.into_iter().map(|(_, step)| step));
    }

    fn sort_by_fish(&self, steps: &mut [FloeStep], ply: usize, known: Option<FloeStep>) {
        let killers = self.killers[ply];
        steps.sort_by_cached_key(|step| {
            if Some(*step) == known {
                return -INFINITE;
            }
            let fish = self.floes.board.fish_at(step.to.into());
            let killer = match Some(*step) {
                step if step == killers[0] => 2,
                step if step == killers[1] => 1,
                _ => 0,
            };
            let next = self.floes.next.unwrap_or(self.own);
            let history = self.history[self.history_at(next, *step)];
            -(ORDER_FISH * fish + ORDER_KILLER * killer + history.min(ORDER_KILLER))
        });
    }

    fn history_at(&self, side: usize, step: FloeStep) -> usize {
        side * self.floes.board.size() + usize::from(step.to)
    }

    fn remember_cut(&mut self, side: usize, step: FloeStep, depth: usize, ply: usize) {
        if step.from.is_none() {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(step) {
            killers[1] = killers[0].replace(step);
        }
        let at = self.history_at(side, step);
        let more = i32::try_from(depth * depth).expect("at most 60 turns");
        self.history[at] = (self.history[at] + more).min(ORDER_KILLER);
    }

    /// Fish are part of it: what they add to a value is the same on every way to a position only
    /// where they are.
    fn position_key(&self, next: usize) -> u64 {
        let phase = 2 * next as u64 + u64::from(self.floes.moving);
        let balance = self.compared(&self.floes.counts());
        let rest = u64::from(balance.cast_unsigned()) << 8 | phase;
        self.key ^ scattered(!rest)
    }

    fn toggle(&mut self, side: usize, step: FloeStep) {
        let size = self.floes.board.size();
        let penguin = |at: u16| self.keys[size * (1 + side) + usize::from(at)];
        self.key ^= step.from.map_or(0, penguin) ^ penguin(step.to);
        self.key ^= self.keys[usize::from(step.to)];
    }
}

impl FloeEntry {
    /// True if the value is enough for the window, and as deep.
    fn decides(self, is_deep: bool, (alpha, beta): (i32, i32)) -> bool {
        is_deep
            && match self.bound {
                FloeBound::Empty => false,
                FloeBound::Exact => true,
                FloeBound::AtLeast => self.value >= beta,
                FloeBound::AtMost => self.value <= alpha,
            }
    }
}
