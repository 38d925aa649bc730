//! Value-change dumps of logic simulators (IEEE 1364): definitions of signals, then `#` and a time,
//! and below it the signals that changed.
//!
//! A signal is a column; its name holds those of its scopes: `test.counter.out`. What stands before
//! the first time, as in `$dumpvars`, holds at time 0.

use std::collections::{BTreeMap, BTreeSet};

use super::roles::{ColumnIndex, FieldRole};
use super::{FormReader, LineFault};
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
    /// The column of a signal, by its short name.
    signals: BTreeMap<String, u32>,
    /// The number of the line that ends the definitions.
    defined_at: u64,
    /// True if a comment goes on in the next line.
    is_in_comment: bool,
    has_time: bool,
    /// The unit of times, as a power of ten of a second, if the definitions say one.
    unit: Option<i32>,
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
        signals: definitions.signals,
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
        record: &mut Record,
        value: TextSpan,
        (at, code): (usize, &str),
    ) -> Result<(), LineFault> {
        let Some(column) = self.signals.get(code) else {
            let what = format!("the definitions have no signal `{code}`");
            return Err(LineFault::at(record.raw(), at, what));
        };
        if record.cells.iter().any(|cell| cell.column == *column) {
            let what = format!("`{code}` changes twice in its line");
            return Err(LineFault::at(record.raw(), at, what));
        }
        FieldRole::Column(*column).put(value, record);
        Ok(())
    }

    fn time(&mut self, record: &mut Record, at: usize, word: &str) -> Result<(), LineFault> {
        if record.tick.is_some() || !record.cells.is_empty() {
            let what = "a time must come first on its line";
            return Err(LineFault::at(record.raw(), at, what));
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
                b'#' => self.time(record, at, word)?,
                b'b' | b'B' | b'r' | b'R' | b's' | b'S' => {
                    let Some(code) = words.next() else {
                        let what = "expected a value, a blank and a signal";
                        return Err(LineFault::at(line, at + word.len(), what));
                    };
                    self.change(record, TextSpan::new(at + 1, at + word.len()), code)?;
                }
                b'0' | b'1' | b'x' | b'X' | b'z' | b'Z' => {
                    self.change(record, TextSpan::new(at, at + 1), (at + 1, &word[1..]))?;
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
    fn unit(&self) -> Option<i32> {
        self.unit
    }

    fn has_column(&self, column: usize) -> bool {
        self.signals.values().any(|it| *it as usize == column)
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
        let line = record.raw().to_owned();
        self.words(&line, record)?;
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
