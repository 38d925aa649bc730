//! Where a recording comes from, beside its players.

use serde::{Deserialize, Deserializer, Serialize};

use super::seal::Seal;

/// The recording that a recording was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Origin {
    /// It goes on from another recording.
    Continued {
        /// The history's seal of that recording after the cycle.
        seal: Seal,
        /// The last cycle that both have.
        cycle: u64,
    },
}

/// Reads a field that is left out where there is nothing to say: `null` does not stand for that.
pub fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}
