//! STATIONARY: stays where it is, whatever it hears.

use super::agent::Agent;
use crate::{Action, Briefing, Seen, Sight};
use chase_engine::dice::Dice;

pub(crate) struct Stationary;

impl Agent for Stationary {
    fn reset(&mut self, _: &Briefing) -> bool {
        true
    }

    fn observe(&mut self, _: &Seen) {}

    fn choose(&mut self, _: &Sight, _: &[Action], _: &mut Dice) -> Action {
        Action::Rest
    }
}
