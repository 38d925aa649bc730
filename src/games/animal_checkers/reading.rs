//! Reads transcripts of Animal Checkers: our own, and sessions of the specification's program,
//! whose boards are counted from 0 and whose person is side 0.

use super::board::{Position, SIZE};
use super::transcript::{BANNER, column, show};
use super::{Cause, Ending, rules};
use crate::engine::trace::{Cell, Misread, Remark, Row, TextEnd, TraceReader};

pub(super) const PROMPT: &str = "Move? ";
pub(super) const AGAIN: &str = "Play again? (y or n, undo takes back) ";
pub(super) const START: &str = "start";
pub(super) const HUMAN_WINS: &str = "Human Wins!";
pub(super) const AGENT_WINS: &str = "Agent Wins!";
pub(super) const DRAW: &str = "Draw!";
/// What a session says when moves were taken back.
pub(super) const UNDONE: &str = "Taken back";
const HEAD: &str = "Move ";
/// No game is longer.
const NUMBER_MAX: u64 = 1 << 32;

/// A transcript being read.
#[derive(Debug)]
pub struct Reading {
    /// The newest finished move, and the one being read.
    done: Row,
    now: Row,
    is_open: bool,
    /// What the line above the next board says of it.
    head: Option<(u64, String)>,
    /// The rows of the board being read, and where it began.
    rows: Vec<String>,
    position: Position,
    line: u64,
    starts: u32,
    remarks: Vec<Remark>,
    first: Option<String>,
    moves: Option<String>,
    end: TextEnd,
}

impl Default for Reading {
    fn default() -> Self {
        Reading {
            done: Row::unknown(column::COUNT),
            now: Row::unknown(column::COUNT),
            is_open: false,
            head: None,
            rows: Vec::new(),
            position: Position::EMPTY,
            line: 0,
            starts: 0,
            remarks: Vec::new(),
            first: None,
            moves: None,
            end: TextEnd::Cut,
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
    fn misread(what: impl Into<String>) -> Misread {
        Misread {
            column: 1,
            what: what.into(),
        }
    }

    fn remark(&mut self, what: String, contradicts: bool) {
        if self.remarks.len() < Remark::COUNT_MAX {
            let line = self.line;
            self.remarks.push(Remark {
                line,
                what,
                contradicts,
            });
        }
    }

    /// Takes a line. True when it finished a move.
    fn take(&mut self, line: &str, is_last: bool) -> Result<bool, Misread> {
        let prompted = line.trim_start().starts_with(PROMPT.trim_end());
        let prompted_again = line.trim_start().starts_with(AGAIN.trim_end());
        if prompted && self.end != TextEnd::Over {
            self.end = TextEnd::Quit;
        }
        let line = without_prompts(line);
        if let Some(row) = board_row(line) {
            self.rows.push(row);
            self.end = TextEnd::Cut;
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
            return Err(Self::misread(what));
        }
        self.other(line, prompted || prompted_again, is_last)
            .map(|()| false)
    }

    /// A board that is complete.
    fn board(&mut self) -> Result<bool, Misread> {
        let rows = std::mem::take(&mut self.rows);
        let read = Position::of_a_trace(&rows);
        let (position, twice) = read.map_err(|misdrawn| Self::misread(misdrawn.to_string()))?;
        self.position = position;
        if let Some(twice) = twice {
            self.remark(twice, true);
        }
        let counted = if self.is_open {
            self.now.cycle.saturating_add(1)
        } else {
            0
        };
        let head = self.head.take();
        let (number, words) = match head {
            Some((number, words)) => (number, Some(words)),
            None => (counted, None),
        };
        if self.is_open && number != counted {
            let what = format!("move {number} stands where move {counted} is due");
            self.remark(what, number <= self.now.cycle);
        }
        let finished = std::mem::replace(&mut self.is_open, true);
        if finished {
            std::mem::swap(&mut self.done, &mut self.now);
        }
        self.now.reset(number);
        show(&self.position, &mut self.now);
        if let Some(words) = words.filter(|words| !words.is_empty()) {
            self.now.cells[column::MOVE] = Cell::Text(words.into());
        }
        Ok(finished)
    }

    /// A line that belongs to no board.
    fn other(&mut self, line: &str, prompted: bool, is_last: bool) -> Result<(), Misread> {
        if line.starts_with(UNDONE) {
            let what = "moves were taken back here; keep the game with -o FILE and use that";
            return Err(Self::misread(what));
        }
        let is_second = line == START && self.starts > 0 || line == BANNER && self.is_open;
        if is_second {
            let what = "a second game begins here; one game can be read at a time";
            return Err(Self::misread(what));
        }
        self.starts += u32::from(line == START);
        if line.is_empty() || prompted {
            return Ok(());
        }
        if let Some(ending) = self.ending(line) {
            self.now.ending = ending;
            self.end = TextEnd::Over;
            return Ok(());
        }
        if let Some(head) = line.strip_prefix(HEAD) {
            return match head_line(head) {
                Some(head) => {
                    self.head = Some(head);
                    self.end = TextEnd::Cut;
                    Ok(())
                }
                None if is_last => Ok(()),
                None => Err(Self::misread(
                    "expected `Move N` or `Move N: side S piece direction`",
                )),
            };
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
        if !self.is_open {
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
                return is_ours.then(|| line.split_whitespace().collect::<Vec<_>>().join(" "));
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

/// `12: side 1 tiger left`, or a number alone.
fn head_line(text: &str) -> Option<(u64, String)> {
    let (number, words) = text.split_once(':').unwrap_or((text, ""));
    let number = number.trim().parse().ok()?;
    let words: Vec<_> = words.split_whitespace().collect();
    (number <= NUMBER_MAX).then(|| (number, words.join(" ")))
}

impl TraceReader for Reading {
    fn line(&mut self, line: &[u8]) -> Result<bool, Misread> {
        self.line += 1;
        let text = std::str::from_utf8(line).map_err(not_utf8)?;
        self.take(text, false)
    }

    fn end(&mut self, rest: &[u8]) -> Result<bool, Misread> {
        self.line += 1;
        let text = std::str::from_utf8(rest).map_err(not_utf8)?;
        if !text.trim().is_empty() && self.take(text, true)? {
            return Ok(true);
        }
        if !self.rows.is_empty() || self.head.is_some() {
            self.end = TextEnd::Cut;
        }
        self.rows.clear();
        let was_open = std::mem::take(&mut self.is_open);
        if was_open {
            std::mem::swap(&mut self.done, &mut self.now);
        }
        Ok(was_open)
    }

    fn row(&self) -> &Row {
        &self.done
    }

    fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    fn statements(&self) -> Vec<(String, String)> {
        let said = [("first", &self.first), ("moves", &self.moves)];
        let said = said.into_iter();
        said.filter_map(|(what, value)| Some((what.to_owned(), value.clone()?)))
            .collect()
    }

    fn how_it_ended(&self) -> TextEnd {
        self.end
    }

    fn tell(&self, column: usize, number: u64) -> Option<String> {
        (column < column::PIECES).then(|| super::transcript::square_words(number))
    }
}

fn not_utf8(error: std::str::Utf8Error) -> Misread {
    Misread {
        column: error.valid_up_to() + 1,
        what: "bytes that are not UTF-8".into(),
    }
}
