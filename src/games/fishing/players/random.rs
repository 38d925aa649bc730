//! RANDOM: any legal placement or move, by the dice.

use super::any_of;
use crate::engine::dice::Dice;
use crate::engine::game::Forfeit;
use crate::engine::player::Player;
use crate::games::fishing::{Action, Event, Fishing, View};

pub(super) struct Random;

impl Player<Fishing> for Random {
    fn observe(&mut self, _: &Event) {}

    fn choose(
        &mut self,
        _: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        Ok(any_of(legal, dice))
    }
}
