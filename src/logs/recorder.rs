//! A log that a program writes itself, value by value: a line for each entity in each cycle, of CSV or of JSON.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::decimal::number;
use super::units::UNIT_MAX;
use chase_world::error::{Error, IoAt};
use chase_world::world::{Clock, Stopwatch};
use flate2::Compression;
use flate2::write::GzEncoder;

/// The name of the column that numbers the cycles.
const TICK: &str = "t";
/// The name of the column that holds the entity.
const ENTITY: &str = "entity";
/// A name that is guessed to be the tick before [`TICK`] is.
const OTHER_TICK: &str = "tick";

/// What was written is in the file after this time, if cycles go on.
const FLUSHED_AFTER: Duration = Duration::from_secs(1);

/// Records what a simulator does: columns of numbers, by cycle and entity.
///
/// The file is a log, by the ending of its name CSV (`.csv`) or JSON lines (`.jsonl`), compressed if `.gz`
/// follows: a line for each entity in each cycle, such as `{"t":812,"entity":"car 7","x":1.5}`. So
/// `chase diff`, `chase view` and `chase replay --tick` read it as any other. Numbers come back to the bit. An
/// entity of which nothing is set in a cycle is gone from there on; a cycle in which nothing is set is left
/// out.
///
/// Lines are written as cycles end, at least about once a second. Without [`Recorder::finish`] the log ends
/// before the cycle that was going on.
///
/// # Examples
/// ```
/// # mod chase { pub mod trace { pub use chase_logs::Recorder; } }
/// use chase::trace::Recorder;
///
/// # fn main() -> Result<(), chase_world::error::Error> {
/// # let folder = tempfile::tempdir().expect("a folder");
/// # let path = folder.path().join("run.csv");
/// const X: usize = 0;
/// const LAPS: usize = 1;
/// let mut recorder = Recorder::create(&path, &["x", "laps"])?;
/// recorder.set_units("s", &["m", ""])?;
/// let car = recorder.entity("car 7")?;
/// for tick in 0..1000 {
///     recorder.cycle(tick)?;
///     recorder.set(car, X, tick as f64 * 0.5);
///     recorder.set_integer(car, LAPS, tick as i64 / 60);
/// }
/// recorder.finish()?;
///
/// let log = std::fs::read_to_string(&path).expect("a log");
/// assert!(log.starts_with("t,entity,x,laps\n[s],,[m],\n0,car 7,0.0,0\n1,car 7,0.5,0\n"));
/// # Ok(())
/// # }
/// ```
pub struct Recorder {
    path: PathBuf,
    out: Box<dyn LogSink>,
    is_json: bool,
    columns: Vec<String>,
    entities: Vec<RecordedEntity>,
    by_name: BTreeMap<String, usize>,
    /// The values of this cycle, by entity and column.
    values: Vec<NumberValue>,
    /// The entities that have values in this cycle.
    told: Vec<usize>,
    tick: Option<u64>,
    /// The lines above the values, until they are written.
    heading: Option<String>,
    /// The lines of a cycle.
    lines: Vec<u8>,
    flushed: Stopwatch,
}

/// An entity of a recorder, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entity(usize);

/// A number that a column has.
#[derive(Clone, Copy, Default)]
enum NumberValue {
    /// None in this cycle.
    #[default]
    Unset,
    Integer(i64),
    Decimal(f64),
}

/// Somebody or something that is recorded.
struct RecordedEntity {
    name: String,
    is_told: bool,
}

/// A file that is ended by a last word, such as a checksum.
trait LogSink: Write + Send + Sync {
    fn end(self: Box<Self>) -> io::Result<()>;
}

impl LogSink for BufWriter<File> {
    fn end(mut self: Box<Self>) -> io::Result<()> {
        self.flush()
    }
}

impl LogSink for GzEncoder<BufWriter<File>> {
    fn end(self: Box<Self>) -> io::Result<()> {
        self.finish()?.flush()
    }
}

