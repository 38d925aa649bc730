//! RANDOM: any legal move, by the dice.

use crate::engine::dice::Dice;
use crate::engine::game::Forfeit;
use crate::engine::player::Player;
use crate::games::animal_checkers::{Action, AnimalCheckers, Seen, View};

pub(super) struct Random;

/// One word drawn.
pub(super) fn any_of(moves: &[Action], dice: &mut Dice) -> Action {
    let count = u32::try_from(moves.len()).expect("at most 16 moves");
    moves[dice.below(count) as usize]
}

impl Player<AnimalCheckers> for Random {
    fn observe(&mut self, _: &Seen) {}

    fn choose(
        &mut self,
        _: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        Ok(any_of(legal, dice))
    }
}
