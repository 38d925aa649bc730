//! What a selective search leaves out: positions in which the side to move is so far ahead that it may even pass, and
//! part of the depth behind moves that are tried late.
//!
//! - Reverse futility pruning: near the horizon the evaluation alone decides if it is far above the window.
//! - Null moves (C. Donninger, 'Null Move and Deep Search', ICCA Journal 16(3), 1993): the side passes, which no rule
//!   allows; if that is good enough at less depth, so is the best move.
//! - Late move reductions: a quiet move behind some others is searched a move less deep, and again at full depth if it
//!   turns out better than the best so far.
//!
//! Nothing is left out where a den is threatened.

use super::super::evaluation::Judge;
use super::super::node::{Node, Packed, SIDE_KEY};
use super::{AnimalSearch, WIN_MIN};

/// The greatest depth of reverse futility pruning, and how far above the window the evaluation must be for each move
/// of depth, in hundredths of a dog.
const FUTILITY_DEPTH_MAX: i32 = 3;
const FUTILITY_MARGIN: i32 = 120;

/// The least depth of null moves; a null move takes two moves and a sixth of the depth.
const NULL_DEPTH_MIN: i32 = 3;
const NULL_DEPTH: i32 = 2;
const NULL_SHARE: i32 = 6;

/// The least depth of late move reductions, and how many quiet moves are searched in full.
const LATE_DEPTH_MIN: i32 = 3;
const LATE_AFTER: usize = 4;

impl<J: Judge> AnimalSearch<J> {
    /// Makes the search selective.
    pub(crate) fn selective(mut self) -> Self {
        self.is_selective = true;
        self
    }

    /// The score of a position that is good enough for its side without a search at full depth; its den is not
    /// threatened. Nothing if it must be searched, or the search was stopped.
    pub(super) fn good_enough(
        &mut self,
        node: &Node,
        depth: i32,
        (alpha, beta): (i32, i32),
        ply: usize,
    ) -> Option<i32> {
        let may_pass = depth >= NULL_DEPTH_MIN && self.passed != ply;
        let is_near = depth <= FUTILITY_DEPTH_MAX;
        if !self.is_selective
            || beta - alpha != 1
            || beta.abs() >= WIN_MIN
            || !(may_pass || is_near)
            || !node.position.can_step(node.side)
        {
            return None;
        }
        let worth = self.judge.worth(&node.position, node.side);
        if is_near && worth - FUTILITY_MARGIN * depth >= beta {
            return Some(worth);
        }
        if !may_pass || worth < beta {
            return None;
        }
        let score = self.after_passing(node, depth, beta, ply);
        if score < beta || self.stopped {
            return None;
        }
        // No win is proved by passing.
        Some(if score >= WIN_MIN { beta } else { score })
    }

    /// The score of a position whose side passes. The other side does not pass in answer.
    fn after_passing(&mut self, node: &Node, depth: i32, beta: i32, ply: usize) -> i32 {
        let passed = Node { side: 1 - node.side, key: node.key ^ SIDE_KEY, ..*node };
        let left = depth - 1 - NULL_DEPTH - depth / NULL_SHARE;
        let before = std::mem::replace(&mut self.passed, ply + 1);
        self.line.push(node.key);
        let score = -self.search(&passed, left, -beta, 1 - beta, ply + 1);
        self.line.pop();
        self.passed = before;
        score
    }

    /// Returns true if a move is searched less deep at first. `quiets` counts the quiet moves of its position up to
    /// this one.
    #[inline]
    pub(super) fn is_late(
        &self,
        (node, next): (&Node, &Node),
        step: Packed,
        depth: i32,
        quiets: usize,
    ) -> bool {
        self.is_selective
            && depth >= LATE_DEPTH_MIN
            && quiets > LATE_AFTER
            && node.taken(step & 63).is_none()
            && node.position.at_the_gates(1 - node.side) == 0
            && next.position.at_the_gates(node.side) == 0
    }
}
