//! How much room the detectives leave Mr X. `tracking` makes it least.
//!
//! Let `d(s)` be the least distance of a detective from a station `s` once all of them have moved,
//! by the edges they use. The chance to be free at `s` after `t` more moves of Mr X and as many
//! turns of the detectives is taken to be 0 if `t` is 1 and `d(s)` is 0, as he cannot move there,
//! and otherwise 0.05 if `d(s) < t`, 0.3 if it is `t`, 0.9 if it is `t + 1`, and 1 if it is more.
//!
//! The room at `s` after `t` moves is that chance, times, for `t < 3`, the room onwards from `s`:
//! three quarters of the largest room after `t + 1` moves at a station next to `s`, and a quarter
//! of the mean over all of these. The room is the sum, over the stations where Mr X can be now and
//! no detective will be, of the weight and the room onwards, `t` being 0.

use super::area::{SurroundedArea, freedom};
use super::hunt::{DISTANCE, HuntMove, LAST_TICKET, Post, Reckoning};
use super::trail::nearest;
use crate::PublicSetting;
use crate::board::{Station, Tickets, TransportReach};

/// A larger distance counts as this.
const FAR: u16 = 64;
/// The chances to be free where a detective comes in fewer moves, and in as many.
const CHANCES: [f64; 2] = [0.05, 0.3];

/// How `tracking` reckons.
pub(super) struct Net<'a>(SurroundedArea<'a>);

impl<'a> Reckoning<'a> for Net<'a> {
    type Distance = u16;
    /// The distance of the nearest from each station, by number.
    type Others = Vec<u16>;

    fn around(setting: &'a PublicSetting, weights: &[f64]) -> Self {
        Net(SurroundedArea::around(setting, weights))
    }

    fn area(&self) -> &SurroundedArea<'a> {
        &self.0
    }

    fn post(&self, at: Station, _: &Tickets) -> Post<'a, u16> {
        Post { at, far: self.0.setting.board.distances(TransportReach::NoFerries, at) }
    }

    fn counted(distance: &u16) -> f64 {
        f64::from((*distance).min(FAR))
    }

    fn others(&self, posts: &[&Post<'a, u16>]) -> Vec<u16> {
        nearest(self.0.setting, posts.iter().map(|post| post.at))
    }

    fn cost(&self, choice: &HuntMove<'a, u16>, others: &Vec<u16>) -> f64 {
        let HuntMove { post, distance, held, .. } = choice;
        let chance =
            |turn, place: usize| freedom(post.far[place].min(others[place]).into(), turn, CHANCES);
        let scarcity = held.map_or(0.0, |held| 1.0 / f64::from(held));
        let room = self.0.room(chance, |at| at == post.at);
        room + DISTANCE * distance + LAST_TICKET * scarcity
    }
}
