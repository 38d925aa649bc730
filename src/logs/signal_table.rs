//! A log as a table of signals: a row for each tick, or for each entity at each tick, and a column of numbers or
//! texts for each column of the log.

use std::collections::BTreeMap;

use super::decimal::number;
use super::description::{Description, RowMeaning};
use super::kind::ColumnKind;
use super::log::LogReader;
use super::record::Record;
use super::stats::ColumnStats;
use super::ticks::{TENS, TICK_ONE};
use chase_world::error::Error;

/// A log as a table.
#[derive(Debug, Default)]
pub struct SignalTable {
    /// The name of the column of ticks.
    pub tick: String,
    /// The tick of each row.
    pub ticks: SignalValues,
    /// The column of entities, if the log has one: its name and the entity of each row.
    pub entities: Option<(String, SignalValues)>,
    /// The other columns: their names and the value in each row.
    pub columns: Vec<(String, SignalValues)>,
}

/// The values of a column, one for each row; nothing where the row has none.
#[derive(Clone, Debug, PartialEq)]
pub enum SignalValues {
    /// Whole numbers.
    Integers(Vec<Option<i64>>),
    /// Numbers.
    Floats(Vec<Option<f64>>),
    /// Texts, among which may be numbers.
    Texts(Vec<Option<String>>),
    /// Instants, in nanoseconds since 1970 in UTC.
    Instants(Vec<Option<i64>>),
}

impl Default for SignalValues {
    fn default() -> Self {
        SignalValues::Texts(Vec::new())
    }
}

impl SignalValues {
    /// The column for values of a kind of which these statistics are known.
    fn of(kind: ColumnKind, stats: &ColumnStats) -> Self {
        if matches!(kind, ColumnKind::Text | ColumnKind::Ignored) {
            return SignalValues::default();
        }
        const EXACT: f64 = 9_007_199_254_740_992.0;
        let is_exact = |end: Option<f64>| end.is_none_or(|end| end.abs() <= EXACT);
        let filled = stats.values - stats.empty;
        if filled > 0 && stats.integers == filled && is_exact(stats.least) && is_exact(stats.most) {
            SignalValues::Integers(Vec::new())
        } else if filled > 0 && stats.numbers == filled {
            SignalValues::Floats(Vec::new())
        } else {
            SignalValues::Texts(Vec::new())
        }
    }

    /// Adds the value of the next row; an empty text is none.
    fn push(&mut self, text: &str, kind: ColumnKind) {
        let number = || kind.number(text);
        match self {
            SignalValues::Integers(values) | SignalValues::Instants(values) => {
                values.push(number().map(|value| value as i64));
            }
            SignalValues::Floats(values) => values.push(number()),
            SignalValues::Texts(values) => {
                values.push(Some(text).filter(|it| !it.trim().is_empty()).map(str::to_owned));
            }
        }
    }
}

/// The rows on the way through a log.
struct TableRows<'a> {
    description: &'a Description,
    table: SignalTable,
    ticks: Vec<i128>,
    entities: Vec<Option<String>>,
    /// In logs of changes, the newest values of each entity.
    newest: BTreeMap<String, Vec<String>>,
    /// The entities that the current cycle tells of, in its order.
    told: Vec<String>,
}

impl SignalTable {
    /// The table of a log, which is opened and read twice.
    ///
    /// # Errors
    /// It cannot be opened, or a line that cannot be read.
    pub fn of(open: impl Fn() -> Result<LogReader, Error>) -> Result<Self, Error> {
        let mut log = open()?;
        let mut stats = Vec::new();
        let mut record = Record::default();
        while log.next(&mut record)? {
            for cell in &record.cells {
                let column = cell.column as usize;
                if stats.len() <= column {
                    stats.resize_with(column + 1, ColumnStats::default);
                }
                let kind = log.description().columns[column].kind;
                stats[column].take(kind, record.at(cell.span));
            }
        }
        let mut log = open()?;
        let description = log.description().clone();
        let columns = description.columns.iter().enumerate().map(|(n, column)| {
            let values = stats.get(n).map(|it| SignalValues::of(column.kind, it));
            let values = values.unwrap_or_default();
            (column.shown().to_owned(), values)
        });
        let mut rows = TableRows {
            description: &description,
            table: SignalTable {
                tick: description.tick_words().to_owned(),
                columns: columns.collect(),
                ..SignalTable::default()
            },
            ticks: Vec::new(),
            entities: Vec::new(),
            newest: BTreeMap::new(),
            told: Vec::new(),
        };
        let mut now = None;
        while log.next(&mut record)? {
            if record.is_note {
                continue;
            }
            let tick = log.tick(&record)?;
            if tick.is_some() && tick != now {
                rows.close(now);
                now = tick;
            }
            rows.take(&record, now);
        }
        rows.close(now);
        Ok(rows.finish(log.has_stamps))
    }
}

