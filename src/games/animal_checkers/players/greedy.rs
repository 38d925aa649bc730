//! GREEDY: a winning move if there is one, else a capture, else any legal move; among equals by
//! the dice, one word a move.

use crate::board::DEN;
use crate::rules::{AllowedStep, step};
use crate::{Action, AnimalCheckers, Position, View};
use chase_engine::dice::{Dice, one_of};
use chase_engine::game::Forfeit;
use chase_engine::player::Player;

pub(super) struct Greedy;

/// The worth of a move to GREEDY; higher is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Worth {
    /// It neither captures nor ends the game.
    Plain,
    /// It captures a piece, and the game goes on.
    Capture,
    /// It ends the game: the den, the last piece, or no move left to the enemy.
    Win,
}

impl Worth {
    /// Returns the word for it in a table of choices: `-`, `takes` or `wins`.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Worth::Plain => "-",
            Worth::Capture => "takes",
            Worth::Win => "wins",
        }
    }
}

/// A legal move's worth.
pub(crate) fn worth(position: &Position, side: usize, action: Action) -> Worth {
    let Ok(AllowedStep { to, captured, .. }) = step(position, side, action) else {
        return Worth::Plain;
    };
    let Action::Move { piece, .. } = action;
    let next = position.stepped(side, piece as usize, to.number());
    let enemy = 1 - side;
    if to == DEN[enemy] || !next.can_step(enemy) {
        Worth::Win
    } else if captured.is_some() {
        Worth::Capture
    } else {
        Worth::Plain
    }
}

/// The moves that GREEDY draws from.
pub(crate) fn best(position: &Position, side: usize, legal: &[Action]) -> Vec<Action> {
    let worths = legal.iter().map(|action| worth(position, side, *action));
    let best = worths.max().unwrap_or(Worth::Plain);
    let moves = legal.iter().copied();
    moves.filter(|action| worth(position, side, *action) == best).collect()
}

impl Player<AnimalCheckers> for Greedy {
    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        Ok(*one_of(&best(&view.state.position, view.seat.index(), legal), dice))
    }
}
