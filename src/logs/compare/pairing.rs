//! Which columns of two logs belong together, and how their values are held against each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::description::Description;
use crate::kind::ColumnKind;
use crate::log::LogReader;
use crate::record::{Record, TextSpan};
use crate::report::ComparisonSide;
use crate::selection::LogSelection;
use crate::sync::Interpolation;
use crate::tolerance::ToleranceBounds;

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
}

/// The columns of both sides.
#[derive(Debug)]
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
    /// Pairs columns by name, as far as they are compared; `rules` say how their values are.
    #[must_use]
    pub fn new(
        ours: &LogReader,
        theirs: &LogReader,
        rules: &Description,
        selection: &LogSelection,
    ) -> Self {
        let (mine, others) = (places(ours), places(theirs));
        let rules = ToleranceRules::of(rules);
        let (mut pairs, mut lone) = (Vec::new(), Vec::new());
        for (n, column) in ours.description().columns.iter().enumerate() {
            let name = column.shown();
            let (kind, bounds) = rules.of_column(name);
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
                    interpolation: rules.interpolation_of(name),
                }),
            }
        }
        for column in &theirs.description().columns {
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

    /// The pair that a column of a side belongs to.
    #[must_use]
    pub fn of(&self, side: ComparisonSide, column: u32) -> Option<usize> {
        let of = &self.of[usize::from(side == ComparisonSide::Theirs)];
        of.get(column as usize).copied().flatten()
    }

    /// A value in words.
    #[must_use]
    pub fn line(&self, entity: &str, n: usize, value: &str) -> String {
        let name = &self.pairs[n].name;
        match entity {
            "" => format!("{name} {value}"),
            entity => format!("{entity}: {name} {value}"),
        }
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

    fn interpolation_of(&self, name: &str) -> Option<Interpolation> {
        let column = self.of.get(name).map(|n| &self.rules.columns[*n]);
        column.and_then(|column| column.interpolation)
    }

    fn of_column(&self, name: &str) -> (ColumnKind, ToleranceBounds) {
        let rules = self.rules;
        let (kind, mut bounds) = match self.of.get(name) {
            Some(n) => (rules.columns[*n].kind, rules.tolerance_of(*n).bounds()),
            None => (ColumnKind::Auto, rules.tolerance.bounds()),
        };
        bounds.blank_is_nan = rules.blank_is_nan;
        (kind, bounds)
    }
}
