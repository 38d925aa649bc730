//! Fewer crossings: places move one at a time, at first also to where more crosses.
//!
//! A move that costs more is taken while the additional cost is below a limit drawn from 0 to the
//! temperature, which falls to nothing; so do the moves' widths.

use super::geometry::{self, Area, MapPoint, cross, distance2, distance2_to_line};
use super::parts::MapPart;
use super::random::LayoutRandom;
use super::stress::Springs;
use crate::roads::Roads;

const CROSSING: f64 = 1.0;
/// A road nearer to a place than the clearance.
const THROUGH: f64 = 3.0;
/// A road at a place, up to twice the clearance away, less the farther it is.
const PASSING: f64 = 1.0;
/// Two places at one point, less the farther they are apart, up to four times the clearance.
const CROWDED: f64 = 8.0;
const STRESS: f64 = 0.12;

const HOT: f64 = 8.0;
const COLD: f64 = 0.05;
/// Temperature and width fall so many times.
const STEPS: usize = 100;
/// From here on only what costs less is taken.
const FROZEN: usize = 90;

/// Comparisons of two roads, or a road and a place, that one search may make.
const COMPARISONS: usize = 400_000_000;
/// Fewer moves of each place do not repair what a hot beginning breaks: it is cooler then.
const HOT_MOVES: u16 = 200;
const MOVES_MAX: usize = 1500;
/// Larger parts are annealed once only.
const RUNS_PLACES_MAX: usize = 300;
/// The factor on the heat of a run that is to keep the form of its start.
const COOL: f64 = 0.1;

/// The amount of work for one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnnealingEffort {
    /// The number of random starts that are relaxed.
    pub starts: usize,
    /// The number of relaxed starts that are annealed: those of the lowest cost.
    pub runs: usize,
    /// The average number of attempted moves of each place in a run.
    moves: usize,
}

impl AnnealingEffort {
    /// For a part of a map of `places`: the more each move costs, the fewer moves.
    pub fn of(roads: &Roads, places: usize) -> Self {
        let (own, count) = (roads.places().max(1), roads.count());
        let runs = match own {
            ..30 => 4,
            30..=RUNS_PLACES_MAX => 2,
            _ => 1,
        };
        let starts = (60_000 / (own * own)).clamp(runs, 24);
        // What drawings cost is only asked where there are several.
        let starts = starts.min(COMPARISONS / count.saturating_mul(count).max(1)).max(1);
        let runs = runs.min(starts);
        let move_costs = 2 * (2 * count / own + 1) * (own + count);
        let moves = COMPARISONS / places.max(1) / move_costs / runs;
        let moves = if own < 3 { 0 } else { moves.min(MOVES_MAX) };
        AnnealingEffort { starts, runs, moves }
    }
}

/// A part of a map with positions, and what they cost.
pub(crate) struct PartDrawing<'a> {
    pub part: &'a MapPart,
    pub springs: &'a Springs,
    pub area: Area,
    pub clearance: i32,
    pub at: Vec<MapPoint>,
    /// The intended length of a road of median length, in the units of positions.
    pub scale: f64,
}

