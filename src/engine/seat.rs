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

/// Several seats of one game, such as those that somebody looks through the eyes of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seats(u16);

impl Seats {
    /// Whether this seat is one of them.
    #[must_use]
    pub fn has(self, seat: Seat) -> bool {
        let bit = 1_u16.checked_shl(seat.0.into());
        bit.is_some_and(|bit| self.0 & bit != 0)
    }

    /// How many there are.
    #[must_use]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The seats, in the order of play.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..Seat::COUNT_MAX)
            .map(Seat)
            .filter(move |seat| self.has(*seat))
    }
}

impl From<Seat> for Seats {
    fn from(seat: Seat) -> Self {
        Seats::from_iter([seat])
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let bits = seats.into_iter().map(|seat| {
            debug_assert!(seat.0 < Seat::COUNT_MAX, "no game has a seat {}", seat.0);
            1_u16 << seat.0
        });
        Seats(bits.fold(0, |all, bit| all | bit))
    }
}
