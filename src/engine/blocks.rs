//! What readers share whose transcripts show every cycle as a block: numbered by the line above
//! it, or counted from 0.

use super::trace::{Cell, Misread, Remark, Row, TextEnd};

/// No game has more cycles.
const NUMBER_MAX: u64 = 1 << 32;

/// The blocks of a transcript on the way through it.
#[derive(Debug)]
pub struct Blocks {
    unit: &'static str,
    /// The newest finished cycle, and the one being read.
    done: Row,
    now: Row,
    is_open: bool,
    /// What the line above the next block says of it.
    head: Option<(u64, String)>,
    line: u64,
    remarks: Vec<Remark>,
    /// How the text ends, as far as it was read.
    pub end: TextEnd,
}

impl Blocks {
    /// Before the first line of a game with so many columns.
    #[must_use]
    pub fn new(unit: &'static str, columns: usize) -> Self {
        Blocks {
            unit,
            done: Row::unknown(columns),
            now: Row::unknown(columns),
            is_open: false,
            head: None,
            line: 0,
            remarks: Vec::new(),
            end: TextEnd::Cut,
        }
    }

    /// A fault of the whole line.
    #[must_use]
    pub fn misread(what: impl Into<String>) -> Misread {
        Misread {
            column: 1,
            what: what.into(),
        }
    }

    /// Counts a line and reads its text.
    ///
    /// # Errors
    /// The column of bytes that are not UTF-8.
    pub fn next_line<'a>(&mut self, line: &'a [u8]) -> Result<&'a str, Misread> {
        self.line += 1;
        std::str::from_utf8(line).map_err(|error| Misread {
            column: error.valid_up_to() + 1,
            what: "bytes that are not UTF-8".into(),
        })
    }

    /// The number of the newest line, from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Whether any block has begun.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Keeps something odd about the newest line.
    pub fn remark(&mut self, what: String, contradicts: bool) {
        if self.remarks.len() < Remark::COUNT_MAX {
            let line = self.line;
            self.remarks.push(Remark {
                line,
                what,
                contradicts,
            });
        }
    }

    /// Takes what stands above a block behind its unit: `12: words`, or a number alone. False
    /// when it is neither.
    pub fn head(&mut self, text: &str) -> bool {
        let (number, words) = text.split_once(':').unwrap_or((text, ""));
        let number = number.trim().parse().ok();
        let Some(number) = number.filter(|number| *number <= NUMBER_MAX) else {
            return false;
        };
        self.head = Some((number, in_one_line(words)));
        self.end = TextEnd::Cut;
        true
    }

    /// Begins a cycle with its block; what the line above it said goes into a column. True when
    /// that finished the cycle before it.
    pub fn begin(&mut self, words_column: usize) -> bool {
        let due = if self.is_open {
            self.now.cycle.saturating_add(1)
        } else {
            0
        };
        let (number, words) = self.head.take().unwrap_or((due, String::new()));
        if self.is_open && number != due {
            let unit = self.unit;
            let what = format!("{unit} {number} stands where {unit} {due} is due");
            self.remark(what, number <= self.now.cycle);
        }
        let finished = std::mem::replace(&mut self.is_open, true);
        if finished {
            std::mem::swap(&mut self.done, &mut self.now);
        }
        self.now.reset(number);
        if !words.is_empty() {
            self.now.cells[words_column] = Cell::Text(words.into());
        }
        finished
    }

    /// Ends the text; `in_a_block` says that a block was broken off. True when that finished the
    /// last cycle.
    pub fn close(&mut self, in_a_block: bool) -> bool {
        if in_a_block || self.head.is_some() {
            self.end = TextEnd::Cut;
        }
        let was_open = std::mem::take(&mut self.is_open);
        if was_open {
            std::mem::swap(&mut self.done, &mut self.now);
        }
        was_open
    }

    /// The game is over with this line.
    pub fn ends_with(&mut self, ending: &str) {
        self.now.ending = in_one_line(ending);
        self.end = TextEnd::Over;
    }

    /// The cycle being read.
    pub fn now(&mut self) -> &mut Row {
        &mut self.now
    }

    /// The newest finished cycle.
    #[must_use]
    pub fn done(&self) -> &Row {
        &self.done
    }

    /// What was odd so far.
    #[must_use]
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }
}

/// Words with one blank between them.
#[must_use]
pub fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
