//! The kinds of values that a column can have.

use serde::{Deserialize, Serialize};

use super::bits;
use super::decimal::number;

/// The kind of the values of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnKind {
    /// Only whole numbers.
    Integer,
    /// Numbers with or without a fraction.
    Decimal,
    /// A number where both sides have one, else a text.
    #[default]
    Auto,
    /// Binary digits, compared by their value.
    Bits,
    /// Occurrences, whose values mean nothing.
    Event,
    /// Letters, compared as they stand.
    Text,
    /// Values that are never compared.
    Ignored,
}

impl ColumnKind {
    /// The number that a value of such a column is, if it is one.
    #[must_use]
    pub fn number(self, text: &str) -> Option<f64> {
        match self {
            ColumnKind::Bits => bits::value(text),
            ColumnKind::Event | ColumnKind::Text | ColumnKind::Ignored => None,
            ColumnKind::Integer | ColumnKind::Decimal | ColumnKind::Auto => number(text.trim()),
        }
    }
}
