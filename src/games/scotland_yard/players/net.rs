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

use crate::PublicSetting;
use crate::board::{Station, TransportReach};

/// So many of Mr X's next moves are looked at.
pub(super) const MOVES: u16 = 3;
/// The share of the best way in the room onwards; the rest is the mean's.
const BEST: f64 = 0.75;
/// A larger distance counts as this.
const FAR: u16 = 64;

/// A place to be surrounded.
pub(super) struct SurroundedArea<'a> {
    pub setting: &'a PublicSetting,
    /// The stations where he can be, with weights.
    pub belief: Vec<(Station, f64)>,
    /// The stations where he can be after each of his next moves, detectives aside.
    pub layers: Vec<Vec<Station>>,
}

impl<'a> SurroundedArea<'a> {
    /// Around the stations that have a weight, by number.
    pub fn around(setting: &'a PublicSetting, weights: &[f64]) -> Self {
        let all = (0..).zip(weights.iter().copied());
        let belief: Vec<_> = all.filter(|(_, weight)| *weight > 0.0).collect();
        let mut here: Vec<Station> = belief.iter().map(|(at, _)| *at).collect();
        let mut layers = Vec::with_capacity(usize::from(MOVES));
        for _ in 0..MOVES {
            here = next_to(setting, &here);
            layers.push(here.clone());
        }
        SurroundedArea { setting, belief, layers }
    }

    /// The room left with one detective at a station and the others so far from each.
    pub fn room(&self, at: Station, others: &[u16]) -> f64 {
        let row = self.setting.board.distances(TransportReach::NoFerries, at);
        let mut later = vec![0.0; others.len()];
        for (layer, turn) in self.layers.iter().rev().zip((1..=MOVES).rev()) {
            let mut room = vec![0.0; others.len()];
            for &station in layer {
                let place = usize::from(station);
                let chance = freedom(row[place].min(others[place]), turn);
                room[place] = if turn == MOVES || chance == 0.0 {
                    chance
                } else {
                    chance * onwards(self.setting, station, &later)
                };
            }
            later = room;
        }
        let away = self.belief.iter().filter(|(station, _)| *station != at);
        away.map(|(station, weight)| weight * onwards(self.setting, *station, &later)).sum()
    }

    /// The mean distance of the stations where he can be from one.
    pub fn distance(&self, at: Station) -> f64 {
        let row = self.setting.board.distances(TransportReach::NoFerries, at);
        let far = |station: Station| f64::from(row[usize::from(station)].min(FAR));
        let parts = self.belief.iter().map(|(at, weight)| weight * far(*at));
        parts.sum()
    }
}

/// The stations next to any of these, in order.
fn next_to(setting: &PublicSetting, stations: &[Station]) -> Vec<Station> {
    let mut is_next = vec![false; setting.board.numbers()];
    for way in stations.iter().flat_map(|at| setting.board.ways(*at)) {
        is_next[usize::from(way.to)] = true;
    }
    let all = (0..).zip(is_next).filter(|(_, is_next)| *is_next);
    all.map(|(at, _)| at).collect()
}

/// The chance to be free at a station after so many moves, by the nearest detective's distance.
fn freedom(distance: u16, moves: u16) -> f64 {
    match distance {
        0 if moves == 1 => 0.0,
        _ if distance < moves => 0.05,
        _ if distance == moves => 0.3,
        _ if distance - moves == 1 => 0.9,
        _ => 1.0,
    }
}

/// The room onwards from a station, where `later` is the room a move later.
pub(super) fn onwards(setting: &PublicSetting, station: Station, later: &[f64]) -> f64 {
    let (mut best, mut sum, mut count) = (0.0, 0.0, 0.0);
    for way in setting.board.ways(station) {
        let room = later[usize::from(way.to)];
        if room > best {
            best = room;
        }
        sum += room;
        count += 1.0;
    }
    if count > 0.0 { BEST * best + (1.0 - BEST) * sum / count } else { 0.0 }
}
