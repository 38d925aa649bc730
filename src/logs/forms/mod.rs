//! The forms of logs, a file each: a line becomes a [`Record`].

mod csv;
mod json_lines;
mod roles;
mod text;
mod vcd;
mod vcd_codes;

use super::description::{Description, LogForm};
use super::input::LogLines;
use super::record::{Record, TextSpan};
use chase_world::error::Error;
pub(crate) use csv::Csv;
pub(crate) use vcd::Vcd;

/// A fault of a line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineFault {
    /// The column, from 1, in characters.
    pub column: usize,
    /// Words for the text that stood there and for the text that was expected.
    pub what: String,
}

impl LineFault {
    /// At a byte of a line.
    fn at(line: &str, byte: usize, what: impl Into<String>) -> Self {
        let before = line.get(..byte).unwrap_or(line);
        LineFault { column: before.chars().count() + 1, what: what.into() }
    }
}

/// A line of nothing but a time, or of the change of one signal.
pub(crate) enum PlainLine<'a> {
    /// The place of the time.
    Time(TextSpan),
    /// The columns of the signal, and the place of its value.
    Value(&'a [u32], TextSpan),
}

/// Reads lines of one form.
pub(crate) trait FormReader: Send {
    /// Says what a line means; the record holds its text.
    ///
    /// # Errors
    /// The column of what could not be understood.
    fn read(&mut self, record: &mut Record) -> Result<(), LineFault>;

    /// Returns true if the log has a column, or may have it later.
    fn has_column(&self, column: usize) -> bool;

    /// The table that is read, if the log is one.
    fn table(&self) -> Option<&Csv> {
        None
    }

    /// The value-change dump that is read, if the log is one.
    fn dump(&self) -> Option<&Vcd> {
        None
    }

    /// The value-change dump that is read, to be changed.
    fn dump_mut(&mut self) -> Option<&mut Vcd> {
        None
    }
}

/// Opens a log of the description's form, and adds the columns that the log's beginning names to the
/// description. Also returns the described columns that the log does not have, as far as its beginning
/// shows that.
///
/// # Errors
/// A beginning that does not fit the description.
pub fn open(
    lines: &mut LogLines,
    description: &mut Description,
) -> Result<(Box<dyn FormReader>, Vec<String>), Error> {
    let described: Vec<_> = description.columns.iter().map(|it| it.name.clone()).collect();
    let reader = match description.form {
        LogForm::Csv | LogForm::Tsv => csv::open(lines, description)?,
        LogForm::JsonLines => json_lines::open(lines, description)?,
        LogForm::Text => text::open(lines, description)?,
        LogForm::Vcd => vcd::open(lines, description)?,
    };
    let described = described.into_iter().enumerate();
    let missing = described.filter(|(n, _)| !reader.has_column(*n)).map(|(_, name)| name).collect();
    Ok((reader, missing))
}

pub use csv::{fields as csv_fields, with_point};
pub use json_lines::values as json_values;
pub use text::fits as text_fits;
