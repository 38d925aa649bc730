//! A detective that shares the hunt with the others.

use std::sync::Arc;

use super::reach::end;
use super::trail::{Told, Trail};
use crate::engine::dice::Dice;
use crate::engine::game::{Forfeit, Seat};
use crate::engine::player::Player;
use crate::games::scotland_yard::board::{Reach, Station};
use crate::games::scotland_yard::scenario::DETECTIVES_MAX;
use crate::games::scotland_yard::{Action, Event, Known, Public, ScotlandYard, Setting, View};

pub struct Tracking {
    setting: Arc<Setting>,
    trail: Trail,
}

impl Tracking {
    pub fn new(known: Known) -> Self {
        Tracking {
            trail: Trail::new(&known.setting),
            setting: known.setting,
        }
    }
}

/// The plan of all detectives that have not moved yet.
struct Plan<'a> {
    setting: &'a Setting,
    public: &'a Public,
    /// Where he can be now, with weights.
    now: Vec<(Station, f64)>,
    /// Where he can be after his next move.
    next: Vec<(Station, f64)>,
    /// Where each detective ends, by seat - 1; 0 where there is none.
    ends: [Station; DETECTIVES_MAX],
}

fn listed(weights: &[f64]) -> Vec<(Station, f64)> {
    let all = (0..).zip(weights.iter().copied());
    all.filter(|(_, weight)| *weight > 0.0).collect()
}

impl Plan<'_> {
    /// The least distance of the other detectives from each of the next stations.
    fn others(&self, seat: Seat) -> Vec<u16> {
        let mut least = vec![u16::MAX; self.next.len()];
        for other in self.setting.detectives().filter(|other| *other != seat) {
            let at = self.ends[other.index() - 1];
            let row = self.setting.board.distances(Reach::NoFerries, at);
            for (least, (station, _)) in least.iter_mut().zip(&self.next) {
                *least = (*least).min(row[usize::from(*station)]);
            }
        }
        least
    }

    /// The cost of ending somewhere.
    fn cost(&self, seat: Seat, others: &[u16], action: Action) -> f64 {
        let at = end(action).unwrap_or(self.public.detective(seat));
        let row = self.setting.board.distances(Reach::NoFerries, at);
        let mut cost = 0.0;
        let mut own = 0.0;
        for ((station, weight), other) in self.next.iter().zip(others) {
            let mine = row[usize::from(*station)].min(64);
            cost += weight * f64::from(mine.min(*other));
            own += weight * f64::from(mine);
        }
        let caught: f64 = self.now.iter().filter(|(s, _)| *s == at).map(|(_, w)| w).sum();
        let price = match action {
            Action::Move(leg) => {
                1.0 / f64::from(self.public.tickets[seat.index()][leg.ticket as usize])
            }
            _ => 0.0,
        };
        cost + own * 0.2 - caught * 4.0 + price * 0.01
    }

    fn improve(&mut self, seat: Seat, actions: &[Action]) -> Option<Action> {
        let others = self.others(seat);
        let mut best: Option<(f64, Action)> = None;
        for &action in actions {
            let cost = self.cost(seat, &others, action);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, action));
            }
        }
        let (_, action) = best?;
        self.ends[seat.index() - 1] = end(action).unwrap_or(self.public.detective(seat));
        Some(action)
    }
}

impl Player<ScotlandYard> for Tracking {
    fn observe(&mut self, seen: &Event) {
        self.trail.observe(seen);
    }

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        _: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let mut plan = Plan {
            setting: &self.setting,
            public: view.public,
            now: listed(self.trail.weights()),
            next: listed(&self.trail.step(
                self.trail.weights(),
                Told::default(),
                &self.trail.likes(),
            )),
            ends: view.public.detectives,
        };
        let mut sets: Vec<(Seat, Vec<Action>)> = Vec::new();
        for seat in self.setting.detectives().filter(|seat| *seat >= view.seat) {
            let mut set = Vec::new();
            self.setting.actions(view.public, seat, 0, &mut set);
            sets.push((seat, set));
        }
        for _ in 0..2 {
            for (seat, set) in sets.iter().rev() {
                plan.improve(*seat, set);
            }
        }
        Ok(plan.improve(view.seat, legal).unwrap_or(legal[0]))
    }
}
