//! Lays networks of places and roads out on a plane, so that they can be drawn.
//!
//! A map says which places are joined and how long the roads are, and not where anything lies. Here
//! every place gets a position such that few roads cross, no road runs through a place that it
//! does not end at if that can be avoided, places keep apart, and long roads are longer than short
//! ones. That is a search: the best found within a fixed effort, not the best there is.
//!
//! 1. Each part of the map that hangs together gets a rectangle of its own (`parts`).
//! 2. Stress majorisation places the part so that distances in the drawing are like distances along
//!    roads, from several random starts (`stress`; Gansner, Koren and North 2004).
//! 3. Annealing moves one place at a time to where less crosses (`annealing`; Davidson and Harel
//!    1996).
//!
//! The same map gets the same positions on every machine: the search is seeded by the map, counts
//! its steps instead of looking at a clock, and reckons with whole numbers or with `+ - * /` and
//! square roots, which IEEE 754 fixes to the last bit, in an order that never changes.

mod annealing;
mod geometry;
mod parts;
mod random;
mod stress;

use std::collections::BTreeSet;

use annealing::{AnnealingEffort, PartDrawing};
use geometry::{Area, MapPoint};
use parts::MapPart;
use random::LayoutRandom;
use stress::Springs;

use crate::roads::Roads;

/// The width of the box that maps are laid out in: x is from 0 to here, to the right.
pub const WIDTH: i32 = 1600;
/// The height of that box: y is from 0 to here, downwards.
pub const HEIGHT: i32 = 1000;

/// Maps with more are not searched for a good layout: their places stand in rows.
const SEARCHED_PLACES_MAX: usize = 20_000;
const SEARCHED_ROADS_MAX: usize = 500_000;
/// The clearance of a map with so few places that they never get into each other's way.
const CLEARANCE_MAX: i32 = 40;
/// Ideal distances of roads in thousandths of a road of median length.
const IDEAL_MEDIAN: u64 = 1000;
const IDEAL_MIN: u64 = 600;
const IDEAL_MAX: u64 = 2000;

/// The position of each place of a map in its drawing: `(x, y)` by place, within [`WIDTH`] and
/// [`HEIGHT`].
///
/// Roads are `(a, b, length)` with ends below `places`; all that counts of a length is how it
/// compares with the others. Roads that lead back to their start count for nothing, several roads
/// between two places for the shortest of them. The map need not hang together.
///
/// The effort is bounded by a number of steps, not by a clock, and grows with the map. Maps of more
/// than 20,000 places or 500,000 roads are not searched for a good layout: their places are put in
/// rows. Below that no two places get the same position.
///
/// # Panics
/// When a road ends at a place that is not there.
#[must_use]
pub fn layout(places: usize, roads: &[(u32, u32, u32)]) -> Vec<(i32, i32)> {
    let ideals = ideals(roads);
    let roads = Roads::new(places, &ideals);
    let is_searched = places <= SEARCHED_PLACES_MAX && ideals.len() <= SEARCHED_ROADS_MAX;
    let mut random = LayoutRandom::new(places, &ideals);
    let mut positions = vec![(0, 0); places];
    for (part, area) in parts::placed(&roads) {
        let drawn = if is_searched {
            laid_out(&part, area, places, &mut random)
        } else {
            area.rows(part.places.len())
        };
        for (place, at) in part.places.iter().zip(drawn) {
            positions[*place as usize] = at;
        }
    }
    if is_searched {
        separate(&mut positions);
    }
    positions
}

/// The distance that the layout of a map with this many places keeps, where it can, between roads
/// and places at which they do not end, in the units of positions. It is a good radius for a place
/// drawn as a disc.
pub fn clearance(places: usize) -> i32 {
    let each =
        i64::from(WIDTH) * i64::from(HEIGHT) / i64::try_from(places.max(1)).unwrap_or(i64::MAX);
    let spacing = i32::try_from(each.isqrt()).unwrap_or(i32::MAX);
    (spacing / 6).clamp(1, CLEARANCE_MAX)
}

/// Each pair of joined places once, lower place first, with the ideal distance of its shortest
/// road in thousandths: the root of the length by the median length, within limits.
fn ideals(roads: &[(u32, u32, u32)]) -> Vec<(u32, u32, u32)> {
    let joins = roads.iter().filter(|road| road.0 != road.1);
    let mut joins: Vec<_> = joins.map(|&(a, b, length)| (a.min(b), a.max(b), length)).collect();
    joins.sort_unstable();
    joins.dedup_by_key(|road| (road.0, road.1));
    let median = median(joins.iter().map(|road| road.2).collect());
    for road in &mut joins {
        let ideal = (u64::from(road.2) * IDEAL_MEDIAN * IDEAL_MEDIAN / median).isqrt();
        road.2 = u32::try_from(ideal.clamp(IDEAL_MIN, IDEAL_MAX)).unwrap_or(u32::MAX);
    }
    joins
}

/// The median of lengths, at least 1.
fn median(mut lengths: Vec<u32>) -> u64 {
    lengths.sort_unstable();
    let middle = lengths.get(lengths.len() / 2).copied();
    u64::from(middle.unwrap_or(1).max(1))
}

/// The best drawing found of a part within its area, by place of the part. `places` are those of the
/// whole map.
fn laid_out(part: &MapPart, area: Area, places: usize, random: &mut LayoutRandom) -> Vec<MapPoint> {
    let springs = &Springs::new(&part.roads);
    let effort = AnnealingEffort::of(&part.roads, places);
    let relaxed = |start| {
        let drawn = match start {
            0 => springs.relaxed_from_unfolded(),
            _ => springs.relaxed_from_anywhere(random),
        };
        let (at, scale) = area.fitted(&drawn);
        let clearance = clearance(places);
        PartDrawing { part, springs, area, clearance, at, scale }
    };
    let mut drawings = cheapest(effort.runs, (0..effort.starts).map(relaxed).collect());
    for (run, drawing) in drawings.iter_mut().enumerate() {
        drawing.anneal(effort, run == 0, random);
    }
    let best = cheapest(1, drawings).pop();
    best.map(|drawing| drawing.at).unwrap_or_default()
}

/// So many of the drawings, those that cost least.
fn cheapest(count: usize, drawings: Vec<PartDrawing>) -> Vec<PartDrawing> {
    if drawings.len() <= count {
        return drawings;
    }
    let mut priced: Vec<_> = drawings.into_iter().map(|it| (it.cost(), it)).collect();
    priced.sort_by(|a, b| a.0.total_cmp(&b.0));
    priced.into_iter().take(count).map(|(_, drawing)| drawing).collect()
}

/// Moves places that stand where another stands already to the nearest point that is free, as far
/// as there is one.
fn separate(positions: &mut [MapPoint]) {
    let mut taken = BTreeSet::new();
    for at in positions {
        let free = geometry::around(*at).find(|point| !taken.contains(point));
        *at = free.unwrap_or(*at);
        taken.insert(*at);
    }
}

#[cfg(test)]
mod tests;
