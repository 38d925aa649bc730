//! Makes boards by a plan: their size and shape, and what there must be on them.

use clap::ValueEnum;

use super::board::{FieldPlace, FloeField, Grid};
use chase_engine::dice::Dice;
use chase_world::error::Error;

/// What a board looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FloeShape {
    /// Ice everywhere
    Full,
    /// An island of ice, ragged at its edge, in the water
    Island,
}

/// A board to be made.
#[derive(Clone, Copy, Debug)]
pub struct FloePlan {
    /// Rows, from 1.
    pub rows: u8,
    /// Columns, from 1.
    pub columns: u8,
    /// The shape of the ice.
    pub shape: FloeShape,
    /// Floes with one fish that there must be.
    pub one_fish_min: usize,
}

impl FloePlan {
    /// Makes the board: of six floes three have one fish, two have two, one has three, about; then
    /// more get one fish until there are enough.
    ///
    /// # Errors
    /// There are fewer floes than floes with one fish are needed.
    pub fn make(&self, dice: &mut Dice) -> Result<Grid, Error> {
        let mut grid = Grid::water(self.rows, self.columns);
        for place in grid.places() {
            const FISH: [u8; 6] = [1, 1, 1, 2, 2, 3];
            let fish = FISH[dice.below(6) as usize];
            let is_ice = self.shape == FloeShape::Full || self.is_island(place, dice);
            if is_ice {
                grid.set(place, FloeField::floe(fish));
            }
        }
        let count = |grid: &Grid, is: fn(&FloeField) -> bool| {
            grid.fields().iter().filter(|f| is(f)).count()
        };
        let floes = count(&grid, |field| field.is_free());
        if floes < self.one_fish_min {
            let (rows, columns, needed) = (self.rows, self.columns, self.one_fish_min);
            let what = format!(
                "a board of {rows} x {columns} has {floes} floes, and {needed} with one fish are needed"
            );
            return Err(Error::new(what).help("take more rows and columns, or fewer penguins"));
        }
        let one = |field: &FloeField| *field == FloeField::floe(1);
        while count(&grid, one) < self.one_fish_min {
            let others: Vec<FieldPlace> =
                grid.places().filter(|place| grid.get(*place).fish() > 1).collect();
            let drawn = dice.below(u32::try_from(others.len()).expect("a board is small"));
            grid.set(others[drawn as usize], FloeField::floe(1));
        }
        Ok(grid)
    }

    /// Within an ellipse, and on its edge by luck. Doubled, so that the middle is a whole number.
    fn is_island(&self, place: FieldPlace, dice: &mut Dice) -> bool {
        let off = |at: u8, size: u8| {
            let size = i64::from(size);
            let off = 2 * i64::from(at) + 1 - size;
            1000 * off * off / (size * size)
        };
        let far = off(place.row, self.rows) + off(place.column, self.columns);
        let luck = i64::from(dice.below(300));
        far < 850 + luck
    }
}
