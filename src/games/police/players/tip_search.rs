//! The path of fewest turns, rests counted, to a city; among those one with most stamina on
//! arrival.
//!
//! Resting is never needed before a road is unaffordable, and a better label (fewer turns, then
//! more stamina) at a city is never worse further on: whoever arrives a turn earlier could rest
//! there and have full stamina. So one label per city is exact. A road takes one turn, or two
//! with the rest before it; cities therefore settle in layers of equal turns and no queue has to
//! sort them. Ties are broken at each city on the way by the predecessor with the lowest ID.
//!
//! On a large map most cities lie on no best path. Two waves spread in turns, the one with the smaller
//! layer first: from the start, and back from the target. Back from the target the same steps find
//! the turns that a rested agent needs from each city, and what it has left then beyond the least that
//! it needs. From a city with stamina s the turns are therefore the same if s and what is left are full
//! stamina together at least, and one more, for a rest, if not. That is exact, so from where the waves
//! meet the first goes on over cities alone that lie on a path of fewest turns, and ties are broken among
//! the same predecessors as without the second wave: each predecessor of a city on a best path lies on
//! a best path too.

use chase_board::roads::Roads;

/// The place where a search or a way begins: that of an agent.
#[derive(Clone, Copy, Debug)]
pub struct TipStart {
    /// The city where it begins.
    pub city: u32,
    /// The stamina there.
    pub stamina: u32,
    /// The stamina after a rest.
    pub full: u32,
}

/// Finds paths of fewest turns; keeps its memory from one search to the next.
#[derive(Clone, Debug, Default)]
pub struct TipSearch {
    /// From the start.
    out: TipWave,
    /// Back from the target, with full stamina there.
    back: TipWave,
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
        path.clear();
        if start.city == target {
            return Some((0, start.stamina));
        }
        let full = start.full;
        self.out.begin(roads, start.city, start.stamina);
        self.back.begin(roads, target, full);
        let turns = self.meet(roads, start)?;
        while self.out.settled < turns {
            self.out.spread(roads, full, |city, label| {
                let rest = self.back.label(city);
                rest.is_some_and(|rest| way_through(label, rest, full) <= turns)
            });
        }
        self.out.walk_back(start.city, target, path);
        let arrival = self.out.labels[target as usize];
        Some((arrival.turns, arrival.stamina))
    }

    /// Lets both waves spread until it is known how many turns the best path takes.
    ///
    /// A city on a best path has its final label in the first wave if it is no more turns away than layers
    /// are settled, and so has in the second a city from which it is no more turns to the target. So a
    /// path of no more turns than layers are settled in both has a city with both labels final, and the
    /// shortest way through a city with two labels is the shortest of all.
    fn meet(&mut self, roads: &Roads, start: TipStart) -> Option<u32> {
        let full = start.full;
        let mut turns = u32::MAX;
        while turns > self.out.settled + self.back.settled {
            if self.out.is_done() || self.back.is_done() {
                return (turns < u32::MAX).then_some(turns);
            }
            // More than full stamina can save the rest that the second wave counts on.
            let is_out = start.stamina > full || self.out.due() <= self.back.due();
            let (wave, other) =
                if is_out { (&mut self.out, &self.back) } else { (&mut self.back, &self.out) };
            wave.spread(roads, full, |city, label| {
                if let Some(met) = other.label(city) {
                    turns = turns.min(way_through(label, met, full));
                }
                true
            });
        }
        Some(turns)
    }
}

/// The turns of the best path through a city that has a label in both waves.
fn way_through(label: TipLabel, other: TipLabel, full: u32) -> u32 {
    let needs_rest = label.stamina.saturating_add(other.stamina) < full;
    label.turns + other.turns + u32::from(needs_rest)
}

/// The best known way between a city and the beginning of a wave.
#[derive(Clone, Copy, Debug, Default)]
struct TipLabel {
    /// The search this label belongs to; labels of earlier ones are as good as none.
    search: u32,
    turns: u32,
    stamina: u32,
    before: u32,
}

/// Labels that spread from a city in layers of equal turns.
#[derive(Clone, Debug, Default)]
struct TipWave {
    labels: Vec<TipLabel>,
    search: u32,
    /// The number of layers from which every road was followed.
    settled: u32,
    /// Cities by turns: this layer, the next, and the one after.
    layers: [Vec<u32>; 3],
}

impl TipWave {
    fn begin(&mut self, roads: &Roads, city: u32, stamina: u32) {
        if self.labels.len() != roads.places() || self.search == u32::MAX {
            self.labels = vec![TipLabel::default(); roads.places()];
            self.search = 0;
        }
        self.search += 1;
        self.settled = 0;
        self.layers.iter_mut().for_each(Vec::clear);
        self.layers[0].push(city);
        self.labels[city as usize] =
            TipLabel { search: self.search, turns: 0, stamina, before: city };
    }

    #[inline]
    fn label(&self, city: u32) -> Option<TipLabel> {
        let label = self.labels[city as usize];
        (label.search == self.search).then_some(label)
    }

    /// The number of cities in the layer that is due.
    fn due(&self) -> usize {
        self.layers[0].len()
    }

    /// True if no layer is left.
    fn is_done(&self) -> bool {
        self.layers.iter().all(Vec::is_empty)
    }

    /// Follows every road out of the cities of the next layer, to those that are wanted with the label
    /// that they would have.
    #[inline]
    fn spread(&mut self, roads: &Roads, full: u32, mut wants: impl FnMut(u32, TipLabel) -> bool) {
        let turns = self.settled;
        let mut layer = std::mem::take(&mut self.layers[0]);
        for city in layer.drain(..) {
            let label = self.labels[city as usize];
            // A shorter way was found after the city was put into this layer.
            if label.turns != turns || !wants(city, label) {
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
                let label = TipLabel {
                    search: self.search,
                    turns: turns + 1 + rests,
                    stamina,
                    before: city,
                };
                self.offer(road.to, label, rests, &mut wants);
            }
        }
        self.layers[0] = layer;
        self.layers.rotate_left(1);
        self.settled += 1;
    }

    /// Keeps the better of a city's label and a new one.
    #[inline]
    fn offer(
        &mut self,
        city: u32,
        new: TipLabel,
        rests: u32,
        wants: &mut impl FnMut(u32, TipLabel) -> bool,
    ) {
        let label = &mut self.labels[city as usize];
        let is_sooner = label.search != new.search || new.turns < label.turns;
        if is_sooner || (new.turns == label.turns && new.stamina > label.stamina) {
            if wants(city, new) {
                *label = new;
                if is_sooner {
                    self.layers[1 + rests as usize].push(city);
                }
            }
        } else if new.turns == label.turns && new.stamina == label.stamina {
            label.before = label.before.min(new.before);
        }
    }

    fn walk_back(&self, start: u32, target: u32, path: &mut Vec<u32>) {
        let mut city = target;
        while city != start {
            path.push(city);
            city = self.labels[city as usize].before;
        }
        path.reverse();
    }
}

#[cfg(test)]
mod tests;
