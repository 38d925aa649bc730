//! The layout of a line: what stands in it beside its values, so that a line can be written again to
//! the letter.
//!
//! In words a layout is its line with `{t}` for the tick, `{e}` for the entity and `{3}` for the value
//! of column 3, counted from 0; braces of the line stand twice.

use std::borrow::Cow;
use std::fmt;

use super::record::{Record, TextSpan};

/// A value of a record that a layout puts into its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutField {
    /// The tick, which numbers the cycle.
    Tick,
    /// The name of the entity.
    Entity,
    /// The value of a column.
    Column(u32),
}

/// The layout of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineLayout {
    /// The literal texts before each field, and the one after the last.
    literals: Vec<String>,
    holes: Vec<LayoutField>,
}

/// Finds the places of a record's fields in its line. Returns false if a value does not stand in the
/// line, or if two stand in one place.
fn holes(record: &Record, found: &mut Vec<(TextSpan, LayoutField)>) -> bool {
    found.clear();
    let cells = record.cells.iter().map(|cell| (cell.span, LayoutField::Column(cell.column)));
    found.extend(record.tick.map(|span| (span, LayoutField::Tick)));
    found.extend(record.entity.map(|span| (span, LayoutField::Entity)));
    found.extend(cells);
    if !found.is_sorted_by_key(|(span, _)| (span.from, span.to)) {
        found.sort_by_key(|(span, _)| (span.from, span.to));
    }
    let parted = found.windows(2).all(|pair| pair[0].0.to <= pair[1].0.from);
    parted && found.last().is_none_or(|last| last.0.to as usize <= record.line_length)
}

/// Returns true if the bytes are those of the text. Most are empty or a single byte; the general
/// comparison of an empty slice reads a dangling address, which costs processors hundreds of cycles.
#[inline]
fn is_same(bytes: &[u8], text: &str) -> bool {
    match (bytes, text.as_bytes()) {
        ([], []) => true,
        ([a], [b]) => a == b,
        (bytes, text) => bytes.len() == text.len() && bytes == text,
    }
}

/// Finds the layouts of records; it keeps its memory.
#[derive(Debug, Default)]
pub struct Finder {
    found: Vec<(TextSpan, LayoutField)>,
}

impl Finder {
    /// Looks where the values of a record stand; false where its line cannot be written by a layout.
    pub fn look(&mut self, record: &Record) -> bool {
        holes(record, &mut self.found)
    }

    /// Returns true if the record that was searched last has this layout.
    #[must_use]
    pub fn has(&self, layout: &LineLayout, record: &Record) -> bool {
        if self.found.len() != layout.holes.len() {
            return false;
        }
        let line = record.raw().as_bytes();
        let mut at = 0;
        let parts = self.found.iter().zip(&layout.holes).zip(&layout.literals);
        for (((span, hole), due), literal) in parts {
            if hole != due || !is_same(&line[at..span.from as usize], literal) {
                return false;
            }
            at = span.to as usize;
        }
        let last = layout.literals.last();
        last.is_some_and(|last| is_same(&line[at..], last))
    }

    /// The layout of the record that was looked at.
    #[must_use]
    pub fn layout(&self, record: &Record) -> LineLayout {
        let (line, mut at) = (record.raw(), 0);
        let mut literals = Vec::with_capacity(self.found.len() + 1);
        for (span, _) in &self.found {
            literals.push(line[at..span.from as usize].to_owned());
            at = span.to as usize;
        }
        literals.push(line[at..].to_owned());
        LineLayout { literals, holes: self.found.iter().map(|(_, hole)| *hole).collect() }
    }

    /// A layout with the values of the record that was looked at and nothing else, in the order of its
    /// cells.
    pub fn bare(&self) -> LineLayout {
        let columns = self.found.iter().map(|(_, hole)| *hole);
        let holes: Vec<_> = columns.filter(|it| matches!(it, LayoutField::Column(_))).collect();
        LineLayout { literals: vec![String::new(); holes.len() + 1], holes }
    }

    /// The values of the columns in the order of the line, parted by tabs.
    #[must_use]
    pub fn cells(&self, record: &Record) -> String {
        let mut cells = String::with_capacity(record.line_length);
        let is_plain = memchr::memchr2(b'\t', b'\\', record.text.as_bytes()).is_none();
        let columns = self.found.iter();
        let columns = columns.filter(|(_, hole)| matches!(hole, LayoutField::Column(_)));
        for (n, (span, _)) in columns.enumerate() {
            if n > 0 {
                cells.push('\t');
            }
            match is_plain {
                true => cells.push_str(record.at(*span)),
                false => cells.push_str(&escape_cell(record.at(*span))),
            }
        }
        cells
    }
}

/// A value as it stands among others: tabs as `\t`, backslashes twice.
pub fn escape_cell(value: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'\t', b'\\', value.as_bytes()).is_none() {
        return Cow::Borrowed(value);
    }
    Cow::Owned(value.replace('\\', "\\\\").replace('\t', "\\t"))
}

