//! What a turn costs: moves take stamina, rests give it back.

use super::Chase;
use super::fault::{Fault, Faults};

/// A move, and the stamina it takes.
#[derive(Clone, Copy)]
pub struct Step {
    pub to: usize,
    pub cost: u64,
}

impl Chase<'_> {
    /// Whether an agent can take a road of this length now.
    pub(super) fn affords(&self, agent: usize, length: u64) -> bool {
        let mut stamina = self.runners[agent].stamina;
        if self.faults.has(Fault::OverspentAny) && stamina > 0 {
            return true;
        }
        if self.faults.has(Fault::OverspentStamina) {
            stamina += 5;
        }
        length < stamina || length == stamina && !self.faults.has(Fault::StaminaStrictlyMore)
    }

    /// The roads an agent can take now, by the ID of the city they lead to.
    pub(super) fn affordable(&self, agent: usize) -> Vec<(usize, u64)> {
        let mut roads = self.map.neighbours(self.runners[agent].city).to_vec();
        roads.retain(|&(_, length)| self.affords(agent, length));
        roads
    }

    /// A step along the road to a neighbour, unless it is too dear.
    pub(super) fn step(&self, agent: usize, to: usize) -> Option<Step> {
        let length = self.map.length(self.runners[agent].city, to)?;
        let is_affordable = self.affords(agent, length);
        is_affordable.then(|| self.along(to, length))
    }

    /// The same for a step that was planned earlier.
    pub(super) fn planned_step(&self, agent: usize, to: usize) -> Option<Step> {
        let length = self.map.length(self.runners[agent].city, to)?;
        let is_taken = self.faults.has(Fault::PlannedStepsUnpaid) || self.affords(agent, length);
        is_taken.then(|| self.along(to, length))
    }

    /// A step that is taken only if it is too dear.
    pub(super) fn inverted_step(&self, agent: usize, to: usize) -> Option<Step> {
        let length = self.map.length(self.runners[agent].city, to)?;
        let is_taken = !self.affords(agent, length);
        is_taken.then(|| self.along(to, length))
    }

    fn along(&self, to: usize, length: u64) -> Step {
        let cost = if self.faults.has(Fault::MovesCostNothing) {
            0
        } else if self.faults.has(Fault::MovesCostOne) {
            1
        } else {
            length
        };
        Step { to, cost }
    }
}

/// The stamina after a rest.
pub fn rested(stamina: u64, full: u64, faults: Faults) -> u64 {
    if faults.has(Fault::RestNotFull) {
        full.min(stamina + full.div_ceil(2))
    } else if faults.has(Fault::RestAddsTen) {
        full.min(stamina + 10)
    } else {
        full
    }
}
