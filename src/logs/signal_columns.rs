//! The columns of which signals are drawn: those of one log, or those of two that belong together.

use std::collections::BTreeMap;

use super::bits::is_wide;
use super::compare::Pairing;
use super::decimal::is_float;
use super::description::Description;
use super::kind::ColumnKind;
use super::log::LogReader;
use super::report::{ComparisonSide, LogDifference, units};
use super::selection::LogSelection;
use super::sync::Interpolation;
use super::tolerance::ToleranceBounds;
use super::units::with_unit;

/// What is gathered of one log or of two for a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct SignalSettings<'a> {
    /// What two logs are compared by; nothing for one log.
    pub rules: Option<&'a Description>,
    /// The columns and entities that are compared; all where there are none.
    pub only: &'a [String],
    /// The columns and entities that are not.
    pub ignore: &'a [String],
    /// The most lines by which a line may come too late.
    pub window: usize,
    /// The first tick, in units of 10 to the power of -18.
    pub from: Option<i128>,
    /// The last tick.
    pub to: Option<i128>,
    /// The first differences of signals, in their order.
    pub parted: &'a [LogDifference],
}

/// The most words of a column that are told apart.
const WORDS_MAX: usize = 100;

/// A column of one log, or of both.
#[derive(Clone, Debug)]
pub(crate) struct SignalColumn {
    /// The name in reports.
    pub name: String,
    /// The unit of its values.
    pub unit: Option<String>,
    kind: ColumnKind,
    /// The number of bits of its values, if the log declares it; otherwise 0.
    pub width: u32,
    /// The bounds within which the values of two logs may differ.
    pub bounds: Option<ToleranceBounds>,
    interpolation: Option<Interpolation>,
    /// True if it is drawn of all entities, and not of some.
    pub is_of_all: bool,
    /// The one side that has it.
    pub lone: Option<ComparisonSide>,
    /// The words met, in their order; their indexes are the values of a column without numbers.
    pub words: Vec<String>,
    codes: BTreeMap<String, usize>,
    /// True if some value is a number.
    pub has_numbers: bool,
    is_float: bool,
    /// The number of values that are drawn as gaps: they are no numbers in a column of numbers, or the column
    /// has too many words.
    pub gaps: u64,
    word_values: u64,
}

impl SignalColumn {
    pub fn new(name: &str, kind: ColumnKind) -> Self {
        SignalColumn {
            name: name.to_owned(),
            unit: None,
            kind,
            width: 0,
            bounds: None,
            interpolation: None,
            is_of_all: true,
            lone: None,
            words: Vec::new(),
            codes: BTreeMap::new(),
            has_numbers: false,
            is_float: false,
            gaps: 0,
            word_values: 0,
        }
    }

    /// Its name with its unit.
    pub fn shown(&self) -> String {
        with_unit(&self.name, self.unit.as_deref())
    }

    /// The number of bits of a vector whose values are shown in hexadecimal.
    pub fn vector_width(&self) -> Option<u32> {
        let is_vector = self.kind == ColumnKind::Bits && self.has_numbers;
        Some(self.width).filter(|width| is_vector && is_wide(*width))
    }

    /// Returns true if a value holds until the next one.
    pub fn has_steps(&self, are_changes: bool) -> bool {
        match self.interpolation {
            _ if are_changes || !self.has_numbers => true,
            Some(interpolation) => interpolation == Interpolation::Zoh,
            None => self.kind != ColumnKind::Decimal && !self.is_float,
        }
    }

    /// Returns true if its values were words so far.
    pub fn has_words(&self) -> bool {
        self.word_values > 0 && !self.has_numbers
    }

    /// The value that is drawn for a text: a number, the index of a word, or NaN. Words before the first number
    /// are gaps from then on.
    pub fn value(&mut self, text: &str) -> f64 {
        let text = text.trim();
        if text.is_empty() {
            return f64::NAN;
        }
        // An event is drawn where it occurs.
        let number = match self.kind {
            ColumnKind::Event => Some(1.0),
            kind => kind.number(text),
        };
        if let Some(number) = number {
            self.is_float = self.is_float || is_float(text);
            if self.has_words() {
                self.gaps = self.word_values;
                self.words.clear();
                self.codes.clear();
            }
            self.has_numbers = true;
            return number;
        }
        if self.has_numbers {
            self.gaps += 1;
            return f64::NAN;
        }
        self.code(text)
    }

    /// The index of a word; NaN for one too many.
    fn code(&mut self, word: &str) -> f64 {
        self.word_values += 1;
        if !self.codes.contains_key(word) && self.words.len() < WORDS_MAX {
            self.codes.insert(word.to_owned(), self.words.len());
            self.words.push(word.to_owned());
        }
        let code = self.codes.get(word);
        self.gaps += u64::from(code.is_none());
        code.map_or(f64::NAN, |code| *code as f64)
    }
}

/// The columns of one log or two, and by column of each side the column among these.
pub(crate) fn columns(
    logs: &[LogReader],
    settings: &SignalSettings<'_>,
    selection: &LogSelection,
) -> (Vec<SignalColumn>, [Vec<Option<usize>>; 2]) {
    let mut columns = Vec::new();
    let mut of = [Vec::new(), Vec::new()];
    for (log, of) in logs.iter().zip(&mut of) {
        of.resize(log.description().columns.len(), None);
    }
    let (Some(rules), [ours, theirs]) = (settings.rules, logs) else {
        // Without rules for a pair there is one log.
        let described = logs.first().map(|log| log.description().columns.as_slice());
        for (n, column) in described.unwrap_or_default().iter().enumerate() {
            if column.kind != ColumnKind::Ignored && selection.has_column(column.shown()) {
                of[0][n] = Some(columns.len());
                columns.push(SignalColumn {
                    unit: column.unit.clone(),
                    width: column.width,
                    interpolation: column.interpolation,
                    ..SignalColumn::new(column.shown(), column.kind)
                });
            }
        }
        return (columns, of);
    };
    let pairing = Pairing::new(ours, theirs, rules, selection);
    let units = units(ours.description(), theirs.description());
    for pair in &pairing.pairs {
        of[0][pair.ours] = Some(columns.len());
        of[1][pair.theirs] = Some(columns.len());
        columns.push(SignalColumn {
            unit: units.get(&pair.name).cloned(),
            width: pair.width,
            bounds: Some(pair.bounds.clone()),
            interpolation: pair.interpolation,
            is_of_all: pair.is_of_all,
            ..SignalColumn::new(&pair.name, pair.kind)
        });
    }
    for (name, side) in &pairing.lone {
        let at = usize::from(*side == ComparisonSide::Theirs);
        let mut described = logs[at].description().columns.iter().enumerate();
        if let Some((n, column)) = described.find(|(_, column)| column.shown() == name) {
            of[at][n] = Some(columns.len());
            columns.push(SignalColumn {
                unit: units.get(name).cloned(),
                width: column.width,
                lone: Some(*side),
                is_of_all: selection.is_of_all(name),
                ..SignalColumn::new(name, column.kind)
            });
        }
    }
    (columns, of)
}
