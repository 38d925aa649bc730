//! How bad a state looks; the less, the longer it is followed.

use super::field::Field;
use crate::games::robots::board::START;

/// What a robot weighs.
const ROBOT: i32 = 100;
/// What a cell weighs that the robots are away on average: those that come together destroy each
/// other.
const AWAY: i32 = 5;
/// What a cell weighs that the player is away from the middle.
const MIDDLE: i32 = 2;
/// What it weighs that nothing can destroy the last robot.
const HOPELESS: i32 = 1_000_000;

/// The robots left, how far away they are on average, how far the player is from the middle, all
/// distances in steps of a king.
pub(super) fn trouble(field: &Field) -> i32 {
    let left = i32::try_from(field.left).unwrap_or(i32::MAX);
    let hopeless = if is_hopeless(field) { HOPELESS } else { 0 };
    let player = field.player;
    let middle = player.0.abs_diff(START.0).max(player.1.abs_diff(START.1));
    ROBOT * left + AWAY * away(field) / left.max(1) + MIDDLE * i32::from(middle) + hopeless
}

/// Whether the game cannot be won any more: one robot is left, and no debris.
pub(super) fn is_hopeless(field: &Field) -> bool {
    field.left == 1 && field.debris.iter().all(|row| *row == 0)
}

/// The distances of all robots together.
fn away(field: &Field) -> i32 {
    let (row, column) = (u32::from(field.player.0), u32::from(field.player.1));
    let mut sum = 0;
    for (n, robots) in (0..).zip(&field.robots) {
        let rows = row.abs_diff(n);
        let mut robots = *robots;
        while robots != 0 {
            sum += rows.max(column.abs_diff(robots.trailing_zeros()));
            robots &= robots - 1;
        }
    }
    i32::try_from(sum).unwrap_or(i32::MAX)
}
