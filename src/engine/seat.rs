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

/// Some of the seats of a game, of which none has more than [`Seat::COUNT_MAX`]: one bit for each,
/// so that asking for one of them costs nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatSet(u32);

impl SeatSet {
    /// The first `count` seats: all of a game that has so many.
    #[must_use]
    pub fn first(count: u8) -> Self {
        (0..count).map(Seat).collect()
    }

    /// Whether a seat is among them.
    #[inline]
    #[must_use]
    pub fn contains(self, seat: Seat) -> bool {
        self.0.wrapping_shr(seat.0.into()) & 1 == 1
    }

    /// The seats in their order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let seat = u8::try_from(left.trailing_zeros())
                .ok()
                .filter(|_| left != 0)?;
            left &= left - 1;
            Some(Seat(seat))
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        SeatSet(seats.into_iter().fold(0, |set, seat| set | 1 << seat.0))
    }
}
