//! `chase new animal-checkers`: a random opening, for matches in which not every game begins
//! alike.

use std::path::PathBuf;

use super::{Action, Position, Scenario, rules};
use chase_engine::dice::{Dice, Generator};
use chase_play::NewFiles;

/// The longest opening.
pub(super) const PLIES_MAX: u32 = 40;

/// A position some random moves after the start, and the side to move. Moves that end the game,
/// or let the next one end it, are not made.
///
/// # Panics
/// Never: a position that is not lost has a move after which it is not.
#[must_use]
pub fn opening(plies: u32, dice: &mut Dice) -> (Position, usize) {
    let start = Scenario::default().check().expect("the start is playable");
    let (mut position, mut side) = (start, 0);
    for _ in 0..plies {
        let open: Vec<_> =
            after_a_move(&position, side).filter(|next| is_quiet(next, 1 - side)).collect();
        let Some(count) = u32::try_from(open.len()).ok().filter(|count| *count > 0) else {
            break;
        };
        position = open[dice.below(count) as usize];
        side = 1 - side;
    }
    (position, side)
}

/// The positions to which the moves of a side lead, by code.
fn after_a_move(position: &Position, side: usize) -> impl Iterator<Item = Position> {
    let mut legal = Vec::new();
    rules::legal(position, side, &mut legal);
    legal.into_iter().filter_map(move |action| {
        let rules::AllowedStep { to, .. } = rules::step(position, side, action).ok()?;
        let Action::Move { piece, .. } = action;
        Some(position.stepped(side, piece as usize, to.number()))
    })
}

/// Returns true if neither side can end the game with its next move.
fn is_quiet(position: &Position, to_move: usize) -> bool {
    let no_gate = (0..2).all(|side| position.at_the_gates(side) == 0);
    let goes_on = || after_a_move(position, to_move).any(|next| next.can_step(1 - to_move));
    no_gate && (0..2).all(|side| position.count(side) > 1) && goes_on()
}

/// The rows of an opening in a file of their own.
pub(super) fn files(plies: u32, seed: i64, output: Option<PathBuf>) -> NewFiles {
    let (position, side) = opening(plies, &mut Dice::new(Generator::Chacha8, seed, 0));
    let path = output.unwrap_or_else(|| format!("animal-checkers-{plies}-{seed}.txt").into());
    NewFiles {
        files: vec![(path, position.rows(0).join("\n") + "\n")],
        about: format!(
            "a position {plies} random moves after the start, side {side} to move, seed {seed}"
        ),
        next: format!("chase record animal-checkers --position {position} --side {side}"),
        seed_drawn: None,
    }
}
