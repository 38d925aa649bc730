//! Mistakes of Goofspiel: of turns in which both act at once.

use chase::prelude::*;

use super::{Broken, Case, Mistake};
use crate::goofspiel::game::{Event, Goofspiel, State, more};

/// What both chose.
type Chosen = [(Seat, Option<u8>)];

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
pub const CLAIMS: Claims<Broken<Goofspiel>> = Claims {
    symmetries: &[Symmetry {
        name: "seats exchanged",
        state: exchanged,
        action: |_, action| *action,
        seat: |seat| Seat(1 - seat.0),
    }],
    outcome: Some(reckoned),
    ..Claims::NONE
};

/// A type for each mistake, with what is written wrongly.
macro_rules! mistakes {
    ($($(#[$about:meta])* $name:ident { $wrong:item })*) => {
        $(
            $(#[$about])*
            struct $name;

            impl Mistake<Goofspiel> for $name {
                fn name(&self) -> &'static str {
                    stringify!($name)
                }
                $wrong
            }
        )*
    };
}

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

mistakes! {
    /// The first takes the prize where both bid as much.
    FirstTakesAtATie {
        fn apply(&self, game: &Goofspiel, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
            moved(game, state, event, |bids| more(bids).or(Some(0)))
        }
    }

    /// Who lost the turn takes the prize.
    LostTurnTakes {
        fn apply(&self, game: &Goofspiel, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
            moved(game, state, event, |bids| match bids {
                [None, Some(_)] => Some(0),
                [Some(_), None] => Some(1),
                bids => more(bids),
            })
        }
    }

    /// Bids of cards that are gone are let in, and so are others.
    AnyBidHappens {
        fn apply(&self, game: &Goofspiel, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
            let applied = game.apply(state, event);
            if let (Err(_), Event::Bids(_), Some(_)) = (&applied, event, state.prize) {
                state.hands.iter_mut().for_each(|hand| {
                    hand.pop();
                });
                state.prize = None;
                return Ok(());
            }
            applied
        }
    }

    /// Who has fewer points wins.
    FewerPointsWin {
        fn turn(&self, game: &Goofspiel, state: &State) -> Turn {
            match (game.turn(state), more(&state.points)) {
                (Turn::Over(_), Some(most)) => {
                    Turn::Over(Outcome::won("no_prizes_left", 1 - most, 2))
                }
                (turn, _) => turn,
            }
        }
    }

    /// The first wins where both have as many points.
    FirstWinsADraw {
        fn turn(&self, game: &Goofspiel, state: &State) -> Turn {
            match (game.turn(state), more(&state.points)) {
                (Turn::Over(_), None) => Turn::Over(Outcome::won("no_prizes_left", 0, 2)),
                (turn, _) => turn,
            }
        }
    }

    /// One seat is said to act at once with nobody.
    OneActsAtOnce {
        fn turn(&self, game: &Goofspiel, state: &State) -> Turn {
            match game.turn(state) {
                Turn::Seats(_) => Turn::Seats(Seats::from(Seat(1))),
                turn => turn,
            }
        }
    }

    /// The bids are exchanged.
    BidsExchanged {
        fn decide_joint(&self, _: &Goofspiel, _: &State, bids: &Chosen, _: &mut Dice) -> Vec<Event> {
            vec![Event::Bids([bids[bids.len() - 1].1, bids[0].1])]
        }
    }

    /// The second bids what the first bids.
    SecondBidsTheSame {
        fn decide_joint(&self, _: &Goofspiel, _: &State, bids: &Chosen, _: &mut Dice) -> Vec<Event> {
            vec![Event::Bids([bids[0].1, bids[0].1])]
        }
    }

    /// Nothing comes of bids.
    NothingOfBids {
        fn decide_joint(&self, _: &Goofspiel, _: &State, _: &Chosen, _: &mut Dice) -> Vec<Event> {
            Vec::new()
        }
    }

    /// Bids are exchanged by luck.
    BidsByLuck {
        fn decide_joint(&self, _: &Goofspiel, _: &State, bids: &Chosen, dice: &mut Dice) -> Vec<Event> {
            let n = dice.below(2) as usize;
            vec![Event::Bids([bids[n].1, bids[1 - n].1])]
        }
    }

    /// Cards that are gone can be bid.
    GoneCardsListed {
        fn legal(&self, game: &Goofspiel, _: &State, _: Seat) -> Vec<u8> {
            (1..=game.0.cards).collect()
        }
    }
}

pub fn mistakes() -> Vec<Case<Goofspiel>> {
    vec![
        (&FirstTakesAtATie, &["symmetry"]),
        (&LostTurnTakes, &["forfeits"]),
        (&AnyBidHappens, &["events"]),
        (&FewerPointsWin, &["oracle", "forfeits"]),
        (&FirstWinsADraw, &["oracle"]),
        (&OneActsAtOnce, &["turns"]),
        (&BidsExchanged, &["actions"]),
        (&SecondBidsTheSame, &["actions", "symmetry"]),
        (&NothingOfBids, &["actions"]),
        (&BidsByLuck, &["actions"]),
        (&GoneCardsListed, &["actions"]),
    ]
}
