//! The description of a log: its form, the column that numbers its cycles, the column that names its
//! entities, its other columns, and the tolerances of their values.
//!
//! A description is what a file says; [`Description::check`] is the door to believing it.

use serde::{Deserialize, Serialize};

use super::exact::Size;
use super::kind::ColumnKind;
use super::sync::{Interpolation, SyncMode, SyncSettings};
use super::ticks::number_tick;
use super::tolerance::Tolerance;
use chase_world::error::Error;

/// The file form of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LogForm {
    /// Lines of fields parted by commas.
    #[default]
    Csv,
    /// Lines of fields parted by tabs.
    Tsv,
    /// A JSON object a line.
    JsonLines,
    /// Lines that patterns fit.
    Text,
    /// A value-change dump of a logic simulator (IEEE 1364).
    Vcd,
}

impl LogForm {
    /// The name of the form, in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            LogForm::Csv => "CSV",
            LogForm::Tsv => "TSV",
            LogForm::JsonLines => "JSON lines",
            LogForm::Text => "text lines",
            LogForm::Vcd => "VCD",
        }
    }

    /// The ending of files of this form, without a point.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            LogForm::Csv => "csv",
            LogForm::Tsv => "tsv",
            LogForm::JsonLines => "jsonl",
            LogForm::Text => "log",
            LogForm::Vcd => "vcd",
        }
    }
}

/// The meaning of the lines of a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowMeaning {
    /// All present entities: an entity without a line has vanished.
    #[default]
    All,
    /// Changes only: an entity or a value without a line keeps its last value.
    Changes,
}

/// A column of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogColumn {
    /// The name of the column in the log.
    pub name: String,
    /// The name under which the column is reported and compared, if that is another one.
    #[serde(rename = "as")]
    pub renamed: Option<String>,
    /// The kind of its values.
    #[serde(default)]
    pub kind: ColumnKind,
    /// The tolerance of its values; nothing if the log's tolerance holds.
    pub tolerance: Option<Tolerance>,
    /// The unit of its values, as it is shown beside its name.
    pub unit: Option<String>,
    /// The number of bits of its values, if the log declares it; otherwise 0.
    #[serde(skip)]
    pub width: u32,
    /// The course of its values between ticks; nothing if the values tell. A recording does not keep it.
    pub interpolation: Option<Interpolation>,
    /// The times at which it is compared; nothing if those of the rows. A recording does not keep it.
    pub sync: Option<SyncMode>,
}

impl LogColumn {
    /// A column of which nothing but the name is known.
    pub fn named(name: impl Into<String>) -> Self {
        LogColumn { name: name.into(), ..LogColumn::default() }
    }

    /// The name under which the column is reported and compared.
    #[must_use]
    pub fn shown(&self) -> &str {
        self.renamed.as_deref().unwrap_or(&self.name)
    }
}

/// A kind of line of a text log.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinePattern {
    /// A regular expression; its named groups are columns, the tick or the entity.
    pub pattern: String,
    /// True if a line that fits this pattern begins a cycle.
    #[serde(default)]
    pub opens: bool,
}

