//! How often a detective has been where.

use super::Chase;
use super::fault::{Fault, Faults};

/// Faults that count a city when the turn begins there.
const WHERE_IT_BEGAN: [Fault; 2] = [Fault::VisitsBeforeTurn, Fault::VisitsBeforeTurnRestTwice];

/// The visits of the start at the beginning.
pub fn visits_at_start(faults: Faults) -> u64 {
    let is_counted_later = faults.has_any([Fault::StartNotCounted, Fault::VisitsOnLeaving])
        || faults.has_any(WHERE_IT_BEGAN);
    u64::from(!is_counted_later)
}

/// How many visits a turn is.
fn visits_of_turn(tipped: bool, moved: bool, faults: Faults) -> u64 {
    let (none, two): (Faults, Faults) = match (tipped, moved) {
        (false, true) => (Faults::default(), Faults::default()),
        (true, true) => (
            [Fault::TippedMovesNotCounted, Fault::TippedTurnsNotCounted].into(),
            Fault::TippedMovesTwice.into(),
        ),
        (_, false) => (
            [Fault::RestsNotVisits, Fault::VisitsOnLeaving].into(),
            [Fault::RestsAreTwoVisits, Fault::VisitsBeforeTurnRestTwice].into(),
        ),
    };
    let tipped_rest = [Fault::TippedRestsNotCounted, Fault::TippedTurnsNotCounted];
    if faults.has_any(none) || tipped && !moved && faults.has_any(tipped_rest) {
        0
    } else if faults.has_any(two) {
        2
    } else {
        1
    }
}

impl Chase<'_> {
    /// Counts the turn that an agent has just had.
    pub(super) fn count_visits(&mut self, agent: usize, tipped: bool, moved: bool) {
        let faults = self.faults;
        let runner = &mut self.runners[agent];
        let is_before = faults.has(Fault::VisitsOnLeaving) || faults.has_any(WHERE_IT_BEGAN);
        let city = if is_before {
            runner.before
        } else {
            runner.city
        };
        let visits = runner.visits[city] + visits_of_turn(tipped, moved, faults);
        runner.visits[city] = capped(visits, faults);
    }

    /// The visits of the present city, as they are when the next one is chosen.
    pub(super) fn own_visits(&self, agent: usize) -> u64 {
        let runner = &self.runners[agent];
        let is_counted = self.faults.has_any(WHERE_IT_BEGAN);
        capped(
            runner.visits[runner.city] + u64::from(is_counted),
            self.faults,
        )
    }

    /// All visits but one of the present city are gone.
    pub(super) fn forget_visits(&mut self, agent: usize) {
        let runner = &mut self.runners[agent];
        runner.visits.fill(0);
        runner.visits[runner.city] = 1;
    }
}

fn capped(visits: u64, faults: Faults) -> u64 {
    if faults.has(Fault::VisitedOrNot) {
        visits.min(1)
    } else {
        visits
    }
}
