//! RANDOM: one of the affordable roads, by the dice.

use super::detective::UntippedStrategy;
use crate::{Action, Briefing, Sight};
use chase_engine::dice::Dice;

#[derive(Clone)]
pub(crate) struct RandomWalk;

impl UntippedStrategy for RandomWalk {
    fn reset(&mut self, _: &Briefing) {}

    /// No number is drawn when there is no road to draw from.
    #[inline]
    fn next(&mut self, _: Sight, legal: &[Action], dice: &mut Dice) -> Action {
        match u32::try_from(legal.len() - 1) {
            Ok(moves @ 1..) => legal[dice.below(moves) as usize],
            _ => Action::Rest,
        }
    }
}
