//! Which columns of two logs belong together, and how their values are held against each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::description::{Description, LogColumn};
use crate::kind::ColumnKind;
use crate::log::LogReader;
use crate::record::{Record, TextSpan};
use crate::report::ComparisonSide;
use crate::selection::LogSelection;
use crate::sync::{Interpolation, SyncMode, TickOwner};
use crate::tolerance::{ToleranceBounds, ValueMatch, likeness};

/// A column of both sides.
#[derive(Clone, Debug)]
pub(crate) struct ColumnPair {
    /// The name of the column in reports.
    pub name: String,
    /// The index of the column in our log.
    pub ours: usize,
    /// The index of the column in the reference.
    pub theirs: usize,
    /// The kind of its values.
    pub kind: ColumnKind,
    /// The bounds within which its values may differ.
    pub bounds: ToleranceBounds,
    /// True if it is compared of all entities, and not of some.
    pub is_of_all: bool,
    /// The course of its values between ticks, if that is said.
    pub interpolation: Option<Interpolation>,
    /// The times at which it is compared, if they are not those of the rows.
    pub sync: Option<SyncMode>,
    /// The number of bits of its values in the wider log, if the logs declare it; otherwise 0.
    pub width: u32,
}

impl ColumnPair {
    /// Returns true if two values are equal, whatever the letters.
    pub fn are_equal(&self, one: &str, other: &str) -> bool {
        likeness(one, other, self.kind, &ToleranceBounds::default()) == ValueMatch::Equal
    }

    /// Returns true if two pairs are the same two signals, compared in the same way.
    fn is_compared_as(&self, other: &ColumnPair) -> bool {
        let ways = |it: &ColumnPair| (it.kind, it.is_of_all, it.interpolation, it.sync);
        ways(self) == ways(other) && self.bounds == other.bounds
    }
}

/// The columns of both sides.
#[derive(Debug, Default)]
pub(crate) struct Pairing {
    /// The pairs of columns that are compared.
    pub pairs: Vec<ColumnPair>,
    /// The columns that only one side has.
    pub lone: Vec<(String, ComparisonSide)>,
    /// By column of each side, the pair it belongs to.
    of: [Vec<Option<usize>>; 2],
}

/// Writes the places of a record's values, by column.
#[inline]
pub fn slots(record: &Record, slots: &mut Vec<Option<TextSpan>>) {
    slots.clear();
    for cell in &record.cells {
        let column = cell.column as usize;
        if slots.len() <= column {
            slots.resize(column + 1, None);
        }
        slots[column] = Some(cell.span);
    }
}

impl Pairing {
    /// Pairs columns by name, as far as they are compared; `rules` say how their values are. Of the names that are
    /// one signal in both logs the first stands for all that are compared in the same way.
    #[must_use]
    pub fn new(
        ours: &LogReader,
        theirs: &LogReader,
        rules: &Description,
        selection: &LogSelection,
    ) -> Self {
        let (mine, others) = (places(ours), places(theirs));
        let rules = ToleranceRules::of(rules);
        let theirs_columns = &theirs.description().columns;
        let (mut pairs, mut lone) = (Vec::new(), Vec::new());
        for (n, column) in ours.description().columns.iter().enumerate() {
            let name = column.shown();
            let (mut kind, mut bounds) = rules.of_column(name);
            if column.kind == ColumnKind::Event && kind != ColumnKind::Ignored {
                (kind, bounds) = (ColumnKind::Event, ToleranceBounds::default());
            }
            match others.get(name).copied() {
                _ if !mine.contains_key(name) => {}
                _ if kind == ColumnKind::Ignored || !selection.has_column(name) => {}
                None => lone.push((name.to_owned(), ComparisonSide::Ours)),
                Some(theirs) => pairs.push(ColumnPair {
                    name: name.to_owned(),
                    ours: n,
                    theirs,
                    kind,
                    bounds,
                    is_of_all: selection.is_of_all(name),
                    interpolation: rules.described(name).and_then(|it| it.interpolation),
                    sync: rules.described(name).and_then(|it| it.sync),
                    width: column.width.max(theirs_columns[theirs].width),
                }),
            }
        }
        if let (Some(ours), Some(theirs)) = (ours.reader.dump(), theirs.reader.dump()) {
            let (ours, theirs) = (ours.codes.by_column(), theirs.codes.by_column());
            let mut kept: BTreeMap<_, Vec<ColumnPair>> = BTreeMap::new();
            pairs.retain(|pair| {
                let signals = (ours.get(&(pair.ours as u32)), theirs.get(&(pair.theirs as u32)));
                let kept = kept.entry(signals).or_default();
                let is_new = !kept.iter().any(|it| it.is_compared_as(pair));
                if is_new {
                    kept.push(pair.clone());
                }
                is_new
            });
        }
        for column in theirs_columns {
            let name = column.shown();
            let kind = rules.of_column(name).0;
            let is_compared = kind != ColumnKind::Ignored && selection.has_column(name);
            let is_lone = !mine.contains_key(name) && others.contains_key(name);
            if is_lone && is_compared {
                lone.push((name.to_owned(), ComparisonSide::Theirs));
            }
        }
        let mut of = [ours, theirs].map(|log| vec![None; log.description().columns.len()]);
        for (n, pair) in pairs.iter().enumerate() {
            of[0][pair.ours] = Some(n);
            of[1][pair.theirs] = Some(n);
        }
        Pairing { pairs, lone, of }
    }

