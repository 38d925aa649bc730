//! Decides that a run of a program is stopped, and for which limit: time on the wall, processor time, sleep,
//! or resident memory that no supervisor measures. It is told what is seen of the run and never looks itself.
//! What it decides does not depend on how busy the machine is, nor on when it is told: a run
//! that was over its limit of processor time is stopped for it even when it has ended.
//!
//! [`process`](super::process) asks it for every run without a conversation, such as that of a graded program,
//! notices too much output itself, and ends the processes. `bounds` decides for a supervisor: processes,
//! folder and memory. A player that is asked and answers is stopped by `remote`.

use std::time::{Duration, Instant};

use super::limits::{ExceededLimit, MemoryLimit, ResourceUse, RunLimits, TimeLimit};

/// The time before the first look at a run. Most are over by then.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The time between later looks.
const PAUSE: Duration = Duration::from_millis(50);
/// Time on the wall in which nobody could look, because the machine slept or this program was
/// stopped, counts as no more than this.
const UNSEEN_MAX: Duration = Duration::from_secs(1);

/// The facts about a run so far.
pub(super) struct Watch {
    limits: RunLimits,
    /// What processor time is worth on this machine at its best, measured now.
    at_best: fn(Duration) -> Duration,
    looked_at: Instant,
    has_looked: bool,
    /// Time on the wall; under a limit on processor time a tenth of it while the run computes.
    wall: Duration,
    /// The number of bytes that it had printed, and whether it had used half of any limit when that
    /// number grew.
    printed: usize,
    printed_late: bool,
    /// For how long all of it has slept, and its pulse in that sleep.
    slept: Duration,
    pulse: Option<u64>,
}

impl Watch {
    /// A run that begins.
    pub fn new(limits: RunLimits, at_best: fn(Duration) -> Duration, now: Instant) -> Self {
        Watch {
            limits,
            at_best,
            looked_at: now,
            has_looked: false,
            wall: Duration::ZERO,
            printed: 0,
            printed_late: false,
            slept: Duration::ZERO,
            pulse: None,
        }
    }

    /// Returns true if more than the clock is needed to decide.
    pub(crate) fn needs_sight(&self) -> bool {
        matches!(self.limits.time, TimeLimit::Processor(_))
            || matches!(self.limits.memory, Some(MemoryLimit::Resident(_)))
    }

    /// The time until the next look is due.
    pub fn pause(&self, now: Instant) -> Duration {
        let since = now.saturating_duration_since(self.looked_at);
        let left = self.limits.time.wall().saturating_sub(self.wall + since);
        if !self.needs_sight() {
            return left;
        }
        let pause = if self.has_looked { PAUSE } else { FIRST_PAUSE };
        pause.saturating_sub(since).min(left)
    }

    /// Takes in the use of resources and the number of bytes printed; returns the limit for which the run
    /// is to be stopped, if it has passed one. Limits that this system cannot measure do not count.
    pub fn look(
        &mut self,
        sight: Option<&ResourceUse>,
        printed: usize,
        now: Instant,
    ) -> Option<ExceededLimit> {
        let passed = now.saturating_duration_since(self.looked_at);
        let passed = match self.limits.time {
            TimeLimit::Wall(_) => passed,
            TimeLimit::Processor(_) => passed.min(UNSEEN_MAX),
        };
        self.looked_at = now;
        self.has_looked = true;
        // A run that computes is limited by its processor time.
        let computes = sight.is_some_and(|sight| sight.pulse.is_none());
        self.wall += match self.limits.time {
            TimeLimit::Processor(_) if computes => passed / TimeLimit::WALL_FACTOR,
            _ => passed,
        };
        if printed > self.printed {
            self.printed = printed;
            self.printed_late = self.has_used_half(sight);
        }
        if let Some(sight) = sight {
            self.take_pulse(sight, passed);
            if self.is_too_much(Some(sight.used)) {
                return Some(ExceededLimit::Processor);
            }
            if let Some(MemoryLimit::Resident(most)) = self.limits.memory
                && sight.resident_bytes > most
            {
                return Some(ExceededLimit::Memory);
            }
        }
        if matches!(self.limits.time, TimeLimit::Processor(_)) && self.slept >= TimeLimit::SLEEP_MAX
        {
            return Some(ExceededLimit::Sleep);
        }
        (self.wall >= self.limits.time.wall()).then_some(ExceededLimit::Wall)
    }

    /// Returns true if so much processor time is too much.
    pub(crate) fn is_too_much(&self, used: Option<Duration>) -> bool {
        match self.limits.time {
            TimeLimit::Wall(_) => false,
            TimeLimit::Processor(most) => {
                used.is_some_and(|used| used > most && (self.at_best)(used) > most)
            }
        }
    }

    /// Returns true if it was still printing when it had used half of the limit for which it was stopped.
    /// `printed` is all that it printed, in bytes.
    pub fn was_printing(&self, printed: usize) -> bool {
        self.printed_late || printed > self.printed
    }

    /// The time between two looks that find the same sleep was slept.
    fn take_pulse(&mut self, sight: &ResourceUse, passed: Duration) {
        if sight.pulse.is_some() && sight.pulse == self.pulse {
            self.slept += passed;
        } else {
            self.slept = Duration::ZERO;
            self.pulse = sight.pulse;
        }
    }

    fn has_used_half(&self, sight: Option<&ResourceUse>) -> bool {
        let used = sight.map_or(Duration::ZERO, |sight| sight.used);
        let time = match self.limits.time {
            TimeLimit::Wall(_) => Duration::MAX,
            TimeLimit::Processor(time) => time,
        };
        let memory = match self.limits.memory {
            Some(MemoryLimit::Resident(most)) => most,
            _ => u64::MAX,
        };
        used > time / 2
            || self.wall > self.limits.time.wall() / 2
            || sight.is_some_and(|sight| sight.resident_bytes > memory / 2)
    }
}

#[cfg(test)]
mod tests;
