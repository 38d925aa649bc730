//! Alpha-beta search: iterative deepening, principal variation search, a transposition table,
//! killer moves and history for the order of moves, and a quiescence search of captures.
//!
//! Two rules of the game prune more than any of these: whoever stands one step from the enemy's
//! den wins at once, so that a side whose den is threatened must capture the one that threatens.
//!
//! What the table keeps of a draw by the move limit or by repetition belongs to the line it was
//! found on; another line that comes by may be told it too. That is the usual price of a table.

mod selective;

use std::time::Duration;

use super::endings::{self, EndingValue};
use super::evaluation::{Judge, MATERIAL};
use super::node::{NO_STEP, Node, Packed, Steps, key_of};
use super::table::{PositionRecord, PositionTable, ScoreBound};
use crate::Action;
use crate::board::{DEN, Position};
use chase_kit::budget::{StopFlag, Thinking};

/// A won game, less the moves until it is.
pub const WIN: i32 = 30_000;

/// The deepest search, in moves.
pub const DEPTH_MAX: usize = 96;

/// Scores beyond this are wins.
const WIN_MIN: i32 = WIN - 1_000;

/// Positions between two looks at the clock and the flag.
const CLOCK_EVERY: u64 = 512;

/// The limits at which a search stops.
#[derive(Clone, Copy, Debug)]
pub struct AnimalSearchLimits {
    /// After so many positions.
    pub nodes: u64,
    /// After so many moves ahead.
    pub depth: usize,
    /// After so long.
    pub time: Option<Duration>,
}

impl AnimalSearchLimits {
    /// None but the deepest search there is.
    pub const NONE: AnimalSearchLimits =
        AnimalSearchLimits { nodes: u64::MAX, depth: DEPTH_MAX, time: None };
}

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub struct AnimalSearchResult {
    /// The best move.
    pub action: Action,
    /// For the side to move: hundredths of a dog, or [`WIN`] less the moves to it.
    pub score: i32,
    /// Moves ahead that were searched to the end.
    pub depth: usize,
    /// Positions looked at.
    pub nodes: u64,
}

/// The search of one move after another.
pub struct AnimalSearch<J> {
    judge: J,
    table: PositionTable,
    killers: [[Packed; 2]; DEPTH_MAX + 1],
    history: [[[i32; 64]; 4]; 2],
    /// Keys of the positions of the game and of the line being searched.
    line: Vec<u64>,
    /// The number of positions on the line that belong to the game so far.
    past: usize,
    limits: AnimalSearchLimits,
    stop: StopFlag,
    /// While a move is searched.
    thinking: Option<Thinking>,
    nodes: u64,
    /// Moves until the game is drawn, from the root.
    moves_left: usize,
    stopped: bool,
    /// True if solved endings are looked up.
    knows_endings: bool,
    /// True if the root is a drawn ending, so that only wins and losses are looked up.
    is_drawn: bool,
    /// True if moves and positions that promise little are searched less deep.
    is_selective: bool,
    /// While a null move is searched, how many moves after the root its position is; 0 if none is.
    passed: usize,
}

impl<J: Judge> AnimalSearch<J> {
    /// A search that will look at so many positions at most: few need a small table.
    #[must_use]
    pub fn new(judge: J, nodes: u64) -> Self {
        let bits = nodes.max(1).ilog2().clamp(TABLE_BITS_MIN, TABLE_BITS);
        AnimalSearch {
            judge,
            table: PositionTable::new(bits),
            killers: [[NO_STEP; 2]; DEPTH_MAX + 1],
            history: [[[0; 64]; 4]; 2],
            line: Vec::new(),
            past: 0,
            limits: AnimalSearchLimits::NONE,
            stop: StopFlag::default(),
            thinking: None,
            nodes: 0,
            moves_left: 0,
            stopped: false,
            knows_endings: false,
            is_drawn: false,
            is_selective: false,
            passed: 0,
        }
    }

    /// Makes the search look up solved endings.
    #[must_use]
    pub fn knowing_endings(mut self) -> Self {
        self.knows_endings = true;
        self
    }

    /// Makes the search stop when the flag is raised.
    pub fn stopped_by(mut self, stop: StopFlag) -> Self {
        self.stop = stop;
        self
    }
}

/// Half a million pairs of entries: 16 MiB.
const TABLE_BITS: u32 = 19;
const TABLE_BITS_MIN: u32 = 8;

