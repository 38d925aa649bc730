//! What the values of a column are.

use serde::{Deserialize, Serialize};

use super::bits;
use super::decimal::number;

/// What the values of a column are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnKind {
    /// Whole numbers.
    Integer,
    /// Numbers.
    Decimal,
    /// A number where both sides have one, else a text.
    #[default]
    Auto,
    /// Binary digits, compared by their value.
    Bits,
    /// Letters, compared as they stand.
    Text,
    /// Not compared.
    Ignored,
}

impl ColumnKind {
    /// The number that a value of such a column is, if it is one.
    #[must_use]
    pub fn number(self, text: &str) -> Option<f64> {
        match self {
            ColumnKind::Bits => bits::value(text),
            ColumnKind::Text | ColumnKind::Ignored => None,
            ColumnKind::Integer | ColumnKind::Decimal | ColumnKind::Auto => number(text.trim()),
        }
    }
}
