//! GREEDY: the placement or move that takes the most fish; among equals by the dice, one word a turn.

use crate::{Action, Fishing, Grid, View};
use chase_engine::dice::{Dice, one_of};
use chase_engine::game::Forfeit;
use chase_engine::player::Player;

pub(super) struct Greedy;

/// The actions that GREEDY draws from.
pub(crate) fn best(grid: &Grid, legal: &[Action]) -> Vec<Action> {
    let fish = |action: &Action| match *action {
        Action::Place { .. } => 1,
        Action::Move { to, .. } => grid.get(to).fish(),
    };
    let most = legal.iter().map(fish).max();
    let best = legal.iter().filter(|action| Some(fish(action)) == most);
    best.copied().collect()
}

impl Player<Fishing> for Greedy {
    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        Ok(*one_of(&best(&view.state.grid, legal), dice))
    }
}
