//! How often a detective has been where.

use super::fault::{Fault, Faults};
use super::{AGENTS, CHEAPEST_LEAST_VISITED, Chase, THIEF};

/// Faults that count a city when the turn begins there.
const WHERE_IT_BEGAN: [Fault; 2] = [Fault::VisitsBeforeTurn, Fault::VisitsBeforeTurnRestTwice];

/// The visits of the start at the beginning.
pub fn visits_at_start(faults: Faults) -> u64 {
    if faults.has(Fault::StartCountedTwice) && !faults.has(Fault::LeastRecentlyVisited) {
        return capped(2, faults);
    }
    if faults.has(Fault::StartVisitedBefore) {
        return 1;
    }
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
        let city = if is_before { runner.before } else { runner.city };
        let more = visits_of_turn(tipped, moved, faults);
        let visits = if !faults.has(Fault::LeastRecentlyVisited) {
            runner.visits[city] + more
        } else if more > 0 {
            // The start has the number 1, and the present hour is not over.
            self.hour as u64 + 2
        } else {
            runner.visits[city]
        };
        runner.visits[city] = capped(visits, faults);
        if faults.has(Fault::VisitsShared)
            && self.s.agents[agent].strategy == CHEAPEST_LEAST_VISITED
        {
            let table = runner.visits.clone();
            self.share(&table);
        }
    }

    /// One table from the beginning: the starts of all whom it belongs to are in it.
    pub(super) fn share_starts(&mut self) {
        let mut table = vec![0; self.map.cities()];
        for agent in self.sharing() {
            let start = self.s.agents[agent].start;
            table[start] += visits_at_start(self.faults);
        }
        let at_most_one = self.faults.has(Fault::LeastRecentlyVisited);
        for visits in &mut table {
            *visits = capped(*visits, self.faults);
            if at_most_one {
                *visits = (*visits).min(1);
            }
        }
        self.share(&table);
    }

    fn share(&mut self, table: &[u64]) {
        for agent in self.sharing() {
            self.runners[agent].visits = table.to_vec();
        }
    }

    fn sharing(&self) -> Vec<usize> {
        let all = THIEF + 1..AGENTS;
        all.filter(|&agent| self.s.agents[agent].strategy == CHEAPEST_LEAST_VISITED).collect()
    }

    /// The visits of the present city, as they are when the next one is chosen.
    pub(super) fn own_visits(&self, agent: usize) -> u64 {
        let runner = &self.runners[agent];
        let is_counted = self.faults.has_any(WHERE_IT_BEGAN);
        capped(runner.visits[runner.city] + u64::from(is_counted), self.faults)
    }

    /// All visits but one of the present city are gone.
    pub(super) fn forget_visits(&mut self, agent: usize) {
        let runner = &mut self.runners[agent];
        runner.visits.fill(0);
        runner.visits[runner.city] = 1;
    }
}

fn capped(visits: u64, faults: Faults) -> u64 {
    if faults.has(Fault::VisitedOrNot) { visits.min(1) } else { visits }
}