fn is_plain(name: &str) -> bool {
    !name.chars().any(|c| c.is_control() || matches!(c, '"' | '\\'))
}

fn misnamed(what: &str, name: &str) -> Error {
    Error::new(format!("`{name}` is not a valid {what} name"))
        .help("a name cannot have quotes, backslashes or control characters")
}

/// A name as a field of CSV.
fn field(name: &str) -> String {
    match name.contains(',') || name.trim() != name {
        true => format!("\"{name}\""),
        false => name.to_owned(),
    }
}

impl Recorder {
    /// Begins a log with these columns, in place of a file that is there.
    ///
    /// # Errors
    /// A name of the file with another ending; names of columns that are empty, stand twice, are `t`, `tick` or
    /// `entity`, in a CSV are numbers, or hold quotes, backslashes or control characters; a file that cannot be
    /// written.
    pub fn create(path: impl AsRef<Path>, columns: &[&str]) -> Result<Self, Error> {
        let path = path.as_ref().to_owned();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let plain = name.strip_suffix(".gz").unwrap_or(&name);
        let is_json = plain.ends_with(".jsonl");
        if !is_json && !plain.ends_with(".csv") {
            let what = "the ending of the name does not say what to write";
            let help =
                "endings are .csv and .jsonl, and .csv.gz and .jsonl.gz for compressed files";
            return Err(Error::new(what).at(path.display()).help(help));
        }
        for (n, name) in columns.iter().enumerate() {
            let is_taken = [TICK, OTHER_TICK, ENTITY].contains(&name.to_lowercase().as_str());
            let is_number = !is_json && number(name).is_some();
            let is_blank = name.trim() != *name || name.is_empty();
            if is_taken || is_number || is_blank || !is_plain(name) || columns[..n].contains(name) {
                let error = misnamed("column", name);
                return Err(match is_taken {
                    true => error.help("a recorder writes such a column itself"),
                    false => error,
                });
            }
        }
        let file = File::create(&path);
        let file = BufWriter::new(file.io_at(path.display(), "write")?);
        let out: Box<dyn LogSink> = match plain.len() < name.len() {
            true => Box::new(GzEncoder::new(file, Compression::default())),
            false => Box::new(file),
        };
        let names = [TICK, ENTITY].iter().chain(columns).map(|name| field(name));
        let heading = names.collect::<Vec<_>>().join(",") + "\n";
        Ok(Recorder {
            path,
            out,
            is_json,
            columns: columns.iter().map(|it| (*it).to_owned()).collect(),
            entities: Vec::new(),
            by_name: BTreeMap::new(),
            values: Vec::new(),
            told: Vec::new(),
            tick: None,
            heading: (!is_json).then_some(heading),
            lines: Vec::new(),
            flushed: Clock::default().start(),
        })
    }

    /// Gives the unit of the ticks, and one for each column; an empty one is none. A CSV holds them in its second
    /// line, in brackets.
    ///
    /// # Errors
    /// A log of JSON lines, which has no place for them; not as many as there are columns; a unit with a comma,
    /// brackets, quotes or control characters, or of more than 30 characters; a cycle has begun.
    pub fn set_units(&mut self, tick: &str, columns: &[&str]) -> Result<(), Error> {
        let refused = |what: &str| Err(Error::new(what).at(self.path.display()));
        if self.is_json {
            let what = "JSON lines have no place for units";
            return refused(what).map_err(|error| error.help("record a .csv"));
        }
        if self.tick.is_some() {
            return refused("units are given before the first cycle");
        }
        if columns.len() != self.columns.len() {
            return refused(&format!("{} units for {} columns", columns.len(), self.columns.len()));
        }
        let units = || [tick, ""].into_iter().chain(columns.iter().copied());
        let is_odd = |unit: &str| {
            let is_long = unit.chars().count() + 2 > UNIT_MAX;
            is_long || !is_plain(unit) || unit.contains([',', '[', ']']) || unit.trim() != unit
        };
        if let Some(unit) = units().find(|unit| is_odd(unit)) {
            return refused(&format!("`{unit}` is not a valid unit"));
        }
        if units().any(|unit| !unit.is_empty()) {
            let bracketed = |unit: &str| match unit {
                "" => String::new(),
                unit => format!("[{unit}]"),
            };
            let line = units().map(bracketed).collect::<Vec<_>>().join(",") + "\n";
            self.heading = self.heading.take().map(|heading| heading + &line);
        }
        Ok(())
    }

