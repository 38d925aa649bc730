//! A trace that a program says itself, value by value. What comes of it is what would come of its log:
//! JSON lines, one for each entity in each cycle.

use std::collections::BTreeMap;

use super::{LogEvent, LogReplayer, StoredLayout, TraceLog};
use crate::{Description, LineLayout, LogColumn, LogForm};
use chase_core::error::Error;
use chase_core::header::Header;

/// A number that a column has.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum NumberValue {
    /// None in this cycle.
    #[default]
    Unset,
    Integer(i64),
    Decimal(f64),
}

/// The shape of a line: its columns, and which of them stand between quotes because their numbers are not
/// finite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct RowShape {
    columns: Vec<(u32, bool)>,
}

/// Somebody or something that is recorded.
struct RecordedEntity {
    name: String,
    /// Its number in the state, while it is there.
    number: Option<u32>,
    is_told: bool,
}

/// A trace on its way into a recording.
pub struct TraceWriter {
    header: Header,
    moment: LogReplayer,
    columns: usize,
    entities: Vec<RecordedEntity>,
    by_name: BTreeMap<String, usize>,
    /// The values of this cycle, those of an entity together.
    values: Vec<NumberValue>,
    /// The entities with new values, in the order in which these came.
    told: Vec<usize>,
    /// The tick of this cycle; nothing before the first.
    tick: Option<u64>,
    shapes: Vec<RowShape>,
    shape: RowShape,
    events: Vec<LogEvent>,
    /// The numbers of those that vanished.
    free: Vec<u32>,
    known: u32,
}

/// Returns true if JSON writes the name as it is, without escapes.
fn is_plain(name: &str) -> bool {
    !name.chars().any(|c| c.is_control() || matches!(c, '"' | '\\'))
}

fn misnamed(what: &str, name: &str) -> Error {
    Error::new(format!("`{name}` is not a valid {what} name"))
        .help("a name cannot have quotes, backslashes or control characters")
}

impl TraceWriter {
    /// The name of the column that numbers the cycles.
    const TICK: &str = "t";
    /// The name of the column that holds the entity.
    const ENTITY: &str = "entity";

    /// Begins a trace with these columns.
    ///
    /// # Errors
    /// A column that has no name, the name of another, or one with quotes or control characters.
    pub fn begin(columns: &[&str]) -> Result<Self, Error> {
        let odd = columns.iter().find(|name| name.is_empty() || !is_plain(name));
        if let Some(name) = odd {
            return Err(misnamed("column", name));
        }
        let description = Description {
            tick: Some(Self::TICK.to_owned()),
            entity: Some(Self::ENTITY.to_owned()),
            columns: columns.iter().map(|name| LogColumn::named(*name)).collect(),
            ..Description::of(LogForm::JsonLines)
        };
        let log = TraceLog::new(description).map_err(|fault| Error::new(fault.to_string()))?;
        let header = log.header();
        let moment = LogReplayer::sealed(log, &header);
        Ok(TraceWriter {
            header,
            moment,
            columns: columns.len(),
            entities: Vec::new(),
            by_name: BTreeMap::new(),
            values: Vec::new(),
            told: Vec::new(),
            tick: None,
            shapes: Vec::new(),
            shape: RowShape::default(),
            events: Vec::new(),
            free: Vec::new(),
            known: 0,
        })
    }

    /// The header of the recording.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The recording so far.
    pub fn now(&self) -> &LogReplayer {
        &self.moment
    }

    /// The number of an entity, the same for the same name.
    ///
    /// # Errors
    /// A name with quotes or control characters.
    pub fn entity(&mut self, name: &str) -> Result<usize, Error> {
        if let Some(number) = self.by_name.get(name) {
            return Ok(*number);
        }
        if !is_plain(name) {
            return Err(misnamed("entity", name));
        }
        let number = self.entities.len();
        self.by_name.insert(name.to_owned(), number);
        self.entities.push(RecordedEntity { name: name.to_owned(), number: None, is_told: false });
        self.values.resize(self.values.len() + self.columns, NumberValue::Unset);
        Ok(number)
    }

    /// An integer of this cycle.
    ///
    /// # Panics
    /// If there is no such entity or column, or no cycle yet.
    #[inline]
    pub fn set_integer(&mut self, entity: usize, column: usize, value: i64) {
        self.set(entity, column, NumberValue::Integer(value));
    }

    /// A 64-bit floating-point number of this cycle, which comes back to the bit.
    ///
    /// # Panics
    /// If there is no such entity or column, or no cycle yet.
    #[inline]
    pub fn set_decimal(&mut self, entity: usize, column: usize, value: f64) {
        self.set(entity, column, NumberValue::Decimal(value));
    }

    #[inline]
    fn set(&mut self, entity: usize, column: usize, value: NumberValue) {
        assert!(self.tick.is_some(), "no cycle has begun");
        assert!(column < self.columns, "there is no such column");
        let there = &mut self.entities[entity];
        if !there.is_told {
            there.is_told = true;
            self.told.push(entity);
        }
        self.values[entity * self.columns + column] = value;
    }

    /// Begins the cycle of a tick, and folds the one before: whether there was one that said anything.
    ///
    /// # Errors
    /// A tick that is not behind the one before.
    pub fn cycle(&mut self, tick: u64) -> Result<bool, Error> {
        if let Some(before) = self.tick.filter(|before| *before >= tick) {
            let what =
                format!("cycle {tick} comes after cycle {before}; cycle numbers must increase");
            return Err(Error::new(what));
        }
        let folded = self.fold(false);
        self.tick = Some(tick);
        Ok(folded)
    }

