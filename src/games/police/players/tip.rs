//! Following a tip to the city that it named, by the path that [`TipSearch`] finds.

use super::tip_search::{TipSearch, TipStart};
use crate::{Action, Briefing, Sight};
use chase_board::roads::Roads;

/// A tip being followed. The path is worked out when its first step is asked for, so that a
/// memory rebuilt from a log does not search for paths that were walked long ago.
#[derive(Clone, Default)]
pub(super) struct FollowedTip {
    from: u32,
    stamina: u32,
    target: u32,
    /// Roads walked since the tip.
    walked: usize,
    path: Vec<u32>,
    search: TipSearch,
}

impl FollowedTip {
    /// A tip heard in city `from` with this much stamina left.
    pub(super) fn begin(&mut self, from: u32, stamina: u32, target: u32) {
        self.from = from;
        self.stamina = stamina;
        self.target = target;
        self.walked = 0;
        self.path.clear();
    }

    /// The city it leads to.
    pub(super) fn target(&self) -> u32 {
        self.target
    }

    /// The agent went on to a city. True when it has arrived.
    pub(super) fn step_to(&mut self, city: u32) -> bool {
        self.walked += 1;
        city == self.target
    }

    /// The cities that come next on its path, seen from where the agent is.
    pub(super) fn ahead(&mut self, known: &Briefing, view: Sight) -> &[u32] {
        self.plan_from(known, view);
        self.path.get(self.walked..).unwrap_or_default()
    }

    /// The next step, or a rest when it cannot be paid for.
    #[inline(never)]
    pub(super) fn next(&mut self, known: &Briefing, view: Sight) -> Action {
        self.plan_from(known, view);
        match self.path.get(self.walked) {
            Some(&to) if affordable(&known.map.roads, view, to) => Action::Move { to },
            _ => Action::Rest,
        }
    }

    fn plan_from(&mut self, known: &Briefing, view: Sight) {
        self.plan(known);
        if self.is_off_the_path(view.city) {
            // Somebody else moved this seat; the tip is followed from where it is now.
            self.begin(view.city, view.stamina, self.target);
            self.plan(known);
        }
    }

    fn plan(&mut self, known: &Briefing) {
        if self.path.is_empty() {
            let start = TipStart { city: self.from, stamina: self.stamina, full: known.stamina };
            self.search.path(&known.map.roads, start, self.target, &mut self.path);
        }
    }

    fn is_off_the_path(&self, city: u32) -> bool {
        let expected = match self.walked.checked_sub(1) {
            None => Some(&self.from),
            Some(last) => self.path.get(last),
        };
        expected != Some(&city)
    }
}

pub(super) fn affordable(roads: &Roads, view: Sight, to: u32) -> bool {
    let length = roads.length(view.city, to);
    length.is_some_and(|length| length <= view.stamina)
}
