//! How `tracking` moves the detectives together.
//!
//! A plan has a move for each detective that has not moved in this rotation. It begins with all
//! of them where they are. Then, some times over, the last one's move is replaced by the one of
//! least cost, the others being where the plan has them, then that of the one before it, and so on
//! to the first; of equal costs the first in the order of the set counts.
//!
//! A move's cost is the room that is left (`net.rs`), plus 0.0001 times the mean distance of Mr X's
//! possible stations from where the detective ends, plus 0.001 divided by the number of tickets it
//! has of the kind it pays, so that scarce ones are kept.

use super::net::SurroundedArea;
use super::reach::end;
use super::trail::nearest;
use crate::board::Station;
use crate::scenario::DETECTIVES_MAX;
use crate::{Action, Public, PublicSetting};
use chase_engine::game::Seat;
use chase_kit::budget::Thinking;

/// The cost of each edge of distance.
const DISTANCE: f64 = 0.0001;
/// The cost of a detective's last ticket of a kind.
const LAST_TICKET: f64 = 0.001;

/// A plan of `tracking`: a move for each detective that has not moved in this rotation.
pub(super) struct Hunt<'a> {
    public: &'a Public,
    net: SurroundedArea<'a>,
    /// The moves of those that have not moved yet, the last first.
    sets: Vec<(Seat, Vec<Action>)>,
    /// The stations where the detectives end, by seat - 1; 0 where there is none.
    ends: [Station; DETECTIVES_MAX],
}

impl<'a> Hunt<'a> {
    /// Nobody has moved from `first` on. The weights are those of Mr X's stations, by number.
    pub fn new(
        setting: &'a PublicSetting,
        public: &'a Public,
        weights: &[f64],
        first: Seat,
    ) -> Self {
        let seats = setting.detectives().filter(|seat| *seat >= first);
        let with_set = |seat| {
            let mut set = Vec::new();
            setting.actions(public, seat, 0, &mut set);
            (seat, set)
        };
        let mut sets: Vec<_> = seats.map(with_set).collect();
        sets.reverse();
        Hunt {
            public,
            net: SurroundedArea::around(setting, weights),
            sets,
            ends: public.detectives,
        }
    }

    /// Replaces all moves so many times, and gives the first one's. Once thinking is over nothing is
    /// replaced any more.
    pub fn plan(&mut self, times: u32, thinking: &Thinking) -> Option<Action> {
        let sets = std::mem::take(&mut self.sets);
        let mut action = None;
        for _ in 0..times {
            let before = self.ends;
            for (seat, set) in &sets {
                action = self.improve(*seat, set, thinking);
            }
            // Nothing could change any more.
            if self.ends == before || sets.len() == 1 {
                break;
            }
        }
        self.sets = sets;
        action
    }

    /// The stations where the detectives end.
    pub fn ends(&self) -> impl Iterator<Item = Station> {
        self.ends.into_iter().filter(|at| *at != 0)
    }

    /// Replaces a move by the best one.
    fn improve(&mut self, seat: Seat, set: &[Action], thinking: &Thinking) -> Option<Action> {
        let mine = seat.index() - 1;
        self.ends[mine] = 0;
        let others = nearest(self.net.setting, self.ends());
        let mut best: Option<(f64, Action)> = None;
        for &action in set {
            if thinking.is_over() {
                break;
            }
            let cost = self.cost(seat, action, &others);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, action));
            }
        }
        let action = best.map(|(_, action)| action);
        self.ends[mine] = self.end(seat, action);
        action
    }

    fn end(&self, seat: Seat, action: Option<Action>) -> Station {
        action.and_then(end).unwrap_or(self.public.detective(seat))
    }

    /// The cost of a move, the others being so far from each station.
    fn cost(&self, seat: Seat, action: Action, others: &[u16]) -> f64 {
        let at = self.end(seat, Some(action));
        let scarcity = match action {
            Action::Move(leg) => {
                1.0 / f64::from(self.public.tickets[seat.index()][leg.ticket as usize])
            }
            Action::Double { .. } | Action::Pass => 0.0,
        };
        self.net.room(at, others) + DISTANCE * self.net.distance(at) + LAST_TICKET * scarcity
    }
}
