//! Changes in a value-change dump that belong to no signal.

use std::collections::BTreeMap;

use serde::Serialize;

use chase_world::error::counted;
use chase_world::escape::in_line;

/// Changes in a value-change dump whose codes its definitions do not have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UndeclaredCodes {
    /// The number of changes.
    pub changes: u64,
    /// The line of the first.
    pub first_line: u64,
    /// The codes, each with the number of its changes; at most 1,000 codes.
    pub codes: BTreeMap<String, u64>,
}

impl UndeclaredCodes {
    const CODES_MAX: usize = 1_000;

    /// Takes in a change of a code in a line.
    pub(crate) fn take(&mut self, code: &str, line: u64) {
        if self.changes == 0 {
            self.first_line = line;
        }
        self.changes += 1;
        if let Some(changes) = self.codes.get_mut(code) {
            *changes += 1;
        } else if self.codes.len() < Self::CODES_MAX {
            self.codes.insert(code.to_owned(), 1);
        }
    }

    /// The changes in words.
    #[must_use]
    pub fn words(&self) -> String {
        const NAMED: usize = 5;
        let named = self
            .codes
            .iter()
            .take(NAMED)
            .map(|(code, changes)| format!("`{}`: {changes}", in_line(code)));
        let more = if self.codes.len() > NAMED { ", ..." } else { "" };
        let changes = counted(self.changes, "change");
        let named: Vec<_> = named.collect();
        format!(
            "{changes} of codes that were never declared, the first in line {} ({}{more})",
            self.first_line,
            named.join(", ")
        )
    }
}
