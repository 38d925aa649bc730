//! A log on its way from line to line, with what its lines mean.

use std::sync::{Arc, OnceLock};

use super::description::{Description, LogForm};
use super::description_options::DescriptionOptions;
use super::forms::{FormReader, Vcd, open, text_fits};
use super::guess::{self, Guess};
use super::input::{
    BEGINNING, BYTE_ORDER_MARK, LineEnd, LogInput, LogLines, bad_byte, leading_text,
};
use super::record::Record;
use super::stamps::is_stamp;
use super::ticks::{TICK_ONE, TickScale, tick_as_stamp, tick_shown, tick_value};
use super::undeclared::UndeclaredCodes;
use super::unread_form::check_form;
use chase_world::error::Error;

/// A note that a recording is unfinished, known once all of it was read. The code that makes the
/// recording's lines writes the note; the code that reads the lines asks for it.
#[derive(Clone, Debug, Default)]
pub struct CutNotice(Arc<OnceLock<String>>);

impl CutNotice {
    /// Says that the recording is unfinished, in words.
    pub fn cut(&self, what: String) {
        // It is said once: nothing is read behind an end.
        let _ = self.0.set(what);
    }

    /// Words that say that the recording is unfinished; nothing before its end was reached.
    pub fn unfinished(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }
}

/// A log being read.
pub struct LogReader {
    pub(crate) lines: LogLines,
    description: Description,
    /// The description without what the log's beginning says of it.
    given: Description,
    /// Columns that are described and are not there.
    missing: Vec<String>,
    pub(crate) reader: Box<dyn FormReader>,
    step: Option<i128>,
    said: Vec<String>,
    /// The sentences among them about this log alone, whatever describes it.
    found: Vec<String>,
    ending: CutNotice,
    /// The end of the newest line.
    end: LineEnd,
    /// The end of the first line that had one.
    first_end: Option<LineEnd>,
    /// True if the last line has no end and cannot be read.
    pub(crate) is_cut: bool,
    /// Rows read so far, which number the cycles where nothing else does.
    opened: u64,
    /// True if the first tick is a stamp.
    pub(crate) has_stamps: bool,
    /// How ticks are brought to those of another log.
    scale: TickScale,
}

/// The description of a log that may be written in another form than its description says, as far as
/// that is seen.
fn adapted(lines: &mut LogLines, like: &Description) -> Guess {
    let mut description = like.clone();
    let mut said = Vec::new();
    let is_as_described = like.form == LogForm::Text && is_text(lines, like);
    if !is_as_described
        && let Ok(guess) = guess::guess_form(lines)
        && is_otherwise(&guess.description, like)
    {
        let form = guess.description.form;
        let words = |of: &Description| {
            let delimiter = of.delimiter.map(|it| format!(" separated by {it:?}"));
            let decimals = if of.decimal_comma { " with decimal commas" } else { "" };
            format!("{}{}{decimals}", of.form.words(), delimiter.unwrap_or_default())
        };
        said.push(format!(
            "{}, although the description says {}",
            words(&guess.description),
            words(like)
        ));
        description.form = form;
        description.delimiter = guess.description.delimiter;
        description.decimal_comma = guess.description.decimal_comma;
        description.header = guess.description.header;
        description.units_row = None;
        description.lines.clear();
    }
    Guess { description, said }
}

/// Returns true if a log was guessed to have another form than is described, another delimiter, or decimals
/// with commas.
fn is_otherwise(guessed: &Description, like: &Description) -> bool {
    let has_other_delimiter = like.form == LogForm::Csv && guessed.delimiter != like.delimiter;
    let has_commas = like.is_table() && guessed.decimal_comma && !like.decimal_comma;
    guessed.form != like.form || has_other_delimiter || has_commas
}

/// Returns true if a log has lines that patterns fit, or begins as no other form does.
fn is_text(lines: &mut LogLines, like: &Description) -> bool {
    let has_end = |ahead: &[u8]| memchr::memchr(b'\n', ahead).is_some();
    let Ok(ahead) = lines.ahead(BEGINNING, has_end) else {
        return true;
    };
    let beginning = String::from_utf8_lossy(ahead);
    text_fits(like, &beginning) || !guess::looks_like_a_log(&beginning)
}

