//! STATIONARY: stays where it is, whatever it hears.

use crate::{Action, Known, Police, Seen, View};
use chase_core::dice::Dice;
use chase_core::game::Forfeit;
use chase_core::player::Player;

pub(crate) struct Stationary;

impl Player<Police> for Stationary {
    fn reset(&mut self, _: &Known) -> bool {
        true
    }

    fn observe(&mut self, _: &Seen) {}

    fn choose(&mut self, _: &View, _: &[Action], _: &mut Dice) -> Result<Action, Box<Forfeit>> {
        Ok(Action::Rest)
    }
}
