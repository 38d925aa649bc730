//! Value-change dumps of logic simulators (IEEE 1364): definitions of signals, then `#` and a time, and behind it the
//! signals that changed. Words are separated by any white space.
//!
//! A signal is a column for each of its names; a name holds those of its scopes: `test.counter.out`. What stands
//! before the first time, as in `$dumpvars`, holds at time 0. An event is told of where it occurs; dump sections hold
//! no occurrence.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::roles::{ColumnIndex, FieldRole};
use super::vcd_codes::DumpCodes;
use super::{FormReader, LineFault, PlainLine};
use crate::bits::is_bit;
use crate::description::Description;
use crate::dump_layout::has_code_behind;
use crate::input::{LogLines, leading_text};
use crate::kind::ColumnKind;
use crate::record::{Record, TextSpan};
use crate::undeclared::UndeclaredCodes;
use chase_world::error::Error;

/// The longest definitions that are read, in bytes.
const DEFINITIONS_MAX: usize = 16 << 20;

/// The keyword that ends the definitions.
const END: &str = "$enddefinitions";

/// The types of scopes: of IEEE 1364, SystemVerilog, and VHDL in the names of GTKWave.
const SCOPES: &[&str] = &[
    "module",
    "task",
    "function",
    "begin",
    "fork",
    "generate",
    "struct",
    "union",
    "class",
    "interface",
    "package",
    "program",
    "vhdl_architecture",
    "vhdl_procedure",
    "vhdl_function",
    "vhdl_record",
    "vhdl_process",
    "vhdl_block",
    "vhdl_for_generate",
    "vhdl_if_generate",
    "vhdl_generate",
    "vhdl_package",
    "sv_array",
];

/// The reader of a dump.
pub(crate) struct Vcd {
    /// The signals by their codes. Of a signal that is several columns its first name alone is told of, unless others
    /// were chosen.
    pub codes: DumpCodes,
    /// True within a comment.
    is_in_comment: bool,
    /// True within a section that tells all values, such as `$dumpvars`.
    is_in_dump: bool,
    /// A value whose code is the next word, and its line.
    value: Option<(String, u64)>,
    has_time: bool,
    /// The changes so far of codes that were never declared.
    pub undeclared: UndeclaredCodes,
    /// The unit of times, as a power of ten of a second, if the definitions say one.
    pub unit: Option<i32>,
    /// Sentences about the names of signals.
    pub said: Vec<String>,
}

/// Opens a VCD file: reads its definitions.
pub fn open(
    lines: &mut LogLines,
    description: &mut Description,
) -> Result<Box<dyn FormReader>, Error> {
    let name = lines.name().to_owned();
    let has_end = |ahead: &[u8]| {
        let end = memchr::memmem::find(ahead, END.as_bytes());
        let has_end =
            end.is_some_and(|at| memchr::memmem::find(&ahead[at + 1..], b"$end").is_some());
        has_end && definitions(leading_text(ahead)).any(|(words, _)| words[0].1 == END)
    };
    let ahead = lines.ahead(DEFINITIONS_MAX, has_end)?;
    let text = leading_text(ahead);
    description.tick.get_or_insert_with(|| "time".to_owned());
    description.entity = None;
    let at = |byte: usize, what: String| {
        let line = memchr::memchr_iter(b'\n', &text.as_bytes()[..byte]).count() + 1;
        Error::new(what).at(format_args!("{name}:{line}:1"))
    };
    let mut reader = Definitions::of(description);
    let mut end = None;
    for (words, behind) in definitions(text) {
        if words[0].1 == END {
            end = Some(behind);
            break;
        }
        let begin = words[0].0;
        let words: Vec<_> = words.iter().map(|it| it.1).collect();
        reader.define(&words, description).map_err(|what| at(begin, what))?;
    }
    let end = end.ok_or_else(|| {
        at(
            0,
            format!("no `{END} $end` found; the definitions at the beginning of a VCD end with it"),
        )
    })?;
    if description.tick_unit.is_none() {
        description.tick_unit.clone_from(&reader.tick_unit);
    }
    lines.definitions = Some(end);
    Ok(Box::new(Vcd {
        codes: reader.codes,
        is_in_comment: false,
        is_in_dump: false,
        value: None,
        has_time: false,
        undeclared: UndeclaredCodes::default(),
        unit: reader.unit,
        said: reader.said,
    }))
}

/// The words of a text, and where they begin.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let begins = move |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_ascii_whitespace().map(move |word| (begins(word), word))
}

/// The definitions that a text begins with: the words of each without its `$end`, and the byte behind that.
fn definitions(text: &str) -> impl Iterator<Item = (Vec<(usize, &str)>, usize)> {
    let mut all = words(text);
    std::iter::from_fn(move || {
        let mut words = Vec::new();
        for (at, word) in all.by_ref() {
            match word {
                // One too many says nothing.
                "$end" if words.is_empty() => {}
                "$end" => return Some((words, at + word.len())),
                _ => words.push((at, word)),
            }
        }
        None
    })
}