impl LogReader {
    /// Opens a log with its description; without one it is guessed from how the log begins.
    ///
    /// # Errors
    /// It cannot be read, is no log, or its beginning does not fit the description.
    pub fn open(input: LogInput, like: Option<&Description>) -> Result<Self, Error> {
        Self::open_as(input, like, &DescriptionOptions::default())
    }

    /// Opens a log as [`LogReader::open`] does, with options besides the description.
    ///
    /// # Errors
    /// As [`LogReader::open`].
    pub fn open_as(
        input: LogInput,
        like: Option<&Description>,
        wishes: &DescriptionOptions,
    ) -> Result<Self, Error> {
        let mut lines = LogLines::open(input)?;
        let Guess { mut description, mut said } = match wishes.described(like) {
            Some(like) => adapted(&mut lines, &like),
            None => guess::guess(&mut lines, wishes)?,
        };
        wishes.amend(&mut description);
        if description.form == LogForm::Vcd {
            let name = lines.name().to_owned();
            check_form(&name, lines.ahead(BEGINNING, guess::has_definitions)?)?;
        }
        let given = description.clone();
        let has_mark = lines.ahead(BYTE_ORDER_MARK.len_utf8(), |_| false)?;
        let has_mark = String::from_utf8_lossy(has_mark).starts_with(BYTE_ORDER_MARK);
        let first_end = lines.first_end()?;
        if has_mark && !(description.is_table() && description.header) {
            let what = "it begins with a byte order mark, which only a CSV or TSV header may have";
            return Err(Error::new(what)
                .at(format_args!("{}:1:1", lines.name()))
                .help("remove it with `tail -c +4`"));
        }
        description.crlf = first_end == Some(LineEnd::Crlf);
        let (reader, missing) = open(&mut lines, &mut description)?;
        if wishes.is_binary {
            description.columns.iter_mut().for_each(|column| column.width = 0);
        }
        let mut found: Vec<_> = lines.encoding().cloned().into_iter().collect();
        found.extend_from_slice(reader.dump().map_or(&[], |dump| &dump.said));
        if description.units_row == Some(true) && given.units_row.is_none() {
            found.push("the second line holds the units".to_owned());
        }
        said.extend_from_slice(&found);
        let wrong = |fault: String| Error::new(fault).at(lines.name());
        description.check().map_err(wrong)?;
        let step = description.step_value().map_err(wrong)?;
        Ok(LogReader {
            lines,
            description,
            given,
            missing,
            reader,
            step,
            said,
            found,
            ending: CutNotice::default(),
            end: LineEnd::None,
            first_end: None,
            is_cut: false,
            opened: 0,
            has_stamps: false,
            scale: TickScale::Same,
        })
    }

    /// The log of a recording whose end tells whether it is unfinished.
    pub fn with_ending(self, ending: CutNotice) -> Self {
        LogReader { ending, ..self }
    }

    /// The log with a note of what it was before it became lines.
    #[must_use]
    pub fn with_note(mut self, note: &str) -> Self {
        self.said.insert(0, note.to_owned());
        self.found.insert(0, note.to_owned());
        self
    }

    /// The note whether the log is an unfinished recording.
    #[must_use]
    pub fn ending(&self) -> &CutNotice {
        &self.ending
    }

    /// The name of the log in messages.
    #[must_use]
    pub fn name(&self) -> &str {
        self.lines.name()
    }

    /// The description by which the lines are read.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// The description that was given or guessed, without the columns of which nothing but the name is
    /// known.
    pub fn given(&self) -> &Description {
        &self.given
    }

    /// The columns that are described and are not there, as far as the log's beginning tells.
    #[must_use]
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// The distance between ticks, in the units of ticks, if the description gives one.
    #[must_use]
    pub fn step(&self) -> Option<i128> {
        self.step
    }

    /// Returns true if the parts of every line have the same roles as in another log.
    pub(crate) fn has_roles_of(&self, other: &LogReader) -> bool {
        let tables = self.reader.table().zip(other.reader.table());
        let names = |log: &LogReader| -> Vec<String> {
            let columns = log.description.columns.iter();
            columns.map(|it| it.shown().to_owned()).collect()
        };
        let have_roles = tables.is_some_and(|(mine, others)| mine.roles == others.roles);
        have_roles && self.scale == other.scale && names(self) == names(other)
    }

    /// The first tick, as it is written, of a table or of JSON lines.
    ///
    /// # Errors
    /// The log cannot be read.
    pub(crate) fn first_tick(&mut self) -> Result<Option<String>, Error> {
        match &self.description.tick {
            Some(tick) if self.opened == 0 => guess::first_value(&mut self.lines, tick),
            _ => Ok(None),
        }
    }

