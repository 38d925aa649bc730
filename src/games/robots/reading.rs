//! Reads transcripts of ROBOTS: boards under lines that say what was done, or boards alone, which
//! are counted from 0.

use super::Ending;
use super::RobotsGame;
use super::board::{Cell, Cells, SIDE};
use super::transcript::{BANNER, TURN, column, show, sign};
use crate::engine::blocks::Blocks;
use crate::engine::game::Game as _;
use crate::engine::trace::{Misread, Remark, Row, TextEnd, TraceReader};
use crate::error::quoted;

/// A transcript being read.
#[derive(Debug)]
pub struct Reading {
    blocks: Blocks,
    /// The rows of the board being read.
    rows: Vec<String>,
}

impl Default for Reading {
    fn default() -> Self {
        Reading {
            blocks: Blocks::new(RobotsGame::CYCLE, column::COUNT),
            rows: Vec::new(),
        }
    }
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

impl Reading {
    /// Takes a line. True when it finished a turn.
    fn take(&mut self, line: &str, is_last: bool) -> Result<bool, Misread> {
        let line = line.trim();
        if is_row(line) {
            self.rows.push(line.to_owned());
            return if self.rows.len() == usize::from(SIDE) {
                self.board()
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
        if line == BANNER && self.blocks.is_open() {
            let what = "a second game begins here; one game can be read at a time";
            return Err(Blocks::misread(what));
        }
        if let Some(head) = line.strip_prefix(TURN) {
            if self.blocks.head(head) || is_last {
                return Ok(false);
            }
            let what = "expected `Turn N` or `Turn N: what was done`";
            return Err(Blocks::misread(what));
        }
        if self.blocks.is_open() && !line.is_empty() {
            if Ending::from_words(line).is_some() {
                self.blocks.ends_with(line);
            } else if !is_last {
                let what = format!("`{}` is no line of a transcript of ROBOTS", quoted(line));
                return Err(Blocks::misread(what));
            }
        }
        Ok(false)
    }

    /// A board that is complete. True when it finished the turn before it.
    fn board(&mut self) -> Result<bool, Misread> {
        let rows = std::mem::take(&mut self.rows);
        let (mut player, mut robots, mut debris) = (None, Vec::new(), Cells::default());
        let signs = rows.iter().flat_map(|row| row.chars());
        for (cell, sign) in Cell::all().zip(signs) {
            let is_player = [sign::PLAYER, sign::UNDER_ROBOT, sign::UNDER_DEBRIS].contains(&sign);
            if is_player && player.replace(cell).is_some() {
                return Err(Blocks::misread(
                    "a board with two players (above this line)",
                ));
            }
            match sign {
                sign::ROBOT | sign::UNDER_ROBOT => robots.push(cell),
                sign::DEBRIS | sign::UNDER_DEBRIS => debris.add(cell),
                _ => {}
            }
        }
        let Some(player) = player else {
            return Err(Blocks::misread(
                "a board without a player (above this line)",
            ));
        };
        let finished = self.blocks.begin(column::ACTION);
        show(player, &robots, &debris, self.blocks.now());
        Ok(finished)
    }
}

impl TraceReader for Reading {
    fn line(&mut self, line: &[u8]) -> Result<bool, Misread> {
        let text = self.blocks.next_line(line)?;
        self.take(text, false)
    }

    fn end(&mut self, rest: &[u8]) -> Result<bool, Misread> {
        let text = self.blocks.next_line(rest)?;
        if self.take(text, true)? {
            return Ok(true);
        }
        let in_a_block = !std::mem::take(&mut self.rows).is_empty();
        Ok(self.blocks.close(in_a_block))
    }

    fn row(&self) -> &Row {
        self.blocks.done()
    }

    fn remarks(&self) -> &[Remark] {
        self.blocks.remarks()
    }

    fn statements(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    fn how_it_ended(&self) -> TextEnd {
        self.blocks.end
    }

    fn tell(&self, _: usize, _: u64) -> Option<String> {
        // Every column has words of its own.
        None
    }
}
