//! The entities and columns of two logs that are compared: all, some, or all but some.

use std::collections::BTreeSet;

use chase_world::error::{Error, quoted};

/// Names of columns and of entities.
#[derive(Clone, Debug, Default)]
struct NameFilter {
    columns: BTreeSet<String>,
    entities: BTreeSet<String>,
}

impl NameFilter {
    fn are_none(&self) -> bool {
        self.columns.is_empty() && self.entities.is_empty()
    }
}

/// The entities and columns that are compared.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogSelection {
    only: NameFilter,
    ignored: NameFilter,
}

impl LogSelection {
    /// Only these columns and entities (all where there are none), without those. A word that is no
    /// column is an entity's name or, in logs without entities, a scope: `test.dut` stands for all columns whose
    /// names begin with `test.dut.`.
    ///
    /// # Errors
    /// A word that is no column of logs without entities.
    pub fn new(
        only: &[String],
        ignore: &[String],
        columns: &BTreeSet<String>,
        has_entities: bool,
    ) -> Result<Self, Error> {
        let named = |words: &[String]| -> Result<NameFilter, Error> {
            let mut names = NameFilter::default();
            let words = words.iter().map(|word| word.trim().to_owned());
            for word in words.filter(|word| !word.is_empty()) {
                if columns.contains(&word) {
                    names.columns.insert(word);
                    continue;
                }
                if has_entities {
                    names.entities.insert(word);
                    continue;
                }
                let scope = format!("{word}.");
                let within = columns.iter().filter(|name| name.starts_with(&scope));
                let before = names.columns.len();
                names.columns.extend(within.cloned());
                if names.columns.len() == before {
                    return Err(unknown(&word, columns, "there are no entities"));
                }
            }
            Ok(names)
        };
        Ok(LogSelection { only: named(only)?, ignored: named(ignore)? })
    }

    /// Returns true if a column is compared of some entity.
    pub(crate) fn has_column(&self, name: &str) -> bool {
        let is_asked_for =
            self.only.are_none() || !self.only.entities.is_empty() || self.is_of_all(name);
        is_asked_for && !self.ignored.columns.contains(name)
    }

    /// Returns true if a column is compared of all entities that are compared.
    pub(crate) fn is_of_all(&self, name: &str) -> bool {
        self.only.are_none() || self.only.columns.contains(name)
    }

    /// Returns true if all columns of an entity are compared.
    pub(crate) fn has_all_of(&self, entity: &str) -> bool {
        self.only.entities.contains(entity)
    }

    /// Returns true if lines of an entity are looked at.
    pub(crate) fn has_entity(&self, entity: &str) -> bool {
        let is_asked_for = self.only.entities.is_empty()
            || !self.only.columns.is_empty()
            || self.has_all_of(entity);
        is_asked_for && !self.ignored.entities.contains(entity)
    }

    /// Returns true if lines of some entities are not looked at, or only some of their columns.
    pub(crate) fn names_entities(&self) -> bool {
        !self.only.entities.is_empty() || !self.ignored.entities.is_empty()
    }

    /// Returns true if a word names an entity.
    pub fn names(&self, entity: &str) -> bool {
        self.only.entities.contains(entity) || self.ignored.entities.contains(entity)
    }

    /// Says which named entity is in neither log, where these are the ones that are.
    ///
    /// # Errors
    /// There is one.
    pub fn check(&self, met: &BTreeSet<String>, columns: &BTreeSet<String>) -> Result<(), Error> {
        let mut named = self.only.entities.union(&self.ignored.entities);
        match named.find(|name| !met.contains(*name)) {
            Some(name) => Err(unknown(name, columns, "no entity has this name")),
            None => Ok(()),
        }
    }
}

fn unknown(word: &str, columns: &BTreeSet<String>, entities: &str) -> Error {
    let columns: Vec<_> = columns.iter().map(String::as_str).collect();
    let what = format!("no column or entity is called `{}`", quoted(word));
    let columns = columns.join(", ");
    Error::new(what).help(format!("the columns are {}; {entities}", quoted(&columns)))
}
