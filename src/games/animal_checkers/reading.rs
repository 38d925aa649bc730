//! Reads transcripts of Animal Checkers: our own, and sessions of the specification's program,
//! whose boards are counted from 0 and whose person is side 0.

use super::board::{Position, SIZE};
use super::transcript::{BANNER, column, show};
use super::{AnimalCheckers, Cause, Ending, rules};
use crate::engine::blocks::Blocks;
use crate::engine::game::Game;
use crate::engine::trace::{Misread, Remark, Row, TextEnd, TraceReader};
use crate::games::table::AGAIN;

pub(super) const PROMPT: &str = "Move? ";
pub(super) const START: &str = "start";
pub(super) const HUMAN_WINS: &str = "Human Wins!";
pub(super) const AGENT_WINS: &str = "Agent Wins!";
pub(super) const DRAW: &str = "Draw!";
/// What a session says when moves were taken back.
pub(super) const UNDONE: &str = "Taken back";
const HEAD: &str = "Move ";

/// A transcript being read.
#[derive(Debug)]
pub struct Reading {
    blocks: Blocks,
    /// The rows of the board being read, and where it began.
    rows: Vec<String>,
    position: Position,
    starts: u32,
    first: Option<String>,
    moves: Option<String>,
}

impl Default for Reading {
    fn default() -> Self {
        Reading {
            blocks: Blocks::new(AnimalCheckers::CYCLE, column::COUNT),
            rows: Vec::new(),
            position: Position::EMPTY,
            starts: 0,
            first: None,
            moves: None,
        }
    }
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

impl Reading {
    /// Takes a line. True when it finished a move.
    fn take(&mut self, line: &str, is_last: bool) -> Result<bool, Misread> {
        let prompted = line.trim_start().starts_with(PROMPT.trim_end());
        let prompted_again = line.trim_start().starts_with(AGAIN.trim_end());
        if prompted && self.blocks.end != TextEnd::Over {
            self.blocks.end = TextEnd::Quit;
        }
        let line = without_prompts(line);
        if let Some(row) = board_row(line) {
            self.rows.push(row);
            self.blocks.end = TextEnd::Cut;
            return match self.rows.len() {
                full if full == usize::from(SIZE) => self.board(),
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
        self.other(line, prompted || prompted_again, is_last)
            .map(|()| false)
    }

    /// A board that is complete.
    fn board(&mut self) -> Result<bool, Misread> {
        let rows = std::mem::take(&mut self.rows);
        let read = Position::of_a_trace(&rows);
        let (position, twice) = read.map_err(|misdrawn| Blocks::misread(misdrawn.to_string()))?;
        self.position = position;
        if let Some(twice) = twice {
            self.blocks.remark(twice, true);
        }
        let finished = self.blocks.begin(column::MOVE);
        show(&self.position, self.blocks.now());
        Ok(finished)
    }

    /// A line that belongs to no board.
    fn other(&mut self, line: &str, prompted: bool, is_last: bool) -> Result<(), Misread> {
        if line.starts_with(UNDONE) {
            let what = "moves were taken back here; keep the game with -o FILE and use that";
            return Err(Blocks::misread(what));
        }
        let is_second = line == START && self.starts > 0 || line == BANNER && self.blocks.is_open();
        if is_second {
            let what = "a second game begins here; one game can be read at a time";
            return Err(Blocks::misread(what));
        }
        self.starts += u32::from(line == START);
        if line.is_empty() || prompted {
            return Ok(());
        }
        if let Some(ending) = self.ending(line) {
            self.blocks.ends_with(&ending);
            return Ok(());
        }
        if let Some(head) = line.strip_prefix(HEAD) {
            if self.blocks.head(head) || is_last {
                return Ok(());
            }
            return Err(Blocks::misread(
                "expected `Move N` or `Move N: side S piece direction`",
            ));
        }
        if let Some(rest) = line.strip_prefix("Side ")
            && let Some((side, rest)) = rest.split_once(" moves first; ")
        {
            self.first = Some(format!("side {side}"));
            self.moves = rest.strip_suffix(" moves.").map(str::to_owned);
        }
        Ok(())
    }

    /// An ending as our own transcripts have it. A session names the winner only: the cause is
    /// what the board shows.
    fn ending(&self, line: &str) -> Option<String> {
        if !self.blocks.is_open() {
            return None;
        }
        let winner = match line {
            HUMAN_WINS => 0,
            AGENT_WINS => 1,
            DRAW => {
                let (winner, cause) = (None, Cause::MoveLimit);
                return Some(Ending { winner, cause }.to_string());
            }
            _ => {
                let is_ours = line.starts_with("Side ") && line.contains(" wins: ")
                    || line.starts_with("Draw: ");
                return is_ours.then(|| line.to_owned());
            }
        };
        Some(match shown_cause(&self.position, winner) {
            Some(cause) => {
                let winner = Some(rules::seat(winner));
                Ending { winner, cause }.to_string()
            }
            None => format!("Side {winner} wins"),
        })
    }
}

/// Why a side has won, as far as the board shows it.
fn shown_cause(position: &Position, winner: usize) -> Option<Cause> {
    let loser = 1 - winner;
    if position.square_holds(winner, super::board::DEN[loser]) {
        Some(Cause::Den)
    } else if position.is_bare(loser) {
        Some(Cause::Capture)
    } else if !position.can_step(loser) {
        Some(Cause::NoMove)
    } else {
        None
    }
}

impl TraceReader for Reading {
    fn line(&mut self, line: &[u8]) -> Result<bool, Misread> {
        let text = self.blocks.next_line(line)?;
        self.take(text, false)
    }

    fn end(&mut self, rest: &[u8]) -> Result<bool, Misread> {
        let text = self.blocks.next_line(rest)?;
        if !text.trim().is_empty() && self.take(text, true)? {
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
        let said = [("first", &self.first), ("moves", &self.moves)];
        let said = said.into_iter();
        said.filter_map(|(what, value)| Some((what.to_owned(), value.clone()?)))
            .collect()
    }

    fn how_it_ended(&self) -> TextEnd {
        self.blocks.end
    }

    fn tell(&self, column: usize, number: u64) -> Option<String> {
        (column < column::PIECES).then(|| super::transcript::square_words(number))
    }
}