impl PartDrawing<'_> {
    /// Moves places, to where it costs less in the end. A cool run keeps the form of the drawing,
    /// another one finds its own.
    pub(crate) fn anneal(
        &mut self,
        effort: AnnealingEffort,
        is_cool: bool,
        random: &mut LayoutRandom,
    ) {
        let all = self.at.len() * effort.moves;
        let (mut temperature, mut width) = self.heat(effort.moves, is_cool);
        let cooler = root_of_a_hundred(COLD / temperature);
        let narrower = root_of_a_hundred(f64::from(self.clearance) / 3.0 / width);
        for step in 0..STEPS {
            if step == FROZEN {
                temperature = 0.0;
            }
            for _ in all * step / STEPS..all * (step + 1) / STEPS {
                self.try_move(geometry::whole(width).max(1), temperature, random);
            }
            temperature *= cooler;
            width *= narrower;
        }
    }

    /// The temperature to begin with, and how far places move.
    fn heat(&self, moves: usize, is_cool: bool) -> (f64, f64) {
        let moves = u16::try_from(moves).unwrap_or(u16::MAX).min(HOT_MOVES);
        let share = f64::from(moves) / f64::from(HOT_MOVES);
        let share = if is_cool { share * COOL } else { share };
        let width = f64::from(self.area.to.0 - self.area.from.0) / 2.0 * share;
        ((HOT * share).max(COLD), width.max(f64::from(self.clearance)))
    }

    fn try_move(&mut self, reach: i32, temperature: f64, random: &mut LayoutRandom) {
        let place = random.below(u32::try_from(self.at.len()).unwrap_or(u32::MAX));
        let here = self.at[place as usize];
        let there =
            (here.0 + random.between(-reach, reach), here.1 + random.between(-reach, reach));
        let there = self.area.clamp(there);
        let limit = self.cost_at(place, here, f64::INFINITY) + temperature * random.share();
        if self.cost_at(place, there, limit) < limit {
            self.at[place as usize] = there;
        }
    }

    /// The part of the cost that depends on a place's position: that of the place and its roads.
    /// Above `limit` the count may stop early.
    fn cost_at(&self, place: u32, here: MapPoint, limit: f64) -> f64 {
        let roads = self.part.roads.from(place);
        let mut cost = self.strain(place, here);
        for &(a, b) in &self.part.ends {
            if a == place || b == place {
                continue;
            }
            let (from, to) = (self.at[a as usize], self.at[b as usize]);
            cost += self.passing(here, (from, to));
            for road in roads {
                if cross(here, self.at[road.to as usize], from, to) {
                    cost += CROSSING;
                }
            }
            if cost > limit {
                return cost;
            }
        }
        for (other, &there) in (0..).zip(&self.at) {
            if other == place {
                continue;
            }
            cost += self.crowding(here, there);
            for road in roads.iter().filter(|road| road.to != other) {
                cost += self.passing(there, (here, self.at[road.to as usize]));
            }
        }
        cost
    }

    /// The cost of the whole drawing; lower is better.
    pub fn cost(&self) -> f64 {
        let at = |place: u32| self.at[place as usize];
        let mut cost = 0.0;
        for (place, &here) in (0..).zip(&self.at) {
            cost += self.strain(place, here) / 2.0;
            for &there in &self.at[place as usize + 1..] {
                cost += self.crowding(here, there);
            }
        }
        for (n, &(a, b)) in self.part.ends.iter().enumerate() {
            let line = (at(a), at(b));
            for (place, &here) in (0..).zip(&self.at) {
                if place != a && place != b {
                    cost += self.passing(here, line);
                }
            }
            let later = self.part.ends[n + 1..].iter();
            let crossed = later.filter(|(c, d)| cross(line.0, line.1, at(*c), at(*d)));
            cost += CROSSING * f64::from(u32::try_from(crossed.count()).unwrap_or(u32::MAX));
        }
        cost
    }

    /// The cost of the differences between the place's distances from others and the intended ones.
    fn strain(&self, place: u32, here: MapPoint) -> f64 {
        let mut sum = 0.0;
        for spring in self.springs.of(place) {
            let there = self.at[spring.to as usize];
            let (x, y) = (f64::from(here.0 - there.0), f64::from(here.1 - there.1));
            let off = (x * x + y * y).sqrt() / self.scale - spring.distance;
            sum += spring.weight * off * off;
        }
        STRESS * sum
    }

    fn crowding(&self, here: MapPoint, there: MapPoint) -> f64 {
        CROWDED * nearness(distance2(here, there), 4 * self.clearance)
    }

    fn passing(&self, here: MapPoint, line: (MapPoint, MapPoint)) -> f64 {
        let limit = 2 * self.clearance;
        let near = distance2_to_line(here, line, limit);
        let is_through = near < i64::from(self.clearance) * i64::from(self.clearance);
        let through = if is_through { THROUGH } else { 0.0 };
        through + PASSING * nearness(near, limit)
    }
}

/// 1 at no distance, falling to 0 at `limit`; from the square of the distance.
fn nearness(distance2: i64, limit: i32) -> f64 {
    let limit2 = limit * limit;
    match i32::try_from(distance2) {
        Ok(near) if near < limit2 => 1.0 - f64::from(near) / f64::from(limit2),
        _ => 0.0,
    }
}

/// The number whose hundredth power is `x`, to a few digits: only additions and products.
fn root_of_a_hundred(x: f64) -> f64 {
    let power = |root: f64| (0..STEPS).fold(1.0, |power, _| power * root);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if power(middle) < x { low = middle } else { high = middle }
    }
    high
}
