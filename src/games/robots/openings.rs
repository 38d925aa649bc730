//! The boards that the options ask for: of a file, random ones, or the program's own.

use super::game_file::{FileBoard, FileGames, only_game, read_games};
use super::new::board;
use super::options::{BoardArgs, own_board};
use super::{RobotsGame, Scenario};
use chase_engine::dice::{Dice, Generator};
use chase_play::commands::Scenarios;
use chase_play::openings::{Seated, Wanted};
use chase_world::error::Error;
use chase_world::world::World;

/// Boards to begin with.
pub(super) struct OpeningCells {
    options: BoardArgs,
    /// Those of a file, or the program's own; random ones where there are none.
    fixed: Vec<FileBoard>,
    warnings: Vec<String>,
    wanted: Wanted,
}

impl OpeningCells {
    pub(super) fn new(world: &World, options: BoardArgs, wanted: Wanted) -> Result<Self, Error> {
        let (fixed, warnings) = match (&options.file, &options.board) {
            (Some(path), _) => {
                let (board, warnings) = only_game(&world.at(path))?;
                (vec![board], warnings)
            }
            (None, Some(path)) => {
                let FileGames { games, warnings } = read_games(&world.at(path))?;
                (games, warnings)
            }
            (None, None) if options.is_random() => (Vec::new(), Vec::new()),
            (None, None) => (vec![own_board()], Vec::new()),
        };
        Ok(OpeningCells { options, fixed, warnings, wanted })
    }

    fn board(&self, n: u64) -> FileBoard {
        if self.fixed.is_empty() {
            let mut dice = Dice::new(Generator::Chacha8, self.wanted.seed, n);
            let (robots, teleports) = self.options.counts();
            return board(robots, teleports, &mut dice);
        }
        self.fixed[usize::try_from(n).unwrap_or(0) % self.fixed.len()].clone()
    }
}

impl Scenarios<RobotsGame> for OpeningCells {
    fn seats(&self) -> usize {
        1
    }

    fn nth(&self, n: u64, _: &[Seated]) -> Result<Scenario, Error> {
        Ok(self.board(n).scenario(self.options.teleports))
    }

    fn about(&self) -> String {
        let mode = self.options.teleports.word();
        match self.options.file.as_ref().or(self.options.board.as_ref()) {
            Some(path) => format!("on the boards of {}, teleports {mode}", path.display()),
            None => {
                let (robots, teleports) = self.options.counts();
                format!("on random boards of {robots} robots and {teleports} teleports, {mode}")
            }
        }
    }

    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }
}
