//! What the parts of a line are for.

use crate::traces::description::{Column, Description};
use crate::traces::record::{Cell, Record, Span};

/// What a part of a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// It numbers the cycle.
    Tick,
    /// It says whom the line is about.
    Entity,
    /// It is the value of a column.
    Column(u32),
}

impl Role {
    /// What a name stands for; a name that is not described becomes a column. A column that is
    /// described under another name may be called as it is renamed: it has no other name then.
    pub fn of(name: &str, description: &mut Description) -> Self {
        if description.tick.as_deref() == Some(name) {
            return Role::Tick;
        }
        if description.entity.as_deref() == Some(name) {
            return Role::Entity;
        }
        let columns = &mut description.columns;
        let renamed = |it: &Column| it.renamed.as_deref() == Some(name);
        let found = columns.iter().position(|it| it.name == name);
        let found = found.or_else(|| columns.iter().position(renamed));
        if let Some(at) = found.filter(|at| columns[*at].name != name) {
            columns[at] = Column {
                name: name.to_owned(),
                renamed: None,
                ..columns[at].clone()
            };
        }
        let at = found.unwrap_or_else(|| {
            description.columns.push(Column::named(name));
            description.columns.len() - 1
        });
        Role::Column(u32::try_from(at).unwrap_or(u32::MAX))
    }

    /// Whether it is the value of this column.
    pub fn is_column(self, column: usize) -> bool {
        matches!(self, Role::Column(it) if it as usize == column)
    }

    /// Puts a part of a line where it belongs.
    #[inline]
    pub fn put(self, span: Span, record: &mut Record) {
        match self {
            Role::Tick => record.tick = Some(span),
            Role::Entity => record.entity = Some(span),
            Role::Column(column) => record.cells.push(Cell { column, span }),
        }
    }
}
