//! Mistakes of Goofspiel: of turns in which both act at once.

use chase::kit::extras::{Claims, Symmetry};
use chase::prelude::*;

use super::{Broken, Chosen, Mistaken};
use crate::goofspiel::game::{Event, Goofspiel, State, more};

fn exchanged(_: &Broken<Goofspiel>, state: &State) -> State {
    let mut state = state.clone();
    state.hands.reverse();
    state.points.reverse();
    state
}

fn reckoned(_: &Broken<Goofspiel>, state: &State) -> Option<Outcome> {
    let is_over = state.prize.is_none() && state.prizes.is_empty();
    is_over.then(|| match state.points {
        [one, two] if one > two => Outcome::won("no_prizes_left", 0, 2),
        [one, two] if one < two => Outcome::won("no_prizes_left", 1, 2),
        _ => Outcome::draw("no_prizes_left", 2),
    })
}

/// Both seats have the same rights, and this is who has won.
const CLAIMS: Claims<Broken<Goofspiel>> = Claims {
    symmetries: &[Symmetry {
        name: "seats exchanged",
        state: exchanged,
        action: |_, action| *action,
        seat: |seat| Seat(1 - seat.0),
    }],
    outcome: Some(reckoned),
    ..Claims::NONE
};

/// Points that a seat takes in place of those that it should take.
fn moved(
    game: &Goofspiel,
    state: &mut State,
    event: &Event,
    takes: impl Fn(&[Option<u8>; 2]) -> Option<usize>,
) -> Result<(), BrokenRule> {
    let (points, prize) = (state.points, state.prize);
    game.apply(state, event)?;
    if let (Event::Bids(bids), Some(prize)) = (event, prize) {
        state.points = points;
        if let Some(taker) = takes(bids) {
            state.points[taker] += prize;
        }
    }
    Ok(())
}

impl Mistaken for Goofspiel {
    const CLAIMS: Option<Claims<Broken<Self>>> = Some(CLAIMS);
    const OWN: &'static [&'static str] = &["goofspiel"];

    fn own_turn(&self, mistake: &str, state: &State) -> Turn {
        let won = |seat| Turn::Over(Outcome::won("no_prizes_left", seat, 2));
        match (mistake, self.turn(state), more(&state.points)) {
            ("FewerPointsWin", Turn::Over(_), Some(most)) => won(1 - most),
            ("FirstWinsADraw", Turn::Over(_), None) => won(0),
            ("OneActsAtOnce", Turn::Seats(_), _) => Turn::Seats(Seats::from(Seat(1))),
            (_, turn, _) => turn,
        }
    }

    fn own_legal(&self, mistake: &str, state: &State, seat: Seat) -> Vec<u8> {
        match mistake {
            "GoneCardsListed" => (1..=self.0.cards).collect(),
            _ => self.legal(state, seat),
        }
    }

    fn own_bids(
        &self,
        mistake: &str,
        state: &State,
        bids: &Chosen<Self>,
        dice: &mut Dice,
    ) -> Vec<Event> {
        let bid = |first: usize, second: usize| vec![Event::Bids([bids[first].1, bids[second].1])];
        match mistake {
            "BidsExchanged" => bid(bids.len() - 1, 0),
            "SecondBidsTheSame" => bid(0, 0),
            "NothingOfBids" => Vec::new(),
            "BidsByLuck" if dice.below(2) == 0 => bid(0, 1),
            "BidsByLuck" => bid(1, 0),
            _ => self.decide_joint(state, bids, dice),
        }
    }

    fn own_apply(&self, mistake: &str, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        match mistake {
            "FirstTakesAtATie" => moved(self, state, event, |bids| more(bids).or(Some(0))),
            "LostTurnTakes" => moved(self, state, event, |bids| match bids {
                [None, Some(_)] => Some(0),
                [Some(_), None] => Some(1),
                bids => more(bids),
            }),
            "AnyBidHappens" => {
                let applied = self.apply(state, event);
                if let (Err(_), Event::Bids(_), Some(_)) = (&applied, event, state.prize) {
                    for hand in &mut state.hands {
                        hand.pop();
                    }
                    state.prize = None;
                    return Ok(());
                }
                applied
            }
            _ => self.apply(state, event),
        }
    }
}
