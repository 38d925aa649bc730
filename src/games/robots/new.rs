//! Makes random boards.

use std::path::PathBuf;

use super::RobotsGame;
use super::board::{BoardCell, START};
use super::game_file::FileBoard;
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::Game as _;
use chase_play::NewFiles;

/// Draws a board: robots anywhere but next to the player and on its cell, teleports anywhere, all
/// different.
#[must_use]
pub fn board(robots: u8, teleports: u8, dice: &mut Dice) -> FileBoard {
    let far = |cell: &BoardCell| cell.0.abs_diff(START.0).max(cell.1.abs_diff(START.1)) > 1;
    let mut draw = |cells: Vec<BoardCell>, count: u8| {
        let mut left = cells;
        let mut drawn = Vec::new();
        for _ in 0..count {
            let n = u32::try_from(left.len()).expect("a board is small");
            drawn.push(left.swap_remove(dice.below(n) as usize));
        }
        drawn
    };
    FileBoard {
        line: 1,
        robots: draw(BoardCell::all().filter(far).collect(), robots),
        teleports: draw(BoardCell::all().collect(), teleports),
    }
}

/// A board of so many robots and teleports in a game file.
pub(super) fn files((robots, teleports): (u8, u8), seed: i64, output: Option<PathBuf>) -> NewFiles {
    let mut dice = Dice::new(Generator::Chacha8, seed, 0);
    let board = board(robots, teleports, &mut dice);
    let path = output.unwrap_or_else(|| format!("robots-{robots}-{teleports}-{seed}.txt").into());
    NewFiles {
        next: format!("chase play {} {}", RobotsGame::NAME, path.display()),
        files: vec![(path, board.text())],
        about: format!("{robots} robots, {teleports} teleports, seed {seed}"),
        seed_drawn: None,
    }
}