impl<J: Judge> AnimalSearch<J> {
    /// The best move for a side that has one. `past` are the positions of the game so far with
    /// the side that was to move, back to the last capture; `moves_left` those until the draw.
    ///
    /// # Panics
    /// If the side has no legal move.
    pub fn best(
        &mut self,
        (position, side): (&Position, usize),
        past: &[(Position, usize)],
        moves_left: u32,
        limits: AnimalSearchLimits,
    ) -> AnimalSearchResult {
        self.begin(past, moves_left, limits);
        let found = self.best_at(&Node::new(*position, side));
        self.thinking = None;
        found
    }

    fn best_at(&mut self, root: &Node) -> AnimalSearchResult {
        let limits = self.limits;
        // All moves of a drawn ending that keep the draw are worth the same; the enemy may still fail at one sooner
        // than at another, so they are searched.
        self.is_drawn = false;
        self.is_drawn = self.solved(root, 0) == Some(0);
        let mut steps = Steps::new();
        root.steps(u64::MAX, &mut steps);
        assert!(steps.count > 0, "a side to move has a legal move");
        self.order(root, &mut steps, NO_STEP, 0);
        let mut order: Vec<_> = (0..steps.count).map(|n| steps.pick(n)).collect();
        let mut found =
            AnimalSearchResult { action: root.action(order[0]), score: 0, depth: 0, nodes: 0 };
        // The search below takes a den entry for granted and never plays one.
        let den = DEN[1 - root.side].number();
        if let Some(entry) = order.iter().find(|step| **step & 63 == den) {
            return AnimalSearchResult {
                action: root.action(*entry),
                score: WIN - 1,
                depth: 1,
                nodes: 1,
            };
        }
        for depth in 1..=limits.depth.min(DEPTH_MAX) {
            let best = self.deepen(root, &mut order, depth);
            if let Some(score) = best {
                (found.action, found.score) = (root.action(order[0]), score);
            }
            if self.stopped {
                break;
            }
            found.depth = depth;
            // A forced end will not change, and one move is no choice.
            let is_settled =
                found.score.abs() >= WIN_MIN && found.score.abs() + to_i32(depth) >= WIN;
            if is_settled || order.len() == 1 && limits.depth == DEPTH_MAX {
                break;
            }
        }
        found.nodes = self.nodes;
        found
    }

    fn begin(&mut self, past: &[(Position, usize)], moves_left: u32, limits: AnimalSearchLimits) {
        self.table.forget();
        self.killers = [[NO_STEP; 2]; DEPTH_MAX + 1];
        self.history = [[[0; 64]; 4]; 2];
        self.line.clear();
        let keys = past.iter().map(|(position, side)| key_of(position, *side));
        self.line.extend(keys);
        self.past = self.line.len();
        self.limits = limits;
        self.thinking = Some(Thinking::begin(limits.time, &self.stop));
        self.nodes = 0;
        self.moves_left = moves_left as usize;
        self.stopped = false;
        self.passed = 0;
    }

    /// One iteration at the root. The best move found comes to the front of `order`, also when
    /// the iteration was stopped; nothing when it was stopped before it found any.
    fn deepen(&mut self, root: &Node, order: &mut [Packed], depth: usize) -> Option<i32> {
        let (mut best, mut found) = (-WIN - 1, None);
        self.line.push(root.key);
        for n in 0..order.len() {
            let next = root.after(order[n]);
            let mut score = -WIN - 1;
            if n > 0 {
                score = -self.search(&next, to_i32(depth) - 1, -best - 1, -best, 1);
            }
            if n == 0 || score > best && !self.stopped {
                score = -self.search(&next, to_i32(depth) - 1, -WIN, -best, 1);
            }
            if self.stopped {
                break;
            }
            if score > best {
                (best, found) = (score, Some(score));
                order[..=n].rotate_right(1);
            }
        }
        self.line.pop();
        found
    }

    /// The score of a position for its side to move, `ply` moves after the root.
    fn search(
        &mut self,
        node: &Node,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
    ) -> i32 {
        self.nodes += 1;
        if self.must_stop() {
            return 0;
        }
        let far = to_i32(ply);
        if let Some(score) = self.at_once(node, ply) {
            return score;
        }
        // No line is better than a win now, nor worse than a loss now.
        alpha = alpha.max(far - WIN);
        beta = beta.min(WIN - far - 1);
        if alpha >= beta {
            return alpha;
        }
        let threats = self.threats(node, ply);
        if depth <= 0 && threats == 0 || ply >= DEPTH_MAX {
            return self.quiet(node, alpha, beta, ply);
        }
        let known = self.table.look_up(node.key);
        if let Some(known) = known
            && i32::from(known.depth) >= depth
            && let Some(score) = settles(known, alpha, beta, far)
        {
            return score;
        }
        if threats == 0
            && let Some(score) = self.good_enough(node, depth, (alpha, beta), ply)
        {
            return score;
        }
        if self.stopped {
            return 0;
        }
        let mut steps = Steps::new();
        node.steps(defence(threats), &mut steps);
        if steps.count == 0 {
            return if threats == 0 { far - WIN } else { far + 2 - WIN };
        }
        self.order(node, &mut steps, known.map_or(NO_STEP, |known| known.best), ply);
        self.try_all(node, &mut steps, depth, (alpha, beta), ply)
    }