    /// An entity by its name; the same for the same name. It is known for the whole log.
    ///
    /// # Errors
    /// A name with quotes, backslashes or control characters.
    pub fn entity(&mut self, name: &str) -> Result<Entity, Error> {
        if let Some(number) = self.by_name.get(name) {
            return Ok(Entity(*number));
        }
        if !is_plain(name) {
            return Err(misnamed("entity", name));
        }
        let number = self.entities.len();
        self.by_name.insert(name.to_owned(), number);
        let name = if self.is_json { name.to_owned() } else { field(name) };
        self.entities.push(RecordedEntity { name, is_told: false });
        self.values.resize(self.values.len() + self.columns.len(), NumberValue::Unset);
        Ok(Entity(number))
    }

    /// Ends the cycle before and begins the one of a tick.
    ///
    /// # Errors
    /// A tick that is not greater than the one before; the file cannot be written.
    pub fn cycle(&mut self, tick: u64) -> Result<(), Error> {
        if let Some(before) = self.tick.filter(|before| *before >= tick) {
            let what =
                format!("cycle {tick} comes after cycle {before}; cycle numbers must increase");
            return Err(Error::new(what));
        }
        self.end_cycle()?;
        self.tick = Some(tick);
        Ok(())
    }

    /// Sets a number of an entity in this cycle; `column` counts the columns from 0. The last that is set
    /// stands.
    ///
    /// # Panics
    /// If no cycle has begun, or there is no such column.
    #[inline]
    pub fn set(&mut self, entity: Entity, column: usize, value: f64) {
        self.put(entity.0, column, NumberValue::Decimal(value));
    }

    /// Sets an integer of an entity in this cycle, which is written without a point; `column`
    /// counts the columns from 0. The last that is set stands.
    ///
    /// # Panics
    /// If no cycle has begun, or there is no such column.
    #[inline]
    pub fn set_integer(&mut self, entity: Entity, column: usize, value: i64) {
        self.put(entity.0, column, NumberValue::Integer(value));
    }

