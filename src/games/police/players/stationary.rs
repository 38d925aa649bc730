//! STATIONARY: stays where it is, whatever it hears.

use crate::{Action, Event, Police};
use chase_engine::dice::Dice;
use chase_engine::game::{Forfeit, Known, View};
use chase_engine::player::Player;

pub(crate) struct Stationary;

impl Player<Police> for Stationary {
    fn reset(&mut self, _: &Known<Police>) -> bool {
        true
    }

    fn observe(&mut self, _: &Event) {}

    fn choose(
        &mut self,
        _: &View<'_, Police>,
        _: &[Action],
        _: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        Ok(Action::Rest)
    }
}
