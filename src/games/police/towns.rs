//! Maps that look like maps: towns strewn over a country, roads between neighbours, as long as
//! the way is far.
//!
//! The country is cut into squares, row below row, with one town somewhere in each, so that towns
//! are neither crowded nor missing anywhere. Two towns are joined when no third one lies on or
//! within the circle of which the line between them is a diameter: the Gabriel graph (Gabriel and
//! Sokal 1969). It is connected, and drawn where the towns lie it has no crossings.

use chase_engine::dice::Dice;

/// So many units of the drawing are 1 in the length of a road.
const UNITS: u64 = 10;
/// The side of a square, in units of the drawing.
const SIDE: u32 = 130;
/// The distance that a town keeps from the border of its square, in units of the drawing.
const BORDER: u32 = 20;
/// Neighbours are at most so many rows, and so many squares in their rows, apart. Where all
/// squares have towns, a circle wider than 2 * sqrt(2) sides covers one of them; beside a row that
/// is a square shorter, one wider than 2 * sqrt(5), which is 58 in length. A row's shift adds one
/// square, and the place within the square another.
const REACH: usize = 6;

/// A road: a town, one with a higher number, and the rounded distance between them.
type TownRoad = (u32, u32, u32);

/// The roads between so many towns, at least 1, in ascending order. Lengths are from 4 to 58.
pub fn roads(towns: u32, dice: &mut Dice) -> Vec<TownRoad> {
    Country::new(towns, dice).roads()
}

/// The places of the towns.
struct Country {
    /// Row by row, in each from left to right.
    rows: Vec<Vec<PlacedTown>>,
}

#[derive(Clone, Copy, Debug)]
struct PlacedTown {
    number: u32,
    /// The distance from the left border of the drawing, in its units.
    x: i64,
    /// The distance from the upper border of the drawing, in its units.
    y: i64,
}

impl Country {
    /// Towns at random, about as many rows as five eighths of the squares of a row.
    fn new(towns: u32, dice: &mut Dice) -> Self {
        let rows = (towns * 5 / 8).isqrt().max(1);
        let longer = towns % rows;
        let mut numbers = shuffled(towns, dice).into_iter();
        let row = |row| {
            let is_longer = row < longer;
            let is_shifted = longer > 0 && !is_longer;
            let left = if is_shifted { dice.below(SIDE + 1) } else { 0 };
            let squares = towns / rows + u32::from(is_longer);
            let mut within = |from| i64::from(from + BORDER + dice.below(SIDE - 2 * BORDER + 1));
            let places = (0..squares).map(|at| (within(left + at * SIDE), within(row * SIDE)));
            let named = numbers.by_ref().zip(places.collect::<Vec<_>>());
            named.map(|(number, (x, y))| PlacedTown { number, x, y }).collect()
        };
        Country { rows: (0..rows).map(row).collect() }
    }

    fn roads(&self) -> Vec<TownRoad> {
        let mut roads = Vec::new();
        for (row, towns) in self.rows.iter().enumerate() {
            for at in 0..towns.len() {
                self.roads_of(row, at, &mut roads);
            }
        }
        roads.sort_unstable();
        roads
    }

    /// The roads of a town to towns with higher numbers.
    fn roads_of(&self, row: usize, at: usize, roads: &mut Vec<TownRoad>) {
        let from = self.rows[row][at];
        let mut near = self.around(row, at);
        near.sort_unstable_by_key(|to| (from.distance2(*to), to.number));
        for (nearer, to) in near.iter().enumerate() {
            let is_between = |third: &PlacedTown| third.sees_wide_angle(from, *to);
            if to.number > from.number && !near[..nearer].iter().any(is_between) {
                roads.push((from.number, to.number, from.length(*to)));
            }
        }
    }

    /// All other towns that can be neighbours of a town, or lie between it and a neighbour.
    fn around(&self, row: usize, at: usize) -> Vec<PlacedTown> {
        let rows = &self.rows[row.saturating_sub(REACH)..(row + REACH + 1).min(self.rows.len())];
        let from = self.rows[row][at].number;
        let near = rows.iter().flat_map(|row| {
            let last = (at + REACH + 1).min(row.len());
            &row[at.saturating_sub(REACH).min(last)..last]
        });
        near.filter(|town| town.number != from).copied().collect()
    }
}

impl PlacedTown {
    fn distance2(self, other: PlacedTown) -> u64 {
        self.x.abs_diff(other.x).pow(2) + self.y.abs_diff(other.y).pow(2)
    }

