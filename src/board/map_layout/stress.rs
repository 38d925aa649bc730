//! Positions from distances: places far apart along roads shall be far apart in the drawing.
//!
//! The stress of a drawing is the sum of (distance in the drawing - distance along roads)² over
//! pairs of places, each divided by the square of the distance along roads. It is lowered by moving
//! each place in turn to the mean of where its pairs want it, which never raises it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::random::LayoutRandom;
use crate::roads::Roads;

/// Up to so many places every pair counts, above only roads and pairs with a few chosen places.
const ALL_PAIRS_PLACES_MAX: usize = 600;
const CHOSEN_PLACES: usize = 24;
/// Rounds over all places.
const ROUNDS_MAX: usize = 150;
/// A round that moves places less than this on average (in ideal roads) is the last.
const STILL: f64 = 0.002;

/// The distance that a place should have from another, and the weight of a deviation from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spring {
    /// The other place.
    pub to: u32,
    /// In roads of median length.
    pub distance: f64,
    /// 1 / distance².
    pub weight: f64,
}

/// The springs of every place of a map.
pub(crate) struct Springs {
    of: Vec<Vec<Spring>>,
    /// The map unfolded: `(x, y)` in roads of median length.
    unfolded: Vec<(f64, f64)>,
}

impl Springs {
    /// The springs of a map that hangs together, whose roads have lengths in thousandths.
    pub fn new(roads: &Roads) -> Self {
        let places = roads.places();
        let chosen = chosen(roads);
        let of = if places <= ALL_PAIRS_PLACES_MAX {
            let all = (0..).take(places);
            all.map(|place| springs(&distances(roads, place))).collect()
        } else {
            some_springs(roads, &chosen)
        };
        Springs { of, unfolded: unfolded(places, &chosen) }
    }

    /// The springs of a place.
    pub fn of(&self, place: u32) -> &[Spring] {
        &self.of[place as usize]
    }

    /// A drawing of low stress, `(x, y)` in roads of median length, from the unfolded map.
    pub(crate) fn relaxed_from_unfolded(&self) -> Vec<(f64, f64)> {
        self.relaxed(self.unfolded.clone())
    }

    /// A drawing of low stress, `(x, y)` in roads of median length, from random positions.
    pub(crate) fn relaxed_from_anywhere(&self, random: &mut LayoutRandom) -> Vec<(f64, f64)> {
        let side = side(self.of.len());
        let mut anywhere = || (side * random.share(), side * random.share());
        self.relaxed(self.of.iter().map(|_| anywhere()).collect())
    }

    fn relaxed(&self, mut at: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
        let side = side(at.len());
        for _ in 0..ROUNDS_MAX {
            let mut moved = 0.0;
            for place in 0..at.len() {
                let to = self.wanted(place, &at);
                moved += (to.0 - at[place].0).abs() + (to.1 - at[place].1).abs();
                at[place] = to;
            }
            if moved < STILL * side * side {
                break;
            }
        }
        at
    }

    /// The weighted mean of where a place's springs want it.
    fn wanted(&self, place: usize, at: &[(f64, f64)]) -> (f64, f64) {
        let here = at[place];
        let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
        for spring in &self.of[place] {
            let there = at[spring.to as usize];
            let (dx, dy) = (here.0 - there.0, here.1 - there.1);
            let away = (dx * dx + dy * dy).sqrt().max(1e-9);
            let stretch = spring.distance / away;
            x += spring.weight * (there.0 + dx * stretch);
            y += spring.weight * (there.1 + dy * stretch);
            weights += spring.weight;
        }
        if weights > 0.0 { (x / weights, y / weights) } else { here }
    }
}

/// The side of a square for so many places, each with a road of median length to the next.
fn side(places: usize) -> f64 {
    f64::from(u32::try_from(places).unwrap_or(u32::MAX)).sqrt()
}

/// Some places far from each other, and the distances of all places from each.
fn chosen(roads: &Roads) -> Vec<(u32, Vec<u32>)> {
    let farthest = |distances: &[u32]| {
        let farthest = (0..).zip(distances).max_by_key(|(_, distance)| **distance);
        farthest.map_or(0, |(place, _)| place)
    };
    let mut next = farthest(&distances(roads, 0));
    let mut nearest = vec![u32::MAX; roads.places()];
    let mut chosen = Vec::new();
    for _ in 0..CHOSEN_PLACES {
        let distances = distances(roads, next);
        for (nearest, distance) in nearest.iter_mut().zip(&distances) {
            *nearest = (*nearest).min(*distance);
        }
        chosen.push((next, distances));
        next = farthest(&nearest);
    }
    chosen
}

/// Springs along roads, and from every place to the chosen ones and back.
fn some_springs(roads: &Roads, chosen: &[(u32, Vec<u32>)]) -> Vec<Vec<Spring>> {
    let along = |place| {
        let roads = roads.from(place).iter();
        roads.map(|road| spring(road.to, road.length)).collect()
    };
    let mut of: Vec<Vec<Spring>> = (0..).take(roads.places()).map(along).collect();
    for (to, distances) in chosen {
        let springs = springs(distances);
        for spring in &springs {
            of[spring.to as usize].push(Spring { to: *to, ..*spring });
        }
        of[*to as usize].extend(springs);
    }
    of
}

/// A map drawn between two chosen places far apart from left to right, and between two others from
/// top to bottom: by how much nearer each place is to the one than to the other.
fn unfolded(places: usize, chosen: &[(u32, Vec<u32>)]) -> Vec<(f64, f64)> {
    let Some([left, right, top, bottom]) = chosen.first_chunk() else {
        return vec![(0.0, 0.0); places];
    };
    let between = |(_, from): &(u32, Vec<u32>), (_, to): &(u32, Vec<u32>), place: usize| {
        (f64::from(from[place]) - f64::from(to[place])) / 2000.0
    };
    let apart = |place| f64::from(u32::try_from(place).unwrap_or(u32::MAX)) / 1e6;
    (0..places)
        .map(|at| {
            // A little apart, so that places with equal distances have a direction to part in.
            let x = between(left, right, at) + apart(at);
            (x, between(top, bottom, at) + apart(at * at % 1009))
        })
        .collect()
}

/// The springs to all places but the one at distance 0.
fn springs(distances: &[u32]) -> Vec<Spring> {
    let all = (0..).zip(distances).filter(|(_, distance)| **distance > 0);
    all.map(|(to, distance)| spring(to, *distance)).collect()
}

fn spring(to: u32, thousandths: u32) -> Spring {
    let distance = f64::from(thousandths) / 1000.0;
    Spring { to, distance, weight: 1.0 / (distance * distance) }
}

/// The shortest way from a place to every other along roads.
fn distances(roads: &Roads, from: u32) -> Vec<u32> {
    let mut distances = vec![u32::MAX; roads.places()];
    distances[from as usize] = 0;
    let mut open = BinaryHeap::from([Reverse((0, from))]);
    while let Some(Reverse((distance, place))) = open.pop() {
        if distance > distances[place as usize] {
            continue;
        }
        for road in roads.from(place) {
            let there = distance + road.length;
            if there < distances[road.to as usize] {
                distances[road.to as usize] = there;
                open.push(Reverse((there, road.to)));
            }
        }
    }
    distances
}