    /// Folds the last cycle, and ends the trace.
    ///
    /// # Errors
    /// Nothing was recorded, or the last cycle says nothing: a log could not say it.
    pub fn end(&mut self) -> Result<(), Error> {
        if self.fold(true) {
            return Ok(());
        }
        let what = "the last cycle has no values";
        Err(Error::new(what).help("set a value in the last cycle, or do not begin it"))
    }

    /// Folds the cycle that is over; false where it says nothing, which is left out.
    fn fold(&mut self, is_last: bool) -> bool {
        let Some(tick) = self.tick.filter(|_| !self.told.is_empty()) else {
            return false;
        };
        let tick = itoa::Buffer::new().format(tick).to_owned();
        self.events.push(LogEvent::Began { tick });
        let mut told = std::mem::take(&mut self.told);
        for entity in &told {
            self.line(*entity);
        }
        self.vanish();
        for entity in told.drain(..) {
            self.entities[entity].is_told = false;
        }
        self.told = told;
        if is_last {
            self.events.push(LogEvent::Ended { cut: false });
        }
        if let Err(broken) = self.moment.take(&mut self.events) {
            unreachable!("what was just told does not fold: {broken}");
        }
        true
    }

    /// The line of an entity with its new values.
    fn line(&mut self, entity: usize) {
        let row = entity * self.columns..(entity + 1) * self.columns;
        let mut cells = String::with_capacity(24 * self.columns);
        self.shape.columns.clear();
        for (column, value) in (0..).zip(&mut self.values[row]) {
            let is_quoted = match std::mem::take(value) {
                NumberValue::Unset => continue,
                value => {
                    if !self.shape.columns.is_empty() {
                        cells.push('\t');
                    }
                    put(value, &mut cells)
                }
            };
            self.shape.columns.push((column, is_quoted));
        }
        let layout = self.layout();
        let there = &mut self.entities[entity];
        let event = match there.number {
            Some(entity) => LogEvent::Changed { entity, layout, cells },
            None => {
                let number = self.free.pop().unwrap_or_else(|| {
                    self.known += 1;
                    self.known - 1
                });
                there.number = Some(number);
                LogEvent::Appeared { entity: there.name.clone(), layout, cells }
            }
        };
        self.events.push(event);
    }

    /// The number of the newest line's layout.
    fn layout(&mut self) -> u32 {
        let known = self.shapes.iter().position(|shape| *shape == self.shape);
        let number = known.unwrap_or_else(|| {
            let layout = StoredLayout(self.new_layout());
            self.events.push(LogEvent::Laid { layout });
            self.shapes.push(self.shape.clone());
            self.shapes.len() - 1
        });
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    fn new_layout(&self) -> LineLayout {
        let columns = &self.moment.log().description().columns;
        let mut words = format!("{{{{\"{}\":{{t}},\"{}\":\"{{e}}\"", Self::TICK, Self::ENTITY);
        for (column, is_quoted) in &self.shape.columns {
            let name = columns[*column as usize].name.replace('{', "{{");
            let name = name.replace('}', "}}");
            let quote = if *is_quoted { "\"" } else { "" };
            words.push_str(&format!(",\"{name}\":{quote}{{{column}}}{quote}"));
        }
        words.push_str("}}");
        LineLayout::parse(&words).expect("a layout in words")
    }

    /// Those that have no line in this cycle are gone, in the order of their names.
    fn vanish(&mut self) {
        let there = self.entities.iter().filter(|it| it.number.is_some());
        if there.count() == self.told.len() {
            return;
        }
        for number in self.by_name.values() {
            let entity = &mut self.entities[*number];
            if entity.is_told {
                continue;
            }
            if let Some(entity) = entity.number.take() {
                self.free.push(entity);
                self.events.push(LogEvent::Vanished { entity });
            }
        }
    }
}

/// Appends a number as the shortest text that reads back as the same number. Returns true if the text
/// stands between quotes.
#[inline]
fn put(value: NumberValue, cells: &mut String) -> bool {
    match value {
        NumberValue::Unset => false,
        NumberValue::Integer(value) => {
            cells.push_str(itoa::Buffer::new().format(value));
            false
        }
        NumberValue::Decimal(value) if value.is_finite() => {
            cells.push_str(zmij::Buffer::new().format_finite(value));
            false
        }
        NumberValue::Decimal(value) => {
            cells.push_str(match value {
                f64::INFINITY => "inf",
                f64::NEG_INFINITY => "-inf",
                _ => "nan",
            });
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The C header writes numbers in these letters too.
    #[test]
    fn numbers_have_the_letters_that_all_recorders_write() {
        let shown = |value: f64| {
            let mut cells = String::new();
            put(NumberValue::Decimal(value), &mut cells);
            cells
        };
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
            assert_eq!(shown(value), letters);
        }
    }

    #[test]
    fn what_goes_back_or_says_nothing_is_refused() {
        let mut writing = TraceWriter::begin(&["x"]).unwrap();
        assert!(writing.end().is_err());
        assert!(!writing.cycle(5).unwrap());
        let car = writing.entity("car").unwrap();
        writing.set_integer(car, 0, 1);
        assert!(writing.cycle(5).is_err());
        assert!(writing.cycle(7).unwrap());
        assert!(writing.end().is_err());
        assert!(writing.entity("a\"b").is_err());
        assert!(TraceWriter::begin(&["x", "x"]).is_err());
        assert!(TraceWriter::begin(&["t"]).is_err());
        assert!(TraceWriter::begin(&["a\n"]).is_err());
    }
}
