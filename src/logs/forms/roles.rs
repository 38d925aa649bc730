//! The roles of the parts of a line: tick, entity, or a column's value.

use std::collections::BTreeMap;

use crate::description::{Description, LogColumn};
use crate::record::{Record, RecordCell, TextSpan};

/// The role of a part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FieldRole {
    /// The tick, which numbers the cycle.
    Tick,
    /// The entity that the line is about.
    Entity,
    /// The value of the column with this index.
    Column(u32),
}

impl FieldRole {
    /// Puts a part of a line where it belongs.
    #[inline]
    pub fn put(self, span: TextSpan, record: &mut Record) {
        match self {
            FieldRole::Tick => record.tick = Some(span),
            FieldRole::Entity => record.entity = Some(span),
            FieldRole::Column(column) => record.cells.push(RecordCell { column, span }),
        }
    }
}

/// The columns of a description by their names, so that many are found without a search for each.
pub(crate) struct ColumnIndex {
    columns: BTreeMap<String, usize>,
    renamed: BTreeMap<String, usize>,
}

impl ColumnIndex {
    /// The names of the columns there are.
    pub fn of(description: &Description) -> Self {
        let mut names = ColumnIndex { columns: BTreeMap::new(), renamed: BTreeMap::new() };
        for (at, column) in description.columns.iter().enumerate() {
            names.columns.entry(column.name.clone()).or_insert(at);
            if let Some(renamed) = &column.renamed {
                names.renamed.entry(renamed.clone()).or_insert(at);
            }
        }
        names
    }

    /// The role of the part with this name; a name that is not described becomes a column. A column that
    /// is described under another name may also stand in the log under its new name: it then has no other
    /// name there.
    pub fn role(&mut self, name: &str, description: &mut Description) -> FieldRole {
        if description.tick.as_deref() == Some(name) {
            return FieldRole::Tick;
        }
        if description.entity.as_deref() == Some(name) {
            return FieldRole::Entity;
        }
        let columns = &mut description.columns;
        let at = match (self.columns.get(name), self.renamed.get(name)) {
            (Some(at), _) => *at,
            (None, Some(at)) => {
                let at = *at;
                self.columns.remove(&columns[at].name);
                columns[at] =
                    LogColumn { name: name.to_owned(), renamed: None, ..columns[at].clone() };
                at
            }
            (None, None) => {
                columns.push(LogColumn::named(name));
                columns.len() - 1
            }
        };
        self.columns.insert(name.to_owned(), at);
        FieldRole::Column(u32::try_from(at).unwrap_or(u32::MAX))
    }
}
