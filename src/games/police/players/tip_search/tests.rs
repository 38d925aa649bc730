//! Paths of few turns, and the search by two waves against a plain one.

use std::collections::BTreeMap;

use super::*;
use chase_engine::dice::{Dice, DrawOwner, Generator};

fn path(roads: &Roads, start: TipStart, target: u32) -> (Vec<u32>, Option<(u32, u32)>) {
    let mut path = Vec::new();
    let arrival = TipSearch::default().path(roads, start, target, &mut path);
    (path, arrival)
}

#[test]
fn a_longer_way_without_rests_beats_a_shorter_one_with_two() {
    // given 0 -9- 1 -9- 2 -9- 5 and 0 -1- 3 -1- 4 -1- 6 -1- 5, full stamina 9
    let roads = Roads::new(
        7,
        &[(0, 1, 9), (1, 2, 9), (2, 5, 9), (0, 3, 1), (3, 4, 1), (4, 6, 1), (6, 5, 1)],
    );
    let start = TipStart { city: 0, stamina: 9, full: 9 };
    // then three roads and two rests lose against four roads
    assert_eq!(path(&roads, start, 5), (vec![3, 4, 6, 5], Some((4, 5))));
}

#[test]
fn equal_turns_are_decided_by_stamina_then_by_the_lowest_city_before() {
    // given two ways 0 - 1 - 3 (4 + 4) and 0 - 2 - 3 (4 + 3)
    let roads = Roads::new(4, &[(0, 1, 4), (1, 3, 4), (0, 2, 4), (2, 3, 3)]);
    let start = TipStart { city: 0, stamina: 20, full: 20 };
    assert_eq!(path(&roads, start, 3), (vec![2, 3], Some((2, 13))));
    // given the same with equal lengths
    let roads = Roads::new(4, &[(0, 1, 4), (1, 3, 3), (0, 2, 4), (2, 3, 3)]);
    assert_eq!(path(&roads, start, 3), (vec![1, 3], Some((2, 13))));
}

#[test]
fn a_city_behind_a_road_nobody_can_afford_is_out_of_reach() {
    let roads = Roads::new(3, &[(0, 1, 1), (1, 2, 10)]);
    let start = TipStart { city: 0, stamina: 9, full: 9 };
    assert_eq!(path(&roads, start, 2), (vec![], None));
}

/// A map with many ties: short lengths, few of them, so that ways are often equally long; full stamina
/// barely enough for the longest road, or a little less.
fn drawn(dice: &mut Dice) -> (Roads, u32) {
    let places = 2 + dice.below(60);
    let longest = 1 + dice.below(4);
    let mut roads = BTreeMap::new();
    let wanted = places + dice.below(2 * places);
    let is_grid = dice.below(3) == 0;
    let width = 1 + dice.below(8);
    for place in 1..places {
        let length = 1 + dice.below(longest);
        if !is_grid {
            roads.insert((dice.below(place), place), length);
            continue;
        }
        if place % width > 0 {
            roads.insert((place - 1, place), length);
        }
        if place >= width {
            roads.insert((place - width, place), 1 + dice.below(longest));
        }
    }
    for _ in 0..wanted {
        let (a, b) = (dice.below(places), dice.below(places));
        if a != b && !is_grid {
            roads.insert((a.min(b), a.max(b)), 1 + dice.below(longest));
        }
    }
    let roads: Vec<_> = roads.iter().map(|(ends, length)| (ends.0, ends.1, *length)).collect();
    let full = (longest + dice.below(3 * longest)).saturating_sub(dice.below(2));
    (Roads::new(places as usize, &roads), full)
}

#[test]
fn two_waves_find_the_path_of_one() {
    // given drawn maps, every start, every target and every stamina, and also more than is possible
    let mut dice = Dice::new(Generator::Chacha8, 11, 0);
    dice.turn_to(DrawOwner::World);
    let mut plain = PlainSearch::default();
    let mut search = TipSearch::default();
    let (mut paths, mut rests, mut unreached) = (0, 0, 0);
    for map in 0..60 {
        let (roads, full) = drawn(&mut dice);
        let places = roads.places() as u32;
        for (city, target) in (0..places).flat_map(|city| (0..places).map(move |to| (city, to))) {
            for stamina in (0..=full + 1).chain([3 * full]) {
                let start = TipStart { city, stamina, full };
                // when one wave alone finds the path, and two do
                let (mut expected, mut found) = (Vec::new(), Vec::new());
                let arrival = plain.path(&roads, start, target, &mut expected);
                let met = search.path(&roads, start, target, &mut found);
                // then they are the same
                assert_eq!((met, &found), (arrival, &expected), "map {map}: {start:?} {target}");
                match arrival {
                    Some((turns, _)) => {
                        paths += 1;
                        rests += usize::from(turns as usize > found.len());
                    }
                    None => unreached += 1,
                }
            }
        }
    }
    assert!(paths > 100_000 && rests > 10_000 && unreached > 1_000, "{paths} {rests} {unreached}");
}

