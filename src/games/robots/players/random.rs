//! Any action that can be taken, all equally likely.

use super::any_of;
use crate::engine::dice::Dice;
use crate::engine::game::Forfeit;
use crate::engine::player::Player;
use crate::games::robots::{Action, Event, RobotsGame, View};

pub struct Random;

impl Player<RobotsGame> for Random {
    fn observe(&mut self, _: &Event) {}

    fn watches(&self) -> bool {
        false
    }

    fn choose(
        &mut self,
        _: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        Ok(any_of(legal, dice))
    }
}