/// Each of the values that stand parted by tabs, as it stands there. They are short: looking at byte
/// after byte is faster than any search that has to be begun for each.
#[inline(always)]
pub fn for_each_cell<'a>(cells: &'a [u8], mut each: impl FnMut(&'a [u8])) {
    let mut from = 0;
    for (at, byte) in cells.iter().enumerate() {
        if *byte == b'\t' {
            each(&cells[from..at]);
            from = at + 1;
        }
    }
    each(&cells[from..]);
}

/// The values that stand parted by tabs.
pub fn split_cells(cells: &str) -> impl Iterator<Item = Cow<'_, str>> {
    cells.split('\t').map(|value| {
        if !value.contains('\\') {
            return Cow::Borrowed(value);
        }
        let mut plain = String::with_capacity(value.len());
        let mut letters = value.chars();
        while let Some(letter) = letters.next() {
            plain.push(match letter {
                '\\' if letters.next() == Some('t') => '\t',
                letter => letter,
            });
        }
        Cow::Owned(plain)
    })
}

impl LineLayout {
    /// The most bytes of one in words.
    pub const BYTES_MAX: usize = 4 << 20;

    /// The fields, from left to right.
    pub fn holes(&self) -> &[LayoutField] {
        &self.holes
    }

    /// The columns of its values, from left to right.
    pub fn columns(&self) -> impl Iterator<Item = u32> {
        self.holes.iter().filter_map(|hole| match hole {
            LayoutField::Column(column) => Some(*column),
            LayoutField::Tick | LayoutField::Entity => None,
        })
    }

    /// Reads a layout in words.
    pub fn parse(words: &str) -> Option<Self> {
        let mut layout = LineLayout { literals: vec![String::new()], holes: Vec::new() };
        let mut rest = words;
        while let Some(at) = rest.find(['{', '}']) {
            let literal = layout.literals.last_mut()?;
            literal.push_str(&rest[..at]);
            let brace = &rest[at..=at];
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix(brace) {
                literal.push_str(brace);
                rest = after;
                continue;
            }
            let (name, after) = rest.split_once('}').filter(|_| brace == "{")?;
            layout.holes.push(match name {
                "t" => LayoutField::Tick,
                "e" => LayoutField::Entity,
                number => LayoutField::Column(number.parse().ok()?),
            });
            layout.literals.push(String::new());
            rest = after;
        }
        layout.literals.last_mut()?.push_str(rest);
        Some(layout)
    }

    /// Writes a line; false where there are not as many values as it takes.
    pub fn fill(&self, tick: &str, entity: &str, cells: &str, out: &mut Vec<u8>) -> bool {
        let mut cells = split_cells(cells);
        for (literal, hole) in self.literals.iter().zip(&self.holes) {
            out.extend_from_slice(literal.as_bytes());
            match hole {
                LayoutField::Tick => out.extend_from_slice(tick.as_bytes()),
                LayoutField::Entity => out.extend_from_slice(entity.as_bytes()),
                LayoutField::Column(_) => match cells.next() {
                    Some(value) => out.extend_from_slice(value.as_bytes()),
                    None => return false,
                },
            }
        }
        out.extend_from_slice(self.literals.last().map_or(b"", |it| it.as_bytes()));
        true
    }
}

impl fmt::Display for LineLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doubled = |literal: &str| literal.replace('{', "{{").replace('}', "}}");
        for (literal, hole) in self.literals.iter().zip(&self.holes) {
            f.write_str(&doubled(literal))?;
            match hole {
                LayoutField::Tick => f.write_str("{t}")?,
                LayoutField::Entity => f.write_str("{e}")?,
                LayoutField::Column(column) => write!(f, "{{{column}}}")?,
            }
        }
        f.write_str(&doubled(self.literals.last().map_or("", String::as_str)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_comes_back_from_its_words_and_writes_its_line() {
        let words = "{{\"t\": {t}, \"who\": \"{e}\", \"x\": {0}}}";
        let layout = LineLayout::parse(words).unwrap();
        assert_eq!(layout.to_string(), words);
        let mut line = Vec::new();
        assert!(layout.fill("7", "car", "1.5", &mut line));
        assert_eq!(line, b"{\"t\": 7, \"who\": \"car\", \"x\": 1.5}");
        assert_eq!(LineLayout::parse("{x}"), None);
        assert_eq!(LineLayout::parse("}"), None);
    }

    #[test]
    fn tabs_and_backslashes_of_values_come_back() {
        let value = "a\tb\\t\\";
        let joined = format!("{}\t{}", escape_cell(value), escape_cell("c"));
        let back: Vec<_> = split_cells(&joined).collect();
        assert_eq!(back, [value, "c"]);
    }
}
