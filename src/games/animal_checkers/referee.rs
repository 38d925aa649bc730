//! What the referee must know of Animal Checkers: which board a move leads to, and why a board
//! cannot be.

use super::board::{Animal, BoardSquare, Position};
use super::players::{greedy_best, greedy_worth};
use super::rules::{AllowedStep, direction_to, step, too_far};
use super::trace::{column, shown_square, square_number, square_words};
use super::{Action, AnimalCheckers, State};
use chase_engine::game::{Seat, after};
use chase_kit::faces::{RefereeRules, shows};
use chase_kit::trace::TraceRow;

/// Checks moves against the boards of a log: a board tells the move that led to it.
pub(super) struct Rules;

impl RefereeRules<AnimalCheckers> for Rules {
    fn options(&self) -> &'static [&'static str] {
        &["move", "from", "to", "takes", "worth"]
    }

    /// The board tells which move it was, whatever the words above it say.
    fn fits(
        &self,
        game: &AnimalCheckers,
        state: &State,
        _: Seat,
        action: &Action,
        row: &TraceRow,
    ) -> bool {
        let moved = game.decide_move(state, *action).ok();
        let next = moved.and_then(|event| after(game, state, &[event]));
        next.is_some_and(|next| shows(game, &next, row))
    }

    fn misdeed(
        &self,
        _: &AnimalCheckers,
        state: &State,
        seat: Seat,
        row: &TraceRow,
    ) -> (String, String) {
        let position = &state.position;
        let changes = changes(position, row);
        let (own, others): (Vec<_>, Vec<_>) =
            changes.iter().partition(|change| change.side == seat.index());
        if let Some(gone) = own.iter().find(|change| change.to.is_none()) {
            let what = format!("a board without its {}", gone.animal);
            return (what, why_not(position, gone));
        }
        match (own.as_slice(), others.first()) {
            ([], None) => ("nothing".into(), "the board is as before, and a side must move".into()),
            ([], Some(PieceChange { side, animal, .. })) => (
                "nothing of its own".into(),
                format!("only the {animal} of side {side} has changed its place"),
            ),
            ([change], _) => {
                let place = change.to.map_or("off the board".into(), |to| format!("to {to}"));
                let what = format!("{} {place}", change.animal);
                (what, why_not(position, change))
            }
            ([one, other, ..], _) => {
                (format!("{} and {}", one.animal, other.animal), "one piece moves at a time".into())
            }
        }
    }

    fn option(
        &self,
        _: &AnimalCheckers,
        state: &State,
        seat: Seat,
        action: &Action,
    ) -> Vec<String> {
        let (position, side) = (&state.position, seat.index());
        let Ok(AllowedStep { from, to, captured }) = step(position, side, *action) else {
            return vec![action.to_string()];
        };
        let takes = captured.map_or("-".into(), |other| other.to_string());
        let worth = greedy_worth(position, side, *action);
        let mut values = vec![action.to_string(), from.to_string(), to.to_string(), takes];
        values.push(worth.word().into());
        values
    }

    fn situation(&self, _: &AnimalCheckers, state: &State, seat: Seat, player: &str) -> String {
        let (side, board) = (seat.index(), state.position);
        format!("side {side}, {player}, is to move at {board}")
    }

    fn choices(
        &self,
        _: &AnimalCheckers,
        state: &State,
        seat: Seat,
        player: &str,
        legal: &[Action],
    ) -> Option<Vec<Action>> {
        (player == "greedy").then(|| greedy_best(&state.position, seat.index(), legal))
    }

    fn tell(&self, column: usize, number: u64) -> String {
        if column < column::PIECES { square_words(number) } else { number.to_string() }
    }
}

/// A piece that is not where it was.
struct PieceChange {
    side: usize,
    animal: Animal,
    from: Option<BoardSquare>,
    to: Option<BoardSquare>,
}

fn changes(position: &Position, row: &TraceRow) -> Vec<PieceChange> {
    let pieces = (0..column::PIECES).map(|n| (n, n / 4, Animal::ALL[n % 4]));
    let changed = pieces.filter_map(|(n, side, animal)| {
        let from = position.square(side, animal);
        let shown = row.cells[n].number()?;
        let to = shown_square(shown);
        (shown != square_number(from)).then_some(PieceChange { side, animal, from, to })
    });
    changed.collect()
}

/// The rule that keeps a piece from going there.
fn why_not(position: &Position, change: &PieceChange) -> String {
    let PieceChange { side, animal, .. } = *change;
    let (from, to) = match (change.from, change.to) {
        (None, _) => return format!("the {animal} was not on the board before"),
        (_, None) => {
            return format!("the {animal} is gone, but no side loses a piece in its own turn");
        }
        (Some(from), Some(to)) => (from, to),
    };
    let Some(direction) = direction_to(side, from, to) else {
        return too_far(from, to).to_string();
    };
    let piece = animal;
    match step(position, side, Action::Move { piece, direction }) {
        Err(rule) => rule.to_string(),
        Ok(AllowedStep { captured: Some(other), .. }) => {
            format!("this captures the {other} on {to} and changes no other piece")
        }
        Ok(_) => "another piece has changed its place as well".into(),
    }
}