    fn try_all(
        &mut self,
        node: &Node,
        steps: &mut Steps,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        ply: usize,
    ) -> i32 {
        let first_alpha = alpha;
        let (mut best, mut best_step) = (-WIN, NO_STEP);
        let mut quiets = 0;
        self.line.push(node.key);
        for n in 0..steps.count {
            let step = steps.pick(n);
            let next = node.after(step);
            let mut score = alpha + 1;
            quiets += usize::from(self.is_selective && node.taken(step & 63).is_none());
            if n > 0 && self.is_late((node, &next), step, depth, quiets) {
                score = -self.search(&next, depth - 2, -alpha - 1, -alpha, ply + 1);
            }
            if n > 0 && score > alpha {
                score = -self.search(&next, depth - 1, -alpha - 1, -alpha, ply + 1);
            }
            if n == 0 || score > alpha && score < beta {
                score = -self.search(&next, depth - 1, -beta, -alpha, ply + 1);
            }
            if self.stopped {
                break;
            }
            if score > best {
                (best, best_step) = (score, step);
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                self.cut_by(node, step, depth, ply);
                break;
            }
        }
        self.line.pop();
        if !self.stopped {
            let bound = match best {
                _ if best >= beta => ScoreBound::AtLeast,
                _ if best > first_alpha => ScoreBound::Exact,
                _ => ScoreBound::AtMost,
            };
            self.keep(node.key, best, best_step, depth, bound, ply);
        }
        best
    }

