//! A tip being followed, as promises: the next city fits if one of the paths that are equally
//! good for this way of planning goes there. No path is kept.

use super::conduct::{Conduct, Path};
use super::world::{ArrivalLabel, WayRoads, World};
use chase_police::players::tip_search::TipStart;

/// A tip being followed.
#[derive(Clone)]
pub struct Follow {
    /// The city it leads to.
    pub target: u32,
    /// The full stamina that planning counts with.
    planned_full: u32,
    /// The roads of the best ways, where the plan is made forward.
    ways: Option<WayRoads>,
    promises: Vec<Promise>,
}

/// The part of the promise that a path still has to keep.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Promise {
    /// The stamina that planning counts with here.
    stamina: u32,
    /// Turns and stamina on arrival.
    label: ArrivalLabel,
    /// The stamina that was too little for the road that is waited for.
    waited: Option<u32>,
}

impl Follow {
    /// Plans the way; nothing when there is none, or nowhere to go.
    pub fn plan(world: &World, conduct: &Conduct, at: TipStart, target: u32) -> Option<Self> {
        if at.city == target {
            return None;
        }
        let (stamina, planned_full) = match conduct.path {
            Path::FromFull => (at.full, at.full),
            Path::RestsToTip => (at.stamina, at.stamina),
            _ => (at.stamina, at.full),
        };
        let label = world.label(at.city, stamina, planned_full, target)?;
        let is_forward = matches!(
            conduct.path,
            Path::Length | Path::Roads | Path::WithinTip | Path::RestsInverted
        );
        let ways = is_forward.then(|| world.ways(conduct.path, at, target));
        if ways.as_ref().is_some_and(|ways| ways.is_empty()) {
            return None;
        }
        Some(Follow {
            target,
            planned_full,
            ways,
            promises: vec![Promise { stamina, label, waited: None }],
        })
    }

    /// Adds the cities where the next turn may end.
    pub fn options(&self, world: &World, conduct: &Conduct, at: TipStart, out: &mut Vec<u32>) {
        for promise in &self.promises {
            self.each_step(world, conduct, at, promise, |to, _| {
                if !out.contains(&to) {
                    out.push(to);
                }
            });
        }
    }

    /// Returns true if a best way has one road left, and that cannot be afforded.
    pub fn is_last_dear(&self, world: &World, conduct: &Conduct, at: TipStart) -> bool {
        let length = world.roads().length(at.city, self.target);
        let last = length.filter(|length| !conduct.affords(*length, at.stamina));
        let mut promises = self.promises.iter();
        last.is_some_and(|length| {
            let road = (self.target, length);
            promises.any(|promise| self.onward(world, conduct.path, at, promise, road).is_some())
        })
    }

    /// Takes in where the turn ended; false when no path goes there.
    pub fn take(&mut self, world: &World, conduct: &Conduct, at: TipStart, to: u32) -> bool {
        let mut kept: Vec<Promise> = Vec::new();
        for promise in &self.promises {
            self.each_step(world, conduct, at, promise, |city, promise| {
                if city == to && !kept.contains(&promise) {
                    kept.push(promise);
                }
            });
        }
        self.promises = kept;
        !self.promises.is_empty()
    }

    /// Calls `each` with every city a promise leads to next, and what it promises there.
    fn each_step(
        &self,
        world: &World,
        conduct: &Conduct,
        at: TipStart,
        promise: &Promise,
        mut each: impl FnMut(u32, Promise),
    ) {
        let mut waits = false;
        for road in world.roads().from(at.city) {
            let is_waited_for = |stamina| !conduct.walks(road.length, stamina);
            if !promise.waited.is_none_or(is_waited_for) {
                continue;
            }
            let Some((stamina, label)) =
                self.onward(world, conduct.path, at, promise, (road.to, road.length))
            else {
                continue;
            };
            if conduct.walks(road.length, at.stamina) {
                let waited = None;
                each(road.to, Promise { stamina, label, waited });
            } else {
                waits = true;
            }
        }
        if promise.waited.is_none()
            && let Some(rested) = self.rest_early(world, conduct.path, at, promise)
        {
            // A rest that is due anyway promises no less when it is taken for one of these.
            waits &= conduct.rested(at.stamina, at.full) < self.planned_full;
            each(at.city, rested);
        }
        if waits {
            each(at.city, Promise { waited: Some(at.stamina), ..*promise });
        }
    }

    /// The promise that remains after a road that keeps it.
    fn onward(
        &self,
        world: &World,
        path: Path,
        at: TipStart,
        promise: &Promise,
        (to, length): (u32, u32),
    ) -> Option<(u32, ArrivalLabel)> {
        if let Some(ways) = &self.ways {
            let keeps = ways.contains(&(at.city, to));
            return keeps.then_some((promise.stamina, promise.label));
        }
        let (turns, stamina) = if length <= promise.stamina {
            (1, promise.stamina - length)
        } else {
            (2, self.planned_full.checked_sub(length)?)
        };
        let left = promise.label.0.checked_sub(turns)?;
        let label = world.label(to, stamina, self.planned_full, self.target)?;
        keeps(path, label, (left, promise.label.1)).then_some((stamina, label))
    }

    /// A rest before it is needed, where that promises no less.
    fn rest_early(
        &self,
        world: &World,
        path: Path,
        at: TipStart,
        promise: &Promise,
    ) -> Option<Promise> {
        if self.ways.is_some() || path == Path::StepsInverted {
            return None;
        }
        let left = promise.label.0.checked_sub(1)?;
        let full = self.planned_full;
        let label = world.label(at.city, full, full, self.target)?;
        keeps(path, label, (left, promise.label.1)).then_some(Promise {
            stamina: full,
            label,
            waited: None,
        })
    }
}

fn keeps(path: Path, label: ArrivalLabel, promised: ArrivalLabel) -> bool {
    match path {
        Path::TurnsOnly => label.0 == promised.0,
        _ => label == promised,
    }
}
