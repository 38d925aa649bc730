//! Value-change dumps of logic simulators (IEEE 1364): definitions of signals, then `#` and a time,
//! and below it the signals that changed.
//!
//! A signal is a column; its name holds those of its scopes: `test.counter.out`. What stands before
//! the first time, as in `$dumpvars`, holds at time 0.

use std::collections::{BTreeMap, BTreeSet};

use super::roles::{ColumnIndex, FieldRole};
use super::{FormReader, LineFault, PlainLine};
use crate::description::Description;
use crate::input::LogLines;
use crate::kind::ColumnKind;
use crate::record::{Record, TextSpan};
use chase_core::error::Error;

/// The longest definitions that are read, in bytes.
const DEFINITIONS_MAX: usize = 16 << 20;

/// The keyword that ends the definitions.
const END: &str = "$enddefinitions";

struct Vcd {
    signals: CodeColumns,
    /// The number of the line that ends the definitions.
    defined_at: u64,
    /// True if a comment goes on in the next line.
    is_in_comment: bool,
    has_time: bool,
    /// The unit of times, as a power of ten of a second, if the definitions say one.
    unit: Option<i32>,
}

/// The columns of signals, by their short names.
struct CodeColumns {
    /// By the index of a name of one or two letters; [`CodeColumns::NONE`] where there is none.
    short: Vec<u32>,
    all: BTreeMap<String, u32>,
}

impl CodeColumns {
    const NONE: u32 = u32::MAX;
    /// The letters of names, and one for none.
    const LETTERS: usize = 128;

    fn of(all: BTreeMap<String, u32>) -> Self {
        let mut short = vec![Self::NONE; Self::LETTERS * Self::LETTERS];
        for (code, column) in &all {
            if let Some(index) = Self::index(code.as_bytes()) {
                short[index] = *column;
            }
        }
        CodeColumns { short, all }
    }

    #[inline]
    fn index(code: &[u8]) -> Option<usize> {
        let (first, second) = match *code {
            [one] => (one, 0),
            [one, two] if two > 0 => (one, two),
            _ => return None,
        };
        let index = usize::from(first) * Self::LETTERS + usize::from(second);
        (first.is_ascii() && second.is_ascii()).then_some(index)
    }

    /// The column of a signal.
    #[inline]
    fn column(&self, code: &[u8]) -> Option<u32> {
        match Self::index(code) {
            Some(index) => Some(self.short[index]).filter(|it| *it != Self::NONE),
            None => self.all.get(std::str::from_utf8(code).ok()?).copied(),
        }
    }
}

/// Opens a VCD file: reads its definitions.
pub fn open(
    lines: &mut LogLines,
    description: &mut Description,
) -> Result<Box<dyn FormReader>, Error> {
    let name = lines.name().to_owned();
    let ends = |ahead: &[u8]| {
        let end = memchr::memmem::find(ahead, END.as_bytes());
        end.is_some_and(|at| memchr::memmem::find(&ahead[at + 1..], b"$end").is_some())
    };
    let ahead = lines.ahead(DEFINITIONS_MAX, ends)?;
    let text = String::from_utf8_lossy(ahead).into_owned();
    description.tick.get_or_insert_with(|| "time".to_owned());
    description.entity = None;
    let at = |line: usize, what: String| Error::new(what).at(format_args!("{name}:{line}:1"));
    let mut definitions = Definitions::of(description);
    let defined_at = definitions
        .read(&text, description)
        .map_err(|(line, what)| at(line, what))?;
    let defined_at = defined_at.ok_or_else(|| {
        let what =
            format!("no `{END} $end` found; the definitions at the beginning of a VCD end with it");
        at(1, what)
    })?;
    Ok(Box::new(Vcd {
        signals: CodeColumns::of(definitions.signals),
        unit: definitions.unit,
        defined_at: defined_at as u64,
        is_in_comment: false,
        has_time: false,
    }))
}

/// The definitions at the head of the file, read word by word.
struct Definitions {
    known: ColumnIndex,
    scopes: Vec<String>,
    signals: BTreeMap<String, u32>,
    columns: BTreeSet<u32>,
    unit: Option<i32>,
}

