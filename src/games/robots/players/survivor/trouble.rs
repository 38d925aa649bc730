//! How bad a state looks; the less, the longer it is followed.

use super::field::{FieldRows, SurvivorField, cells};
use crate::board::{BoardCell, START};

/// The weight of each robot.
const ROBOT: i32 = 100;
/// The weight of each step of the robots' average distance from the player: robots that come
/// together destroy each other.
const AWAY: i32 = 5;
/// The weight of each step between the player and the middle.
const MIDDLE: i32 = 2;
/// The weight of a last robot that nothing can destroy.
const HOPELESS: i32 = 1_000_000;

/// The weight of each step between the last robot and the nearest debris.
const LAST: i32 = 2;

/// The robots left, how far away they are on average, how far the player is from the middle, how
/// far the last robot is from debris; all distances in steps of a king.
pub(super) fn trouble(field: &SurvivorField) -> i32 {
    let SurvivorField { player, left, .. } = *field;
    let number = i32::try_from(left).unwrap_or(i32::MAX);
    let away = AWAY * away(&field.robots, player) / number.max(1);
    let middle = player.0.abs_diff(START.0).max(player.1.abs_diff(START.1));
    let last = match last(field) {
        _ if left > 1 => 0,
        Some(cells) => LAST * cells,
        None => HOPELESS,
    };
    ROBOT * number + away + MIDDLE * i32::from(middle) + last
}

/// Returns true if the game cannot be won any more: one robot is left, and no debris.
pub(super) fn is_hopeless(field: &SurvivorField) -> bool {
    field.left == 1 && field.debris.iter().all(|row| *row == 0)
}

/// The number of steps from the last robot to the nearest debris; nothing if there is no debris.
fn last(field: &SurvivorField) -> Option<i32> {
    let robot = cells(&field.robots).next()?;
    let cells = cells(&field.debris).map(|debris| steps(debris, robot));
    cells.min()
}

/// The distances to all robots together. Where a search spends its time: no iterators.
fn away(robots: &FieldRows, player: BoardCell) -> i32 {
    let (row, column) = (u32::from(player.0), u32::from(player.1));
    let mut sum = 0;
    for (n, bits) in (0..).zip(robots) {
        let rows = row.abs_diff(n);
        let mut bits = *bits;
        while bits != 0 {
            sum += rows.max(column.abs_diff(bits.trailing_zeros()));
            bits &= bits - 1;
        }
    }
    i32::try_from(sum).unwrap_or(i32::MAX)
}

/// The steps of a king from cell to cell.
fn steps(from: BoardCell, to: BoardCell) -> i32 {
    from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)).into()
}
