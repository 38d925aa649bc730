//! Makes random boards.

use std::path::PathBuf;

use clap::Args;

use super::RobotsGame;
use super::board::{Cell, START};
use super::file::Board;
use super::scenario::{ROBOTS_MAX, TELEPORTS_MAX};
use crate::engine::dice::{Dice, Generator, fresh_seed};
use crate::engine::game::Game as _;
use crate::games::NewFiles;

/// What `chase new` takes.
#[derive(Args)]
pub struct NewArgs {
    /// Robots
    #[arg(long, value_name = "R", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=ROBOTS_MAX as i64))]
    robots: u8,
    /// Teleports
    #[arg(long, value_name = "T", default_value_t = 5, value_parser = clap::value_parser!(u8).range(0..=TELEPORTS_MAX as i64))]
    teleports: u8,
    /// Seed of the board [drawn when not given]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<i64>,
    /// Where the board goes
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Draws a board: robots anywhere but next to the player and on its cell, teleports anywhere, all
/// different.
#[must_use]
pub fn board(robots: u8, teleports: u8, dice: &mut Dice) -> Board {
    let far = |cell: &Cell| cell.0.abs_diff(START.0).max(cell.1.abs_diff(START.1)) > 1;
    let mut draw = |cells: Vec<Cell>, count: u8| {
        let mut left = cells;
        let mut drawn = Vec::new();
        for _ in 0..count {
            let n = u32::try_from(left.len()).expect("a board is small");
            drawn.push(left.swap_remove(dice.below(n) as usize));
        }
        drawn
    };
    Board {
        line: 1,
        robots: draw(Cell::all().filter(far).collect(), robots),
        teleports: draw(Cell::all().collect(), teleports),
    }
}

impl NewArgs {
    pub(super) fn files(self) -> NewFiles {
        let seed = self.seed.unwrap_or_else(fresh_seed);
        let mut dice = Dice::new(Generator::Chacha8, seed, 0);
        let board = board(self.robots, self.teleports, &mut dice);
        let (robots, teleports) = (self.robots, self.teleports);
        let path = self
            .output
            .unwrap_or_else(|| format!("robots-{robots}-{teleports}-{seed}.txt").into());
        NewFiles {
            next: format!("chase play {} {}", RobotsGame::NAME, path.display()),
            files: vec![(path, board.text())],
            about: format!("{robots} robots, {teleports} teleports, seed {seed}"),
            seed_drawn: self.seed.is_none().then_some(seed),
        }
    }
}
