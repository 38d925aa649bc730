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
        let mut fronts = [B::NONE; PLAYERS_MAX];
        for (front, side) in fronts.iter_mut().zip(&self.sides).take(sides) {
            *front = if side.is_out { B::NONE } else { side.penguins };
        }
        let (mut first, mut shared) = ([B::NONE; PLAYERS_MAX], [B::NONE; PLAYERS_MAX]);
        let slides = self.board.slides(self.free);
        let mut untaken = self.free;
        loop {
            let (mut once, mut twice) = (B::NONE, B::NONE);
            for front in fronts.iter_mut().take(sides) {
                if *front == B::NONE {
                    continue;
                }
                *front = slides.one_move(*front) & untaken;
                twice = twice | (once & *front);
                once = once | *front;
            }
            if once == B::NONE {
                break;
            }
            for (n, front) in fronts.iter().enumerate().take(sides) {
                first[n] = first[n] | *front;
                shared[n] = shared[n] | (*front & twice);
            }
            untaken = untaken.without(once);
        }
        let mut worths = self.counts();
        for (n, worth) in worths.iter_mut().enumerate().take(sides) {
            *worth += FISH * self.board.fish(first[n]) - FISH / 2 * self.board.fish(shared[n]);
        }
        worths
    }

    /// The fish taken, by side.
    pub fn counts(&self) -> [i32; PLAYERS_MAX] {
        self.sides.map(|side| FISH * side.fish)
    }
}