    /// Returns true if ticks are not shown as they are written, but as those of another log.
    pub(crate) fn is_scaled(&self) -> bool {
        self.scale != TickScale::Same
    }

    /// Brings ticks to those of another log, and shows them as stamps if those are stamps.
    pub(crate) fn scale_ticks(&mut self, scale: TickScale, has_stamps: bool) {
        self.scale = scale;
        self.has_stamps |= has_stamps;
    }

    /// Says that a column is described and not there, where that is so.
    ///
    /// # Errors
    /// There is one.
    pub fn check_columns(&self) -> Result<(), Error> {
        match self.missing.first() {
            Some(missing) => Err(self.no_column(missing)),
            None => Ok(()),
        }
    }

    /// Says that a column is not there.
    pub fn no_column(&self, missing: &str) -> Error {
        let what = format!("there is no column `{missing}`, which the description names");
        Error::new(what).at(self.name()).help("`chase trace FILE` lists the columns")
    }

    /// Words that say that the log is not UTF-8, if they were not among the guesses when the log was opened.
    pub(crate) fn late_encoding(&self) -> Option<String> {
        self.lines.encoding().filter(|words| !self.said.contains(words)).cloned()
    }

    /// The guesses about the log in words, one sentence each.
    pub fn said(&self) -> &[String] {
        &self.said
    }

    /// The sentences among them that are about this log alone, whatever describes it: its encoding, its units.
    pub fn found(&self) -> &[String] {
        &self.found
    }

    /// Reads the next line; false at the end.
    ///
    /// # Errors
    /// A line that does not fit the description, with its number and column.
    pub fn next(&mut self, record: &mut Record) -> Result<bool, Error> {
        let is_definition = self.lines.definitions.is_some_and(|it| it > 0);
        let Some(line) = self.lines.next_line()? else {
            let end = self.reader.dump().map_or(Ok(()), Vcd::end);
            return end.map(|()| false).map_err(|(line, what)| {
                self.is_cut = self.end == LineEnd::None;
                self.misread(line, 1, &what)
            });
        };
        self.end = line.end;
        let bytes = line.text;
        let text = std::str::from_utf8(bytes);
        let is_text = text.is_ok() && memchr::memchr(0, bytes).is_none();
        record.begin(text.unwrap_or_else(|_| leading_text(bytes)), 0);
        let column = (!is_text).then(|| bad_byte(bytes));
        record.line = self.lines.number();
        if let Some(column) = column {
            let what = "a byte that is not text (UTF-8 without NUL)";
            return Err(self.misread_at(record, column, what));
        }
        if is_definition {
            record.is_note = true;
        } else if let Err(misread) = self.reader.read(record) {
            self.is_cut = self.end == LineEnd::None;
            return Err(self.misread_at(record, misread.column, &misread.what));
        }
        if !record.is_note && (record.tick.is_some() || self.opens(record)) {
            self.opened += 1;
            if self.opened == 1 {
                self.has_stamps |= record.tick.is_some_and(|span| is_stamp(record.at(span)));
            }
        }
        Ok(true)
    }

    /// A tick in letters as this log writes ticks: a stamp, in UTC, or a number.
    pub(crate) fn shown(&self, tick: i128) -> String {
        let stamp = self.has_stamps.then(|| tick_as_stamp(tick)).flatten();
        stamp.unwrap_or_else(|| tick_shown(tick))
    }

    /// Returns true if a line opens a cycle in a log whose cycles are counted.
    fn opens(&self, record: &Record) -> bool {
        record.opens || self.description.form != LogForm::Text
    }

    /// The tick of a row that was just read, in units of 10 to the power of -18; nothing where it
    /// belongs to the cycle before.
    ///
    /// # Errors
    /// A tick that is no number.
    #[inline]
    pub fn tick(&self, record: &Record) -> Result<Option<i128>, Error> {
        let Some(span) = record.tick else {
            let counted = self.description.tick.is_none() && self.opens(record);
            let number = i128::from(self.opened) - 1;
            return Ok((counted && !record.is_note).then_some(number * TICK_ONE));
        };
        let text = record.at(span);
        let Some(value) = tick_value(text) else {
            let what = format!("expected a number or a date in {}", self.description.tick_words());
            return Err(self.misread_at(record, self.column(record, span.from), &what));
        };
        Ok(Some(self.stepped(value)))
    }

