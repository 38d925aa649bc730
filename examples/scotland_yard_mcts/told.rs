//! What a side has been told: where everybody is, and where Mr X can be as far as detectives know.

use serde_json::Value;

use super::board::{Board, Leg, SEATS, Stations, TICKETS, number};
use super::state::State;

/// A fold of what the messages of a game say.
pub struct Told {
    /// Mr X first, as he was last seen if a detective was told, then the detectives.
    at: [u8; SEATS],
    possible: Stations,
    /// The last round that was taken in.
    round: usize,
}

impl Told {
    /// Before the start.
    pub fn new(board: &Board) -> Self {
        Told { at: [0; SEATS], possible: board.hideouts, round: 0 }
    }

    /// The position in which a seat is to move, after what it has seen is taken in.
    pub fn state(&mut self, board: &Board, turn: &Value) -> Option<State> {
        for event in turn["seen"].as_array()? {
            self.take_in(board, &event["seen"])?;
        }
        let mut tickets = [[0; 5]; SEATS];
        for (tickets, held) in tickets.iter_mut().zip(turn["view"]["tickets"].as_array()?) {
            for (count, name) in tickets.iter_mut().zip(TICKETS) {
                *count = u16::try_from(held[name].as_u64()?).unwrap_or(u16::MAX / 8);
            }
        }
        let mover = number(&turn["seat"]).filter(|seat| *seat < board.seats)?;
        let round = number(&turn["view"]["round"])?;
        // Mr X has a round before him; detectives move in the last one too.
        (round + usize::from(mover == 0) < board.reveals.len()).then_some(State {
            at: self.at,
            tickets,
            round,
            mover,
            possible: self.possible,
            over: None,
        })
    }

    fn take_in(&mut self, board: &Board, event: &Value) -> Option<()> {
        if let Some(stations) = event["opened"]["stations"].as_array() {
            for (place, at) in self.at.iter_mut().zip(stations) {
                *place = number(at)?;
                self.possible.remove(*place);
            }
            // Detectives are told 0, which is no station.
            if self.at[0] > 0 {
                self.possible.add(self.at[0]);
            }
        } else if let Some(round) = number(&event["round_started"]["round"]) {
            let started = &event["round_started"];
            let ticket = TICKETS.iter().position(|it| started["ticket"] == *it)?;
            let leg = Leg { ticket, to: number(&started["to"])? };
            if round > self.round {
                self.round = round;
                self.possible = board.after(self.possible, leg, round, &self.at);
            }
        } else if let Some(seat) = number::<usize>(&event["moved"]["seat"]) {
            let to = number(&event["moved"]["to"])?;
            *self.at.get_mut(seat)? = to;
            if seat > 0 {
                self.possible.remove(to);
            }
        }
        Some(())
    }
}
