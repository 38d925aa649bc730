//! The newest values of an entity. A line that tells all of them is kept as it came: most are never looked
//! at before the next one replaces it.

use std::fmt;
use std::iter;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The newest values of an entity, by column; empty where nothing was told.
#[derive(Clone)]
pub(crate) struct EntityCells {
    /// All values, parted by tabs, if the newest line told all; then those below are older ones.
    line: Option<String>,
    each: Vec<String>,
}

impl EntityCells {
    /// So many values of which nothing was told.
    pub fn empty(columns: usize) -> Self {
        EntityCells { line: None, each: vec![String::new(); columns] }
    }

    /// The number of columns.
    pub fn len(&self) -> usize {
        self.each.len()
    }

    /// The values in the order of their columns.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let (line, each) = match &self.line {
            Some(line) => (Some(line.split('\t')), [].iter()),
            None => (None, self.each.iter()),
        };
        let each = each.map(String::as_str);
        line.into_iter().flatten().chain(each)
    }

    /// The value of a column.
    pub fn get(&self, column: u32) -> Option<&str> {
        match &self.line {
            Some(line) => line.split('\t').nth(column as usize),
            None => self.each.get(column as usize).map(String::as_str),
        }
    }

    /// Takes in the values of all columns, parted by tabs; none holds a tab or a backslash.
    pub fn put_all(&mut self, cells: &str) {
        let line = self.line.get_or_insert_default();
        line.clear();
        line.push_str(cells);
    }

    /// The values one by one, to be changed.
    pub fn each_mut(&mut self) -> &mut [String] {
        if let Some(line) = self.line.take() {
            for (value, told) in iter::zip(&mut self.each, line.split('\t')) {
                value.clear();
                value.push_str(told);
            }
        }
        &mut self.each
    }
}

impl PartialEq for EntityCells {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for EntityCells {}

impl fmt::Debug for EntityCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for EntityCells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq as _;
        let mut values = serializer.serialize_seq(Some(self.len()))?;
        for value in self.iter() {
            values.serialize_element(value)?;
        }
        values.end()
    }
}

impl<'de> Deserialize<'de> for EntityCells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let each = Vec::deserialize(deserializer)?;
        Ok(EntityCells { line: None, each })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_all_values_is_the_same_as_its_values() {
        let mut whole = EntityCells::empty(3);
        whole.each_mut()[1].push_str("old");
        whole.put_all("1\t\tx");
        let mut each = EntityCells::empty(3);
        each.each_mut()[0].push('1');
        each.each_mut()[2].push('x');
        assert_eq!(whole, each);
        assert_eq!(whole.get(2), Some("x"));
        assert_eq!((whole.get(1), whole.get(3)), (Some(""), None));
        let bytes = |cells: &EntityCells| serde_json::to_string(cells).unwrap();
        assert_eq!(bytes(&whole), bytes(&each));
        whole.each_mut()[1].push('y');
        assert_eq!(whole.iter().collect::<Vec<_>>(), ["1", "y", "x"]);
        assert_ne!(whole, each);
    }
}
