//! Lines of fields parted by commas, tabs or another character (RFC 4180), or by blanks. A second line may hold the units
//! of the columns.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::roles::{ColumnIndex, FieldRole};
use super::{FormReader, LineFault};
use crate::decimal::number;
use crate::description::Description;
use crate::input::{LogLines, has_enough_lines, has_line, without_mark};
use crate::quoting::{UNCLOSED, table_lines};
use crate::record::{Record, TextSpan};
use crate::units::{ROWS_ASKED, may_be_units, proven_units, unit_of};
use chase_world::error::Error;

/// The reader of a table.
pub(crate) struct Csv {
    delimiter: u8,
    decimal_comma: bool,
    /// The roles of the fields of every line.
    pub roles: Vec<FieldRole>,
    /// The roles of the columns once more, as a set, to find one among many.
    columns: BTreeSet<FieldRole>,
    /// The index of the field that holds the tick.
    tick: Option<usize>,
    /// The lines with names and units that are still to come.
    heading: u8,
    /// The places of the fields of a line with quotes.
    spans: Vec<TextSpan>,
}

/// Reads the names of the columns.
pub fn open(
    lines: &mut LogLines,
    description: &mut Description,
) -> Result<Box<dyn FormReader>, Error> {
    let delimiter = u8::try_from(description.separator()).unwrap_or(b',');
    let name = lines.name().to_owned();
    if delimiter != b' ' {
        lines.quoting = Some(delimiter);
    }
    let first = first_line(lines, delimiter)?;
    let units = match description.header {
        true => units(lines, delimiter, description.units_row)?,
        false => None,
    };
    let names = fields(&first, delimiter).map_err(|misread| {
        Error::new(misread.what).at(format_args!("{name}:1:{}", misread.column))
    })?;
    if names.len() > Description::COLUMNS_MAX {
        let (found, most) = (names.len(), Description::COLUMNS_MAX);
        let what = format!("{found} columns; the limit is {most}");
        return Err(Error::new(what).at(format_args!("{name}:1:1")));
    }
    let names: Vec<_> = names.iter().map(|name| name.trim_ascii()).collect();
    let mut known = ColumnIndex::of(description);
    let roles = names.iter().enumerate().map(|(n, name)| match description.header {
        true => known.role(name, description),
        false => known.role(&(n + 1).to_string(), description),
    });
    let roles: Vec<_> = roles.collect();
    let mut told = BTreeSet::new();
    let twice = roles.iter().position(|role| !told.insert(role));
    if let Some(n) = twice {
        let what = format!("two columns are called `{}`", names[n]);
        return Err(Error::new(what).at(format_args!("{name}:1:1")));
    }
    for (what, role) in
        [(&description.tick, FieldRole::Tick), (&description.entity, FieldRole::Entity)]
    {
        if let Some(missing) = what
            && !roles.contains(&role)
        {
            let what = format!("there is no column `{missing}`, which the description names");
            return Err(Error::new(what)
                .at(format_args!("{name}:1:1"))
                .help("without a header columns are called 1, 2, 3"));
        }
    }
    description.units_row = match units {
        Some(_) => Some(true),
        None => description.units_row.filter(|said| !said),
    };
    for (role, unit) in roles.iter().zip(units.iter().flatten()) {
        let unit = unit.clone();
        match role {
            // What the log says of itself holds before what others say of it.
            FieldRole::Tick => description.tick_unit = unit.or(description.tick_unit.take()),
            FieldRole::Column(at) => {
                let column = &mut description.columns[*at as usize];
                column.unit = unit.or(column.unit.take());
            }
            FieldRole::Entity => {}
        }
    }
    Ok(Box::new(Csv {
        delimiter,
        decimal_comma: description.decimal_comma,
        tick: roles.iter().position(|role| *role == FieldRole::Tick),
        columns: roles.iter().copied().collect(),
        roles,
        heading: u8::from(description.header) + u8::from(units.is_some()),
        spans: Vec::new(),
    }))
}

/// The most bytes that are read for the first lines.
const AHEAD_MAX: usize = 4 << 20;

/// The first line that is no note.
fn first_line(lines: &mut LogLines, delimiter: u8) -> Result<String, Error> {
    let name = lines.name().to_owned();
    let ahead = lines.ahead(AHEAD_MAX, |ahead| has_lines(ahead, delimiter, 1))?;
    let text = String::from_utf8_lossy(ahead);
    let mut found = table_lines(&text, delimiter);
    let (number, line) = found.next().ok_or_else(|| {
        Error::new("the log has no lines (blank lines and comments do not count)").at(&name)
    })?;
    let is_damaged = matches!(text, Cow::Owned(_)) && line.contains(char::REPLACEMENT_CHARACTER);
    if is_damaged || line.contains('\0') {
        let what = "a byte that is not text (UTF-8 without NUL)";
        return Err(Error::new(what).at(format_args!("{name}:{number}:1")));
    }
    Ok(without_mark(line).to_owned())
}

