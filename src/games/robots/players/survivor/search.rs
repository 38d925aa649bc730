//! The search: turn by turn, the states that look best are kept and followed; then again with
//! more of them.

use std::time::Duration;

use super::field::{Field, Ports};
use super::trouble::{is_hopeless, trouble};
use crate::games::clock::{Clock, is_stopped};

/// States that the first pass keeps of a turn.
const NARROWEST: usize = 16;
/// Every pass keeps so many times as many as the one before.
const WIDER: usize = 4;
/// The most a pass keeps.
const WIDEST: usize = 1 << 16;
/// The most turns ahead.
const DEPTH_MAX: u32 = 100;
/// States between two looks at the clock.
const CLOCK_EVERY: u64 = 256;

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) nodes: u64,
    pub(super) depth: u32,
    pub(super) width: usize,
    pub(super) time: Option<Duration>,
}

impl Limits {
    /// As far as it can.
    pub(super) const NONE: Limits = Limits {
        nodes: u64::MAX,
        depth: DEPTH_MAX,
        width: WIDEST,
        time: None,
    };
}

/// What a pass found; the greater the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    wins: bool,
    /// Turns that the player lives; to a win, the fewer the better.
    turns: i64,
    /// The trouble then, less being more.
    calm: i32,
}

/// A state that is followed, and the action that the way to it begins with.
#[derive(Clone, Copy)]
struct Followed {
    field: Field,
    first: usize,
}

/// A state that may be followed: its order, and how it is come to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    trouble: i32,
    hash: u64,
    from: usize,
    action: usize,
}

/// How a turn of a pass ended.
enum Turn {
    /// By this action of this state the game is won.
    Won(Followed),
    /// In no way does the player live.
    Lost,
    /// The limit was reached.
    Stopped,
    /// These are followed; whether others were left out.
    On(Vec<Followed>, bool),
}

pub(super) struct Search<'a> {
    ports: &'a Ports,
    limits: Limits,
    clock: Clock,
    nodes: u64,
    candidates: Vec<Candidate>,
    best: Option<(Found, usize)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(ports: &'a Ports, limits: Limits) -> Self {
        Search {
            ports,
            limits,
            clock: Clock::start(),
            nodes: 0,
            candidates: Vec::new(),
            best: None,
        }
    }

    /// The number of the best action; none if all lose at once.
    pub(super) fn best(&mut self, field: &Field) -> Option<usize> {
        let mut width = NARROWEST.min(self.limits.width);
        while !self.pass(field, width) && width < self.limits.width && !is_hopeless(field) {
            width = (width * WIDER).min(self.limits.width);
        }
        self.best.map(|(_, action)| action)
    }

    /// Follows `width` states a turn. Whether a wider pass is of no use.
    fn pass(&mut self, field: &Field, width: usize) -> bool {
        let mut followed = vec![Followed {
            field: *field,
            first: usize::MAX,
        }];
        let mut has_left_out = false;
        for turn in 0..self.limits.depth {
            match self.turn(&followed, width, turn == 0) {
                Turn::Won(by) => {
                    self.take(true, turn + 1, &by);
                    return true;
                }
                Turn::Lost => return !has_left_out,
                Turn::Stopped => return true,
                Turn::On(next, leaves_out) => {
                    has_left_out |= leaves_out;
                    self.take(false, turn + 1, &next[0]);
                    followed = next;
                }
            }
        }
        false
    }

    /// Takes down the best state of a turn.
    fn take(&mut self, wins: bool, turns: u32, followed: &Followed) {
        let turns = i64::from(turns);
        let found = Found {
            wins,
            turns: if wins { -turns } else { turns },
            calm: -trouble(&followed.field),
        };
        if self.best.is_none_or(|(best, _)| found >= best) {
            self.best = Some((found, followed.first));
        }
    }

    /// One turn on from all that are followed. The first turn of all is never cut short.
    fn turn(&mut self, followed: &[Followed], width: usize, is_first: bool) -> Turn {
        self.candidates.clear();
        for (from, Followed { field, first }) in followed.iter().enumerate() {
            for action in 0..self.ports.actions() {
                let Some(field) = field.after(self.ports, action) else {
                    continue;
                };
                let first = if is_first { action } else { *first };
                if field.left == 0 {
                    return Turn::Won(Followed { field, first });
                }
                if self.must_stop() && !is_first {
                    return Turn::Stopped;
                }
                self.candidates.push(Candidate {
                    trouble: trouble(&field),
                    hash: field.hash(),
                    from,
                    action,
                });
            }
        }
        self.select(followed, width, is_first)
    }

    /// The least trouble; each state once.
    fn select(&mut self, followed: &[Followed], width: usize, is_first: bool) -> Turn {
        self.candidates.sort_unstable();
        let same =
            |a: &mut Candidate, b: &mut Candidate| (a.trouble, a.hash) == (b.trouble, b.hash);
        self.candidates.dedup_by(same);
        let kept = self.candidates.iter().take(width);
        let kept = kept.filter_map(|candidate| {
            let Followed { field, first } = &followed[candidate.from];
            Some(Followed {
                field: field.after(self.ports, candidate.action)?,
                first: if is_first { candidate.action } else { *first },
            })
        });
        let kept: Vec<_> = kept.collect();
        if kept.is_empty() {
            Turn::Lost
        } else {
            Turn::On(kept, self.candidates.len() > width)
        }
    }

    fn must_stop(&mut self) -> bool {
        self.nodes += 1;
        let looks = self.nodes.is_multiple_of(CLOCK_EVERY);
        let is_late = || {
            self.limits
                .time
                .is_some_and(|time| self.clock.elapsed() >= time)
        };
        self.nodes > self.limits.nodes || looks && (is_stopped() || is_late())
    }
}
