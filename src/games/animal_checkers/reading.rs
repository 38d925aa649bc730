//! Reads transcripts of Animal Checkers: our own, and sessions of the specification's program,
//! whose boards are counted from 0 and whose person is side 0.

use super::board::{Position, SIZE};
use super::trace::{BANNER, column, show, square_words};
use super::{Cause, Ending, rules};
use chase_kit::blocks::{BlockLines, Blocks};
use chase_kit::trace::{TextEnd, TraceError};
use chase_play::table::AGAIN;

pub(super) const PROMPT: &str = "Move? ";
pub(super) const START: &str = "start";
pub(super) const HUMAN_WINS: &str = "Human Wins!";
pub(super) const AGENT_WINS: &str = "Agent Wins!";
pub(super) const DRAW: &str = "Draw!";
/// The beginning of the line that a session prints when moves were taken back.
pub(super) const UNDONE: &str = "Taken back";
const HEAD: &str = "Move ";

/// A transcript being read.
#[derive(Debug, Default)]
pub struct Reading {
    /// The rows of the board being read.
    rows: Vec<String>,
    /// The newest whole board.
    position: Option<Position>,
    /// The number of sessions of the specification's program that have begun.
    starts: u32,
}

/// The seven cells of a board's row, parted by blanks; nothing when it is none.
pub(super) fn board_row(line: &str) -> Option<String> {
    let mut row = String::new();
    for cell in line.split_whitespace() {
        let mut letters = cell.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if ".MDTEXmdtex".contains(letter) => row.push(letter),
            _ => return None,
        }
    }
    (row.len() == usize::from(SIZE)).then_some(row)
}

/// A row behind its number, where it has one: 7 for the first, as a board for side 0 has them.
fn without_label(line: &str, rows_before: usize) -> &str {
    let number = (usize::from(SIZE) - rows_before).to_string();
    match line.trim_start().strip_prefix(&number) {
        Some(row) if row.starts_with(' ') => row,
        _ => line,
    }
}

/// A line behind the prompts that stand before it.
pub(super) fn without_prompts(line: &str) -> &str {
    let mut rest = line.trim();
    loop {
        let prompts = [PROMPT.trim_end(), AGAIN.trim_end()];
        let Some(after) = prompts.iter().find_map(|prompt| rest.strip_prefix(prompt)) else {
            return rest;
        };
        rest = after.trim_start();
    }
}

impl BlockLines for Reading {
    fn take(&mut self, blocks: &mut Blocks, line: &str, is_last: bool) -> Result<bool, TraceError> {
        let prompted = line.trim_start().starts_with(PROMPT.trim_end());
        let prompted_again = line.trim_start().starts_with(AGAIN.trim_end());
        if prompted && blocks.end != TextEnd::Over {
            blocks.end = TextEnd::Quit;
        }
        let line = without_prompts(line);
        if let Some(row) = board_row(without_label(line, self.rows.len())) {
            self.rows.push(row);
            blocks.end = TextEnd::Cut;
            return match self.rows.len() {
                full if full == usize::from(SIZE) => self.board(blocks),
                _ => Ok(false),
            };
        }
        if !self.rows.is_empty() {
            if is_last {
                return Ok(false);
            }
            let what = format!("expected a row of the board: {SIZE} of . M D T E m d t e X x");
            return Err(Blocks::misread(what));
        }
        self.other(blocks, line, prompted || prompted_again, is_last).map(|()| false)
    }

    fn is_in_a_block(&self) -> bool {
        !self.rows.is_empty()
    }

    fn tell(&self, column: usize, number: u64) -> Option<String> {
        (column < column::PIECES).then(|| square_words(number))
    }
}

impl Reading {
    /// A board that is complete.
    fn board(&mut self, blocks: &mut Blocks) -> Result<bool, TraceError> {
        let rows = std::mem::take(&mut self.rows);
        let read = Position::of_a_trace(&rows);
        let (position, twice) = read.map_err(Blocks::misread)?;
        self.position = Some(position);
        if let Some(twice) = twice {
            blocks.remark(twice, true);
        }
        let finished = blocks.begin(column::MOVE);
        show(&position, blocks.now());
        Ok(finished)
    }

    /// A line that belongs to no board.
    fn other(
        &mut self,
        blocks: &mut Blocks,
        line: &str,
        prompted: bool,
        is_last: bool,
    ) -> Result<(), TraceError> {
        if line.starts_with(UNDONE) {
            let what =
                "moves were taken back here; keep the game with -o FILE and read that file instead";
            return Err(Blocks::misread(what));
        }
        if line == START && self.starts > 0 || line == BANNER && blocks.is_open() {
            return Err(Blocks::second_game());
        }
        self.starts += u32::from(line == START);
        if line.is_empty() || prompted {
            return Ok(());
        }
        if let Some(position) = &self.position
            && let Some(ending) = ending(position, line)
        {
            blocks.ends_with(&ending);
            return Ok(());
        }
        if let Some(head) = line.strip_prefix(HEAD) {
            let due = "`Move N` or `Move N: side S piece direction`";
            return blocks.take_head(head, is_last, due).map(|_| ());
        }
        if let Some(rest) = line.strip_prefix("Side ")
            && let Some((side, rest)) = rest.split_once(" moves first; ")
        {
            blocks.said.clear();
            blocks.say("first", &format!("side {side}"));
            if let Some(moves) = rest.strip_suffix(" moves.") {
                blocks.say("moves", moves);
            }
        }
        Ok(())
    }
}

/// An ending as our own transcripts have it. A session names the winner only: the cause is what
/// the newest board shows.
fn ending(position: &Position, line: &str) -> Option<String> {
    let winner = match line {
        HUMAN_WINS => 0,
        AGENT_WINS => 1,
        DRAW => {
            let (winner, cause) = (None, Cause::MoveLimit);
            return Some(Ending { winner, cause }.to_string());
        }
        _ => {
            let is_ours =
                line.starts_with("Side ") && line.contains(" wins: ") || line.starts_with("Draw: ");
            return is_ours.then(|| line.to_owned());
        }
    };
    Some(match rules::cause_shown(position, winner) {
        Some(cause) => {
            let winner = Some(rules::seat(winner));
            Ending { winner, cause }.to_string()
        }
        None => format!("Side {winner} wins"),
    })
}
