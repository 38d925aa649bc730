//! A network of places joined by two-way roads with lengths.

/// A road as seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Road {
    /// The place it leads to.
    pub to: u32,
    /// Its length, at least 1.
    pub length: u32,
}

/// All roads, grouped by the place they leave and sorted by where they lead.
#[derive(Clone, Debug)]
pub struct Roads {
    /// Place `p` owns `roads[first[p]..first[p + 1]]`.
    first: Vec<u32>,
    roads: Vec<Road>,
    longest: u32,
    /// On a small board the length from every place to every other, a row of
    /// [`TABLE_PLACES_MAX`] for each, 0 where no road is; else empty.
    table: Vec<u32>,
}

/// Up to here the table fits the fastest memory there is, and is faster than any search.
const TABLE_PLACES_MAX: usize = 64;

impl Roads {
    /// Indexes roads `(a, b, length)` between `places` places. The caller has made sure that
    /// every end is a place, that no road leads back to its start, and that no pair is joined
    /// twice.
    #[must_use]
    pub fn new(places: usize, roads: &[(u32, u32, u32)]) -> Self {
        let mut first = vec![0; places + 1];
        for &(a, b, _) in roads {
            first[a as usize + 1] += 1;
            first[b as usize + 1] += 1;
        }
        for place in 0..places {
            first[place + 1] += first[place];
        }
        let mut next = first.clone();
        let mut both = vec![Road { to: 0, length: 0 }; 2 * roads.len()];
        for &(a, b, length) in roads {
            for (from, to) in [(a, b), (b, a)] {
                both[next[from as usize] as usize] = Road { to, length };
                next[from as usize] += 1;
            }
        }
        for place in 0..places {
            both[first[place] as usize..first[place + 1] as usize].sort_by_key(|road| road.to);
        }
        let mut table = Vec::new();
        if places <= TABLE_PLACES_MAX {
            table.resize(places * TABLE_PLACES_MAX, 0);
            for &(a, b, length) in roads {
                table[a as usize * TABLE_PLACES_MAX + b as usize] = length;
                table[b as usize * TABLE_PLACES_MAX + a as usize] = length;
            }
        }
        Roads {
            first,
            roads: both,
            longest: roads.iter().map(|road| road.2).max().unwrap_or(0),
            table,
        }
    }

    /// The number of places.
    #[must_use]
    pub fn places(&self) -> usize {
        self.first.len() - 1
    }

    /// The number of roads, each counted once.
    #[must_use]
    pub fn count(&self) -> usize {
        self.roads.len() / 2
    }

    /// The length of the longest road, 0 without any.
    #[inline]
    pub fn longest(&self) -> u32 {
        self.longest
    }

    /// The roads that leave a place, by destination.
    #[inline]
    #[must_use]
    pub fn from(&self, place: u32) -> &[Road] {
        let (from, to) = self.range(place);
        &self.roads[from..to]
    }

    /// The range of those roads in the list of all roads, seen from both ends: from the first index
    /// to the one before the second.
    #[inline]
    pub fn range(&self, place: u32) -> (usize, usize) {
        let place = place as usize;
        (self.first[place] as usize, self.first[place + 1] as usize)
    }

    /// The length of the road between two places, if there is one.
    #[inline]
    pub fn length(&self, from: u32, to: u32) -> Option<u32> {
        if !self.table.is_empty() {
            if to as usize >= TABLE_PLACES_MAX {
                return None;
            }
            let length = self.table[from as usize * TABLE_PLACES_MAX + to as usize];
            return Some(length).filter(|length| *length > 0);
        }
        self.search(from, to)
    }

    fn search(&self, from: u32, to: u32) -> Option<u32> {
        /// Up to here looking at every road is faster than halving.
        const SCAN_MAX: usize = 16;
        let roads = self.from(from);
        let found = if roads.len() <= SCAN_MAX {
            roads.iter().find(|road| road.to == to)
        } else {
            let at = roads.partition_point(|road| road.to < to);
            roads.get(at).filter(|road| road.to == to)
        };
        found.map(|road| road.length)
    }

    /// The connected parts of the map by roads no longer than `length_max`: for each place, the
    /// lowest place of its part.
    #[must_use]
    pub fn parts(&self, length_max: u32) -> Vec<u32> {
        const UNSEEN: u32 = u32::MAX;
        let mut part = vec![UNSEEN; self.places()];
        let mut open = Vec::new();
        for (lowest, place) in (0..self.places()).zip(0u32..) {
            if part[lowest] != UNSEEN {
                continue;
            }
            part[lowest] = place;
            open.push(place);
            while let Some(at) = open.pop() {
                for road in self.from(at) {
                    let to = road.to as usize;
                    if road.length <= length_max && part[to] == UNSEEN {
                        part[to] = place;
                        open.push(road.to);
                    }
                }
            }
        }
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roads_are_seen_from_both_ends_in_order_of_destination() {
        // given 0-2-1 and 3-0
        let roads = Roads::new(4, &[(2, 1, 7), (3, 0, 5), (0, 2, 9)]);
        // then
        let to: Vec<_> = roads.from(0).iter().map(|road| road.to).collect();
        assert_eq!(to, [2, 3]);
        assert_eq!(roads.length(1, 2), Some(7));
        assert_eq!(roads.length(2, 1), Some(7));
        assert_eq!(roads.length(1, 0), None);
        assert_eq!((roads.places(), roads.count(), roads.longest()), (4, 3, 9));
    }

    #[test]
    fn a_hub_with_many_roads_finds_each() {
        let spokes: Vec<_> = (1..100).map(|to| (0, to, to)).collect();
        let roads = Roads::new(101, &spokes);
        assert!((1..100).all(|to| roads.length(0, to) == Some(to)));
        assert_eq!(roads.length(0, 100), None);
    }

    #[test]
    fn parts_are_cut_where_a_road_is_too_long() {
        // given 0 -5- 1 -9- 2, and 3 alone
        let roads = Roads::new(4, &[(0, 1, 5), (1, 2, 9)]);
        assert_eq!(roads.parts(9), [0, 0, 0, 3]);
        assert_eq!(roads.parts(8), [0, 0, 2, 3]);
    }
}