    /// Ends the last cycle and the log.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(mut self) -> Result<(), Error> {
        self.end_cycle()?;
        let heading = self.heading.take().unwrap_or_default();
        let mut out = self.out;
        out.write_all(heading.as_bytes())
            .and_then(|()| out.end())
            .io_at(self.path.display(), "write")
    }

    #[inline]
    fn put(&mut self, entity: usize, column: usize, value: NumberValue) {
        assert!(self.tick.is_some(), "no cycle has begun");
        assert!(column < self.columns.len(), "there is no such column");
        let there = &mut self.entities[entity];
        if !there.is_told {
            there.is_told = true;
            self.told.push(entity);
        }
        self.values[entity * self.columns.len() + column] = value;
    }

    /// Writes the lines of the cycle that is over.
    fn end_cycle(&mut self) -> Result<(), Error> {
        let Some(tick) = self.tick.filter(|_| !self.told.is_empty()) else {
            return Ok(());
        };
        self.lines.clear();
        self.lines.extend(self.heading.take().unwrap_or_default().into_bytes());
        let mut tick_letters = itoa::Buffer::new();
        let tick = tick_letters.format(tick);
        for entity in self.told.drain(..) {
            self.entities[entity].is_told = false;
            let name = &self.entities[entity].name;
            let row = entity * self.columns.len()..(entity + 1) * self.columns.len();
            let values = self.columns.iter().zip(&mut self.values[row]);
            let out = &mut self.lines;
            let mut put = |text: &str| out.extend_from_slice(text.as_bytes());
            match self.is_json {
                true => ["{\"t\":", tick, ",\"entity\":\"", name, "\""].map(&mut put),
                false => [tick, ",", name, "", ""].map(&mut put),
            };
            for (column, value) in values {
                let value = std::mem::take(value);
                let is_set = !matches!(value, NumberValue::Unset);
                match self.is_json {
                    false => put(","),
                    true if is_set => [",\"", column, "\":"].iter().for_each(|it| put(it)),
                    true => {}
                }
                let is_word = matches!(value, NumberValue::Decimal(it) if !it.is_finite());
                let quote = if self.is_json && is_word { "\"" } else { "" };
                put(quote);
                with_letters(value, &mut put);
                put(quote);
            }
            put(if self.is_json { "}\n" } else { "\n" });
        }
        let mut written = self.out.write_all(&self.lines);
        if self.flushed.elapsed() >= FLUSHED_AFTER {
            self.flushed.restart();
            written = written.and_then(|()| self.out.flush());
        }
        written.io_at(self.path.display(), "write")
    }
}

/// Hands on the shortest letters that read back as the same number.
#[inline]
fn with_letters(value: NumberValue, put: &mut impl FnMut(&str)) {
    match value {
        NumberValue::Unset => {}
        NumberValue::Integer(value) => put(itoa::Buffer::new().format(value)),
        NumberValue::Decimal(value) if value.is_finite() => {
            put(zmij::Buffer::new().format_finite(value));
        }
        NumberValue::Decimal(f64::INFINITY) => put("inf"),
        NumberValue::Decimal(f64::NEG_INFINITY) => put("-inf"),
        NumberValue::Decimal(_) => put("nan"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The C header writes numbers in these letters too.
    #[test]
    fn numbers_have_the_letters_that_all_recorders_write() {
        for (value, letters) in [
            (0.1, "0.1"),
            (-1.0, "-1.0"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1.5e16, "1.5e+16"),
            (0.0001, "0.0001"),
            (0.000_01, "0.00001"),
            (0.000_001, "1e-6"),
            (1.25e-7, "1.25e-7"),
            (123_456_789.125, "123456789.125"),
            (f64::MAX, "1.7976931348623157e+308"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            with_letters(NumberValue::Decimal(value), &mut |it| assert_eq!(it, letters));
        }
    }

    #[test]
    fn names_endings_and_units_that_cannot_be_written_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let create =
            |name: &str, columns: &[&str]| Recorder::create(folder.path().join(name), columns);
        for name in ["run.chase", "run.json", "run", "run.gz", "csv"] {
            let told = create(name, &["x"]).err().unwrap().to_string();
            assert!(told.contains(".csv and .jsonl"), "{told}");
            assert!(!folder.path().join(name).exists());
        }
        for columns in [&["x", "x"][..], &["t"], &["Tick"], &["a\n"], &[""], &["7"], &[" x"]] {
            assert!(create("run.csv", columns).is_err(), "{columns:?}");
        }
        let mut recorder = create("run.csv", &["x", "y"]).unwrap();
        for units in [&["m"][..], &["m", "a,b"], &["m", "[m]"], &["m", &"m".repeat(31)]] {
            assert!(recorder.set_units("s", units).is_err(), "{units:?}");
        }
        assert!(recorder.entity("a\"b").is_err());
        recorder.cycle(5).unwrap();
        assert!(recorder.set_units("s", &["m", ""]).is_err());
        assert!(recorder.cycle(5).is_err());
        assert!(create("run.jsonl.gz", &["7"]).unwrap().set_units("", &["m"]).is_err());
    }
}