/// A part of a name as it stands in the whole name, whose parts are separated by points: a point of its own has a
/// backslash before it, and so has a backslash that could be taken for that of a point.
fn escaped(part: &str) -> Cow<'_, str> {
    let is_plain = |(at, letter): (usize, char)| match letter {
        '.' => false,
        '\\' => !matches!(part[at + 1..].chars().next(), None | Some('.' | '\\')),
        _ => true,
    };
    if part.char_indices().all(is_plain) {
        return Cow::Borrowed(part);
    }
    let escape = |(at, letter): (usize, char)| match is_plain((at, letter)) {
        true => letter.to_string(),
        false => format!("\\{letter}"),
    };
    Cow::Owned(part.char_indices().map(escape).collect())
}

/// The definitions at the head of the file.
struct Definitions {
    known: ColumnIndex,
    scopes: Vec<String>,
    codes: DumpCodes,
    /// The codes of the names so far.
    names: BTreeMap<String, String>,
    unit: Option<i32>,
    tick_unit: Option<String>,
    said: Vec<String>,
}

impl Definitions {
    fn of(description: &Description) -> Self {
        Definitions {
            known: ColumnIndex::of(description),
            scopes: Vec::new(),
            codes: DumpCodes::default(),
            // No signal is called as the ticks are.
            names: description.tick.iter().map(|tick| (tick.clone(), String::new())).collect(),
            unit: None,
            tick_unit: None,
            said: Vec::new(),
        }
    }

    fn define(&mut self, words: &[&str], description: &mut Description) -> Result<(), String> {
        match words {
            ["$timescale", scale @ ..] => {
                let scale = scale.concat();
                self.unit = power(&scale);
                let unit = scale.trim_start_matches(|letter: char| letter.is_ascii_digit());
                let number = &scale[..scale.len() - unit.len()];
                self.tick_unit = self.unit.map(|_| match number {
                    "1" => unit.to_owned(),
                    number => format!("{number} {unit}"),
                });
            }
            ["$scope"] => self.scopes.push(String::new()),
            // A scope may have no name, or no type.
            ["$scope", word] if SCOPES.contains(word) => self.scopes.push(String::new()),
            ["$scope", name] | ["$scope", _, name] => self.scopes.push((*name).to_owned()),
            ["$scope", _, name @ ..] => self.scopes.push(name.join(" ")),
            ["$upscope", ..] => drop(self.scopes.pop()),
            ["$var", kind, size, code, name @ ..] if !name.is_empty() => {
                self.signal(kind, size.parse().unwrap_or(0), code, &name.concat(), description)?;
            }
            ["$var", ..] => return Err("expected `$var TYPE SIZE CODE NAME $end`".to_owned()),
            _ => {}
        }
        Ok(())
    }

    /// Takes in a signal, or another name of it.
    fn signal(
        &mut self,
        kind: &str,
        width: u32,
        code: &str,
        name: &str,
        description: &mut Description,
    ) -> Result<(), String> {
        let scopes = self.scopes.iter().map(String::as_str).filter(|it| !it.is_empty());
        let path: Vec<_> = scopes.chain([name]).map(escaped).collect();
        let whole = path.join(".");
        let mut name = whole.clone();
        for number in 2.. {
            match self.names.get(&name) {
                None => break,
                Some(known) if known == code => return Ok(()),
                Some(_) => name = format!("{whole}#{number}"),
            }
        }
        if name != whole {
            self.said.push(format!(
                "`{whole}` is the name of another signal too: this one is called `{name}`"
            ));
        }
        self.names.insert(name.clone(), code.to_owned());
        let FieldRole::Column(column) = self.known.role(&name, description) else {
            return Err(format!("a signal cannot be called `{name}`"));
        };
        let described = &mut description.columns[column as usize];
        if described.kind == ColumnKind::Auto {
            described.kind = match kind {
                "real" | "realtime" | "real_parameter" | "shortreal" => ColumnKind::Auto,
                "string" => ColumnKind::Text,
                "event" => ColumnKind::Event,
                _ => ColumnKind::Bits,
            };
        }
        if described.kind == ColumnKind::Bits {
            described.width = width;
        }
        self.codes.add(code, column, kind == "event");
        Ok(())
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

/// Returns true if a word can only be a time or a keyword, and no code.
fn is_no_code(word: &str) -> bool {
    word == "$end"
        || word
            .strip_prefix('#')
            .is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
}

const LONE_VALUE: &str = "a value without the code of its signal";

impl Vcd {
    /// Takes in a change.
    fn change(&mut self, line: u64, code: &str, value: TextSpan, record: &mut Record) {
        match self.codes.number(code.as_bytes()) {
            None => self.undeclared.take(code, line),
            Some(number) if self.is_in_dump && self.codes.is_event(number) => {}
            Some(number) => put(self.codes.told(number), value, record),
        }
    }

    /// The first word of a line is the code of a value that the line before ended with.
    fn late_code<'a>(&mut self, line: &'a str, record: &mut Record) -> Result<&'a str, LineFault> {
        let Some((at, code)) = words(line).next() else {
            return Ok(line);
        };
        if let Some((value, number)) = self.value.take() {
            if self.codes.number(code.as_bytes()).is_none() && is_no_code(code) {
                let what = format!("{LONE_VALUE}: `{value}` in line {number}");
                return Err(LineFault::at(line, at, what));
            }
            let span = record.add_text(&value[1..]);
            self.change(number, code, span, record);
        }
        Ok(&line[at + code.len()..])
    }