/// Returns true if so many whole lines of a table stand there.
fn has_lines(ahead: &[u8], delimiter: u8, wanted: usize) -> bool {
    // Most beginnings are seen to be too short without a look at their quotes.
    has_line(ahead, |line| !is_note(line)) && {
        let text = String::from_utf8_lossy(ahead);
        let whole = memchr::memrchr(b'\n', text.as_bytes()).map_or(0, |end| end + 1);
        table_lines(&text[..whole], delimiter).take(wanted).count() == wanted
    }
}

/// The units in the second line, if it holds units: `said` tells, or else the lines below prove it.
fn units(
    lines: &mut LogLines,
    delimiter: u8,
    said: Option<bool>,
) -> Result<Option<Vec<Option<String>>>, Error> {
    if said == Some(false) {
        return Ok(None);
    }
    let ahead = lines.ahead(AHEAD_MAX, |ahead| has_lines(ahead, delimiter, 2))?;
    let second = rows_below(&String::from_utf8_lossy(ahead), delimiter, 1);
    let Some(second) = second.into_iter().next().filter(|it| may_be_units(it)) else {
        return Ok(None);
    };
    if said == Some(true) {
        return Ok(Some(second.iter().map(|it| unit_of(it)).collect()));
    }
    let ahead = lines.ahead(AHEAD_MAX, has_enough_lines)?;
    let rows = rows_below(&String::from_utf8_lossy(ahead), delimiter, ROWS_ASKED);
    Ok(proven_units(&rows))
}

/// The fields of the first lines below the header.
fn rows_below(text: &str, delimiter: u8, most: usize) -> Vec<Vec<String>> {
    let lines = table_lines(text, delimiter).skip(1).take(most);
    let rows = lines.map_while(|(_, line)| fields(line, delimiter).ok());
    rows.collect()
}

/// Returns true if a line says nothing.
fn is_note(line: &[u8]) -> bool {
    matches!(line, [] | [b'\r'] | [b'#', ..])
}

/// The fields of a line, without their quotes.
///
/// # Errors
/// The column of a quote that is not closed, or closed within a field.
pub fn fields(line: &str, delimiter: u8) -> Result<Vec<String>, LineFault> {
    let mut record = Record::default();
    record.begin(line, 0);
    let mut spans = Vec::new();
    split(&mut record, delimiter, &mut spans)?;
    Ok(spans.iter().map(|span| record.at(*span).to_owned()).collect())
}

/// Finds the places of the fields of a line.
fn split(record: &mut Record, delimiter: u8, spans: &mut Vec<TextSpan>) -> Result<(), LineFault> {
    spans.clear();
    let line = record.raw();
    if delimiter == b' ' {
        let begins = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
        let words = line.split_ascii_whitespace();
        spans.extend(words.map(|word| TextSpan::new(begins(word), begins(word) + word.len())));
        return Ok(());
    }
    let mut from = 0;
    for (at, byte) in line.bytes().enumerate() {
        if byte == delimiter {
            spans.push(TextSpan::new(from, at));
            from = at + 1;
        } else if byte == b'"' {
            spans.clear();
            return split_quoted(record, delimiter, spans);
        }
    }
    spans.push(TextSpan::new(from, line.len()));
    Ok(())
}

fn split_quoted(
    record: &mut Record,
    delimiter: u8,
    spans: &mut Vec<TextSpan>,
) -> Result<(), LineFault> {
    let line = record.raw().to_owned();
    let bytes = line.as_bytes();
    let mut at = 0;
    loop {
        if bytes.get(at) != Some(&b'"') {
            let end = memchr::memchr(delimiter, &bytes[at..]).map_or(bytes.len(), |n| at + n);
            spans.push(TextSpan::new(at, end));
            at = end;
        } else {
            let (span, end) = quoted(&line, at, record)?;
            spans.push(span);
            at = end;
        }
        match bytes.get(at) {
            None => return Ok(()),
            Some(byte) if *byte == delimiter => at += 1,
            Some(_) => {
                let what = "the field goes on after its closing quote";
                return Err(LineFault::at(&line, at, what));
            }
        }
    }
}

