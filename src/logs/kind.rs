//! What the values of a column are.

use serde::{Deserialize, Serialize};

use super::bits;
use super::decimal::number;

/// What the values of a column are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
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

impl Kind {
    /// The number that a value of such a column is, if it is one.
    #[must_use]
    pub fn number(self, text: &str) -> Option<f64> {
        match self {
            Kind::Bits => bits::value(text),
            Kind::Text | Kind::Ignored => None,
            Kind::Integer | Kind::Decimal | Kind::Auto => number(text.trim()),
        }
    }
}
