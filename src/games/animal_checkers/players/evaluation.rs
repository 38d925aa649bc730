//! What a quiet position is worth, in hundredths of a dog.

use crate::board::{Animal, Position};

/// By [`Animal`]: what a piece is worth anywhere.
const MATERIAL: [i32; 4] = [220, 100, 260, 330];

/// By steps to the enemy's den: what a piece is worth for being near it.
const NEAR: [i32; 13] = [0, 90, 62, 48, 38, 30, 23, 17, 12, 8, 4, 0, 0];

/// The worth of the right to move, in hundredths of a dog.
const TEMPO: i32 = 8;

/// By side, piece and square number.
static WORTH: [[[i32; 64]; 4]; 2] = {
    let mut table = [[[0; 64]; 4]; 2];
    let mut side = 0;
    while side < 2 {
        let den_row: i32 = if side == 0 { 6 } else { 0 };
        let mut animal = 0;
        while animal < 4 {
            let mut number = 0;
            while number < 63 {
                let (column, row) = (number % 8, number / 8);
                let steps = (column as i32 - 3).abs() + (row as i32 - den_row).abs();
                if column < 7 && row < 7 {
                    table[side][animal][number] = MATERIAL[animal] + NEAR[steps as usize];
                }
                number += 1;
            }
            animal += 1;
        }
        side += 1;
    }
    table
};

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

/// Judges each piece by itself: what it is, and how near the enemy's den.
#[derive(Clone, Copy, Debug)]
pub struct Material;

impl Judge for Material {
    #[inline]
    fn worth(&self, position: &Position, side: usize) -> i32 {
        let of = |side: usize| -> i32 {
            let worth = |animal: Animal| {
                let number = position.number(side, animal);
                WORTH[side][animal as usize][usize::from(number)]
            };
            Animal::ALL.into_iter().map(worth).sum()
        };
        of(side) - of(1 - side) + TEMPO
    }
}

/// The worth of an animal to the side that captures it.
#[inline]
pub fn material(animal: usize) -> i32 {
    MATERIAL[animal]
}
