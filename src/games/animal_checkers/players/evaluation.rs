//! What judges a quiet position, and what pieces are worth, in hundredths of a dog.

use crate::board::{Animal, Position};

/// By [`Animal`]: what a piece is worth anywhere.
pub(super) const MATERIAL: [i32; 4] = [220, 100, 260, 330];

/// The number of no square.
pub(super) const OFF: usize = 63;

/// The numbers of the squares of a side's pieces and of the enemy's, by [`Animal`], as the side sees them: it always
/// plays up. A captured piece is on [`OFF`].
#[inline]
pub(super) fn seen_by(position: &Position, side: usize) -> [[usize; 4]; 2] {
    /// The greatest square number.
    const LAST: usize = 54;
    [side, 1 - side].map(|owner| {
        Animal::ALL.map(|animal| {
            let number = usize::from(position.number(owner, animal));
            match number {
                OFF => OFF,
                _ if side == 0 => number,
                _ => LAST - number,
            }
        })
    })
}

/// An evaluation of the positions at which a search stops.
pub trait Judge {
    /// The worth of a position for the side to move, in hundredths of a dog.
    fn worth(&self, position: &Position, side: usize) -> i32;
}
