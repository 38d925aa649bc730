//! Where a recording comes from, beside its players: fields of container format 2.

use serde::{Deserialize, Deserializer, Serialize};

use super::seal::Seal;

/// The recording or the file that a recording was made from.
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

/// The outside program that made a recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MadeBy {
    /// Its command line: the program, then its arguments.
    pub command: Vec<String>,
    /// Its exit status; nothing when it was ended by a signal.
    #[serde(deserialize_with = "Option::deserialize")]
    pub status: Option<i32>,
    /// The first 16 bytes of BLAKE3 of the program's file; nothing when that could not be read.
    #[serde(deserialize_with = "Option::deserialize")]
    pub program: Option<Seal>,
}

/// Reads a field that is left out where there is nothing to say: `null` does not stand for that.
pub fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}
