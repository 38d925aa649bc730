//! A position in which Mr X's station is known or assumed, and the moves in it.

use super::board::{Action, Board, DOUBLE, FERRY, Leg, SEATS, SECRET, Stations};

/// A station that is at most so far from a detective is not safe for Mr X.
pub const DANGER: u8 = 1;

/// A position; seats are in order, Mr X first.
#[derive(Clone, Copy)]
pub struct State {
    pub at: [u8; SEATS],
    pub tickets: [[u16; 5]; SEATS],
    pub round: usize,
    pub mover: usize,
    /// The stations where Mr X can be, as far as the detectives know.
    pub possible: Stations,
    /// The seat of the winner: Mr X, the detective that caught him, or the last one if he cannot move.
    pub over: Option<usize>,
}

impl Board {
    fn step(&self, state: &mut State, leg: Leg) {
        state.tickets[0][leg.ticket] -= 1;
        state.round += 1;
        state.at[0] = leg.to;
        state.possible = self.after(state.possible, leg, state.round, &state.at);
    }

    /// The position after the first leg of a double.
    pub fn after_first(&self, state: &State, leg: Option<Leg>) -> State {
        let mut later = *state;
        later.tickets[0][DOUBLE] -= 1;
        leg.into_iter().for_each(|leg| self.step(&mut later, leg));
        later
    }

    pub fn apply(&self, state: &mut State, action: Action) {
        let mover = state.mover;
        if mover == 0 {
            state.tickets[0][DOUBLE] -= u16::from(action[1].is_some());
            let legs = action.into_iter().flatten();
            legs.for_each(|leg| self.step(state, leg));
            state.mover = 1;
            return;
        }
        if let Some(Leg { ticket, to }) = action[0] {
            state.tickets[mover][ticket] -= 1;
            state.tickets[0][ticket] += 1;
            state.at[mover] = to;
            state.possible.remove(to);
            if to == state.at[0] {
                state.over = Some(mover);
                return;
            }
        }
        state.mover = (mover + 1) % self.seats;
        if state.mover == 0 {
            let mut over = Some(self.seats - 1);
            self.each_leg(state, 0, |_| over = None);
            let is_last = state.round + 1 >= self.reveals.len();
            state.over = if is_last { Some(0) } else { over };
        }
    }

    /// The steps of a seat.
    pub fn each_leg(&self, state: &State, seat: usize, mut each: impl FnMut(Leg)) {
        let tickets = &state.tickets[seat];
        for &(to, transports) in &self.ways[usize::from(state.at[seat])] {
            if state.at[1..self.seats].contains(&to) {
                continue;
            }
            for (ticket, held) in tickets.iter().enumerate().take(FERRY) {
                if transports & 1 << ticket != 0 && *held > 0 {
                    each(Leg { ticket, to });
                }
            }
            if tickets[SECRET] > 0 {
                each(Leg { ticket: SECRET, to });
            }
        }
    }

    pub fn has_double(&self, state: &State) -> bool {
        state.tickets[0][DOUBLE] > 0 && state.round + 2 < self.reveals.len()
    }

    /// The distance of the nearest detective.
    pub fn near(&self, state: &State, at: u8) -> u8 {
        let row = &self.far[usize::from(at)];
        let others = state.at[1..self.seats].iter();
        others.map(|at| row[usize::from(*at)]).min().unwrap_or(100)
    }

    /// The actions that are looked at in the tree. To each station a detective goes with the ticket
    /// that it has most of. Of Mr X's actions, secret tickets only where they hide anything, and
    /// doubles only if no single is safe.
    pub fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        actions.clear();
        if state.mover > 0 {
            let held = &state.tickets[state.mover];
            self.each_leg(state, state.mover, |leg| match actions.last_mut() {
                // Steps to the same station follow each other.
                Some([Some(last), _]) if last.to == leg.to => {
                    if held[leg.ticket] > held[last.ticket] {
                        *last = leg;
                    }
                }
                _ => actions.push([Some(leg), None]),
            });
            if actions.is_empty() {
                actions.push([None; 2]);
            }
            return;
        }
        let mut safest = 0;
        let hides_first = self.hides(state);
        self.each_leg(state, 0, |leg| {
            if leg.ticket != SECRET || hides_first {
                actions.push([Some(leg), None]);
                safest = safest.max(self.near(state, leg.to));
            }
        });
        if self.has_double(state) && (safest <= DANGER || actions.is_empty()) {
            let firsts: Vec<_> = actions.iter().filter_map(|it| it[0]).collect();
            for first in firsts {
                let later = self.after_first(state, Some(first));
                let hides_second = hides_first && self.hides(&later);
                self.each_leg(&later, 0, |second| {
                    let is_plain = second.ticket != SECRET;
                    if (is_plain || hides_second) && self.near(state, second.to) > safest {
                        actions.push([Some(first), Some(second)]);
                    }
                });
            }
        }
        if actions.is_empty() {
            self.each_leg(state, 0, |leg| actions.push([Some(leg), None]));
        }
    }

    /// Whether a secret ticket tells the detectives less than another one would.
    fn hides(&self, state: &State) -> bool {
        let ways = |at| self.ways[usize::from(at)].iter();
        let can_hide = state.possible.iter().flat_map(ways).any(|way| way.1 > 1);
        can_hide && state.round >= 2 && self.reveals.get(state.round + 1) == Some(&false)
    }
}
