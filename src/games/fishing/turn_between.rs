//! The turn between two state files: what a program did to the file it was given, held against the
//! rules.

use std::fmt;

use super::board::FloeField;
use super::program::carry_out;
use super::rules::{Illegal, check_way};
use super::state_file::{PlayerRow, StateFile};
use super::{Action, FieldPlace};
use chase_core::game::ForfeitCause;

/// The rule that a state file left by a program breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TurnFault {
    /// The board has another size, in rows and columns.
    Size {
        /// The size that the program left.
        found: (u8, u8),
        /// The size that it was given.
        expected: (u8, u8),
    },
    /// No legal turn changes the board in this way.
    Board {
        /// The change of the board.
        change: BoardChange,
        /// True if a field changed that the program's penguins neither left nor reached.
        touches_others: bool,
    },
    /// The program's own row has another number of fish.
    Score {
        /// The row that the program left.
        found: PlayerRow,
        /// The row after its turn.
        expected: PlayerRow,
    },
    /// A row says something else.
    Row {
        /// The row that the program left.
        found: PlayerRow,
        /// The row after its turn.
        expected: PlayerRow,
    },
    /// This row is not there any more.
    RowMissing(PlayerRow),
    /// This row is nobody's.
    RowOfNobody(PlayerRow),
    /// The rows stand in another order.
    RowOrder,
}

/// A change of the board that no legal turn makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BoardChange {
    /// Not at all.
    None,
    /// In so many fields, more than any turn changes.
    Many(usize),
    /// In a few fields, against a rule.
    Few {
        /// The fields that changed, with what they held.
        fields: Vec<FieldChange>,
        /// The change that the rules allow.
        expected: Expected,
    },
}

/// A change of one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FieldChange {
    /// The place of the field.
    pub place: FieldPlace,
    /// The field before.
    pub was: FloeField,
    /// The field now.
    pub is: FloeField,
}

/// The change that a legal turn would have made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// A penguin is placed on a free floe with one fish.
    OneFish,
    /// A penguin is placed, and nothing else changes.
    Placement,
    /// A penguin goes where this rule lets it.
    Way(Illegal),
    /// A penguin goes from one field to another, and these two change.
    Fields {
        /// The field that becomes water.
        from: FieldPlace,
        /// The field that the penguin stands on then.
        to: FieldPlace,
        /// The number of its player.
        player: u8,
    },
    /// A penguin is moved, and nothing else changes.
    Move,
}

impl TurnFault {
    /// The kind of failure.
    #[must_use]
    pub fn cause(&self) -> ForfeitCause {
        match self {
            TurnFault::Board { touches_others: false, .. } => ForfeitCause::Illegal,
            TurnFault::Score { .. } => ForfeitCause::WrongScore,
            TurnFault::Size { .. }
            | TurnFault::Board { .. }
            | TurnFault::Row { .. }
            | TurnFault::RowMissing(_)
            | TurnFault::RowOfNobody(_)
            | TurnFault::RowOrder => ForfeitCause::Tampering,
        }
    }
}

impl fmt::Display for TurnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnFault::Size { found, expected } => {
                let ((rows, columns), (due_rows, due_columns)) = (found, expected);
                write!(f, "the board is {rows} x {columns}, expected {due_rows} x {due_columns}")
            }
            TurnFault::Board { change, .. } => change.fmt(f),
            TurnFault::Score { found, expected } | TurnFault::Row { found, expected } => {
                write!(f, "row `{found}`: expected `{expected}`")
            }
            TurnFault::RowMissing(row) => write!(f, "row `{row}` is missing"),
            TurnFault::RowOfNobody(row) => write!(f, "row `{row}`: nobody has this ID"),
            TurnFault::RowOrder => {
                f.write_str("the players' rows are in another order than before")
            }
        }
    }
}

impl std::error::Error for TurnFault {}

impl fmt::Display for BoardChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardChange::None => f.write_str("no field changed"),
            BoardChange::Many(count) => {
                write!(f, "{count} fields changed, but a turn changes at most two")
            }
            BoardChange::Few { fields, expected } => {
                let fields: Vec<_> = fields.iter().map(ToString::to_string).collect();
                write!(f, "no legal turn changes {}; {expected}", fields.join(", "))
            }
        }
    }
}

