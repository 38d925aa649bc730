//! A place at the table.

use serde::{Deserialize, Serialize};

/// A place at the table, numbered from 0 in the order of play.
///
/// # Examples
/// ```
/// use chase::prelude::*;
///
/// // The second player: seats count from 0.
/// let second = Seat(1);
/// assert_eq!(["white", "black"][second.index()], "black");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    /// The most seats any game may have; the number must fit the entry head of the binary form.
    pub const COUNT_MAX: u8 = 13;

    /// The seat as an index.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}
