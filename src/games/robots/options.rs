//! What is played on: the options of the command line, and the board of the program's own, which
//! is played on where they choose none.

use std::path::PathBuf;

use clap::Args;

use super::game_file::FileBoard;
use super::new::board;
use super::scenario::{Mode, ROBOTS_MAX, TELEPORTS_MAX};
use chase_engine::dice::{Dice, Generator};

/// The game that is recorded without any options: a built-in board.
pub(super) mod embedded {
    pub const PLAYER: &str = "survivor:nodes=50000";
    pub(crate) const ROBOTS: u8 = 20;
    pub(crate) const TELEPORTS: u8 = 5;
    pub const SEED: i64 = 1;
}

/// What is played on.
#[derive(Args, Clone, Debug)]
pub struct BoardArgs {
    /// Game file [default: a built-in board of 20 robots and 5 teleports]
    #[arg(value_name = "FILE", conflicts_with = "board")]
    pub(super) file: Option<PathBuf>,
    /// Board file with one game or several; a single game uses the first
    #[arg(long, value_name = "FILE")]
    pub(super) board: Option<PathBuf>,
    /// Number of robots on a random board, as in 20
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u8).range(1..=ROBOTS_MAX as i64), conflicts_with_all = ["file", "board"])]
    pub(super) robots: Option<u8>,
    /// Number of teleports on a random board, as in 5
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u8).range(0..=TELEPORTS_MAX as i64), conflicts_with_all = ["file", "board"])]
    pub(super) teleport_cells: Option<u8>,
    /// Whether teleports can be used once or again and again
    #[arg(long, value_name = "MODE", default_value = "reuse")]
    pub(super) teleports: Mode,
}

impl BoardArgs {
    /// Returns true if the options ask for a random board.
    pub(super) fn is_random(&self) -> bool {
        self.robots.is_some() || self.teleport_cells.is_some()
    }

    /// Robots and teleports on a random board.
    pub(super) fn counts(&self) -> (u8, u8) {
        (
            self.robots.unwrap_or(embedded::ROBOTS),
            self.teleport_cells.unwrap_or(embedded::TELEPORTS),
        )
    }
}

/// The board of the program's own.
pub(super) fn own_board() -> FileBoard {
    let mut dice = Dice::new(Generator::Chacha8, embedded::SEED, 0);
    board(embedded::ROBOTS, embedded::TELEPORTS, &mut dice)
}