/// A description of a log: its form, its columns, and the meaning of its lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The form of the file.
    pub form: LogForm,
    /// True if the first line of a CSV or TSV file names the columns.
    #[serde(default = "yes")]
    pub header: bool,
    /// True if a second line of a table, below the names of the columns, holds their units and none of its fields is a
    /// number; nothing if the lines below tell.
    pub units_row: Option<bool>,
    /// What separates the fields of a table, if it is another character than the form's; a blank stands for any
    /// number of blanks.
    pub delimiter: Option<char>,
    /// True if the decimals of a table have a comma where others have a point.
    #[serde(default)]
    pub decimal_comma: bool,
    /// The column that numbers the cycles; nothing if lines are counted.
    pub tick: Option<String>,
    /// The unit of the ticks, as it is shown beside their name.
    pub tick_unit: Option<String>,
    /// The distance between ticks, as a decimal number; each tick is rounded to the nearest multiple of
    /// it.
    pub step: Option<String>,
    /// The column that names the entity of a line.
    pub entity: Option<String>,
    /// The meaning of the lines of a cycle.
    #[serde(default)]
    pub rows: RowMeaning,
    /// The times at which two logs are compared; nothing if an option says it, or at the ticks of both. A recording does
    /// not keep it.
    pub sync: Option<SyncMode>,
    /// The tolerance of all columns that have none of their own.
    #[serde(default)]
    pub tolerance: Tolerance,
    /// True if an empty value and words such as `NA` and `null` are equal to `NaN`.
    #[serde(default)]
    pub blank_is_nan: bool,
    /// The columns that may be drawn as a map: right and up.
    pub map: Option<[String; 2]>,
    /// The columns, without those of the tick and the entity.
    #[serde(default)]
    pub columns: Vec<LogColumn>,
    /// The kinds of lines of a text log, the first that fits.
    #[serde(default)]
    pub lines: Vec<LinePattern>,
    /// True if lines end with CR and LF.
    #[serde(skip)]
    pub crlf: bool,
}

fn yes() -> bool {
    true
}

impl Description {
    /// The most columns of a log.
    pub(crate) const COLUMNS_MAX: usize = 65_536;

    /// The most names of signals, each a column.
    const SIGNAL_NAMES_MAX: usize = 1 << 19;

    /// A description of a form and nothing else.
    #[must_use]
    pub fn of(form: LogForm) -> Self {
        Description {
            form,
            header: matches!(form, LogForm::Csv | LogForm::Tsv),
            rows: match form {
                LogForm::Vcd | LogForm::Text => RowMeaning::Changes,
                _ => RowMeaning::All,
            },
            ..Description::default()
        }
    }

    /// Checks that logs can be read and compared by the description.
    ///
    /// # Errors
    /// Names that stand twice, a step that is no number, patterns where there are none to be; one sentence without a
    /// full stop.
    pub fn check(&self) -> Result<(), String> {
        self.check_names()?;
        self.check_delimiter()?;
        self.step_value()?;
        self.tolerance.check()?;
        for column in &self.columns {
            if let Some(tolerance) = &column.tolerance {
                tolerance.check().map_err(|fault| format!("column {}: {fault}", column.name))?;
            }
        }
        match (self.form, self.lines.is_empty()) {
            (LogForm::Text, true) => {
                Err("a log of text lines needs `[[lines]]` with a `pattern`".to_owned())
            }
            (LogForm::Text, false) | (_, true) => Ok(()),
            (form, false) => {
                Err(format!("`lines` are for text logs; this one is {}", form.words()))
            }
        }
    }

    /// Returns true if the log is a table, whose fields are separated by a character.
    pub(crate) fn is_table(&self) -> bool {
        matches!(self.form, LogForm::Csv | LogForm::Tsv)
    }

    /// The character that separates the fields of a table.
    pub(crate) fn separator(&self) -> char {
        self.delimiter.unwrap_or(match self.form {
            LogForm::Tsv => '\t',
            _ => ',',
        })
    }

    /// Returns true if a character can separate fields: it is no part of a number or a word.
    #[must_use]
    pub fn can_separate(delimiter: char) -> bool {
        const PARTS: &str = "\".+-_'#";
        let is_sign = delimiter.is_ascii_punctuation() && !PARTS.contains(delimiter);
        is_sign || matches!(delimiter, ' ' | '\t')
    }

    fn check_delimiter(&self) -> Result<(), String> {
        if self.units_row == Some(true) && !(self.is_table() && self.header) {
            return Err(
                "units_row is for a CSV or TSV whose first line names the columns".to_owned()
            );
        }
        let wrong = self.delimiter.filter(|it| !self.is_table() || !Self::can_separate(*it));
        if let Some(delimiter) = wrong {
            return Err(format!(
                "delimiter {delimiter:?}: expected a sign that separates the fields of a CSV, as in \";\""
            ));
        }
        match self.decimal_comma && (!self.is_table() || self.separator() == ',') {
            true => {
                Err("decimal_comma is for a CSV whose fields are not separated by commas"
                    .to_owned())
            }
            false => Ok(()),
        }
    }