impl fmt::Display for FieldChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FieldChange { place, was, is } = self;
        // The board begins in the file's second line.
        let (line, column) = (usize::from(place.row) + 2, usize::from(place.column) + 1);
        write!(f, "{place} (line {line}, field {column}) from {was} to {is}")
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::OneFish => f.write_str("expected a free floe with one fish"),
            Expected::Placement => f.write_str("expected one penguin placed and nothing else"),
            Expected::Way(rule) => rule.fmt(f),
            Expected::Fields { from, to, player } => {
                write!(f, "expected {from} to become 00 and {to} to become 0{player}")
            }
            Expected::Move => f.write_str("expected one penguin moved and nothing else"),
        }
    }
}

/// Compares the state files before and after a program's turn, and returns the action it took.
pub(crate) fn turn_between(
    before: &StateFile,
    after: &StateFile,
    id: &str,
    legal: &[Action],
) -> Result<Action, TurnFault> {
    let size = |file: &StateFile| (file.grid.rows(), file.grid.columns());
    if size(before) != size(after) {
        return Err(TurnFault::Size { found: size(after), expected: size(before) });
    }
    let own = match before.row(id) {
        Some(row) => row.number,
        None => u8::try_from(before.players.len() + 1).unwrap_or(u8::MAX),
    };
    let action = board_turn(before, after, own, legal)?;
    let mut due = before.clone();
    carry_out(&mut due, id, action);
    check_rows(&due, after, id)?;
    Ok(action)
}

/// The legal action of player `own` that changes the board as it was changed.
fn board_turn(
    before: &StateFile,
    after: &StateFile,
    own: u8,
    legal: &[Action],
) -> Result<Action, TurnFault> {
    let leads = |action: &&Action| {
        let mut grid = before.grid.clone();
        match **action {
            Action::Place { at } => grid.set(at, FloeField::penguin(own)),
            Action::Move { from, to } => {
                grid.set(from, FloeField::WATER);
                grid.set(to, FloeField::penguin(own));
            }
        }
        grid == after.grid
    };
    if let Some(action) = legal.iter().find(leads) {
        return Ok(*action);
    }
    let places = before.grid.places().map(|place| FieldChange {
        place,
        was: before.grid.get(place),
        is: after.grid.get(place),
    });
    let changed: Vec<_> = places.filter(|it| it.was != it.is).collect();
    let is_others = |it: &FieldChange| it.was.player() != own && it.is.player() != own;
    Err(TurnFault::Board {
        touches_others: changed.iter().any(is_others),
        change: match changed.len() {
            0 => BoardChange::None,
            1..=3 => BoardChange::Few {
                expected: expected(before, own, &changed, legal),
                fields: changed,
            },
            many => BoardChange::Many(many),
        },
    })
}

/// The rule that a changed board breaks.
fn expected(before: &StateFile, own: u8, changed: &[FieldChange], legal: &[Action]) -> Expected {
    let left: Vec<_> = changed.iter().filter(|it| it.was.player() == own).collect();
    let reached: Vec<_> = changed.iter().filter(|it| it.is.player() == own).collect();
    let is_placement = matches!(legal.first(), Some(Action::Place { .. }));
    match (left.as_slice(), reached.as_slice()) {
        ([], [at]) if is_placement && at.was.fish() != 1 => Expected::OneFish,
        ([from], [to]) if !is_placement => match check_way(&before.grid, from.place, to.place) {
            Err(rule) => Expected::Way(rule),
            Ok(_) => Expected::Fields { from: from.place, to: to.place, player: own },
        },
        _ if is_placement => Expected::Placement,
        _ => Expected::Move,
    }
}

/// The rows are those that the turn of this ID leads to, in their order.
fn check_rows(due: &StateFile, after: &StateFile, id: &str) -> Result<(), TurnFault> {
    for row in &due.players {
        let expected = row.clone();
        match after.row(&row.id).cloned() {
            Some(found) if found == expected => {}
            Some(found) if row.id == id && found.number == row.number => {
                return Err(TurnFault::Score { found, expected });
            }
            Some(found) => return Err(TurnFault::Row { found, expected }),
            None => return Err(TurnFault::RowMissing(expected)),
        }
    }
    if let Some(nobody) = after.players.iter().find(|row| due.row(&row.id).is_none()) {
        return Err(TurnFault::RowOfNobody(nobody.clone()));
    }
    if after.players != due.players {
        return Err(TurnFault::RowOrder);
    }
    Ok(())
}