    /// A tick as it is written, in the unit in which it is compared.
    #[inline]
    fn stepped(&self, value: i128) -> i128 {
        self.rounded(self.scale.scaled(value))
    }

    /// A tick as the description's step rounds it.
    #[inline]
    pub(crate) fn rounded(&self, value: i128) -> i128 {
        match self.step {
            None => value,
            Some(step) => (value + step / 2).div_euclid(step) * step,
        }
    }

    /// Takes the next line where it is surely a row that goes back behind no tick, and says its own;
    /// nothing, and nothing is taken, where only [`LogReader::next`] can tell.
    #[inline]
    pub(crate) fn skip_row(&mut self, least: Option<i128>) -> Result<Option<i128>, Error> {
        let Some(line) = self.lines.peek()? else {
            return Ok(None);
        };
        let text = self.reader.table().and_then(|table| table.tick_of(line.text));
        let text = text.and_then(|text| std::str::from_utf8(text).ok());
        let tick = text.and_then(tick_value);
        let tick = tick.map(|tick| self.stepped(tick));
        let Some(tick) = tick.filter(|tick| least.is_none_or(|least| *tick >= least)) else {
            return Ok(None);
        };
        self.lines.next_line()?;
        self.opened += 1;
        Ok(Some(tick))
    }

    /// Returns true if two logs tell changes of the same signals by the same codes, and times in one unit.
    pub(crate) fn tells_changes_as(&self, other: &LogReader) -> bool {
        let dumps = self.reader.dump().zip(other.reader.dump());
        dumps.is_some_and(|(mine, others)| mine.codes.are_those_of(&others.codes))
            && !self.is_scaled()
            && !other.is_scaled()
    }

    /// Tells of these columns alone from now on, where a signal of a value-change dump is several columns.
    pub(crate) fn choose_columns(&mut self, is_chosen: impl Fn(u32) -> bool) {
        if let Some(dump) = self.reader.dump_mut() {
            dump.codes.choose(is_chosen);
        }
    }

    /// The changes so far of codes that were never declared, if there were any.
    pub(crate) fn undeclared(&self) -> Option<&UndeclaredCodes> {
        self.reader.dump().map(|dump| &dump.undeclared).filter(|it| it.changes > 0)
    }

    /// The tick that a text says.
    pub fn tick_of(&self, text: &str) -> Option<i128> {
        tick_value(text).map(|value| self.stepped(value))
    }

    /// Returns true if the next line is byte for byte the next line of another log.
    #[inline]
    pub(crate) fn is_at_the_line_of(&mut self, other: &mut LogReader) -> Result<bool, Error> {
        match (self.lines.peek()?, other.lines.peek()?) {
            (Some(mine), Some(others)) => Ok(mine.text == others.text),
            _ => Ok(false),
        }
    }

    /// The column of a byte of a record, in characters from 1.
    #[must_use]
    pub fn column(&self, record: &Record, byte: u32) -> usize {
        let before = record.text.get(..byte as usize).unwrap_or_default();
        before.chars().count() + 1
    }

    /// The end of the first line, if the newest line ends otherwise.
    pub fn other_end(&mut self) -> Option<LineEnd> {
        if matches!(self.end, LineEnd::None | LineEnd::Blanks) {
            return None;
        }
        let first = *self.first_end.get_or_insert(self.end);
        (first != self.end).then_some(first)
    }

    /// The error about a line that cannot be read, with its place: the column is counted from the line's beginning, also
    /// where a field holds ends of lines.
    pub(crate) fn misread_at(&self, record: &Record, column: usize, what: &str) -> Error {
        let before: String = record.raw().chars().take(column - 1).collect();
        let (line, column) = match before.rsplit_once('\n') {
            None => (record.line, column + self.lines.column),
            Some((above, last)) => {
                let lines = above.matches('\n').count() as u64 + 1;
                (record.line + lines, last.chars().count() + 1)
            }
        };
        self.misread(line, column, what)
    }

    /// The error about a line that cannot be read, with its place.
    pub fn misread(&self, line: u64, column: usize, what: &str) -> Error {
        Error::new(what)
            .at(format_args!("{}:{line}:{column}", self.name()))
            .help("`chase trace FILE` shows how the log is read; --like FILE.toml describes it")
    }
}
