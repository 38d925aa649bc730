//! Reads transcripts of Fishing: our own, and state files one after another, which are counted
//! from 0.

use super::board::PLAYERS_MAX;
use super::state_file::StateFile;
use super::trace::{BANNER, column, show};
use chase_core::blocks::{BlockLines, Blocks};
use chase_core::trace::{TextEnd, TraceError};

const HEAD: &str = "Turn ";
const ENDINGS: [&str; 2] = [" wins with ", " share the win with "];

/// A transcript being read.
#[derive(Debug, Default)]
pub struct Reading {
    /// The lines of the state being read, and how many rows its board has.
    lines: Vec<String>,
    rows: usize,
}

/// The number of rows that a state file's first line gives.
pub(super) fn rows_of(line: &str) -> Option<usize> {
    let mut words = line.split_whitespace();
    let side = |word: Option<&str>| word?.parse::<u8>().ok().filter(|side| *side > 0);
    let (rows, _) = (side(words.next())?, side(words.next())?);
    words.next().is_none().then_some(usize::from(rows))
}

/// Returns true if a line can be a row of a board.
pub(super) fn is_row(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_field = |word: &str| word.len() == 2 && word.bytes().all(|b| b.is_ascii_digit());
    line.split_whitespace().next().is_some() && words.all(is_field)
}

/// Returns true if a line can be a player's row.
fn is_player(line: &str) -> bool {
    let words: Vec<_> = line.split_whitespace().collect();
    matches!(words.as_slice(), [_, number, fish]
        if number.parse::<u8>().is_ok_and(|n| (1..=PLAYERS_MAX).contains(&usize::from(n)))
            && fish.parse::<u32>().is_ok())
}

impl BlockLines for Reading {
    fn take(&mut self, blocks: &mut Blocks, line: &str, is_last: bool) -> Result<bool, TraceError> {
        let line = line.trim_end();
        let board_is_whole = self.board_is_whole();
        if !self.lines.is_empty() && !board_is_whole {
            if is_row(line) {
                self.lines.push(line.to_owned());
                return Ok(false);
            }
            if is_last {
                self.lines.clear();
                return Ok(false);
            }
            return Err(Blocks::misread("expected a row of the board: two digits a field"));
        }
        if board_is_whole && is_player(line) {
            self.lines.push(line.to_owned());
            return Ok(false);
        }
        let finished = board_is_whole && self.state(blocks)?;
        self.other(blocks, line, is_last)?;
        Ok(finished)
    }

    fn complete(&mut self, blocks: &mut Blocks) -> Result<bool, TraceError> {
        Ok(self.board_is_whole() && self.state(blocks)?)
    }

    fn is_in_a_block(&self) -> bool {
        !self.lines.is_empty()
    }
}

impl Reading {
    fn board_is_whole(&self) -> bool {
        !self.lines.is_empty() && self.lines.len() > self.rows
    }

    /// A state that is complete. True when it finished the turn before it.
    fn state(&mut self, blocks: &mut Blocks) -> Result<bool, TraceError> {
        let lines = std::mem::take(&mut self.lines);
        let first = blocks.line() - lines.len() as u64;
        let text = lines.join("\n");
        let file = StateFile::parse(text.as_bytes()).map_err(|bad| TraceError {
            column: bad.column,
            what: format!("{} (in line {})", bad.what, first + bad.line as u64 - 1),
        })?;
        let finished = blocks.begin(column::ACTION);
        show(&file, blocks.now());
        Ok(finished)
    }

    /// A line that belongs to no state.
    fn other(&mut self, blocks: &mut Blocks, line: &str, is_last: bool) -> Result<(), TraceError> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(());
        }
        if let Some(rows) = rows_of(line) {
            self.rows = rows;
            self.lines.push(line.to_owned());
            blocks.end = TextEnd::Cut;
            return Ok(());
        }
        if line == BANNER && blocks.is_open() {
            return Err(Blocks::second_game());
        }
        if let Some(head) = line.strip_prefix(HEAD) {
            let due = "`Turn N` or `Turn N: what happened`";
            return blocks.take_head(head, is_last, due).map(|_| ());
        }
        if blocks.is_open() && ENDINGS.iter().any(|ending| line.contains(ending)) {
            blocks.ends_with(line);
            return Ok(());
        }
        if let Some(rest) = line.strip_prefix("Penguins: ")
            && let Some((penguins, players)) = rest.split_once(" each. Players: ")
        {
            blocks.say("penguins", penguins);
            blocks.say("players", players.trim_end_matches('.'));
            return Ok(());
        }
        if blocks.is_open() && !is_last {
            return Err(Blocks::no_line_of("Fishing", line));
        }
        Ok(())
    }
}
