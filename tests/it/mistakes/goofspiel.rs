//! Mistakes of Goofspiel: of turns in which both act at once.

use chase::prelude::*;

use super::{Broken, Mistake, is_found};
use crate::goofspiel::game::{Event, Goofspiel, Scenario, State, more};

/// What both chose.
type Chosen = [(Seat, Option<u8>)];

fn exchanged<M: Mistake<Goofspiel>>(_: &Broken<Goofspiel, M>, state: &State) -> State {
    let mut state = state.clone();
    state.hands.reverse();
    state.points.reverse();
    state
}

fn reckoned<M: Mistake<Goofspiel>>(_: &Broken<Goofspiel, M>, state: &State) -> Option<Outcome> {
    let is_over = state.prize.is_none() && state.prizes.is_empty();
    is_over.then(|| match state.points {
        [one, two] if one > two => Outcome::won("no_prizes_left", 0, 2),
        [one, two] if one < two => Outcome::won("no_prizes_left", 1, 2),
        _ => Outcome::draw("no_prizes_left", 2),
    })
}

/// A type for each mistake, with what is written wrongly. All claim that both seats have the same rights, and
/// who has won.
macro_rules! mistakes {
    ($($(#[$about:meta])* $name:ident { $wrong:item })*) => {
        $(
            $(#[$about])*
            struct $name;

            impl Mistake<Goofspiel> for $name {
                const CLAIMS: Option<Claims<Broken<Goofspiel, Self>>> = Some(Claims {
                    symmetries: &[Symmetry {
                        name: "seats exchanged",
                        state: exchanged,
                        action: |_, action| *action,
                        seat: |seat| Seat(1 - seat.0),
                    }],
                    outcome: Some(reckoned),
                    ..Claims::NONE
                });

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
    /// There is none.
    Nothing {
        fn legal(game: &Goofspiel, state: &State, seat: Seat) -> Vec<u8> {
            game.legal(state, seat)
        }
    }

    /// The first takes the prize where both bid as much.
    FirstTakesAtATie {
        fn apply(game: &Goofspiel, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
            moved(game, state, event, |bids| more(bids).or(Some(0)))
        }
    }

    /// Who lost the turn takes the prize.
    LostTurnTakes {
        fn apply(game: &Goofspiel, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
            moved(game, state, event, |bids| match bids {
                [None, Some(_)] => Some(0),
                [Some(_), None] => Some(1),
                bids => more(bids),
            })
        }
    }

    /// Bids of cards that are gone are let in, and so are others.
    AnyBidHappens {
        fn apply(game: &Goofspiel, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
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
        fn turn(game: &Goofspiel, state: &State) -> Turn {
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
        fn turn(game: &Goofspiel, state: &State) -> Turn {
            match (game.turn(state), more(&state.points)) {
                (Turn::Over(_), None) => Turn::Over(Outcome::won("no_prizes_left", 0, 2)),
                (turn, _) => turn,
            }
        }
    }

    /// One seat is said to act at once with nobody.
    OneActsAtOnce {
        fn turn(game: &Goofspiel, state: &State) -> Turn {
            match game.turn(state) {
                Turn::Seats(_) => Turn::Seats(Seats::from(Seat(1))),
                turn => turn,
            }
        }
    }

    /// The bids are exchanged.
    BidsExchanged {
        fn decide_joint(_: &Goofspiel, _: &State, bids: &Chosen, _: &mut Dice) -> Vec<Event> {
            vec![Event::Bids([bids[bids.len() - 1].1, bids[0].1])]
        }
    }

    /// The second bids what the first bids.
    SecondBidsTheSame {
        fn decide_joint(_: &Goofspiel, _: &State, bids: &Chosen, _: &mut Dice) -> Vec<Event> {
            vec![Event::Bids([bids[0].1, bids[0].1])]
        }
    }

    /// Nothing comes of bids.
    NothingOfBids {
        fn decide_joint(_: &Goofspiel, _: &State, _: &Chosen, _: &mut Dice) -> Vec<Event> {
            Vec::new()
        }
    }

    /// Bids are exchanged by luck.
    BidsByLuck {
        fn decide_joint(_: &Goofspiel, _: &State, bids: &Chosen, dice: &mut Dice) -> Vec<Event> {
            let n = dice.below(2) as usize;
            vec![Event::Bids([bids[n].1, bids[1 - n].1])]
        }
    }

    /// Cards that are gone can be bid.
    GoneCardsListed {
        fn legal(game: &Goofspiel, _: &State, _: Seat) -> Vec<u8> {
            (1..=game.0.cards).collect()
        }
    }
}

pub fn every_one_is_found(scenario: &Scenario) {
    super::searched::<Goofspiel, Nothing>(scenario, 1).expect("there is no mistake");
    is_found::<Goofspiel, FirstTakesAtATie>(scenario, &["symmetry"]);
    is_found::<Goofspiel, LostTurnTakes>(scenario, &["forfeits"]);
    is_found::<Goofspiel, AnyBidHappens>(scenario, &["events"]);
    is_found::<Goofspiel, FewerPointsWin>(scenario, &["oracle", "forfeits"]);
    is_found::<Goofspiel, FirstWinsADraw>(scenario, &["oracle"]);
    is_found::<Goofspiel, OneActsAtOnce>(scenario, &["turns"]);
    is_found::<Goofspiel, BidsExchanged>(scenario, &["actions"]);
    is_found::<Goofspiel, SecondBidsTheSame>(scenario, &["actions", "symmetry"]);
    is_found::<Goofspiel, NothingOfBids>(scenario, &["actions"]);
    is_found::<Goofspiel, BidsByLuck>(scenario, &["actions"]);
    is_found::<Goofspiel, GoneCardsListed>(scenario, &["actions"]);
}