    /// The pair that a column of a side belongs to: ours is 0, the reference 1.
    #[must_use]
    pub fn of(&self, side: usize, column: u32) -> Option<usize> {
        self.of[side].get(column as usize).copied().flatten()
    }

    /// The pair that a column belongs to which has the same number on both sides, if it is compared; nothing
    /// where the sides have other columns of this number.
    #[inline]
    pub fn of_both(&self, column: u32) -> Option<Option<usize>> {
        let ours = self.of(0, column);
        (ours == self.of(1, column)).then_some(ours)
    }

    /// The mode of each pair, beside that of the rows.
    pub fn modes(&self, rows: SyncMode) -> impl Iterator<Item = SyncMode> {
        self.pairs.iter().map(move |pair| pair.sync.unwrap_or(rows))
    }

    /// A value in words, in parts, with its tick before it.
    pub fn line<'a>(
        &'a self,
        tick: &'a str,
        entity: &'a str,
        n: usize,
        value: &'a str,
    ) -> [&'a str; 7] {
        let between = if entity.is_empty() { "" } else { ": " };
        [tick, "  ", entity, between, &self.pairs[n].name, " ", value]
    }
}

/// Which pairs are compared at which ticks, where columns have modes of their own.
#[derive(Debug)]
pub(crate) struct ColumnModes {
    /// The mode of each pair.
    modes: Vec<SyncMode>,
    /// The sides that have the tick which is compared.
    pub owner: TickOwner,
    /// By pair, whether values were compared.
    is_compared: Vec<bool>,
}

impl ColumnModes {
    /// The modes of columns beside that of the rows; nothing where all have that.
    pub fn new(pairing: &Pairing, rows: SyncMode) -> Option<Self> {
        let modes: Vec<_> = pairing.modes(rows).collect();
        let is_own = |mode: &SyncMode| *mode != rows;
        modes.iter().any(is_own).then(|| ColumnModes {
            is_compared: vec![false; modes.len()],
            modes,
            owner: TickOwner::Both,
        })
    }

    /// Returns true if a pair is compared at the tick.
    pub fn take(&mut self, n: usize) -> bool {
        let is_compared = self.modes[n].compares_at(self.owner);
        self.is_compared[n] |= is_compared;
        is_compared
    }

    /// The pairs of which no values were compared.
    pub fn never(&self) -> impl Iterator<Item = usize> {
        let pairs = self.is_compared.iter().enumerate();
        pairs.filter(|it| !it.1).map(|it| it.0)
    }
}

/// The numbers of a log's columns, by the names under which they are compared. A described column need
/// not occur in the log.
fn places(log: &LogReader) -> BTreeMap<&str, usize> {
    let missing: BTreeSet<_> = log.missing().iter().collect();
    let mut places = BTreeMap::new();
    for (n, column) in log.description().columns.iter().enumerate() {
        if !missing.contains(&column.name) {
            places.entry(column.shown()).or_insert(n);
        }
    }
    places
}

/// The tolerances of columns, found by either name of a column.
struct ToleranceRules<'a> {
    rules: &'a Description,
    of: BTreeMap<&'a str, usize>,
}

impl<'a> ToleranceRules<'a> {
    fn of(rules: &'a Description) -> Self {
        let mut of = BTreeMap::new();
        for (n, column) in rules.columns.iter().enumerate() {
            of.entry(column.shown()).or_insert(n);
            of.entry(column.name.as_str()).or_insert(n);
        }
        ToleranceRules { rules, of }
    }

    fn described(&self, name: &str) -> Option<&LogColumn> {
        self.of.get(name).map(|n| &self.rules.columns[*n])
    }

    fn of_column(&self, name: &str) -> (ColumnKind, ToleranceBounds) {
        let rules = self.rules;
        let (kind, mut bounds) = match self.of.get(name) {
            Some(n) => (rules.columns[*n].kind, rules.tolerance_of(*n).bounds()),
            None => (ColumnKind::Auto, rules.tolerance.bounds()),
        };
        bounds.blank_is_nan = rules.blank_is_nan;
        match kind {
            // An event comes at its time, or it is another event.
            ColumnKind::Event => (kind, ToleranceBounds::default()),
            _ => (kind, bounds),
        }
    }
}
