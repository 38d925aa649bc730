//! What a position is worth: fish taken, and fish of floes that a side reaches before the others,
//! counted in moves over the ice as it is now.

use super::field_sets::Bits;
use super::floes::SearchFloes;
use crate::board::PLAYERS_MAX;

/// The value of a fish in a score; one that two sides reach equally fast counts half for each.
pub(crate) const FISH: i32 = 2;

impl<B: Bits> SearchFloes<B> {
    /// By side: fish taken, and those of floes that it reaches first.
    ///
    /// A way over a floe that somebody else reaches first leads nowhere first, so each side goes on
    /// only from floes that are its own or shared.
    pub fn worths(&self) -> [i32; PLAYERS_MAX] {
        let sides = self.board.sides;
        let mut worths = [0; PLAYERS_MAX];
        let mut fronts = [B::NONE; PLAYERS_MAX];
        for (n, side) in self.sides.iter().enumerate().take(sides) {
            worths[n] = FISH * side.fish;
            fronts[n] = if side.is_out { B::NONE } else { side.penguins };
        }
        let mut untaken = self.free;
        loop {
            let (mut once, mut twice) = (B::NONE, B::NONE);
            for front in fronts.iter_mut().take(sides) {
                if *front == B::NONE {
                    continue;
                }
                *front = self.board.one_move(*front, self.free) & untaken;
                twice = twice | (once & *front);
                once = once | *front;
            }
            if once == B::NONE {
                return worths;
            }
            for (worth, front) in worths.iter_mut().zip(fronts).take(sides) {
                *worth += FISH * self.board.fish(front.without(twice));
                *worth += FISH / 2 * self.board.fish(front & twice);
            }
            untaken = untaken.without(once);
        }
    }

    /// The fish taken, by side.
    pub fn counts(&self) -> [i32; PLAYERS_MAX] {
        self.sides.map(|side| FISH * side.fish)
    }
}
