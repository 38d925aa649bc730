//! Which columns of two logs belong together, and how their values are held against each other.

use crate::traces::description::Description;
use crate::traces::kind::Kind;
use crate::traces::record::{Record, Span};
use crate::traces::report::Which;
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
}

/// The columns of both sides.
#[derive(Debug)]
pub struct Pairing {
    /// Those that are compared.
    pub pairs: Vec<Pair>,
    /// Those that only one side has.
    pub lone: Vec<(String, Which)>,
    /// Whether the columns are the same in the same places.
    pub is_the_same_on_both_sides: bool,
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
    /// Pairs columns by name; `rules` say how their values are compared.
    #[must_use]
    pub fn new(ours: &Description, theirs: &Description, rules: &Description) -> Self {
        let place =
            |in_: &Description, name: &str| in_.columns.iter().position(|it| it.shown() == name);
        let (mut pairs, mut lone) = (Vec::new(), Vec::new());
        for (n, column) in ours.columns.iter().enumerate() {
            let name = column.shown();
            let (kind, bounds) = rule(rules, name);
            match place(theirs, name) {
                _ if kind == Kind::Ignored => {}
                None => lone.push((name.to_owned(), Which::Ours)),
                Some(theirs) => pairs.push(Pair {
                    name: name.to_owned(),
                    ours: Some(n),
                    theirs: Some(theirs),
                    kind,
                    bounds,
                }),
            }
        }
        for column in &theirs.columns {
            let name = column.shown();
            if place(ours, name).is_none() && rule(rules, name).0 != Kind::Ignored {
                lone.push((name.to_owned(), Which::Theirs));
            }
        }
        let names = |it: &Description| -> Vec<String> {
            it.columns.iter().map(|it| it.shown().to_owned()).collect()
        };
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
                of(|pair| pair.ours, ours.columns.len()),
                of(|pair| pair.theirs, theirs.columns.len()),
            ],
            is_the_same_on_both_sides: names(ours) == names(theirs) && ours.form == theirs.form,
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
