//! The stations where Mr X can be now and next, and the room that is left to him there.

use crate::PublicSetting;
use crate::board::Station;

/// So many of Mr X's next moves are looked at.
pub(super) const MOVES: usize = 3;
/// The share of the best way in the room onwards; the rest is the mean's.
const BEST: f64 = 0.75;

/// A place to be surrounded.
pub(super) struct SurroundedArea<'a> {
    pub setting: &'a PublicSetting,
    /// The stations where he can be, with weights.
    pub belief: Vec<(Station, f64)>,
    /// The stations where he can be after each of his next moves, detectives aside.
    layers: Vec<Vec<Station>>,
}

impl<'a> SurroundedArea<'a> {
    /// Around the stations that have a weight, by number.
    pub fn around(setting: &'a PublicSetting, weights: &[f64]) -> Self {
        let all = (0..).zip(weights.iter().copied());
        let belief: Vec<_> = all.filter(|(_, weight)| *weight > 0.0).collect();
        let mut here: Vec<Station> = belief.iter().map(|(at, _)| *at).collect();
        let mut layers = Vec::with_capacity(MOVES);
        for _ in 0..MOVES {
            here = next_to(setting, &here);
            layers.push(here.clone());
        }
        SurroundedArea { setting, belief, layers }
    }

    /// The room left, by the chance to be free after so many moves at a station, by number. He is not at
    /// the stations that are taken.
    pub fn room(
        &self,
        chance: impl Fn(usize, usize) -> f64,
        is_taken: impl Fn(Station) -> bool,
    ) -> f64 {
        let mut later = vec![0.0; self.setting.board.numbers()];
        for (before, layer) in self.layers.iter().enumerate().rev() {
            let turn = before + 1;
            let mut room = vec![0.0; later.len()];
            for &station in layer {
                let place = usize::from(station);
                let chance = chance(turn, place);
                room[place] = if turn == MOVES || chance == 0.0 {
                    chance
                } else {
                    chance * self.onwards(station, &later)
                };
            }
            later = room;
        }
        let away = self.belief.iter().filter(|(station, _)| !is_taken(*station));
        away.map(|(station, weight)| weight * self.onwards(*station, &later)).sum()
    }

    /// The room onwards from a station, where `later` is the room a move later.
    fn onwards(&self, station: Station, later: &[f64]) -> f64 {
        let (mut best, mut sum, mut count) = (0.0, 0.0, 0.0);
        for way in self.setting.board.ways(station) {
            let room = later[usize::from(way.to)];
            if room > best {
                best = room;
            }
            sum += room;
            count += 1.0;
        }
        if count > 0.0 { BEST * best + (1.0 - BEST) * sum / count } else { 0.0 }
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

/// The chance to be free at a station after so many moves, by the distance of a detective: `near` if it comes
/// there in fewer, `level` if in as many. Mr X cannot move onto a detective.
pub(super) fn freedom(distance: usize, moves: usize, [near, level]: [f64; 2]) -> f64 {
    match distance {
        0 if moves == 1 => 0.0,
        _ if distance < moves => near,
        _ if distance == moves => level,
        _ if distance - moves == 1 => 0.9,
        _ => 1.0,
    }
}
