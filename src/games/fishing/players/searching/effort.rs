//! What a search may spend on a turn, and what it spent.

use std::time::Duration;

use chase_kit::budget::{Limit, MoveBudget, Thinking};

/// One part in this many of a time limit is kept back for the work around the search.
const RESERVE: u32 = 20;

/// Positions between two looks at the clock.
const CLOCK_EVERY: u64 = 16;

/// Positions in a millisecond, about: it decides how much memory a search by the clock takes.
const NODES_A_MS: u128 = 4096;

/// No search goes deeper, counted in turns of all players.
pub const DEPTH_MAX: usize = 60;

pub(crate) struct FloeEffort {
    thinking: Thinking,
    nodes: u64,
    nodes_max: u64,
    /// The greatest number of turns ahead.
    pub depth_max: usize,
    is_over: bool,
    /// True if time or positions run out, however deep it goes.
    pub has_end: bool,
    /// Entries of a table that holds about as many positions as will be looked at.
    pub entries: usize,
}

impl FloeEffort {
    pub fn begin(budget: &MoveBudget, turn_time: Duration) -> Self {
        let (mut time, mut nodes_max, mut depth_max) = (None, u64::MAX, DEPTH_MAX);
        match budget.limit {
            Some(Limit::Nodes(nodes)) => nodes_max = nodes,
            Some(Limit::Depth(depth)) => depth_max = usize::from(depth).min(DEPTH_MAX),
            Some(Limit::Time(limit)) => time = Some(limit.min(turn_time)),
            None => {}
        }
        let has_end = time.is_some() || nodes_max < u64::MAX;
        let time = time.map(|time| time - time / RESERVE);
        let nodes = time.map_or(u128::from(nodes_max), |time| time.as_millis() * NODES_A_MS);
        let entries = nodes.clamp(1 << 6, 1 << 18).next_power_of_two();
        FloeEffort {
            thinking: Thinking::begin(time, &budget.stop),
            nodes: 0,
            nodes_max,
            depth_max,
            is_over: false,
            has_end,
            entries: usize::try_from(entries).expect("at most 2^18"),
        }
    }

    /// Counts a position; whether it was the last.
    pub(crate) fn spend(&mut self) -> bool {
        self.nodes += 1;
        self.is_over |= self.nodes >= self.nodes_max;
        self.is_over |= if self.nodes.is_multiple_of(CLOCK_EVERY) {
            self.thinking.is_over()
        } else {
            self.thinking.is_stopped()
        };
        self.is_over
    }

    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Positions that may still be looked at.
    pub fn left(&self) -> u64 {
        self.nodes_max.saturating_sub(self.nodes)
    }
}
