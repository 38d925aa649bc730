//! How long a grading can take at most, worked out before it begins from counts and limits alone.

use std::fmt;
use std::time::Duration;

use super::attempt::VALGRIND_FACTOR;
use super::shrink::RUNS_MAX;
use super::{GradingSettings, MEMORY_CASES};
use chase_core::grading::GradingCase;
use chase_outside::limits::TimeLimit;

/// Time that it takes to stop a run and to look after what it left.
const STOP_MAX: Duration = Duration::from_secs(8);

/// An upper bound on the time of a grading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GradingBound {
    /// The number of cases.
    pub cases: usize,
    /// Runs at a time.
    pub jobs: usize,
    /// Every case, when each sleeps for ever: what a program takes that hangs everywhere.
    pub asleep: Duration,
    /// Everything, when every run takes as long as it may and what fails is made small one run
    /// after the other.
    pub all: Duration,
}

impl GradingBound {
    pub(super) fn new(cases: &[GradingCase], options: &GradingSettings) -> Self {
        let rounds = |runs: usize| u32::try_from(runs.div_ceil(options.jobs.max(1)));
        let rounds = |runs: usize| rounds(runs).unwrap_or(u32::MAX);
        let longest = |time: Duration| TimeLimit::Processor(time).wall() + STOP_MAX;
        let small = u32::try_from(RUNS_MAX).unwrap_or(u32::MAX);
        let mut all = longest(options.time) * (rounds(cases.len()) + small);
        if options.memcheck {
            let runs = checked_for_memory(cases);
            all += longest(options.time * VALGRIND_FACTOR) * rounds(runs);
        }
        GradingBound {
            cases: cases.len(),
            jobs: options.jobs,
            asleep: TimeLimit::SLEEP_MAX.max(options.time) * rounds(cases.len()),
            all,
        }
    }
}

/// Runs with valgrind.
fn checked_for_memory(cases: &[GradingCase]) -> usize {
    let mut parts: Vec<usize> = cases.iter().map(|case| case.part).collect();
    parts.sort_unstable();
    parts.dedup();
    parts.len() * MEMORY_CASES
}

/// In words, without a full stop.
impl fmt::Display for GradingBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GradingBound { cases, jobs, asleep, all } = self;
        write!(
            f,
            "{cases} case{}, {jobs} in parallel; usually less than a minute, about {} if every case \
             hangs, at most {}",
            if *cases == 1 { "" } else { "s" },
            Rounded(*asleep),
            Rounded(*all)
        )
    }
}

/// A time in its largest unit, rounded up.
struct Rounded(Duration);

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        match seconds {
            0..=120 => write!(f, "{seconds} s"),
            121..=7_200 => write!(f, "{} min", seconds.div_ceil(60)),
            _ => write!(f, "{} h", seconds.div_ceil(3_600)),
        }
    }
}
