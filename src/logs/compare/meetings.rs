//! How many ticks of two logs meet, and how far the others are from the nearest tick of the other log.

use super::event_times::{EventTimes, usual};
use super::pairing::Pairing;
use super::sawtooth::SawtoothColumns;
use crate::alignment::CycleGroup;
use crate::decimal::plain;
use crate::exact::shown;
use crate::report::TickHint;
use crate::ticks::TICK_ONE;

/// The ticks of one side.
#[derive(Debug, Default)]
struct SideTicks {
    first: Option<i128>,
    last: Option<i128>,
    /// The number of ticks in the time that both sides cover.
    count: u64,
    /// The smallest distance of two ticks in a row.
    step: Option<i128>,
    last_step: i128,
    /// The number of distances that are that of the ticks before, but for a thousandth.
    alike: u64,
    steps: u64,
    /// The number of all ticks.
    ticks: u64,
}

impl SideTicks {
    /// The mean distance of two ticks.
    fn mean_step(&self) -> Option<i128> {
        let steps = i128::from(self.steps);
        (steps > 0).then_some(())?;
        Some((self.last? - self.first?) / steps)
    }

    /// Returns true if at least half of the distances of ticks are alike.
    fn is_regular(&self) -> bool {
        self.alike * 2 >= self.steps.saturating_sub(1)
    }
}

/// The ticks of two sides, taken in in their order.
#[derive(Debug, Default)]
pub(crate) struct TickMeetings {
    sides: [SideTicks; 2],
    met: u64,
    /// Ticks of a side that the other has not reached yet, each with its distance from the last tick of the
    /// other.
    waiting: Vec<(i128, Option<i128>)>,
    waiting_side: usize,
    /// The number of ticks that wait, with those that are too many to keep.
    waiting_count: u64,
    nearest: Option<i128>,
    farthest: i128,
    /// The first of these distances.
    apart: Vec<i128>,
    /// The times of the entities.
    events: EventTimes,
    /// The courses of columns.
    columns: SawtoothColumns,
    /// True if ticks were too many to keep, so that the farthest distance is not known.
    is_cut: bool,
}

/// The most ticks that are kept until the other side reaches them.
const WAITING_MAX: usize = 4_096;

impl TickMeetings {
    /// Takes in the next tick, with the sides that have it.
    pub fn take(&mut self, tick: i128, [ours, theirs]: [bool; 2]) {
        match (ours, theirs) {
            (true, true) => {
                if self.waiting_count > 0 {
                    self.reach(tick);
                }
                self.met += 1;
                for side in &mut self.sides {
                    side.count += 1;
                }
                self.pass(0, tick);
                self.pass(1, tick);
            }
            (true, false) => self.alone(0, tick),
            (false, true) => self.alone(1, tick),
            (false, false) => {}
        }
    }

    /// Takes in the rows of the next tick, from the first tick on that one side has alone.
    pub fn rows(&mut self, tick: i128, groups: [Option<&CycleGroup>; 2], pairing: &Pairing) {
        self.events.take(tick, groups);
        if self.has_parted() {
            self.columns.take(groups, pairing);
        }
    }

    /// Returns true if a tick was not of both sides.
    fn has_parted(&self) -> bool {
        let [ours, theirs] = &self.sides;
        ours.ticks + theirs.ticks > 2 * self.met
    }

    fn alone(&mut self, side: usize, tick: i128) {
        if self.waiting_side != side {
            self.reach(tick);
            self.waiting_side = side;
        }
        self.waiting_count += 1;
        if self.waiting.len() < WAITING_MAX {
            let last = self.sides[1 - side].last;
            self.waiting.push((tick, last.map(|last| tick - last)));
        } else {
            self.is_cut = true;
        }
        self.pass(side, tick);
    }

    fn pass(&mut self, side: usize, tick: i128) {
        let side = &mut self.sides[side];
        side.first.get_or_insert(tick);
        side.ticks += 1;
        if let Some(last) = side.last.replace(tick) {
            let step = tick - last;
            side.step = Some(side.step.map_or(step, |least| least.min(step)));
            side.alike += u64::from((step - side.last_step).abs() <= side.last_step >> 10);
            side.steps += 1;
            side.last_step = step;
        }
    }

    /// A tick of the other side is reached: those that waited lie in the time of both, unless they came
    /// before its first one.
    fn reach(&mut self, tick: i128) {
        let has_begun = self.sides[1 - self.waiting_side].last.is_some();
        let count = std::mem::take(&mut self.waiting_count);
        if has_begun {
            self.sides[self.waiting_side].count += count;
        }
        for (waiting, since) in self.waiting.drain(..).filter(|_| has_begun) {
            let until = tick - waiting;
            let apart = since.map_or(until, |since| since.min(until));
            self.nearest = Some(self.nearest.map_or(apart, |nearest| nearest.min(apart)));
            self.farthest = self.farthest.max(apart);
            if self.apart.len() < WAITING_MAX {
                self.apart.push(apart);
            }
        }
    }

    /// The distance of events that are compared in the order of their entity, if the rows are events.
    fn event_distance(&self) -> Option<i128> {
        let is_irregular = !self.sides.iter().all(SideTicks::is_regular);
        is_irregular.then(|| self.events.usual_distance())?
    }

    /// The columns that are compared at the ticks of both logs alone, as a part of `--sync`.
    fn exact_columns(&self, pairing: &Pairing) -> String {
        if self.met == 0 {
            return String::new();
        }
        // A name of other characters would need quotes.
        let is_plain =
            |name: &&str| name.chars().all(|it| it.is_alphanumeric() || "_.-:/".contains(it));
        let found = self.columns.found();
        let names = found.iter().map(|n| pairing.pairs[*n].name.as_str());
        names.filter(is_plain).map(|name| format!(",{name}=exact")).collect()
    }