/// A field in quotes, and where the line goes on behind it.
fn quoted(line: &str, from: usize, record: &mut Record) -> Result<(TextSpan, usize), LineFault> {
    let bytes = line.as_bytes();
    let (mut at, mut has_quotes) = (from + 1, false);
    loop {
        let Some(end) = memchr::memchr(b'"', &bytes[at..]).map(|n| at + n) else {
            return Err(LineFault::at(line, from, UNCLOSED));
        };
        if bytes.get(end + 1) == Some(&b'"') {
            has_quotes = true;
            at = end + 2;
            continue;
        }
        let inner = &line[from + 1..end];
        let span = match has_quotes {
            true => record.add_text(&inner.replace("\"\"", "\"")),
            false => TextSpan::new(from + 1, end),
        };
        return Ok((span, end + 1));
    }
}

/// A part of a line without the blanks at its ends.
fn without_blanks(span: TextSpan, record: &Record) -> TextSpan {
    let text = record.at(span);
    let from = span.from as usize + (text.len() - text.trim_ascii_start().len());
    TextSpan::new(from, from + text.trim_ascii().len())
}

/// A decimal number with a comma, written with a point.
pub fn with_point(text: &str) -> Option<String> {
    let (whole, part) = text.trim_ascii().split_once(',')?;
    let digits = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    let is_whole = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    let number_text = format!("{whole}.{part}");
    let is_number =
        part.starts_with(|it: char| it.is_ascii_digit()) && number(&number_text).is_some();
    (is_whole && is_number).then_some(number_text)
}

impl Csv {
    /// The tick of a line that is surely a row, where that is seen at a glance.
    #[inline]
    pub fn tick_of<'a>(&self, line: &'a [u8]) -> Option<&'a [u8]> {
        let at = self.tick?;
        if is_note(line) || self.heading > 0 || self.decimal_comma || self.delimiter == b' ' {
            return None;
        }
        let (mut from, mut fields, mut tick) = (0, 0, None);
        for end in memchr::memchr2_iter(self.delimiter, b'"', line) {
            if line[end] == b'"' {
                return None;
            }
            if fields == at {
                tick = Some(&line[from..end]);
            }
            fields += 1;
            from = end + 1;
        }
        if fields == at {
            tick = Some(&line[from..]);
        }
        let tick = tick.filter(|_| fields + 1 == self.roles.len());
        tick.map(<[u8]>::trim_ascii)
    }
}

impl FormReader for Csv {
    fn has_column(&self, column: usize) -> bool {
        let column = u32::try_from(column).map(FieldRole::Column);
        column.is_ok_and(|role| self.columns.contains(&role))
    }

    fn table(&self) -> Option<&Csv> {
        Some(self)
    }

    #[inline]
    fn read(&mut self, record: &mut Record) -> Result<(), LineFault> {
        let is_blank = || self.heading > 0 && record.raw().trim().is_empty();
        let is_note = is_note(record.raw().as_bytes()) || is_blank();
        if is_note || self.heading > 0 {
            self.heading -= u8::from(!is_note);
            record.is_note = true;
            return Ok(());
        }
        let mut spans = std::mem::take(&mut self.spans);
        split(record, self.delimiter, &mut spans)?;
        if spans.len() != self.roles.len() {
            let (found, due) = (spans.len(), self.roles.len());
            let what = format!("{found} fields; expected {due}, as in the first line");
            let last = record.raw().len();
            return Err(LineFault::at(record.raw(), last, what));
        }
        for (role, span) in self.roles.iter().zip(&spans) {
            let mut span = match role {
                FieldRole::Column(_) => *span,
                FieldRole::Tick | FieldRole::Entity => without_blanks(*span, record),
            };
            if self.decimal_comma
                && let Some(number) = with_point(record.at(span))
            {
                span = record.add_text(&number);
            }
            role.put(span, record);
        }
        self.spans = spans;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_comma_is_between_digits() {
        for (text, number) in [("1,5", "1.5"), (" -0,25e-3", "-0.25e-3")] {
            assert_eq!(with_point(text).as_deref(), Some(number));
        }
        for text in ["1", "1.5", "1,", ",5", "a,5", "1,5,5", "1,x", "1,5.5", "1, 5"] {
            assert_eq!(with_point(text), None, "{text}");
        }
    }

    #[test]
    fn quotes_are_taken_off_and_must_be_closed() {
        assert_eq!(fields("a,\"b,c\",\"d\"\"e\",", b',').unwrap(), ["a", "b,c", "d\"e", ""]);
        assert_eq!(fields("  a \t b\"c ", b' ').unwrap(), ["a", "b\"c"]);
        assert_eq!(fields("a,\"b", b',').unwrap_err().column, 3);
        assert_eq!(fields("\"a\"b,c", b',').unwrap_err().column, 4);
    }
}
