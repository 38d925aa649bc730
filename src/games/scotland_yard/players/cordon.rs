//! How `belief` moves the detectives together, so that Mr X has the least room.
//!
//! A plan is made as `tracking` makes it (`hunt.rs`), three times over. What is new is how distances and the
//! room are told.
//!
//! **Distances** of a detective are by the edges that the kinds of tickets pay that it has left
//! after its move; 6 and more are the same.
//!
//! **The chance** to be free at a station after `t` more moves of Mr X and as many turns of the
//! detectives is the product of one number for each detective, so that two near ones are worse than
//! one: by its distance, 0 if `t` is 1 and the distance 0; 0.2 below `t`, 0.5 at `t`, 0.9 at
//! `t + 1`, else 1.
//!
//! **The room** at a station after `t` moves is that chance, times, for `t < 3`, the room onwards:
//! three quarters of the largest room after `t + 1` moves at a station next to it, a quarter of the
//! mean over these. The room is the sum, over the stations where Mr X can be and no detective will
//! be, the others of the plan counted, of the weight and the room onwards.

use std::array;

use super::area::{MOVES, SurroundedArea, freedom};
use super::hunt::{DISTANCE, HuntMove, LAST_TICKET, Post, Reckoning};
use crate::PublicSetting;
use crate::board::{Station, TicketSet, Tickets};

/// A larger distance counts as this.
const FAR: u8 = 6;
/// The chances to be free where a detective comes in fewer moves, and in as many.
const CHANCES: [f64; 2] = [0.2, 0.5];

/// The detectives that stay where the plan has them.
pub(super) struct Others {
    ends: Vec<Station>,
    /// The chance to be free as far as they go, after each of Mr X's moves, by number.
    chances: [Vec<f64>; MOVES],
}

/// How `belief` reckons.
pub(super) struct Cordon<'a> {
    area: SurroundedArea<'a>,
    /// The chance to be free as far as one detective goes, after each of Mr X's moves, by its distance.
    by_distance: [[f64; FAR as usize + 1]; MOVES],
}

impl<'a> Reckoning<'a> for Cordon<'a> {
    type Distance = u8;
    type Others = Others;

    fn around(setting: &'a PublicSetting, weights: &[f64]) -> Self {
        let after = |moves: usize| array::from_fn(|distance| freedom(distance, moves, CHANCES));
        Cordon {
            area: SurroundedArea::around(setting, weights),
            by_distance: array::from_fn(|before| after(before + 1)),
        }
    }

    fn area(&self) -> &SurroundedArea<'a> {
        &self.area
    }

    fn post(&self, at: Station, tickets: &Tickets) -> Post<'a, u8> {
        let board = &self.area.setting.board;
        let held = TicketSet::of(tickets);
        let mut far = vec![FAR; board.numbers()];
        far[usize::from(at)] = 0;
        let mut reached = vec![at];
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            next += 1;
            let distance = far[usize::from(from)] + 1;
            if distance == FAR {
                break;
            }
            for way in board.ways(from) {
                if held.can_pay(*way) && far[usize::from(way.to)] == FAR {
                    far[usize::from(way.to)] = distance;
                    reached.push(way.to);
                }
            }
        }
        Post { at, far: far.into() }
    }

    fn counted(distance: &u8) -> f64 {
        f64::from(*distance)
    }

    fn others(&self, posts: &[&Post<'a, u8>]) -> Others {
        let certain = || vec![1.0; self.area.setting.board.numbers()];
        let mut chances = array::from_fn(|_| certain());
        for post in posts {
            for (chances, by_distance) in chances.iter_mut().zip(&self.by_distance) {
                for (chance, far) in chances.iter_mut().zip(&*post.far) {
                    *chance *= by_distance[usize::from(*far)];
                }
            }
        }
        Others { ends: posts.iter().map(|post| post.at).collect(), chances }
    }

    fn cost(&self, choice: &HuntMove<'a, u8>, others: &Others) -> f64 {
        let HuntMove { post, distance, held, .. } = choice;
        let chance = |turn: usize, place: usize| {
            let alone = self.by_distance[turn - 1][usize::from(post.far[place])];
            others.chances[turn - 1][place] * alone
        };
        let is_taken = |at| at == post.at || others.ends.contains(&at);
        let scarcity = held.map_or(0.0, |held| LAST_TICKET / f64::from(held));
        scarcity + DISTANCE * distance + self.area.room(chance, is_taken)
    }
}