    /// The distance in lengths of roads, rounded.
    fn length(self, other: PlacedTown) -> u32 {
        let distance = self.distance2(other).isqrt();
        u32::try_from((distance + UNITS / 2) / UNITS).unwrap_or(u32::MAX)
    }

    /// Returns true if the angle between two other towns, seen from here, is 90 degrees or more:
    /// then it lies on or within the circle over the line between them.
    fn sees_wide_angle(self, a: PlacedTown, b: PlacedTown) -> bool {
        (a.x - self.x) * (b.x - self.x) + (a.y - self.y) * (b.y - self.y) <= 0
    }
}

/// The numbers of so many towns in random order, so that they tell nothing of where a town lies.
fn shuffled(towns: u32, dice: &mut Dice) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..towns).collect();
    for (at, left) in (1..=towns).rev().enumerate() {
        numbers.swap(at, at + dice.below(left) as usize);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use chase_engine::dice::Generator;

    fn country(towns: u32, seed: i64) -> Country {
        Country::new(towns, &mut Dice::new(Generator::Chacha8, seed, 0))
    }

    /// Maps of every small size, and some larger ones.
    fn countries() -> impl Iterator<Item = Country> {
        (1..130).map(|towns| country(towns, i64::from(towns)))
    }

    /// The places of the towns, by number.
    fn by_number(country: &Country) -> Vec<(i64, i64)> {
        let mut towns = country.rows.concat();
        towns.sort_unstable_by_key(|town| town.number);
        towns.iter().map(|town| (town.x, town.y)).collect()
    }

    #[test]
    fn towns_are_neighbours_when_no_third_lies_in_the_circle_between_them() {
        for country in countries() {
            // given
            let at = by_number(&country);
            // then
            let mut joined = Vec::new();
            for (a, &(ax, ay)) in (0..).zip(&at) {
                for (b, &(bx, by)) in (0..).zip(&at).skip(a as usize + 1) {
                    // Twice the centre and the diameter, so that all are whole numbers.
                    let diameter2 = (ax - bx).pow(2) + (ay - by).pow(2);
                    let is_in_circle = |(x, y): &(i64, i64)| {
                        (2 * x - ax - bx).pow(2) + (2 * y - ay - by).pow(2) <= diameter2
                    };
                    if at.iter().filter(|it| is_in_circle(it)).count() == 2 {
                        joined.push((a, b));
                    }
                }
            }
            let roads: Vec<_> = country.roads().iter().map(|&(a, b, _)| (a, b)).collect();
            assert_eq!(roads, joined, "{} towns", at.len());
        }
    }

    #[test]
    fn roads_are_as_long_as_the_way_is_far() {
        for country in countries() {
            let at = by_number(&country);
            for (a, b, length) in country.roads() {
                let ((ax, ay), (bx, by)) = (at[a as usize], at[b as usize]);
                let far = ((ax - bx) as f64).hypot((ay - by) as f64) / 10.0;
                assert!((far - f64::from(length)).abs() <= 0.5, "{far} is {length}");
                assert!((4..=58).contains(&length), "{length}");
            }
        }
    }

    #[test]
    fn every_town_can_be_reached_and_no_roads_cross() {
        for country in countries() {
            // given
            let (at, roads) = (by_number(&country), country.roads());
            // then
            let mut reached = vec![0];
            for next in 0..at.len() {
                let here = *reached.get(next).expect("a town that hangs together with the first");
                for &(a, b, _) in &roads {
                    let other = if a == here { b } else { a };
                    if [a, b].contains(&here) && !reached.contains(&other) {
                        reached.push(other);
                    }
                }
            }
            let line = |&(a, b, _): &TownRoad| (at[a as usize], at[b as usize]);
            let crossed = roads.iter().enumerate().find_map(|(n, road)| {
                let others = roads[n + 1..].iter();
                others
                    .clone()
                    .find(|other| cross(line(road), line(other)))
                    .map(|other| (*road, *other))
            });
            assert_eq!(crossed, None);
        }
    }

    type Line = ((i64, i64), (i64, i64));

    /// Returns true if two lines have a point in common that is not an end of both.
    fn cross((a, b): Line, (c, d): Line) -> bool {
        let turn = |p: (i64, i64), q: (i64, i64), r: (i64, i64)| {
            ((q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0)).signum()
        };
        let share_an_end = [a, b].contains(&c) || [a, b].contains(&d);
        !share_an_end && turn(a, b, c) != turn(a, b, d) && turn(c, d, a) != turn(c, d, b)
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(country(40, 1).roads(), country(40, 1).roads());
        assert_ne!(country(40, 1).roads(), country(40, 2).roads());
    }
}
