//! The reader of transcripts that show every cycle as a block: numbered by the line above it, or
//! counted from 0. A game says what its lines mean, and never counts lines or cycles itself.

use super::faces::Playable;
use super::trace::{Cell, Remark, TextEnd, TraceError, TraceReader, TraceRow};

/// No game has more cycles.
const NUMBER_MAX: u64 = 1 << 32;

/// The blocks of a transcript on the way through it.
#[derive(Debug)]
pub struct Blocks {
    unit: &'static str,
    /// The newest finished cycle, and the one being read.
    done: TraceRow,
    now: TraceRow,
    is_open: bool,
    /// The number and the words in the heading of the next block.
    head: Option<(u64, String)>,
    line: u64,
    remarks: Vec<Remark>,
    /// The statements of the text about the scenario, as pairs of name and value.
    pub said: Vec<(String, String)>,
    /// The end of the text, as far as it was read.
    pub end: TextEnd,
}

impl Blocks {
    /// Before the first line of a game with so many columns.
    #[must_use]
    pub fn new(unit: &'static str, columns: usize) -> Self {
        Blocks {
            unit,
            done: TraceRow::unknown(columns),
            now: TraceRow::unknown(columns),
            is_open: false,
            head: None,
            line: 0,
            remarks: Vec::new(),
            said: Vec::new(),
            end: TextEnd::Cut,
        }
    }

    /// A fault of the whole line.
    pub fn misread(what: impl Into<String>) -> TraceError {
        TraceError { column: 1, what: what.into() }
    }

    /// A second game begins in the text.
    pub fn second_game() -> TraceError {
        Self::misread("a second game begins here; give one game at a time")
    }

    /// Counts a line and reads its text.
    ///
    /// # Errors
    /// The column of bytes that are not UTF-8.
    pub fn next_line<'a>(&mut self, line: &'a [u8]) -> Result<&'a str, TraceError> {
        self.line += 1;
        std::str::from_utf8(line).map_err(|error| TraceError {
            column: error.valid_up_to() + 1,
            what: "bytes that are not UTF-8".into(),
        })
    }

    /// True once a block has begun.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Keeps something odd about the newest line.
    pub fn remark(&mut self, what: String, contradicts: bool) {
        if self.remarks.len() < Remark::COUNT_MAX {
            let line = self.line;
            self.remarks.push(Remark { line, what, contradicts });
        }
    }

    /// Takes what stands above a block behind its unit: `12: words`, or a number alone. False when
    /// it is neither, in the last line of a text, which may be broken off.
    ///
    /// # Errors
    /// It is neither, in any other line; `due` says what was expected.
    pub fn take_head(&mut self, text: &str, is_last: bool, due: &str) -> Result<bool, TraceError> {
        let (number, words) = text.split_once(':').unwrap_or((text, ""));
        let number: Option<u64> = number.trim().parse().ok();
        match number.filter(|number| *number <= NUMBER_MAX) {
            Some(number) => {
                self.head = Some((number, in_one_line(words)));
                self.end = TextEnd::Cut;
                Ok(true)
            }
            None if is_last => Ok(false),
            None => Err(Self::misread(format!("expected {due}"))),
        }
    }

    /// Keeps what the text says about the scenario.
    pub fn say(&mut self, what: &str, value: &str) {
        self.said.push((what.to_owned(), value.to_owned()));
    }

    /// Begins a cycle with its block; what the line above it said goes into a column. True when
    /// that finished the cycle before it.
    pub fn begin(&mut self, words_column: usize) -> bool {
        let due = if self.is_open { self.now.cycle.saturating_add(1) } else { 0 };
        let (number, words) = self.head.take().unwrap_or((due, String::new()));
        if self.is_open && number != due {
            let unit = self.unit;
            let what = format!("found {unit} {number}, expected {unit} {due}");
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
    pub fn now(&mut self) -> &mut TraceRow {
        &mut self.now
    }

    /// The newest finished cycle.
    pub fn done(&self) -> &TraceRow {
        &self.done
    }

    /// The oddities found so far.
    #[must_use]
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }
}

/// Interprets the lines of a game's transcript in which every cycle is a block.
pub trait BlockLines: Send {
    /// Takes a line without its end; `is_last` says that it has none, and may be broken off. True
    /// when a cycle was finished by it.
    ///
    /// # Errors
    /// The column of what could not be understood.
    fn take(&mut self, blocks: &mut Blocks, line: &str, is_last: bool) -> Result<bool, TraceError>;

    /// Takes what only the end of the text completes, after its last line. True when a cycle was
    /// finished by it.
    ///
    /// # Errors
    /// The passage that cannot be understood, and what was expected.
    fn complete(&mut self, _blocks: &mut Blocks) -> Result<bool, TraceError> {
        Ok(false)
    }

    /// True if the lines so far end in the middle of a block.
    fn is_in_a_block(&self) -> bool {
        false
    }

    /// A cell that holds a number, in words (a square's name); nothing where the number says it.
    fn tell(&self, _column: usize, _number: u64) -> Option<String> {
        None
    }
}

/// Reads a transcript line by line by what a game says of its lines.
#[derive(Debug)]
pub struct BlockReader<L> {
    blocks: Blocks,
    lines: L,
}

impl<L: BlockLines> BlockReader<L> {
    /// Before the first line of a transcript of the game `G`.
    #[must_use]
    pub fn of<G: Playable>(lines: L) -> Self {
        BlockReader { blocks: Blocks::new(G::CYCLE, G::CELLS.len()), lines }
    }
}

impl<L: BlockLines> TraceReader for BlockReader<L> {
    fn line(&mut self, line: &[u8]) -> Result<bool, TraceError> {
        let text = self.blocks.next_line(line)?;
        self.lines.take(&mut self.blocks, text, false)
    }

    fn end(&mut self, rest: &[u8]) -> Result<bool, TraceError> {
        let text = self.blocks.next_line(rest)?;
        if self.lines.take(&mut self.blocks, text, true)?
            || self.lines.complete(&mut self.blocks)?
        {
            return Ok(true);
        }
        Ok(self.blocks.close(self.lines.is_in_a_block()))
    }

    fn row(&self) -> &TraceRow {
        self.blocks.done()
    }

    fn remarks(&self) -> &[Remark] {
        self.blocks.remarks()
    }

    fn statements(&self) -> Vec<(String, String)> {
        self.blocks.said.clone()
    }

    fn how_it_ended(&self) -> TextEnd {
        self.blocks.end
    }

    fn tell(&self, column: usize, number: u64) -> Option<String> {
        self.lines.tell(column, number)
    }
}

/// Words with one blank between them.
pub fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
