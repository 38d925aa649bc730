//! The turn between two state files: what a program did to the file it was given, held against the
//! rules.

use super::board::FloeField;
use super::rules::check_way;
use super::state_file::StateFile;
use super::{Action, FieldPlace};
use chase_engine::game::{Forfeit, ForfeitCause};

fn tampering(what: &str) -> Forfeit {
    Forfeit::new(ForfeitCause::Tampering, what)
}

/// A change of one field.
struct FieldChange {
    place: FieldPlace,
    was: FloeField,
    is: FloeField,
}

impl FieldChange {
    fn words(&self) -> String {
        let FieldChange { place, was, is } = self;
        // The board begins in the file's second line.
        let (line, column) = (usize::from(place.row) + 2, usize::from(place.column) + 1);
        format!("{place} (line {line}, field {column}) from {was} to {is}")
    }
}

/// Compares the state files before and after a program's turn, and returns the action it took.
pub(crate) fn turn_between(
    before: &StateFile,
    after: &StateFile,
    id: &str,
    legal: &[Action],
) -> Result<Action, Forfeit> {
    let size = |file: &StateFile| (file.grid.rows(), file.grid.columns());
    if size(before) != size(after) {
        let ((rows, columns), (due_rows, due_columns)) = (size(after), size(before));
        let what = format!("the board is {rows} x {columns}, expected {due_rows} x {due_columns}");
        return Err(tampering(&what));
    }
    let next = u8::try_from(before.players.len() + 1).unwrap_or(u8::MAX);
    let own = before.row(id).map_or(next, |row| row.number);
    let action = board_turn(before, after, own, legal)?;
    let mut due = before.clone();
    due.carry_out(id, action);
    check_rows(&due, after, id)?;
    Ok(action)
}

/// The legal action of player `own` that changes the board as it was changed.
fn board_turn(
    before: &StateFile,
    after: &StateFile,
    own: u8,
    legal: &[Action],
) -> Result<Action, Forfeit> {
    let leads = |action: &&Action| {
        let mut grid = before.grid.clone();
        action.stand(&mut grid, own);
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
    // Fields that the program's penguins neither left nor reached.
    let is_others = |it: &FieldChange| it.was.player() != own && it.is.player() != own;
    let cause = match changed.iter().any(is_others) {
        true => ForfeitCause::Tampering,
        false => ForfeitCause::Illegal,
    };
    let what = match changed.len() {
        0 => "no field changed".into(),
        1..=3 => {
            let fields: Vec<_> = changed.iter().map(FieldChange::words).collect();
            let expected = expected(before, own, &changed, legal);
            format!("no legal turn changes {}; {expected}", fields.join(", "))
        }
        many => format!("{many} fields changed, but a turn changes at most two"),
    };
    Err(Forfeit::new(cause, &what))
}

/// What a legal turn would have changed, or the rule that a changed board breaks, in words.
fn expected(before: &StateFile, own: u8, changed: &[FieldChange], legal: &[Action]) -> String {
    let left: Vec<_> = changed.iter().filter(|it| it.was.player() == own).collect();
    let reached: Vec<_> = changed.iter().filter(|it| it.is.player() == own).collect();
    let is_placement = matches!(legal.first(), Some(Action::Place { .. }));
    match (left.as_slice(), reached.as_slice()) {
        ([], [at]) if is_placement && at.was.fish() != 1 => {
            "expected a free floe with one fish".into()
        }
        ([from], [to]) if !is_placement => match check_way(&before.grid, from.place, to.place) {
            Err(rule) => rule.to_string(),
            Ok(_) => {
                format!("expected {} to become 00 and {} to become 0{own}", from.place, to.place)
            }
        },
        _ if is_placement => "expected one penguin placed and nothing else".into(),
        _ => "expected one penguin moved and nothing else".into(),
    }
}

/// The rows are those that the turn of this ID leads to, in their order.
fn check_rows(due: &StateFile, after: &StateFile, id: &str) -> Result<(), Forfeit> {
    for expected in &due.players {
        let Some(found) = after.row(&expected.id) else {
            return Err(tampering(&format!("row `{expected}` is missing")));
        };
        if found != expected {
            let is_score = expected.id == id && found.number == expected.number;
            let cause = match is_score {
                true => ForfeitCause::WrongScore,
                false => ForfeitCause::Tampering,
            };
            return Err(Forfeit::new(cause, &format!("row `{found}`: expected `{expected}`")));
        }
    }
    if let Some(nobody) = after.players.iter().find(|row| due.row(&row.id).is_none()) {
        return Err(tampering(&format!("row `{nobody}`: nobody has this ID")));
    }
    if after.players != due.players {
        return Err(tampering("the players' rows are in another order than before"));
    }
    Ok(())
}
