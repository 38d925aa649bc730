//! GREEDY: the most fish at once; among equals by the dice, one word a turn.

use crate::engine::dice::Dice;
use crate::engine::game::Forfeit;
use crate::engine::kit::one_of;
use crate::engine::player::Player;
use crate::games::fishing::{Action, Event, Fishing, Grid, View};

pub(super) struct Greedy;

/// The actions that GREEDY draws from.
pub(in crate::fishing) fn best(grid: &Grid, legal: &[Action]) -> Vec<Action> {
    let fish = |action: &Action| match *action {
        Action::Place { .. } => 1,
        Action::Move { to, .. } => grid.get(to).fish(),
    };
    let most = legal.iter().map(fish).max();
    let best = legal.iter().filter(|action| Some(fish(action)) == most);
    best.copied().collect()
}

impl Player<Fishing> for Greedy {
    fn observe(&mut self, _: &Event) {}

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        Ok(*one_of(&best(&view.state.grid, legal), dice))
    }
}
