//! Kuhn poker in numbers, for programs that learn.

use chase::prelude::*;

use super::{Action, Card, Kuhn, State};

/// What happened, as the seat that observes it knows it.
pub(crate) struct InNumbers;

/// What stands for a card or an action that is not there, or not to be seen.
const NONE: i32 = -1;

/// The first or the second of the two actions there are.
fn place(action: Action) -> usize {
    match action {
        Action::Check | Action::Fold => 0,
        Action::Bet | Action::Call => 1,
    }
}

impl NumericForm<Kuhn> for InNumbers {
    fn action_count(&self, _: &Kuhn) -> usize {
        2
    }

    fn action_number(&self, _: &Kuhn, _: &State, _: Seat, action: &Action) -> usize {
        place(*action)
    }

    fn features(&self, _: &Kuhn) -> Vec<Feature> {
        let cards = ["card1", "card2"].map(|name| Feature::new(name, NONE, 2));
        let actions = ["first", "second", "third"].map(|name| Feature::new(name, NONE, 1));
        cards.into_iter().chain(actions).collect()
    }

    fn observation(&self, _: &Kuhn, state: &State, _: Seat, out: &mut Vec<i32>) {
        let rank = |card: Option<Card>| card.map_or(NONE, |card| card as i32);
        out.extend(state.hands().map(rank));
        let done = state.done();
        let action = |n: usize| done.get(n).map_or(NONE, |action| place(*action) as i32);
        out.extend([0, 1, 2].map(action));
    }
}