// The search by one wave, to the target or until no city is left.

/// The best known way to a city.
#[derive(Clone, Copy, Default)]
struct PlainLabel {
    /// The search this label belongs to; labels of earlier ones are as good as none.
    search: u32,
    turns: u32,
    stamina: u32,
    before: u32,
}

/// Finds paths of fewest turns; keeps its memory from one search to the next.
#[derive(Default)]
struct PlainSearch {
    labels: Vec<PlainLabel>,
    search: u32,
    /// Cities by turns: this layer, the next, and the one after.
    layers: [Vec<u32>; 3],
}

impl PlainSearch {
    /// Puts the cities after the start, up to the target, into `path`; nothing when the target
    /// cannot be reached or is the start. Returns the turns and the stamina left on arrival.
    fn path(
        &mut self,
        roads: &Roads,
        start: TipStart,
        target: u32,
        path: &mut Vec<u32>,
    ) -> Option<(u32, u32)> {
        self.begin(roads, start);
        let mut turns = 0;
        while !self.is_settled(target, turns) {
            self.settle_layer(roads, start.full, turns);
            turns += 1;
            self.layers.rotate_left(1);
            if self.layers[0].is_empty() && self.layers[1].is_empty() {
                return None;
            }
        }
        self.walk_back(start.city, target, path);
        Some((turns, self.labels[target as usize].stamina))
    }

    fn begin(&mut self, roads: &Roads, start: TipStart) {
        if self.labels.len() != roads.places() || self.search == u32::MAX {
            self.labels = vec![PlainLabel::default(); roads.places()];
            self.search = 0;
        }
        self.search += 1;
        self.layers.iter_mut().for_each(Vec::clear);
        self.layers[0].push(start.city);
        self.labels[start.city as usize] = PlainLabel {
            search: self.search,
            turns: 0,
            stamina: start.stamina,
            before: start.city,
        };
    }

    fn is_settled(&self, city: u32, turns: u32) -> bool {
        let label = &self.labels[city as usize];
        label.search == self.search && label.turns <= turns
    }

    /// Follows every road out of the cities that are this many turns away.
    fn settle_layer(&mut self, roads: &Roads, full: u32, turns: u32) {
        let mut layer = std::mem::take(&mut self.layers[0]);
        for city in layer.drain(..) {
            let label = self.labels[city as usize];
            // A shorter way was found after the city was put into this layer.
            if label.turns != turns {
                continue;
            }
            for road in roads.from(city) {
                let (rests, stamina) = if road.length <= label.stamina {
                    (0, label.stamina - road.length)
                } else if road.length <= full {
                    (1, full - road.length)
                } else {
                    continue;
                };
                self.offer(road.to, city, turns + 1 + rests, stamina, rests);
            }
        }
        self.layers[0] = layer;
    }

    /// Keeps the better of a city's label and a new one.
    #[inline]
    fn offer(&mut self, city: u32, before: u32, turns: u32, stamina: u32, rests: u32) {
        let search = self.search;
        let label = &mut self.labels[city as usize];
        let new = label.search != search || turns < label.turns;
        if new || (turns == label.turns && stamina > label.stamina) {
            *label = PlainLabel { search, turns, stamina, before };
            if new {
                self.layers[1 + rests as usize].push(city);
            }
        } else if turns == label.turns && stamina == label.stamina {
            label.before = label.before.min(before);
        }
    }

    fn walk_back(&self, start: u32, target: u32, path: &mut Vec<u32>) {
        path.clear();
        let mut city = target;
        while city != start {
            path.push(city);
            city = self.labels[city as usize].before;
        }
        path.reverse();
    }
}
