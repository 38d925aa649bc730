//! The points of a signal that a page draws: every value as long as there are few, and of many, in stretches of
//! equally many cycles, the first, the last and the extremes (M4 of U. Jugel and others, 2014). Each point that is
//! left is a value of the log at its tick, so nothing is drawn that the log does not have, and no extreme is lost.

/// A moment of a signal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SignalPoint {
    /// The number of its cycle, counted over both logs.
    pub cycle: u64,
    /// Its place on the axis of ticks.
    pub x: f64,
    /// The values of the logs; NaN for what is no number.
    pub values: [f64; 2],
    /// Which logs have a value here, as 1 and 2, and of which the line is broken before it, as 4 and 8.
    pub flags: u8,
}

impl SignalPoint {
    /// Returns true if a side has a value here.
    pub fn has(&self, side: usize) -> bool {
        self.flags & 1 << side != 0
    }

    /// The finite value of a side.
    fn finite(&self, side: usize) -> Option<f64> {
        Some(self.values[side]).filter(|value| self.has(side) && value.is_finite())
    }

    /// What is drawn of it: the value of each side, and by how much they differ.
    fn heights(&self) -> [Option<f64>; 3] {
        let [ours, theirs] = [self.finite(0), self.finite(1)];
        [ours, theirs, ours.zip(theirs).map(|(a, b)| a - b)]
    }

    /// Returns true if the line of a side is broken here.
    fn is_break(&self, side: usize) -> bool {
        self.flags & 4 << side != 0 || self.has(side) && self.finite(side).is_none()
    }
}

/// The points of a signal in the order of ticks.
#[derive(Clone, Debug, Default)]
pub(crate) struct SignalPoints {
    /// The points that are left.
    pub all: Vec<SignalPoint>,
    /// The cycle around which every point is kept.
    pub mark: Option<u64>,
}

/// The points of a stretch that are kept, by their indexes.
#[derive(Default)]
struct StretchExtremes {
    least: [Option<(f64, usize)>; 3],
    most: [Option<(f64, usize)>; 3],
    breaks: [Option<usize>; 2],
}

impl StretchExtremes {
    fn take(&mut self, n: usize, point: &SignalPoint) {
        for (at, value) in point.heights().into_iter().enumerate() {
            let Some(value) = value else { continue };
            if self.least[at].is_none_or(|(least, _)| value < least) {
                self.least[at] = Some((value, n));
            }
            if self.most[at].is_none_or(|(most, _)| value > most) {
                self.most[at] = Some((value, n));
            }
        }
        for (side, broken) in self.breaks.iter_mut().enumerate() {
            if point.is_break(side) {
                broken.get_or_insert(n);
            }
        }
    }

    fn kept(&self) -> impl Iterator<Item = usize> {
        let extremes = self.least.iter().chain(&self.most).flatten();
        let breaks = self.breaks.iter().flatten();
        extremes.map(|it| it.1).chain(breaks.copied())
    }
}

impl SignalPoints {
    /// Keeps the first, the last and the extremes of each stretch of `step` cycles, and all of the `ends` points at
    /// the beginning, at the end and in the cycles around the mark.
    pub fn thin(&mut self, step: u64, ends: usize) {
        let count = self.all.len();
        let far = ends as u64;
        let is_near =
            |point: &SignalPoint| self.mark.is_some_and(|mark| point.cycle.abs_diff(mark) <= far);
        let mut is_kept = vec![false; count];
        let mut from = 0;
        for stretch in self.all.chunk_by(|one, next| one.cycle / step == next.cycle / step) {
            let mut extremes = StretchExtremes::default();
            for (n, point) in stretch.iter().enumerate() {
                let at = from + n;
                is_kept[at] = at < ends || at + ends >= count || is_near(point);
                extremes.take(at, point);
            }
            for at in extremes.kept() {
                is_kept[at] = true;
            }
            is_kept[from] = true;
            is_kept[from + stretch.len() - 1] = true;
            from += stretch.len();
        }
        let mut kept = is_kept.into_iter();
        self.all.retain(|_| kept.next().unwrap_or(true));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(cycle: u64, values: [f64; 2], flags: u8) -> SignalPoint {
        let x = cycle as f64;
        SignalPoint { cycle, x, values, flags }
    }

    fn signal(count: u64, of: impl Fn(u64) -> f64) -> SignalPoints {
        let all = (0..count).map(|n| point(n, [of(n), f64::NAN], 1));
        SignalPoints { all: all.collect(), mark: None }
    }

    fn cycles(points: &SignalPoints) -> Vec<u64> {
        points.all.iter().map(|it| it.cycle).collect()
    }

    #[test]
    fn a_spike_of_one_cycle_is_kept_at_its_tick() {
        let mut points = signal(100_000, |n| if n == 54_321 { 9.0 } else { (n % 7) as f64 / 7.0 });
        points.thin(4_096, 3);
        let spike = points.all.iter().find(|it| it.values[0] == 9.0);
        assert_eq!(spike.map(|it| it.cycle), Some(54_321));
        assert!(points.all.len() <= 4 * 25 + 6, "{} points", points.all.len());
    }

    #[test]
    fn thinning_in_steps_keeps_the_extremes_of_thinning_at_once() {
        let of = |n: u64| ((n * 7_919) % 1_009) as f64;
        let (mut steps, mut once) = (signal(50_000, of), signal(50_000, of));
        for step in [8, 16, 64, 1_024] {
            steps.thin(step, 0);
        }
        once.thin(1_024, 0);
        assert_eq!(cycles(&steps), cycles(&once));
    }

    #[test]
    fn both_ends_and_what_is_around_the_mark_stay_whole() {
        let mut points = signal(10_000, |_| 1.0);
        points.mark = Some(5_000);
        points.thin(10_000, 2);
        let whole = [0, 1, 4_998, 4_999, 5_000, 5_001, 5_002, 9_998, 9_999];
        assert_eq!(cycles(&points), whole);
    }

    #[test]
    fn the_largest_difference_is_kept_although_neither_side_is_extreme_there() {
        let ours = |n: u64| if n == 500 { 2.0 } else { (n % 10) as f64 };
        let both = |n: u64| {
            let theirs = if n == 500 { 7.0 } else { ours(n) };
            point(n, [ours(n), theirs], 3)
        };
        let mut points = SignalPoints { all: (0..1_000).map(both).collect(), mark: None };
        points.thin(1_000, 0);
        assert!(cycles(&points).contains(&500), "{:?}", cycles(&points));
    }

    #[test]
    fn gaps_are_kept() {
        let of = |n: u64| if n == 300 { f64::NAN } else { n as f64 };
        let mut points = signal(1_000, of);
        points.all[700].flags |= 4;
        points.thin(1_000, 0);
        assert_eq!(cycles(&points), [0, 300, 999]);
        let mut points = signal(1_000, |n| n as f64);
        points.all[700].flags |= 4;
        points.thin(1_000, 0);
        assert_eq!(cycles(&points), [0, 700, 999]);
    }
}
