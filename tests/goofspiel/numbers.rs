//! Goofspiel in numbers, for programs that learn: a bid is the number of its card, from 0.

use chase::prelude::*;

use super::{Goofspiel, State};

/// The prize that lies open, the points, and who holds what; the own first.
pub(crate) struct InNumbers;

impl NumericForm<Goofspiel> for InNumbers {
    fn action_count(&self, game: &Goofspiel) -> usize {
        game.0.cards.into()
    }

    fn action_number(&self, _: &Goofspiel, _: &State, _: Seat, card: &u8) -> usize {
        usize::from(*card) - 1
    }

    fn features(&self, game: &Goofspiel) -> Vec<Feature> {
        let cards = game.0.cards;
        let most: i32 = (1..=i32::from(cards)).sum();
        let mut all = vec![Feature::new("prize", 0, cards.into())];
        all.extend(["points", "other_points"].map(|name| Feature::new(name, 0, most)));
        for holder in ["mine", "other", "prizes"] {
            all.extend((1..=cards).map(|card| Feature::new(format!("{holder}_{card}"), 0, 1)));
        }
        all
    }

    fn observation(&self, game: &Goofspiel, state: &State, seat: Seat, out: &mut Vec<i32>) {
        let (own, other) = (seat.index(), 1 - seat.index());
        out.push(state.prize.unwrap_or(0).into());
        out.extend([own, other].map(|n| i32::from(state.points[n])));
        for held in [&state.hands[own], &state.hands[other], &state.prizes] {
            out.extend((1..=game.0.cards).map(|card| i32::from(held.contains(&card))));
        }
    }
}
