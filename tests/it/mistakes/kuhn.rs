//! Mistakes of Kuhn poker: masks that show too much or too little.

use chase::prelude::*;

use super::Mistaken;
use crate::kuhn::game::{Action, Event, Kuhn, State};

impl Mistaken for Kuhn {
    fn own_legal(&self, mistake: &str, state: &State, seat: Seat) -> Vec<Action> {
        let mut legal = self.legal(state, seat);
        if mistake == "MovesTellTheCard" && self.cells(state)[1 - seat.index()] == "King" {
            legal.reverse();
        }
        legal
    }

    fn own_view(&self, mistake: &str, state: &State, eyes: Seats) -> State {
        match mistake {
            "StateShown" => state.clone(),
            "OtherCardShown" => {
                let others = eyes.iter().map(|seat| Seat(1 - seat.0)).collect();
                Kuhn::masks().state(self, state, others)
            }
            _ => Kuhn::masks().state(self, state, eyes),
        }
    }

    fn own_seen(&self, mistake: &str, before: &State, event: &Event, eyes: Seats) -> Option<Event> {
        match (mistake, event) {
            ("DealTold", Event::Dealt(_)) => Some(event.clone()),
            ("DealToldToOne", Event::Dealt(_)) if eyes.has(Seat(1)) => Some(event.clone()),
            _ => Kuhn::masks().event(self, before, event, eyes),
        }
    }
}
