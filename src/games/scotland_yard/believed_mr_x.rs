//! Where the detectives can believe Mr X to be: his possible stations, as likely as [`Knowledge`] has them.

use std::sync::Arc;

use super::knowledge::Knowledge;
use super::{Event, MR_X, ScotlandYard, State};
use chase_core::dice::Dice;
use chase_core::extras::{Belief, Insight as _};
use chase_core::game::Seat;

/// The steps into which a probability is divided when a station is drawn.
const STEPS: u32 = 1 << 30;

/// What the detectives can believe about where Mr X is.
struct BelievedMrX(Knowledge);

/// The belief of a detective; Mr X sees everything.
pub(super) fn belief(
    game: &Arc<ScotlandYard>,
    seat: Seat,
) -> Option<Box<dyn Belief<ScotlandYard>>> {
    (seat != MR_X).then(|| Box::new(BelievedMrX(Knowledge::new(&game.setting))) as _)
}

impl Belief<ScotlandYard> for BelievedMrX {
    fn take_event(&mut self, game: &ScotlandYard, before: &State, event: &Event) {
        self.0.take_event(game, before, event);
    }

    fn draw(
        &mut self,
        game: &Arc<ScotlandYard>,
        state: &State,
        dice: &mut Dice,
    ) -> Option<(Arc<ScotlandYard>, State)> {
        let mut state = state.clone();
        let mut left = f64::from(dice.below(STEPS)) / f64::from(STEPS);
        for (station, chance) in self.0.stations() {
            state.mr_x = station;
            left -= chance;
            if left < 0.0 {
                break;
            }
        }
        Some((Arc::clone(game), state))
    }
}
