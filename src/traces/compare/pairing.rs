//! Which columns of two logs belong together, and how their values are held against each other.

use crate::traces::description::Description;
use crate::traces::kind::Kind;
use crate::traces::log::Log;
use crate::traces::record::{Record, Span};
use crate::traces::report::Which;
use crate::traces::selection::Selection;
use crate::traces::tolerance::Bounds;

/// A column of both sides.
#[derive(Clone, Debug)]
pub struct Pair {
    /// What it is called.
    pub name: String,
    /// Its place in our columns.
    pub ours: Option<usize>,
    /// Its place in theirs.
    pub theirs: Option<usize>,
    /// What its values are.
    pub kind: Kind,
    /// How far they may differ.
    pub bounds: Bounds,
    /// Whether it is compared of all entities, and not of some.
    pub is_of_all: bool,
}

/// The columns of both sides.
#[derive(Debug)]
pub struct Pairing {
    /// Those that are compared.
    pub pairs: Vec<Pair>,
    /// Those that only one side has.
    pub lone: Vec<(String, Which)>,
    /// By column of each side, the pair it belongs to.
    of: [Vec<Option<usize>>; 2],
}

/// Where the values of a record stand, by column.
#[inline]
pub fn slots(record: &Record, slots: &mut Vec<Option<Span>>) {
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
    pub fn new(ours: &Log, theirs: &Log, rules: &Description, selection: &Selection) -> Self {
        let place = |log: &Log, name: &str| {
            let columns = &log.description().columns;
            let at = columns.iter().position(|it| it.shown() == name)?;
            // What is described need not be there.
            (!log.missing().contains(&columns[at].name)).then_some(at)
        };
        let (mut pairs, mut lone) = (Vec::new(), Vec::new());
        for (n, column) in ours.description().columns.iter().enumerate() {
            let name = column.shown();
            let (kind, bounds) = rule(rules, name);
            match place(theirs, name) {
                _ if place(ours, name).is_none() => {}
                _ if kind == Kind::Ignored || !selection.has_column(name) => {}
                None => lone.push((name.to_owned(), Which::Ours)),
                Some(theirs) => pairs.push(Pair {
                    name: name.to_owned(),
                    ours: Some(n),
                    theirs: Some(theirs),
                    kind,
                    bounds,
                    is_of_all: selection.is_of_all(name),
                }),
            }
        }
        for column in &theirs.description().columns {
            let name = column.shown();
            let is_compared = rule(rules, name).0 != Kind::Ignored && selection.has_column(name);
            let is_lone = place(ours, name).is_none() && place(theirs, name).is_some();
            if is_lone && is_compared {
                lone.push((name.to_owned(), Which::Theirs));
            }
        }
        let of = |side: fn(&Pair) -> Option<usize>, columns: usize| {
            let mut of = vec![None; columns];
            for (n, pair) in pairs.iter().enumerate() {
                if let Some(column) = side(pair) {
                    of[column] = Some(n);
                }
            }
            of
        };
        Pairing {
            of: [
                of(|pair| pair.ours, ours.description().columns.len()),
                of(|pair| pair.theirs, theirs.description().columns.len()),
            ],
            pairs,
            lone,
        }
    }

    /// The pair that a column of a side belongs to.
    #[must_use]
    pub fn of(&self, side: Which, column: u32) -> Option<usize> {
        let of = &self.of[usize::from(side == Which::Theirs)];
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

/// How the values of a column are compared.
fn rule(rules: &Description, name: &str) -> (Kind, Bounds) {
    let found = rules
        .columns
        .iter()
        .position(|it| it.shown() == name || it.name == name);
    match found {
        Some(n) => (rules.columns[n].kind, rules.tolerance_of(n).bounds()),
        None => (Kind::Auto, rules.tolerance.bounds()),
    }
}
