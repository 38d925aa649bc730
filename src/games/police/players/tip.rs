//! Following a tip: a path of fewest turns, rests counted, to the city it named; among those
//! one with most stamina on arrival.
//!
//! Resting is never needed before a road is unaffordable, and a better label (fewer turns, then
//! more stamina) at a city is never worse further on: whoever arrives a turn earlier could rest
//! there and have full stamina. So one label per city is exact. A road takes one turn, or two
//! with the rest before it; cities therefore settle in layers of equal turns and no queue has to
//! sort them. Ties are broken at each city on the way by the predecessor with the lowest ID.

use crate::{Action, Known, View};
use chase_board::roads::Roads;

/// A tip being followed. The path is worked out when its first step is asked for, so that a
/// memory rebuilt from a log does not search for paths that were walked long ago.
#[derive(Clone, Default)]
pub(super) struct FollowedTip {
    from: u32,
    stamina: u32,
    target: u32,
    /// Roads walked since the tip.
    walked: usize,
    path: Vec<u32>,
    search: TipSearch,
}

impl FollowedTip {
    /// A tip heard in city `from` with this much stamina left.
    pub(super) fn begin(&mut self, from: u32, stamina: u32, target: u32) {
        self.from = from;
        self.stamina = stamina;
        self.target = target;
        self.walked = 0;
        self.path.clear();
    }

    /// The city it leads to.
    pub(super) fn target(&self) -> u32 {
        self.target
    }

    /// The agent went on to a city. True when it has arrived.
    pub(super) fn step_to(&mut self, city: u32) -> bool {
        self.walked += 1;
        city == self.target
    }

    /// The cities that come next on its path, seen from where the agent is.
    pub(super) fn ahead(&mut self, known: &Known, view: View) -> &[u32] {
        self.plan_from(known, view);
        self.path.get(self.walked..).unwrap_or_default()
    }

    /// The next step, or a rest when it cannot be paid for.
    #[inline(never)]
    pub(super) fn next(&mut self, known: &Known, view: View) -> Action {
        self.plan_from(known, view);
        match self.path.get(self.walked) {
            Some(&to) if affordable(&known.map.roads, view, to) => Action::Move { to },
            _ => Action::Rest,
        }
    }

    fn plan_from(&mut self, known: &Known, view: View) {
        self.plan(known);
        if self.is_off_the_path(view.city) {
            // Somebody else moved this seat; the tip is followed from where it is now.
            self.begin(view.city, view.stamina, self.target);
            self.plan(known);
        }
    }

    fn plan(&mut self, known: &Known) {
        if self.path.is_empty() {
            let start = TipStart {
                city: self.from,
                stamina: self.stamina,
                full: known.stamina,
            };
            self.search
                .path(&known.map.roads, start, self.target, &mut self.path);
        }
    }

    fn is_off_the_path(&self, city: u32) -> bool {
        let expected = match self.walked.checked_sub(1) {
            None => Some(&self.from),
            Some(last) => self.path.get(last),
        };
        expected != Some(&city)
    }
}

fn affordable(roads: &Roads, view: View, to: u32) -> bool {
    let length = roads.length(view.city, to);
    length.is_some_and(|length| length <= view.stamina)
}

/// The place where a search begins.
#[derive(Clone, Copy, Debug)]
pub struct TipStart {
    /// The city where it begins.
    pub city: u32,
    /// The stamina there.
    pub stamina: u32,
    /// The stamina after a rest.
    pub full: u32,
}

/// The best known way to a city.
#[derive(Clone, Copy, Debug, Default)]
struct TipLabel {
    /// The search this label belongs to; labels of earlier ones are as good as none.
    search: u32,
    turns: u32,
    stamina: u32,
    before: u32,
}

/// Finds paths of fewest turns; keeps its memory from one search to the next.
#[derive(Clone, Debug, Default)]
pub struct TipSearch {
    labels: Vec<TipLabel>,
    search: u32,
    /// Cities by turns: this layer, the next, and the one after.
    layers: [Vec<u32>; 3],
}

impl TipSearch {
    /// Puts the cities after the start, up to the target, into `path`; nothing when the target
    /// cannot be reached or is the start. Returns the turns and the stamina left on arrival.
    pub fn path(
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
            self.labels = vec![TipLabel::default(); roads.places()];
            self.search = 0;
        }
        self.search += 1;
        self.layers.iter_mut().for_each(Vec::clear);
        self.layers[0].push(start.city);
        self.labels[start.city as usize] = TipLabel {
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
            *label = TipLabel {
                search,
                turns,
                stamina,
                before,
            };
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

#[cfg(test)]
mod tests {
    use super::*;

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
            &[
                (0, 1, 9),
                (1, 2, 9),
                (2, 5, 9),
                (0, 3, 1),
                (3, 4, 1),
                (4, 6, 1),
                (6, 5, 1),
            ],
        );
        let start = TipStart {
            city: 0,
            stamina: 9,
            full: 9,
        };
        // then three roads and two rests lose against four roads
        assert_eq!(path(&roads, start, 5), (vec![3, 4, 6, 5], Some((4, 5))));
    }

    #[test]
    fn equal_turns_are_decided_by_stamina_then_by_the_lowest_city_before() {
        // given two ways 0 - 1 - 3 (4 + 4) and 0 - 2 - 3 (4 + 3)
        let roads = Roads::new(4, &[(0, 1, 4), (1, 3, 4), (0, 2, 4), (2, 3, 3)]);
        let start = TipStart {
            city: 0,
            stamina: 20,
            full: 20,
        };
        assert_eq!(path(&roads, start, 3), (vec![2, 3], Some((2, 13))));
        // given the same with equal lengths
        let roads = Roads::new(4, &[(0, 1, 4), (1, 3, 3), (0, 2, 4), (2, 3, 3)]);
        assert_eq!(path(&roads, start, 3), (vec![1, 3], Some((2, 13))));
    }

    #[test]
    fn a_city_behind_a_road_nobody_can_afford_is_out_of_reach() {
        let roads = Roads::new(3, &[(0, 1, 1), (1, 2, 10)]);
        let start = TipStart {
            city: 0,
            stamina: 9,
            full: 9,
        };
        assert_eq!(path(&roads, start, 2), (vec![], None));
    }
}