    /// The words of a line behind the definitions, from a byte on.
    fn words(&mut self, line: &str, from: usize, record: &mut Record) -> Result<(), LineFault> {
        let mut words = words(&line[from..]).map(|(at, word)| (from + at, word));
        while let Some((at, word)) = words.next() {
            if self.is_in_comment {
                self.is_in_comment = word != "$end";
                continue;
            }
            match word.as_bytes()[0] {
                b'$' => match word {
                    "$comment" => self.is_in_comment = true,
                    "$dumpvars" | "$dumpall" | "$dumpon" | "$dumpoff" => self.is_in_dump = true,
                    "$end" => self.is_in_dump = false,
                    _ => {}
                },
                b'#' if record.tick.is_some() || !record.cells.is_empty() => {
                    let what = "a time must come first on its line";
                    return Err(LineFault::at(line, at, what));
                }
                b'#' => {
                    self.has_time = true;
                    FieldRole::Tick.put(TextSpan::new(at + 1, at + word.len()), record);
                }
                _ if has_code_behind(word.as_bytes()) => match words.next() {
                    None => self.value = Some((word.to_owned(), record.line)),
                    Some((_, code))
                        if self.codes.number(code.as_bytes()).is_none() && is_no_code(code) =>
                    {
                        return Err(LineFault::at(line, at, LONE_VALUE));
                    }
                    Some((_, code)) => {
                        let value = TextSpan::new(at + 1, at + word.len());
                        self.change(record.line, code, value, record);
                    }
                },
                first if is_bit(first) && word.len() == 1 => {
                    let what = format!("{LONE_VALUE}; the code follows directly, as in `{word}!`");
                    return Err(LineFault::at(line, at, what));
                }
                // A scalar's value with its code.
                first if is_bit(first) => {
                    self.change(record.line, &word[1..], TextSpan::new(at, at + 1), record);
                }
                _ => {
                    let what = "expected `#` and a time, or a value and a signal";
                    return Err(LineFault::at(line, at, what));
                }
            }
        }
        Ok(())
    }

    /// Checks that the log may end here.
    ///
    /// # Errors
    /// The number of the line that is not complete, and the text that was expected.
    pub fn end(&self) -> Result<(), (u64, String)> {
        match &self.value {
            None => Ok(()),
            Some((value, line)) => Err((*line, format!("{LONE_VALUE}: `{value}`"))),
        }
    }

    /// What a line says that is nothing but a time or the change of one signal, where that is seen at a glance.
    #[inline]
    pub fn plain_line(&self, line: &[u8]) -> Option<PlainLine<'_>> {
        if self.is_in_comment || self.is_in_dump || !self.has_time || self.value.is_some() {
            return None;
        }
        // What separates words, or is no letter of them.
        let is_word = |word: &[u8]| word.iter().all(u8::is_ascii_graphic);
        let columns = |code: &[u8]| self.codes.number(code).map(|it| self.codes.told(it));
        let (first, rest) = line.split_first()?;
        match *first {
            b'#' => is_word(rest).then(|| PlainLine::Time(TextSpan::new(1, line.len()))),
            b'b' | b'B' | b'r' | b'R' | b's' | b'S' => {
                let end = 1 + rest.iter().position(|byte| *byte == b' ')?;
                let (value, code) = (&line[1..end], &line[end + 1..]);
                let columns = columns(code)?;
                let is_plain = is_word(value) && is_word(code);
                is_plain.then(|| PlainLine::Value(columns, TextSpan::new(1, end)))
            }
            first if is_bit(first) => {
                let columns = columns(rest).filter(|_| is_word(rest))?;
                Some(PlainLine::Value(columns, TextSpan::new(0, 1)))
            }
            _ => None,
        }
    }
}

/// Puts a value into columns.
fn put(columns: &[u32], value: TextSpan, record: &mut Record) {
    for column in columns {
        FieldRole::Column(*column).put(value, record);
    }
}

impl FormReader for Vcd {
    fn dump(&self) -> Option<&Vcd> {
        Some(self)
    }

    fn dump_mut(&mut self) -> Option<&mut Vcd> {
        Some(self)
    }

    fn has_column(&self, column: usize) -> bool {
        self.codes.has(column)
    }

    fn read(&mut self, record: &mut Record) -> Result<(), LineFault> {
        match self.plain_line(record.raw().as_bytes()) {
            Some(PlainLine::Time(time)) => {
                FieldRole::Tick.put(time, record);
                return Ok(());
            }
            Some(PlainLine::Value(columns, value)) if !columns.is_empty() => {
                put(columns, value, record);
                return Ok(());
            }
            _ => {}
        }
        let line = record.raw().to_owned();
        let from = match self.value {
            None => 0,
            Some(_) => line.len() - self.late_code(&line, record)?.len(),
        };
        self.words(&line, from, record)?;
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