    /// The option that aligns the logs, which are of changes or not; `has_bounds` if values may differ by something
    /// already.
    fn option(&self, are_changes: bool, has_bounds: bool, exact: &str) -> String {
        let [ours, theirs] = &self.sides;
        if are_changes {
            let apart = usual(&self.apart).unwrap_or_default();
            return format!("--tolerance {}ticks", rounded_up(apart));
        }
        if let Some(apart) = self.event_distance() {
            return format!("--sync order --tick-tolerance {}", rounded_up(apart));
        }
        let steps = ours.step.into_iter().chain(theirs.step);
        let step = steps.min().unwrap_or(i128::MAX);
        if !self.is_cut && self.farthest <= step / 4 {
            return format!("--tick-tolerance {}", rounded_up(self.farthest));
        }
        // At ticks that ours has too no value of ours lies between two others.
        let steps = ours.mean_step().max(theirs.mean_step());
        match steps.filter(|_| !has_bounds && theirs.count > self.met) {
            // What happens between two rows is not known: it may come a step early or late.
            Some(step) => {
                let step = rounded_up(step);
                format!("--sync interpolate{exact} --tolerance 1%range,{step}ticks")
            }
            None => format!("--sync interpolate{exact}"),
        }
    }

    /// What there is to say if fewer than half of the ticks of a side, in the time of both, meet.
    pub fn hint(&self, are_changes: bool, has_bounds: bool, pairing: &Pairing) -> Option<TickHint> {
        let [ours, theirs] = &self.sides;
        (ours.last.is_some() && theirs.last.is_some()).then_some(())?;
        let has_overlap = ours.count + theirs.count > 0;
        let most = ours.count.max(theirs.count);
        if has_overlap && self.met * 2 >= most {
            return None;
        }
        let units = |apart: i128| shown(apart as f64 / TICK_ONE as f64);
        let nearest = self.nearest.filter(|_| has_overlap);
        let option = || self.option(are_changes, has_bounds, &self.exact_columns(pairing));
        Some(TickHint {
            met: self.met,
            ticks: ours.count + theirs.count - self.met,
            nearest: nearest.map(|nearest| [units(nearest), units(self.farthest)]),
            option: has_overlap.then(option),
        })
    }
}

/// A distance of ticks in two digits, not below it.
fn rounded_up(distance: i128) -> String {
    let mut power = 0;
    let mut digits = distance;
    while digits > 99 {
        digits = (digits + 9) / 10;
        power += 1;
    }
    let digits = i32::try_from(digits).unwrap_or(i32::MAX);
    // A power of ten up to that of the unit is exact, and so is what is divided by it.
    match power - 18 {
        more @ 0.. => plain(f64::from(digits) * 10_f64.powi(more)),
        less => plain(f64::from(digits) / 10_f64.powi(-less)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ticks::tick_value;

    /// The hint about ticks of both sides.
    fn hint(ours: &[&str], theirs: &[&str]) -> Option<TickHint> {
        let ticks = |texts: &[&str]| -> Vec<i128> {
            texts.iter().map(|it| tick_value(it).unwrap()).collect()
        };
        let (ours, theirs) = (ticks(ours), ticks(theirs));
        let mut all = [ours.clone(), theirs.clone()].concat();
        all.sort_unstable();
        all.dedup();
        let mut meetings = TickMeetings::default();
        for tick in all {
            meetings.take(tick, [&ours, &theirs].map(|it| it.contains(&tick)));
        }
        meetings.hint(false, false, &Pairing::default())
    }

    #[test]
    fn few_meetings_are_counted_in_the_time_of_both() {
        let even = ["0", "1", "2", "3", "4"];
        assert_eq!(hint(&even, &even), None);
        assert_eq!(hint(&even[..2], &even), None, "one ends early");
        assert_eq!(hint(&even[3..], &even), None, "one begins late");
        let found = hint(&even, &["0", "1.25", "2.5", "3.75"]).unwrap();
        assert_eq!((found.met, found.ticks), (1, 7), "4 is behind the end of theirs");
        assert_eq!(found.nearest.unwrap(), ["0.25", "0.5"]);
        let between = "--sync interpolate --tolerance 1%range,1.3ticks";
        assert_eq!(found.option.as_deref(), Some(between));
        let dense = hint(&["0", "4"], &even).unwrap();
        assert_eq!((dense.met, dense.ticks), (2, 5));
        assert_eq!(dense.nearest.unwrap(), ["1", "2"]);
    }

    #[test]
    fn ticks_that_nearly_meet_get_a_tolerance() {
        let sums = ["0", "0.1", "0.2", "0.30000000000000004", "0.4"];
        let jitter = ["0.0001", "0.1002", "0.2003", "0.3002", "0.3999"];
        let found = hint(&sums, &jitter).unwrap();
        assert_eq!(found.option.as_deref(), Some("--tick-tolerance 0.0003"));
        let tiny = hint(&["1", "2", "3"], &["1.000000000000123", "2.000000000000001"]).unwrap();
        assert_eq!(tiny.option.as_deref(), Some("--tick-tolerance 1.3e-13"));
    }

    #[test]
    fn logs_without_a_common_time_cannot_be_aligned() {
        let found = hint(&["0", "1"], &["5", "6"]).unwrap();
        assert_eq!((found.met, found.ticks, found.nearest, found.option), (0, 0, None, None));
        assert_eq!(hint(&[], &["5", "6"]), None);
    }
}
