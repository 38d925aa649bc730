//! STATIONARY: stays where it is, whatever it hears.

use crate::engine::dice::Dice;
use crate::engine::game::Forfeit;
use crate::engine::player::Player;
use crate::games::police::{Action, Known, Police, Seen, View};

pub(super) struct Stationary;

impl Player<Police> for Stationary {
    fn reset(&mut self, _: &Known) -> bool {
        true
    }

    fn observe(&mut self, _: &Seen) {}

    fn choose(&mut self, _: &View, _: &[Action], _: &mut Dice) -> Result<Action, Box<Forfeit>> {
        Ok(Action::Rest)
    }
}
