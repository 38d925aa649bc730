//! `chase new fishing`: makes a board.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::args::IceArgs;
use super::board::{Field, Grid, PLAYERS_MAX, Place, SIZE_MAX, StateFile};
use crate::engine::dice::{Dice, Generator};
use crate::error::Error;
use crate::games::NewFiles;

/// What a board looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shape {
    /// Ice everywhere
    Full,
    /// An island of ice, ragged at its edge, in the water
    Island,
}

/// A board to be made.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Rows, from 1.
    pub rows: u8,
    /// Columns, from 1.
    pub columns: u8,
    /// What it looks like.
    pub shape: Shape,
    /// Floes with one fish that there must be.
    pub one_fish_min: usize,
}

impl Plan {
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
            let is_ice = self.shape == Shape::Full || self.is_island(place, dice);
            if is_ice {
                grid.set(place, Field::floe(fish));
            }
        }
        let count =
            |grid: &Grid, is: fn(&Field) -> bool| grid.fields().iter().filter(|f| is(f)).count();
        let floes = count(&grid, |field| field.is_free());
        if floes < self.one_fish_min {
            let (rows, columns, needed) = (self.rows, self.columns, self.one_fish_min);
            let what = format!(
                "a board of {rows} x {columns} has {floes} floes, and {needed} with one fish are needed"
            );
            return Err(Error::new(what).help("take more rows and columns, or fewer penguins"));
        }
        let one = |field: &Field| *field == Field::floe(1);
        while count(&grid, one) < self.one_fish_min {
            let others: Vec<Place> = grid
                .places()
                .filter(|place| grid.get(*place).fish() > 1)
                .collect();
            let drawn = dice.below(u32::try_from(others.len()).expect("a board is small"));
            grid.set(others[drawn as usize], Field::floe(1));
        }
        Ok(grid)
    }

    /// Within an ellipse, and on its edge by luck. Doubled, so that the middle is a whole number.
    fn is_island(&self, place: Place, dice: &mut Dice) -> bool {
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

/// The size and shape of a board.
#[derive(Args, Clone, Copy, Debug)]
pub struct BoardArgs {
    /// Rows of the board
    #[arg(long, value_name = "M", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=99))]
    pub rows: u8,
    /// Columns of the board
    #[arg(long, alias = "columns", value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=99))]
    pub cols: u8,
    /// What the board looks like
    #[arg(long, value_name = "SHAPE", default_value = "full")]
    pub shape: Shape,
}

impl BoardArgs {
    /// The board for so many players and penguins.
    #[must_use]
    pub fn plan(self, players: usize, penguins: u8) -> Plan {
        debug_assert!(players <= PLAYERS_MAX && usize::from(self.rows.max(self.cols)) <= SIZE_MAX);
        Plan {
            rows: self.rows,
            columns: self.cols,
            shape: self.shape,
            one_fish_min: players * usize::from(penguins),
        }
    }
}

/// A board in a state file.
pub(super) fn files(
    options: &IceArgs,
    seed: i64,
    output: Option<PathBuf>,
) -> Result<NewFiles, Error> {
    let (players, penguins) = (usize::from(options.seats.unwrap_or(2)), options.penguins);
    let plan = options.size.plan(players, penguins);
    let grid = plan.make(&mut Dice::new(Generator::Chacha8, seed, 0))?;
    let floes = grid.fields().iter().filter(|field| field.is_free()).count();
    let BoardArgs { rows, cols, .. } = options.size;
    let file = StateFile {
        grid,
        players: Vec::new(),
    };
    let path = output.unwrap_or_else(|| format!("fishing-{rows}-{cols}-{seed}.txt").into());
    let greedy = " --player greedy".repeat(players);
    let next = format!(
        "chase record fishing --board {}{greedy} --penguins {penguins}",
        path.display(),
    );
    Ok(NewFiles {
        files: vec![(path, file.to_string())],
        about: format!(
            "{rows} x {cols} fields, {floes} floes, room for {penguins} penguins of {players} \
             players, seed {seed}"
        ),
        next,
        seed_drawn: None,
    })
}
