//! The search: turn by turn, the states that look best are kept and followed; then again with
//! more of them.

use std::collections::BTreeSet;
use std::time::Duration;

use super::field::{Ports, SurvivorField};
use super::trouble::{is_hopeless, trouble};
use chase_kit::budget::{StopFlag, Thinking};

/// States that the first pass keeps of a turn.
const NARROWEST: usize = 16;
/// Every pass keeps so many times as many as the one before.
const WIDER: usize = 4;
/// The most a pass keeps.
const WIDEST: usize = 1 << 16;
/// The most turns ahead.
const DEPTH_MAX: u32 = 100;
/// The most turns ahead when the game cannot be won.
const DEPTH_HOPELESS: u32 = 12;
/// States between two looks at the clock and the flag.
const CLOCK_EVERY: u64 = 256;

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct SurvivorLimits {
    pub(super) nodes: u64,
    pub(super) depth: u32,
    pub(super) width: usize,
    pub(super) time: Option<Duration>,
}

impl SurvivorLimits {
    /// As far as it can.
    pub(super) const NONE: SurvivorLimits =
        SurvivorLimits { nodes: u64::MAX, depth: DEPTH_MAX, width: WIDEST, time: None };
}

/// The result of a pass; greater is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PassResult {
    wins: bool,
    /// Turns that the player lives; to a win, the fewer the better.
    turns: i64,
    /// The trouble then, less being more.
    calm: i32,
}

/// The origin of a state: a state of the turn before, and the action that led from it here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct StateOrigin {
    from: usize,
    action: usize,
}

/// A state that may be followed, in its order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    trouble: i32,
    hash: u64,
    way: StateOrigin,
}

/// The result of one turn of a pass.
enum PassTurn {
    /// By this the game is won.
    Won(StateOrigin),
    /// There are no candidates.
    Lost,
    /// The limit was reached.
    Stopped,
    /// There are candidates.
    On,
}

/// One pass: the states of the last turn, and the ways to those of every turn.
struct SearchPass {
    followed: Vec<SurvivorField>,
    ways: Vec<Vec<StateOrigin>>,
    /// The hashes of all that were followed.
    seen: BTreeSet<u64>,
    has_left_out: bool,
}

/// Actions by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ActionPlan {
    pub(super) wins: bool,
    pub(super) actions: Vec<usize>,
}

pub(super) struct SurvivorSearch<'a> {
    ports: &'a Ports,
    limits: SurvivorLimits,
    thinking: Thinking,
    nodes: u64,
    candidates: Vec<Candidate>,
    best: Option<(PassResult, ActionPlan)>,
}

impl<'a> SurvivorSearch<'a> {
    pub(super) fn new(ports: &'a Ports, limits: SurvivorLimits, stop: &StopFlag) -> Self {
        SurvivorSearch {
            ports,
            limits,
            thinking: Thinking::begin(limits.time, stop),
            nodes: 0,
            candidates: Vec::new(),
            best: None,
        }
    }

    /// The best way found; none if all actions lose at once.
    pub(super) fn best(mut self, field: &SurvivorField) -> Option<ActionPlan> {
        if is_hopeless(field) {
            self.limits.depth = self.limits.depth.min(DEPTH_HOPELESS);
            self.limits.width = NARROWEST;
        }
        let mut width = NARROWEST.min(self.limits.width);
        while !self.pass(field, width) && width < self.limits.width {
            width = (width * WIDER).min(self.limits.width);
        }
        self.best.map(|(_, plan)| plan)
    }

    /// Follows `width` states a turn. Returns true if a wider pass is of no use.
    fn pass(&mut self, field: &SurvivorField, width: usize) -> bool {
        let mut pass = SearchPass {
            followed: vec![*field],
            ways: Vec::new(),
            seen: BTreeSet::new(),
            has_left_out: false,
        };
        for turn in 0..self.limits.depth {
            let is_done = match self.turn(&pass.followed, turn == 0) {
                PassTurn::Won(way) => {
                    self.take(&pass, Some(way));
                    return true;
                }
                PassTurn::Lost => Some(!pass.has_left_out),
                PassTurn::Stopped => Some(true),
                PassTurn::On if self.follow(&mut pass, width) => None,
                PassTurn::On => Some(!pass.has_left_out),
            };
            if let Some(is_done) = is_done {
                self.take(&pass, None);
                return is_done;
            }
        }
        self.take(&pass, None);
        !pass.has_left_out
    }

    /// Takes down what a pass found: a way to win, or to the best state of its last turn.
    fn take(&mut self, pass: &SearchPass, win: Option<StateOrigin>) {
        if pass.ways.is_empty() && win.is_none() {
            return;
        }
        let wins = win.is_some();
        let mut actions: Vec<_> = win.iter().map(|way| way.action).collect();
        let mut at = win.map_or(0, |way| way.from);
        for ways in pass.ways.iter().rev() {
            actions.push(ways[at].action);
            at = ways[at].from;
        }
        actions.reverse();
        let turns = i64::try_from(actions.len()).unwrap_or(i64::MAX);
        let found = PassResult {
            wins,
            turns: if wins { -turns } else { turns },
            calm: if wins { 0 } else { -trouble(&pass.followed[0]) },
        };
        if self.best.as_ref().is_none_or(|(best, _)| found >= *best) {
            self.best = Some((found, ActionPlan { wins, actions }));
        }
    }

    /// Finds the candidates one turn on. The first turn of a search is never cut short.
    fn turn(&mut self, followed: &[SurvivorField], is_first: bool) -> PassTurn {
        self.candidates.clear();
        for (from, field) in followed.iter().enumerate() {
            for action in 0..self.ports.actions() {
                let Some(field) = field.after(self.ports, action) else {
                    continue;
                };
                let way = StateOrigin { from, action };
                if field.left == 0 {
                    return PassTurn::Won(way);
                }
                if self.must_stop() && !is_first {
                    return PassTurn::Stopped;
                }
                self.candidates.push(Candidate {
                    trouble: trouble(&field),
                    hash: field.hash(),
                    way,
                });
            }
        }
        if self.candidates.is_empty() { PassTurn::Lost } else { PassTurn::On }
    }

    /// Follows the candidates with the least trouble that were not followed before, and returns
    /// true if there are any. A player that cannot win may come back to where it was.
    fn follow(&mut self, pass: &mut SearchPass, width: usize) -> bool {
        if is_hopeless(&pass.followed[0]) {
            pass.seen.clear();
        }
        self.candidates.sort_unstable();
        let mut next = Vec::new();
        let mut ways = Vec::new();
        for Candidate { hash, way, .. } in &self.candidates {
            if !pass.seen.insert(*hash) {
                continue;
            }
            if next.len() == width {
                pass.has_left_out = true;
                break;
            }
            next.extend(pass.followed[way.from].after(self.ports, way.action));
            ways.push(*way);
        }
        if next.is_empty() {
            return false;
        }
        pass.followed = next;
        pass.ways.push(ways);
        true
    }

    fn must_stop(&mut self) -> bool {
        self.nodes += 1;
        let looks = self.nodes.is_multiple_of(CLOCK_EVERY);
        self.nodes > self.limits.nodes || looks && self.thinking.is_over()
    }
}
