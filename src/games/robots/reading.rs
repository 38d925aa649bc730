//! Reads transcripts of ROBOTS: boards under lines that say what was done, or boards alone, which
//! are counted from 0.

use super::Ending;
use super::board::{BoardCell, Cells, SIDE};
use super::trace::{BANNER, TURN, cells, column, sign};
use chase_core::blocks::{BlockLines, Blocks};
use chase_core::trace::{Cell as Shown, TraceError};

/// A transcript being read.
#[derive(Debug, Default)]
pub struct Reading {
    /// The rows of the board being read.
    rows: Vec<String>,
}

const SIGNS: [char; 7] = [
    sign::EMPTY,
    sign::PLAYER,
    sign::ROBOT,
    sign::DEBRIS,
    sign::TELEPORT,
    sign::UNDER_ROBOT,
    sign::UNDER_DEBRIS,
];

fn is_row(line: &str) -> bool {
    line.len() == usize::from(SIDE) && line.chars().all(|c| SIGNS.contains(&c))
}

impl BlockLines for Reading {
    fn take(&mut self, blocks: &mut Blocks, line: &str, is_last: bool) -> Result<bool, TraceError> {
        let line = line.trim();
        if is_row(line) {
            self.rows.push(line.to_owned());
            return if self.rows.len() == usize::from(SIDE) {
                self.board(blocks)
            } else {
                Ok(false)
            };
        }
        if !self.rows.is_empty() {
            if is_last {
                return Ok(false);
            }
            let what = format!("expected a row of the board: {SIDE} signs");
            return Err(Blocks::misread(what));
        }
        if line == BANNER && blocks.is_open() {
            return Err(Blocks::second_game());
        }
        if let Some(head) = line.strip_prefix(TURN) {
            let due = "`Turn N` or `Turn N: what was done`";
            return blocks.take_head(head, is_last, due).map(|_| false);
        }
        if blocks.is_open() && !line.is_empty() {
            if Ending::from_words(line).is_some() {
                blocks.ends_with(line);
            } else if !is_last {
                return Err(Blocks::no_line_of("ROBOTS", line));
            }
        }
        Ok(false)
    }

    fn is_in_a_block(&self) -> bool {
        !self.rows.is_empty()
    }
}

impl Reading {
    /// A board that is complete. True when it finished the turn before it.
    fn board(&mut self, blocks: &mut Blocks) -> Result<bool, TraceError> {
        let rows = std::mem::take(&mut self.rows);
        let (mut player, mut robots, mut debris) = (None, Vec::new(), Cells::default());
        let signs = rows.iter().flat_map(|row| row.chars());
        for (cell, sign) in BoardCell::all().zip(signs) {
            let is_player = [sign::PLAYER, sign::UNDER_ROBOT, sign::UNDER_DEBRIS].contains(&sign);
            if is_player && player.replace(cell).is_some() {
                return Err(Blocks::misread("a board with two players (above this line)"));
            }
            match sign {
                sign::ROBOT | sign::UNDER_ROBOT => robots.push(cell),
                sign::DEBRIS | sign::UNDER_DEBRIS => debris.add(cell),
                _ => {}
            }
        }
        let Some(player) = player else {
            return Err(Blocks::misread("a board without a player (above this line)"));
        };
        let finished = blocks.begin(column::ACTION);
        let shown = cells(player, &robots, &debris);
        for (cell, words) in blocks.now().cells.iter_mut().zip(shown) {
            *cell = Shown::Text(words.into());
        }
        Ok(finished)
    }
}
