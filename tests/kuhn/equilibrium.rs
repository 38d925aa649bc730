//! A player of Kuhn poker against whom nobody wins more than the game is worth.

use chase::engine::dice::one_by_weight;
use chase::prelude::*;

use super::{Action, Card, Kuhn};

/// Kuhn's strategies of 1950, of the first player the one that bluffs with every third jack.
pub(crate) struct Equilibrium;

impl Player<Kuhn> for Equilibrium {
    fn choose(
        &mut self,
        view: &View<'_, Kuhn>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let thirds = match (view.state.hands()[view.seat.index()], &view.state.done()[..]) {
            (Some(Card::King), _) => 3,
            (Some(Card::Jack), [] | [Action::Check]) => 1,
            (Some(Card::Queen), [Action::Bet]) => 1,
            (Some(Card::Queen), [_, Action::Bet]) => 2,
            _ => 0,
        };
        Ok(*one_by_weight(legal, &[3 - thirds, thirds], dice))
    }
}
