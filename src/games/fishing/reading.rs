//! Reads transcripts of Fishing: our own, and state files one after another, which are counted
//! from 0.

use super::board::{PLAYERS_MAX, StateFile};
use super::transcript::{BANNER, TRACE, column, show};
use crate::engine::trace::{Cell, Misread, Remark, Row, TextEnd, TraceReader};
use crate::error::quoted;

const HEAD: &str = "Turn ";
const ENDINGS: [&str; 2] = [" wins with ", " share the win with "];
/// No game is longer.
const NUMBER_MAX: u64 = 1 << 32;

/// A transcript being read.
#[derive(Debug)]
pub struct Reading {
    /// The newest finished turn, and the one being read.
    done: Row,
    now: Row,
    is_open: bool,
    /// What the line above the next state says of it.
    head: Option<(u64, String)>,
    /// The lines of the state being read, and how many rows its board has.
    lines: Vec<String>,
    rows: usize,
    line: u64,
    remarks: Vec<Remark>,
    said: Vec<(String, String)>,
    end: TextEnd,
}

impl Default for Reading {
    fn default() -> Self {
        Reading {
            done: Row::unknown(column::COUNT),
            now: Row::unknown(column::COUNT),
            is_open: false,
            head: None,
            lines: Vec::new(),
            rows: 0,
            line: 0,
            remarks: Vec::new(),
            said: Vec::new(),
            end: TextEnd::Cut,
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
            return Err(Self::misread(
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
        let first = self.line - lines.len() as u64;
        let text = lines.join("\n");
        let file = StateFile::parse(text.as_bytes()).map_err(|bad| Misread {
            column: bad.column,
            what: format!("{} (in line {})", bad.what, first + bad.line as u64 - 1),
        })?;
        let counted = if self.is_open {
            self.now.cycle.saturating_add(1)
        } else {
            0
        };
        let (number, words) = self.head.take().unwrap_or((counted, String::new()));
        if self.is_open && number != counted {
            let what = format!("turn {number} stands where turn {counted} is due");
            self.remark(what, number <= self.now.cycle);
        }
        let finished = std::mem::replace(&mut self.is_open, true);
        if finished {
            std::mem::swap(&mut self.done, &mut self.now);
        }
        self.now.reset(number);
        show(&file, &mut self.now);
        if !words.is_empty() {
            self.now.cells[column::ACTION] = Cell::Text(words.into());
        }
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
            self.end = TextEnd::Cut;
            return Ok(());
        }
        if line == BANNER && self.is_open {
            let what = "a second game begins here; one game can be read at a time";
            return Err(Self::misread(what));
        }
        if let Some(head) = line.strip_prefix(HEAD) {
            let (number, words) = head.split_once(':').unwrap_or((head, ""));
            let number = number
                .trim()
                .parse()
                .ok()
                .filter(|number| *number <= NUMBER_MAX);
            if let Some(number) = number {
                let words: Vec<_> = words.split_whitespace().collect();
                self.head = Some((number, words.join(" ")));
                self.end = TextEnd::Cut;
                return Ok(());
            }
            if !is_last {
                return Err(Self::misread(
                    "expected `Turn N` or `Turn N: what happened`",
                ));
            }
            return Ok(());
        }
        if self.is_open && ENDINGS.iter().any(|ending| line.contains(ending)) {
            let words: Vec<_> = line.split_whitespace().collect();
            self.now.ending = words.join(" ");
            self.end = TextEnd::Over;
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
        if self.is_open && !is_last {
            let what = format!("`{}` is no line of a transcript of Fishing", quoted(line));
            return Err(Self::misread(what));
        }
        Ok(())
    }
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
        if self.take(text, true)? {
            return Ok(true);
        }
        if self.lines.len() > self.rows && !self.lines.is_empty() && self.state()? {
            return Ok(true);
        }
        if !self.lines.is_empty() || self.head.is_some() {
            self.end = TextEnd::Cut;
        }
        self.lines.clear();
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
        self.said.clone()
    }

    fn how_it_ended(&self) -> TextEnd {
        self.end
    }

    fn tell(&self, column: usize, number: u64) -> Option<String> {
        (TRACE[column].kind == "fish").then(|| number.to_string())
    }
}

fn not_utf8(error: std::str::Utf8Error) -> Misread {
    Misread {
        column: error.valid_up_to() + 1,
        what: "bytes that are not UTF-8".into(),
    }
}