    /// Captures until there is none worth trying.
    fn quiet(&mut self, node: &Node, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        let threats = self.threats(node, ply);
        let mut best = -WIN;
        if threats == 0 {
            best = self.judge.worth(&node.position, node.side);
            if best >= beta || ply >= DEPTH_MAX {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut steps = Steps::new();
        node.steps(node.position.pieces(1 - node.side) & defence(threats), &mut steps);
        if steps.count == 0 {
            return if threats == 0 { best } else { to_i32(ply) + 2 - WIN };
        }
        steps.weigh(|step| worth_of_capture(node, step));
        for n in 0..steps.count {
            let next = node.after(steps.pick(n));
            self.nodes += 1;
            if self.must_stop() {
                return 0;
            }
            let score = match self.at_once(&next, ply + 1) {
                Some(score) => -score,
                None => -self.quiet(&next, -beta, -alpha, ply + 1),
            };
            best = best.max(score);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The score of a position that needs no search: a draw by the move limit or by being
    /// repeated, a side without pieces, a den that can be entered.
    #[inline]
    fn at_once(&self, node: &Node, ply: usize) -> Option<i32> {
        let far = to_i32(ply);
        if node.position.is_bare(node.side) {
            return Some(far - WIN);
        }
        if ply >= self.moves_left {
            // The enemy's move was the last, and may have left no move to answer it.
            let is_lost = !node.position.can_step(node.side);
            return Some(if is_lost { far - WIN } else { 0 });
        }
        if node.position.at_the_gates(node.side) != 0 {
            return Some(WIN - far - 1);
        }
        self.solved(node, ply).or_else(|| self.is_repeated(node).then_some(0))
    }

    /// The score of a solved ending. A win that takes more moves than are left is a draw.
    #[inline]
    fn solved(&self, node: &Node, ply: usize) -> Option<i32> {
        if !self.knows_endings || count(&node.position) > endings::PIECES_MAX {
            return None;
        }
        // Whoever stops the search need not wait for endings to be solved.
        if self.thinking.as_ref().is_some_and(Thinking::is_stopped) {
            return None;
        }
        let (far, left) = (to_i32(ply), self.moves_left - ply);
        match endings::value(&node.position, node.side)? {
            EndingValue::Win(moves) if usize::from(moves) <= left => {
                Some(WIN - far - i32::from(moves))
            }
            EndingValue::Loss(moves) if usize::from(moves) <= left => {
                Some(far + i32::from(moves) - WIN)
            }
            _ => (!self.is_drawn).then_some(0),
        }
    }

    /// Returns true if this position occurred before in the search's line, or twice in the game. No
    /// rule forbids repeating, but a side that found nothing better then will find nothing better
    /// now.
    #[inline]
    fn is_repeated(&self, node: &Node) -> bool {
        let same_side = self.line.iter().enumerate().rev().skip(1).step_by(2);
        let mut there = same_side.filter(|(_, key)| **key == node.key);
        there.next().is_some_and(|(n, _)| n >= self.past || there.next().is_some())
    }

    /// The enemies that will enter the den if they are not captured now.
    #[inline]
    fn threats(&self, node: &Node, ply: usize) -> u64 {
        if ply + 2 > self.moves_left {
            return 0;
        }
        node.position.at_the_gates(1 - node.side)
    }

    #[inline]
    fn order(&self, node: &Node, steps: &mut Steps, first: Packed, ply: usize) {
        const FIRST: i32 = 1 << 30;
        const CAPTURE: i32 = 1 << 29;
        const KILLER: i32 = 1 << 28;
        let enemies = node.position.pieces(1 - node.side);
        let killers = self.killers[ply];
        let history = &self.history[node.side];
        steps.weigh(|step| {
            if step == first {
                FIRST
            } else if enemies >> (step & 63) & 1 == 1 {
                CAPTURE + worth_of_capture(node, step)
            } else if killers[0] == step {
                KILLER + 1
            } else if killers[1] == step {
                KILLER
            } else {
                history[usize::from(step >> 6)][usize::from(step & 63)]
            }
        });
    }

    /// Remembers a quiet move that refuted a line.
    fn cut_by(&mut self, node: &Node, step: Packed, depth: i32, ply: usize) {
        const HISTORY_MAX: i32 = 1 << 24;
        if node.taken(step & 63).is_some() {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != step {
            killers[1] = killers[0];
            killers[0] = step;
        }
        let worth = &mut self.history[node.side][usize::from(step >> 6)][usize::from(step & 63)];
        *worth = (*worth + depth * depth).min(HISTORY_MAX);
    }

    fn keep(
        &mut self,
        key: u64,
        best: i32,
        step: Packed,
        depth: i32,
        bound: ScoreBound,
        ply: usize,
    ) {
        let far = to_i32(ply);
        // Wins are kept as seen from here, whatever the way here was.
        let score = match best {
            _ if best >= WIN_MIN => best + far,
            _ if best <= -WIN_MIN => best - far,
            _ => best,
        };
        let (Ok(score), Ok(depth)) = (i16::try_from(score), i8::try_from(depth)) else {
            return;
        };
        let known = PositionRecord { score, depth, bound, best: step };
        self.table.keep(key, known);
    }

    #[inline]
    fn must_stop(&mut self) -> bool {
        if self.nodes >= self.limits.nodes {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(CLOCK_EVERY) {
            self.stopped |= self.thinking.as_ref().is_some_and(Thinking::is_over);
        }
        self.stopped
    }
}

/// The number of pieces on the board.
#[inline]
fn count(position: &Position) -> usize {
    (position.count(0) + position.count(1)) as usize
}

/// The score that a table entry gives without a search.
#[inline]
fn settles(known: PositionRecord, alpha: i32, beta: i32, far: i32) -> Option<i32> {
    let stored = i32::from(known.score);
    let score = match stored {
        _ if stored >= WIN_MIN => stored - far,
        _ if stored <= -WIN_MIN => stored + far,
        _ => stored,
    };
    let holds = match known.bound {
        ScoreBound::Exact => true,
        ScoreBound::AtLeast => score >= beta,
        ScoreBound::AtMost => score <= alpha,
    };
    holds.then_some(score)
}

/// The squares that answer these threats: any when there is none, that of the one, none when
/// there are two.
#[inline]
fn defence(threats: u64) -> u64 {
    match threats.count_ones() {
        0 => u64::MAX,
        1 => threats,
        _ => 0,
    }
}

/// Big ones first, by small ones.
#[inline]
fn worth_of_capture(node: &Node, step: Packed) -> i32 {
    let taken = node.taken(step & 63).map_or(0, |animal| MATERIAL[animal]);
    16 * taken - MATERIAL[usize::from(step >> 6)]
}

fn to_i32(moves: usize) -> i32 {
    i32::try_from(moves).expect("searches are shallow")
}