/// The number of a line, and the fault in it.
type VcdFault = (usize, String);

impl Definitions {
    fn of(description: &Description) -> Self {
        Definitions {
            known: ColumnIndex::of(description),
            scopes: Vec::new(),
            signals: BTreeMap::new(),
            columns: BTreeSet::new(),
            unit: None,
        }
    }

    /// The number of the line that ends the definitions; nothing where they do not end.
    fn read(
        &mut self,
        text: &str,
        description: &mut Description,
    ) -> Result<Option<usize>, VcdFault> {
        // The words of the definition that is read, its keyword the first, and where it begins.
        let (mut words, mut begins) = (Vec::new(), 1);
        for (line, text) in (1..).zip(text.lines()) {
            for word in text.split_whitespace() {
                if words.is_empty() {
                    begins = line;
                }
                match word {
                    "$end" if words.first() == Some(&END) => return Ok(Some(line)),
                    "$end" => self.define(&std::mem::take(&mut words), begins, description)?,
                    word => words.push(word),
                }
            }
        }
        Ok(None)
    }

    fn define(
        &mut self,
        words: &[&str],
        line: usize,
        description: &mut Description,
    ) -> Result<(), VcdFault> {
        match words {
            ["$timescale", scale @ ..] => self.unit = power(&scale.concat()),
            ["$scope", _, scope, ..] => self.scopes.push((*scope).to_owned()),
            ["$upscope", ..] => drop(self.scopes.pop()),
            // The first name of a signal is the one it is told by.
            ["$var", _, _, short, _, ..] if self.signals.contains_key(*short) => {}
            ["$var", kind, _, short, name @ ..] if !name.is_empty() => {
                let name = [self.scopes.join("."), name.join("")].join(".");
                let name = name.trim_start_matches('.');
                let column = self.signal(kind, name, description);
                if !self.columns.insert(column) {
                    return Err((line, format!("two signals are called `{name}`")));
                }
                self.signals.insert((*short).to_owned(), column);
            }
            ["$var", ..] => {
                let what = "expected `$var TYPE SIZE CODE NAME $end`";
                return Err((line, what.to_owned()));
            }
            _ => {}
        }
        Ok(())
    }

    /// The column of a signal.
    fn signal(&mut self, kind: &str, name: &str, description: &mut Description) -> u32 {
        let FieldRole::Column(column) = self.known.role(name, description) else {
            return u32::MAX;
        };
        let described = &mut description.columns[column as usize];
        if described.kind == ColumnKind::Auto {
            described.kind = match kind {
                "real" | "realtime" => ColumnKind::Auto,
                "string" => ColumnKind::Text,
                _ => ColumnKind::Bits,
            };
        }
        column
    }
}

/// The power of ten of a second that a timescale is, such as `10ns`; nothing for what is none.
fn power(scale: &str) -> Option<i32> {
    let (number, unit) = scale.split_at(scale.find(|letter: char| !letter.is_ascii_digit())?);
    let zeros = ["1", "10", "100"].iter().position(|it| *it == number)?;
    let units = ["s", "ms", "us", "ns", "ps", "fs"];
    let thousandths = units.iter().position(|it| *it == unit)?;
    Some(zeros as i32 - 3 * thousandths as i32)
}

/// The words of a line, and where they begin.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let begins = move |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    line.split_whitespace()
        .map(move |word| (begins(word), word))
}

impl Vcd {
    fn change(
        &self,
        line: &str,
        record: &mut Record,
        value: TextSpan,
        (at, code): (usize, &str),
    ) -> Result<(), LineFault> {
        let Some(column) = self.signals.column(code.as_bytes()) else {
            let what = format!("the definitions have no signal `{code}`");
            return Err(LineFault::at(line, at, what));
        };
        if record.cells.iter().any(|cell| cell.column == column) {
            let what = format!("`{code}` changes twice in its line");
            return Err(LineFault::at(line, at, what));
        }
        FieldRole::Column(column).put(value, record);
        Ok(())
    }