    fn check_names(&self) -> Result<(), String> {
        let most = match self.form {
            LogForm::Vcd => Self::SIGNAL_NAMES_MAX,
            _ => Self::COLUMNS_MAX,
        };
        if self.columns.len() > most {
            return Err(format!("{} columns; the limit is {most}", self.columns.len()));
        }
        let mut described = self.columns.iter().map(|it| &it.name);
        if let Some(tick) = described.find(|name| Some(*name) == self.tick.as_ref()) {
            return Err(format!(
                "column {tick} is the tick, so that nothing else can be said of it; \
                 --tick-tolerance says which ticks count as one"
            ));
        }
        let special = [&self.tick, &self.entity].into_iter().flatten().map(String::as_str);
        let mut names: Vec<_> = self.columns.iter().map(|it| it.name.as_str()).collect();
        names.extend(special);
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("two columns are called `{}`", pair[0]));
        }
        let mut shown: Vec<_> = self.columns.iter().map(LogColumn::shown).collect();
        shown.sort_unstable();
        match shown.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!("two columns are renamed `{}`", pair[0])),
            None => Ok(()),
        }
    }

    /// The distance between ticks, if the description gives one.
    pub(crate) fn step_value(&self) -> Result<Option<i128>, String> {
        let Some(step) = &self.step else {
            return Ok(None);
        };
        let value = number_tick(step).filter(|step| *step > 0);
        let fault = || format!("step `{step}`: expected a decimal number above 0, as in \"0.1\"");
        value.ok_or_else(fault).map(Some)
    }

    /// The tolerance of a column.
    pub(crate) fn tolerance_of(&self, column: usize) -> &Tolerance {
        self.columns[column].tolerance.as_ref().unwrap_or(&self.tolerance)
    }

    /// Returns true if some tolerance is a part of a column's range.
    #[must_use]
    pub fn has_ranges(&self) -> bool {
        let own = self.columns.iter().filter_map(|it| it.tolerance.as_ref());
        own.chain([&self.tolerance]).any(|it| it.range.is_some())
    }

    /// Makes a difference of the part of the range of a column, which is this wide and has this name in reports.
    pub(crate) fn set_range(&mut self, name: &str, wide: &Size) {
        let mut columns = self.columns.iter();
        let known = columns.position(|it| it.shown() == name || it.name == name);
        let n = known.unwrap_or(self.columns.len());
        if known.is_none() {
            self.columns.push(LogColumn::named(name));
        }
        self.columns[n].tolerance = Some(self.tolerance_of(n).of_range(wide));
    }

    /// Refuses a mode of a column that means nothing beside that of the rows.
    ///
    /// # Errors
    /// A column has such a mode.
    pub fn check_sync(&self, sync: &SyncSettings) -> Result<(), Error> {
        for column in &self.columns {
            let Some(mode) = column.sync else { continue };
            let (of, rows) = (mode.name(), sync.mode.name());
            let refused = |what: String, help: &str| Err(Error::new(what).help(help.to_owned()));
            let name = column.shown();
            match (sync.mode, mode) {
                (_, SyncMode::Order) => {
                    let what =
                        format!("order cannot be set for one column ({name}): it pairs whole rows");
                    return refused(what, "give --sync order without a column");
                }
                (SyncMode::Order, _) => {
                    let what = format!(
                        "{name} cannot be compared by {of} if rows are events that are compared by order"
                    );
                    return refused(what, "with --sync order no column has another mode");
                }
                (SyncMode::Exact, mode) if mode != SyncMode::Exact => {
                    let what = format!(
                        "{name} cannot be compared by {of} while all other columns are compared by {rows}, because every tick must then be in both logs"
                    );
                    let help = format!(
                        "say how the others are compared too, as in --sync interpolate,{name}={of}; in a description sync = \"interpolate\""
                    );
                    return refused(what, &help);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Words for the numbers of cycles: the column of ticks, or the count of lines.
    pub(crate) fn tick_words(&self) -> &str {
        self.tick.as_deref().unwrap_or("line")
    }
}
