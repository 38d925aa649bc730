//! What the values of a column are.

use serde::{Deserialize, Serialize};

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
    /// Letters, compared as they stand.
    Text,
    /// Not compared.
    Ignored,
}
