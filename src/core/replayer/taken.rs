//! What is worked out of every cycle that was folded: its seal, and what it holds.

use super::Replayer;
use crate::any::Projections;
use crate::transcript::Transcript;

impl<G: Transcript> Replayer<G> {
    /// Whether nothing is worked out beside the state and the seal.
    pub(super) fn nobody_watches(&self) -> bool {
        let plain = Projections {
            seals: self.projections.seals,
            ..Projections::default()
        };
        self.projections == plain && self.insight.is_none() && self.eyes.is_none()
    }

    /// Seals and counts the newest cycle, which was just folded.
    pub(super) fn take_in(&mut self) {
        let Some(cycle) = self.newest.last() else {
            return;
        };
        if self.projections.seals {
            self.seal = self.seal.after(cycle, &mut self.scratch);
        }
        self.counts.cycles += 1;
        self.counts.entries += cycle.entries.len() as u64;
        self.counts.events += cycle.events.len() as u64;
        let words = cycle.entries.iter().map(|entry| u64::from(entry.words));
        self.counts.words += words.sum::<u64>();
    }
}
