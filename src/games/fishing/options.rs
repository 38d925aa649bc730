//! What is played on, and by how many, as the options of the command line say it.

use std::path::PathBuf;

use clap::Args;

use super::board::{PLAYERS_MAX, SIZE_MAX};
use super::plan::{FloePlan, FloeShape};

/// What is played on, and by how many.
#[derive(Args, Clone, Debug)]
pub struct IceArgs {
    /// Board from this state file, which has no penguins and players [default: a random board]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rows", "cols", "shape"])]
    pub(super) board: Option<PathBuf>,
    /// Number of rows of the board
    #[arg(long, value_name = "M", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=99))]
    pub(super) rows: u8,
    /// Number of columns of the board
    #[arg(long, alias = "columns", value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=99))]
    pub(super) cols: u8,
    /// Shape of the board
    #[arg(long, value_name = "SHAPE", default_value = "full")]
    pub(super) shape: FloeShape,
    /// Number of penguins for each player
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..))]
    pub(super) penguins: u8,
    /// Number of players in a game, 1 to 9 [default: all that are named]
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u8).range(1..=PLAYERS_MAX as i64))]
    pub(super) seats: Option<u8>,
}

impl IceArgs {
    /// The board for so many players.
    pub(super) fn plan(&self, players: usize) -> FloePlan {
        debug_assert!(players <= PLAYERS_MAX && usize::from(self.rows.max(self.cols)) <= SIZE_MAX);
        FloePlan {
            rows: self.rows,
            columns: self.cols,
            shape: self.shape,
            one_fish_min: players * usize::from(self.penguins),
        }
    }
}