    fn time(
        &mut self,
        line: &str,
        record: &mut Record,
        at: usize,
        word: &str,
    ) -> Result<(), LineFault> {
        if record.tick.is_some() || !record.cells.is_empty() {
            let what = "a time must come first on its line";
            return Err(LineFault::at(line, at, what));
        }
        self.has_time = true;
        FieldRole::Tick.put(TextSpan::new(at + 1, at + word.len()), record);
        Ok(())
    }

    /// The words of a line behind the definitions.
    fn words(&mut self, line: &str, record: &mut Record) -> Result<(), LineFault> {
        let mut words = words(line);
        while let Some((at, word)) = words.next() {
            if self.is_in_comment {
                self.is_in_comment = word != "$end";
                continue;
            }
            match word.as_bytes()[0] {
                b'$' => self.is_in_comment = word == "$comment",
                b'#' => self.time(line, record, at, word)?,
                b'b' | b'B' | b'r' | b'R' | b's' | b'S' => {
                    let Some(code) = words.next() else {
                        let what = "expected a value, a blank and a signal";
                        return Err(LineFault::at(line, at + word.len(), what));
                    };
                    let value = TextSpan::new(at + 1, at + word.len());
                    self.change(line, record, value, code)?;
                }
                b'0' | b'1' | b'x' | b'X' | b'z' | b'Z' => {
                    let value = TextSpan::new(at, at + 1);
                    self.change(line, record, value, (at + 1, &word[1..]))?;
                }
                _ => {
                    let what = "expected `#` and a time, or a value and a signal";
                    return Err(LineFault::at(line, at, what));
                }
            }
        }
        Ok(())
    }
}

impl FormReader for Vcd {
    fn signals(&self) -> Option<&BTreeMap<String, u32>> {
        Some(&self.signals.all)
    }

    #[inline]
    fn plain_line(&self, line: &[u8]) -> Option<PlainLine> {
        if self.is_in_comment || !self.has_time {
            return None;
        }
        // What separates words, or is no letter of them.
        let is_word = |word: &[u8]| word.iter().all(u8::is_ascii_graphic);
        let (first, rest) = line.split_first()?;
        match first {
            b'#' => is_word(rest).then(|| PlainLine::Time(TextSpan::new(1, line.len()))),
            b'0' | b'1' | b'x' | b'X' | b'z' | b'Z' => {
                let column = self.signals.column(rest).filter(|_| is_word(rest))?;
                Some(PlainLine::Value(column, TextSpan::new(0, 1)))
            }
            b'b' | b'B' | b'r' | b'R' | b's' | b'S' => {
                let end = 1 + rest.iter().position(|byte| *byte == b' ')?;
                let (value, code) = (&line[1..end], &line[end + 1..]);
                let column = self.signals.column(code)?;
                let is_plain = is_word(value) && is_word(code);
                is_plain.then(|| PlainLine::Value(column, TextSpan::new(1, end)))
            }
            _ => None,
        }
    }

    fn unit(&self) -> Option<i32> {
        self.unit
    }

    fn has_column(&self, column: usize) -> bool {
        self.signals.all.values().any(|it| *it as usize == column)
    }

    fn read(&mut self, record: &mut Record) -> Result<(), LineFault> {
        if record.line <= self.defined_at {
            record.is_note = true;
            return match words(record.raw())
                .skip_while(|(_, word)| *word != END)
                .nth(2)
            {
                Some((at, _)) if record.line == self.defined_at => {
                    let what = format!("expected nothing after `{END} $end` on its line");
                    Err(LineFault::at(record.raw(), at, what))
                }
                _ => Ok(()),
            };
        }
        if let Some(plain) = self.plain_line(record.raw().as_bytes()) {
            match plain {
                PlainLine::Time(time) => FieldRole::Tick.put(time, record),
                PlainLine::Value(column, value) => FieldRole::Column(column).put(value, record),
            }
            return Ok(());
        }
        // The line is lent, as it is read while the record is written.
        let line = std::mem::take(&mut record.text);
        let read = self.words(&line, record);
        record.text = line;
        read?;
        if record.tick.is_none() && record.cells.is_empty() {
            record.is_note = true;
        } else if !self.has_time {
            self.has_time = true;
            let zero = record.add_text("0");
            FieldRole::Tick.put(zero, record);
        }
        Ok(())
    }
}