impl TableRows<'_> {
    /// Takes in a line of the cycle of this tick.
    fn take(&mut self, record: &Record, now: Option<i128>) {
        let Some(now) = now.filter(|_| !record.cells.is_empty()) else {
            return;
        };
        let entity = record.entity.map(|span| record.at(span));
        if self.description.rows == RowMeaning::All {
            let mut values = vec![""; self.description.columns.len()];
            for cell in &record.cells {
                values[cell.column as usize] = record.at(cell.span);
            }
            self.put(now, entity, &values);
            return;
        }
        let entity = entity.unwrap_or_default();
        if !self.newest.contains_key(entity) {
            let nothing = vec![String::new(); self.description.columns.len()];
            self.newest.insert(entity.to_owned(), nothing);
        }
        if let Some(values) = self.newest.get_mut(entity) {
            for cell in &record.cells {
                record.at(cell.span).clone_into(&mut values[cell.column as usize]);
            }
        }
        if !self.told.iter().any(|told| told == entity) {
            self.told.push(entity.to_owned());
        }
    }

    /// The cycle of this tick is whole.
    fn close(&mut self, now: Option<i128>) {
        for entity in std::mem::take(&mut self.told) {
            let values = self.newest.get(&entity).cloned().unwrap_or_default();
            let values: Vec<_> = values.iter().map(String::as_str).collect();
            if let Some(now) = now {
                self.put(now, Some(&entity).filter(|it| !it.is_empty()).map(|it| &**it), &values);
            }
        }
    }

    fn put(&mut self, tick: i128, entity: Option<&str>, values: &[&str]) {
        self.ticks.push(tick);
        self.entities.push(entity.map(str::to_owned));
        let columns = self.description.columns.iter().zip(&mut self.table.columns);
        for ((column, (_, into)), value) in columns.zip(values) {
            into.push(value, column.kind);
        }
    }

    fn finish(self, has_stamps: bool) -> SignalTable {
        let TableRows { description, mut table, ticks, entities, .. } = self;
        let whole = |tick: &i128| i64::try_from(tick / TICK_ONE).ok();
        let are_whole = ticks.iter().all(|tick| tick % TICK_ONE == 0 && whole(tick).is_some());
        table.ticks = match (has_stamps, are_whole) {
            (true, _) => {
                let nanos = |tick: &i128| i64::try_from(tick.div_euclid(TENS[9])).ok();
                SignalValues::Instants(ticks.iter().map(nanos).collect())
            }
            (false, true) => SignalValues::Integers(ticks.iter().map(whole).collect()),
            (false, false) => {
                let float = |tick: &i128| number(&super::ticks::tick_shown(*tick));
                SignalValues::Floats(ticks.iter().map(float).collect())
            }
        };
        let name = description.entity.clone();
        table.entities = name.map(|name| (name, SignalValues::Texts(entities)));
        table
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::input::LogInput;

    fn table(text: &str) -> SignalTable {
        let open = || {
            let bytes = Box::new(Cursor::new(text.to_owned()));
            LogReader::open(LogInput { name: "log".into(), bytes }, None)
        };
        SignalTable::of(open).unwrap()
    }

    #[test]
    fn columns_have_the_kind_of_all_their_values() {
        let table = table("t,n,x,word,none\n0,1,1,a,\n0.5,2,1.5,7,\n1,,nan,,\n");
        assert_eq!(table.tick, "t");
        assert_eq!(table.ticks, SignalValues::Floats(vec![Some(0.0), Some(0.5), Some(1.0)]));
        assert!(table.entities.is_none());
        let values = |name: &str| {
            let mut columns = table.columns.iter();
            columns.find(|it| it.0 == name).unwrap().1.clone()
        };
        assert_eq!(values("n"), SignalValues::Integers(vec![Some(1), Some(2), None]));
        let SignalValues::Floats(x) = values("x") else {
            panic!("floats");
        };
        assert_eq!(x[..2], [Some(1.0), Some(1.5)]);
        assert!(x[2].is_some_and(f64::is_nan), "no number, but a value");
        let texts = vec![Some("a".to_owned()), Some("7".to_owned()), None];
        assert_eq!(values("word"), SignalValues::Texts(texts));
        assert_eq!(values("none"), SignalValues::Texts(vec![None; 3]));
    }

    #[test]
    fn entities_and_instants_have_their_columns() {
        let cars = table("t,car,x\n0,7,1.5\n0,9,2.5\n1,7,1.6\n1,9,2.4\n");
        let names = ["7", "9", "7", "9"].map(|it| Some(it.to_owned()));
        assert_eq!(cars.entities, Some(("car".to_owned(), SignalValues::Texts(names.into()))));
        assert_eq!(cars.ticks, SignalValues::Integers([0, 0, 1, 1].map(Some).into()));
        let stamps = table("when,x\n2026-11-27T10:00:00Z,1\n2026-11-27T10:00:00.5Z,2\n");
        let second = 1_795_773_600_000_000_000;
        let due = [second, second + 500_000_000].map(Some);
        assert_eq!(stamps.ticks, SignalValues::Instants(due.into()));
    }

    /// In a log of changes every row has what holds after its tick.
    #[test]
    fn values_hold_until_they_change() {
        let vcd = "$timescale 1ns $end\n$var wire 1 ! a $end\n$var wire 4 % b $end\n\
                   $enddefinitions $end\n#0\n0!\nb0011 %\n#5\n1!\n#9\nbx %\n";
        let table = table(vcd);
        assert_eq!(table.ticks, SignalValues::Integers([0, 5, 9].map(Some).into()));
        let [(a, of_a), (_, of_b)] = table.columns.as_slice() else {
            panic!("two columns");
        };
        assert_eq!((a.as_str(), of_a), ("a", &SignalValues::Integers([0, 1, 1].map(Some).into())));
        let texts = ["0011", "0011", "x"].map(|it| Some(it.to_owned()));
        assert_eq!(of_b, &SignalValues::Texts(texts.into()));
    }
}
