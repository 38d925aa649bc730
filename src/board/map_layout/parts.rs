//! Parts of a map that no road joins, and the rectangle that each is drawn in.

use super::geometry::{Area, columns_and_rows};
use crate::roads::Roads;

/// Places that hang together.
pub(crate) struct MapPart {
    /// Their numbers in the map, in the order in which a search from the lowest comes to them.
    pub places: Vec<u32>,
    /// Their roads; places are numbered by where they stand in `places`.
    pub roads: Roads,
    /// Each of these roads once.
    pub ends: Vec<(u32, u32)>,
}

impl MapPart {
    fn new(map: &Roads, places: Vec<u32>, number: &mut [u32]) -> Self {
        for (n, &place) in (0..).zip(&places) {
            number[place as usize] = n;
        }
        let of = |&place: &u32| {
            let from = number[place as usize];
            let roads = map.from(place).iter();
            roads.map(move |road| (from, road.to, road.length))
        };
        let all = places.iter().flat_map(of);
        let all = all.map(|(a, to, length)| (a, number[to as usize], length));
        let roads: Vec<_> = all.filter(|(a, b, _)| a < b).collect();
        MapPart {
            ends: roads.iter().map(|&(a, b, _)| (a, b)).collect(),
            roads: Roads::new(places.len(), &roads),
            places,
        }
    }
}

/// Each part and its rectangle, the largest first: rows of rectangles, each for as many squares as
/// the part has places.
pub fn placed(map: &Roads) -> Vec<(MapPart, Area)> {
    let mut parts = members(map);
    parts.sort_by_key(|places| std::cmp::Reverse(places.len()));
    let (corners, size) = shelves(&parts);
    let mut number = vec![0; map.places()];
    let areas = corners.into_iter().map(|(from, to)| Area::cut(from, to, size));
    let parts = parts.into_iter().map(|places| MapPart::new(map, places, &mut number));
    parts.zip(areas).collect()
}

/// The places of each part, breadth first from its lowest.
fn members(map: &Roads) -> Vec<Vec<u32>> {
    let mut seen = vec![false; map.places()];
    let mut parts = Vec::new();
    for place in (0..).take(map.places()) {
        if seen[place as usize] {
            continue;
        }
        seen[place as usize] = true;
        let mut part = vec![place];
        let mut next = 0;
        while let Some(&at) = part.get(next) {
            next += 1;
            for road in map.from(at) {
                if !std::mem::replace(&mut seen[road.to as usize], true) {
                    part.push(road.to);
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// Columns and rows of squares.
type GridSquare = (usize, usize);

/// Rectangles one beside the other on shelves, the shelves one below the other: the first square of each rectangle and
/// the first square behind its end, and the size of all shelves.
fn shelves(parts: &[Vec<u32>]) -> (Vec<(GridSquare, GridSquare)>, GridSquare) {
    let sizes: Vec<_> = parts.iter().map(|it| columns_and_rows(it.len())).collect();
    let squares = sizes.iter().map(|(cols, rows)| cols * rows).sum();
    let widest = sizes.iter().map(|size| size.0).max().unwrap_or(1);
    let cols = columns_and_rows(squares).0.max(widest);
    let (mut corners, mut at, mut below) = (Vec::new(), (0, 0), 0);
    for (width, height) in sizes {
        if at.0 + width > cols {
            at = (0, below);
        }
        corners.push((at, (at.0 + width, at.1 + height)));
        below = below.max(at.1 + height);
        at.0 += width;
    }
    (corners, (cols, below))
}
