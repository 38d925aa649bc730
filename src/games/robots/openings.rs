//! The boards of a match: random ones, or those of a file.

use std::path::PathBuf;

use clap::Args;

use super::RobotsGame;
use super::args::{game, read_games};
use super::file::{Board, Games};
use super::new::board;
use super::scenario::{Mode, ROBOTS_MAX, TELEPORTS_MAX};
use crate::engine::dice::{Dice, Generator};
use crate::engine::game::Game;
use crate::engine::replay::Header;
use crate::error::Error;
use crate::games::openings::{Openings, Seated, Wanted, names, shown};

#[derive(Args, Clone, Debug)]
pub(super) struct OpeningArgs {
    /// A file with the boards, one game or several [default: random boards]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["robots", "teleport_cells"])]
    board: Option<PathBuf>,
    /// Robots on random boards
    #[arg(long, value_name = "R", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=ROBOTS_MAX as i64))]
    robots: u8,
    /// Teleports on random boards
    #[arg(long, value_name = "T", default_value_t = 5, value_parser = clap::value_parser!(u8).range(0..=TELEPORTS_MAX as i64))]
    teleport_cells: u8,
    /// How often a teleport can be used
    #[arg(long, value_name = "MODE", default_value = "reuse")]
    teleports: Mode,
}

/// Boards to begin with.
pub(super) struct Boards {
    args: OpeningArgs,
    games: Option<Vec<Board>>,
    warnings: Vec<String>,
    wanted: Wanted,
}

impl OpeningArgs {
    pub(super) fn openings(self, wanted: Wanted) -> Result<Boards, Error> {
        let read = self.board.as_deref().map(read_games).transpose()?;
        let (games, warnings) = match read {
            Some(Games { games, warnings }) => (Some(games), warnings),
            None => (None, Vec::new()),
        };
        Ok(Boards {
            args: self,
            games,
            warnings,
            wanted,
        })
    }
}

impl Openings for Boards {
    fn seats(&self) -> usize {
        1
    }

    fn header(&self, n: u64, seated: &[Seated]) -> Result<Header, Error> {
        let seed = self.wanted.seed;
        let board = match &self.games {
            Some(games) => games[usize::try_from(n).unwrap_or(0) % games.len()].clone(),
            None => {
                let mut dice = Dice::new(Generator::Chacha8, seed, n);
                board(self.args.robots, self.args.teleport_cells, &mut dice)
            }
        };
        let game = game(board.scenario(self.args.teleports))?;
        let mut header = Header::new(&game, &names(seated), RobotsGame::DICE, seed);
        header.number = n;
        Ok(header)
    }

    fn about(&self) -> String {
        let mode = self.args.teleports.word();
        match &self.args.board {
            Some(path) => format!("on the boards of {}, teleports {mode}", shown(path)),
            None => format!(
                "on random boards of {} robots and {} teleports, {mode}",
                self.args.robots, self.args.teleport_cells
            ),
        }
    }

    fn warnings(&self) -> &[String] {
        &self.warnings
    }
}
