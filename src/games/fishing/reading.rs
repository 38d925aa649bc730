//! Reads transcripts of Fishing: our own, and state files one after another, which are counted
//! from 0.

use super::Fishing;
use super::board::{PLAYERS_MAX, StateFile};
use super::transcript::{BANNER, TRACE, column, show};
use crate::engine::blocks::Blocks;
use crate::engine::game::Game;
use crate::engine::trace::{Misread, Remark, Row, TextEnd, TraceReader};
use crate::error::quoted;

const HEAD: &str = "Turn ";
const ENDINGS: [&str; 2] = [" wins with ", " share the win with "];

/// A transcript being read.
#[derive(Debug)]
pub struct Reading {
    blocks: Blocks,
    /// The lines of the state being read, and how many rows its board has.
    lines: Vec<String>,
    rows: usize,
    said: Vec<(String, String)>,
}

impl Default for Reading {
    fn default() -> Self {
        Reading {
            blocks: Blocks::new(Fishing::CYCLE, column::COUNT),
            lines: Vec::new(),
            rows: 0,
            said: Vec::new(),
        }
    }
}

/// The number of rows that a state file's first line gives.
fn rows_of(line: &str) -> Option<usize> {
    let mut words = line.split_whitespace();
    let side = |word: Option<&str>| word?.parse::<u8>().ok().filter(|side| *side > 0);
    let (rows, _) = (side(words.next())?, side(words.next())?);
    words.next().is_none().then_some(usize::from(rows))
}

/// Whether a line can be the first of a state file.
pub(super) fn is_size(line: &str) -> bool {
    rows_of(line).is_some()
}

/// Whether a line can be a row of a board.
pub(super) fn is_row(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_field = |word: &str| word.len() == 2 && word.bytes().all(|b| b.is_ascii_digit());
    line.split_whitespace().next().is_some() && words.all(is_field)
}

/// Whether a line can be a player's row.
fn is_player(line: &str) -> bool {
    let words: Vec<_> = line.split_whitespace().collect();
    matches!(words.as_slice(), [_, number, fish]
        if number.parse::<u8>().is_ok_and(|n| (1..=PLAYERS_MAX).contains(&usize::from(n)))
            && fish.parse::<u32>().is_ok())
}

impl Reading {
    /// Takes a line. True when it finished a turn.
    fn take(&mut self, line: &str, is_last: bool) -> Result<bool, Misread> {
        let line = line.trim_end();
        let board_is_whole = !self.lines.is_empty() && self.lines.len() > self.rows;
        if !self.lines.is_empty() && !board_is_whole {
            if is_row(line) {
                self.lines.push(line.to_owned());
                return Ok(false);
            }
            if is_last {
                self.lines.clear();
                return Ok(false);
            }
            return Err(Blocks::misread(
                "expected a row of the board: two digits a field",
            ));
        }
        if board_is_whole && is_player(line) {
            self.lines.push(line.to_owned());
            return Ok(false);
        }
        let finished = board_is_whole && self.state()?;
        self.other(line, is_last)?;
        Ok(finished)
    }

    /// A state that is complete. True when it finished the turn before it.
    fn state(&mut self) -> Result<bool, Misread> {
        let lines = std::mem::take(&mut self.lines);
        let first = self.blocks.line() - lines.len() as u64;
        let text = lines.join("\n");
        let file = StateFile::parse(text.as_bytes()).map_err(|bad| Misread {
            column: bad.column,
            what: format!("{} (in line {})", bad.what, first + bad.line as u64 - 1),
        })?;
        let finished = self.blocks.begin(column::ACTION);
        show(&file, self.blocks.now());
        Ok(finished)
    }

    /// A line that belongs to no state.
    fn other(&mut self, line: &str, is_last: bool) -> Result<(), Misread> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(());
        }
        if let Some(rows) = rows_of(line) {
            self.rows = rows;
            self.lines.push(line.to_owned());
            self.blocks.end = TextEnd::Cut;
            return Ok(());
        }
        if line == BANNER && self.blocks.is_open() {
            let what = "a second game begins here; one game can be read at a time";
            return Err(Blocks::misread(what));
        }
        if let Some(head) = line.strip_prefix(HEAD) {
            if self.blocks.head(head) || is_last {
                return Ok(());
            }
            return Err(Blocks::misread(
                "expected `Turn N` or `Turn N: what happened`",
            ));
        }
        if self.blocks.is_open() && ENDINGS.iter().any(|ending| line.contains(ending)) {
            self.blocks.ends_with(line);
            return Ok(());
        }
        if let Some(rest) = line.strip_prefix("Penguins: ")
            && let Some((penguins, players)) = rest.split_once(" each. Players: ")
        {
            let players = players.trim_end_matches('.');
            self.said.push(("penguins".into(), penguins.into()));
            self.said.push(("players".into(), players.into()));
            return Ok(());
        }
        if self.blocks.is_open() && !is_last {
            let what = format!("`{}` is no line of a transcript of Fishing", quoted(line));
            return Err(Blocks::misread(what));
        }
        Ok(())
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
        if self.lines.len() > self.rows && !self.lines.is_empty() && self.state()? {
            return Ok(true);
        }
        let in_a_block = !std::mem::take(&mut self.lines).is_empty();
        Ok(self.blocks.close(in_a_block))
    }

    fn row(&self) -> &Row {
        self.blocks.done()
    }

    fn remarks(&self) -> &[Remark] {
        self.blocks.remarks()
    }

    fn statements(&self) -> Vec<(String, String)> {
        self.said.clone()
    }

    fn how_it_ended(&self) -> TextEnd {
        self.blocks.end
    }

    fn tell(&self, column: usize, number: u64) -> Option<String> {
        (TRACE[column].kind == "fish").then(|| number.to_string())
    }
}
