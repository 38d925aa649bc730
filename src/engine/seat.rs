//! A place at the table.

use serde::{Deserialize, Serialize};

/// A place at the table, numbered from 0 in the order of play.
///
/// # Examples
/// ```
/// # mod chase { pub use chase_engine as engine; pub use chase_kit::prelude; }
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
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Several seats of one game, which has at most [`Seat::COUNT_MAX`]: one bit for each, so that
/// asking for one of them costs nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seats(u32);

impl Seats {
    /// The first `count` seats: all of a game that has so many.
    #[must_use]
    pub fn first(count: u8) -> Self {
        (0..count).map(Seat).collect()
    }

    /// True if this seat is one of them.
    #[inline]
    #[must_use]
    pub fn has(self, seat: Seat) -> bool {
        self.0.wrapping_shr(seat.0.into()) & 1 == 1
    }

    /// The number of seats.
    #[must_use]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The seat, if it is one alone.
    #[inline(always)]
    #[must_use]
    pub fn only(self) -> Option<Seat> {
        (self.0.is_power_of_two()).then(|| Seat(self.0.trailing_zeros() as u8))
    }

    /// The seats, in the order of play.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let seat = u8::try_from(left.trailing_zeros()).ok().filter(|_| left != 0)?;
            left &= left - 1;
            Some(Seat(seat))
        })
    }
}

impl From<Seat> for Seats {
    #[inline(always)]
    fn from(seat: Seat) -> Self {
        debug_assert!(seat.0 < Seat::COUNT_MAX, "no game has a seat {}", seat.0);
        Seats(1 << seat.0)
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let all = seats.into_iter().map(Seats::from);
        Seats(all.fold(0, |bits, seats| bits | seats.0))
    }
}
