//! Values that may come some cycles early or late: they are judged when the cycles around are known.

use std::collections::VecDeque;

use super::decimal::is_float;
use super::exact::order;
use super::kind::ColumnKind;
use super::sync::{Interpolation, on_line};
use super::tolerance::{Gap, ToleranceBounds, ValueMatch, likeness};

/// The values of a column of an entity in the cycles around those that are judged.
#[derive(Debug, Default)]
pub(crate) struct NeighbourValues {
    values: VecDeque<CycleValues>,
    /// The tick of the first of all values.
    first: Option<i128>,
    /// The last compared tick before that, at which the entity was not there.
    before: Option<i128>,
}

/// The values of both sides in a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CycleValues {
    /// The number of the cycle.
    pub cycle: u64,
    /// Its tick.
    pub tick: i128,
    /// The value of the log under test.
    pub ours: String,
    /// The value of the reference.
    pub theirs: String,
}

impl NeighbourValues {
    /// The values of an entity that was not there at this tick, which was compared.
    pub fn behind(before: Option<i128>) -> Self {
        NeighbourValues { before, ..NeighbourValues::default() }
    }

    /// Takes in the next cycle that has values. Values that another value replaced which is too far behind are dropped.
    pub fn take(&mut self, both: CycleValues, is_behind: impl Fn(&CycleValues) -> bool) {
        self.first.get_or_insert(both.tick);
        self.values.push_back(both);
        while self.values.get(1).is_some_and(&is_behind) {
            self.values.pop_front();
        }
    }

    /// The distance of the values of a cycle, and whether it is out of tolerance; nothing if they are
    /// equal.
    pub fn judge(&self, cycle: u64, rules: &LateRules) -> Option<(Gap, bool)> {
        let at = self.values.partition_point(|it| it.cycle < cycle);
        let both = self.values.get(at).filter(|it| it.cycle == cycle)?;
        let judged = likeness(&both.ours, &both.theirs, rules.kind, rules.bounds).judged();
        let comes = || match rules.bounds.ticks {
            0 => self.comes(both, rules),
            _ => self.is_in_tube(both, rules),
        };
        judged.map(|(gap, is_out)| (gap, is_out && !comes()))
    }

    /// Returns true if each value of a cycle is near a value of the other side in the cycles around it.
    fn comes(&self, both: &CycleValues, rules: &LateRules) -> bool {
        let far = rules.bounds.cycles as u64;
        let (first, last) = (both.cycle.saturating_sub(far), both.cycle + far);
        let from = self.values.partition_point(|it| it.cycle < first);
        let begins_there = self.values.get(from).is_some_and(|it| it.cycle == first);
        let from = from - usize::from(rules.holds && !begins_there && from > 0);
        let to = self.values.partition_point(|it| it.cycle <= last);
        let near = || self.values.range(from..to);
        // What would come early, before the beginning, or late, behind the end, is not known to be missing.
        let is_cut_off = both.cycle < far || rules.end.is_some_and(|end| end < last);
        near().any(|it| rules.are_near(&both.ours, &it.theirs))
            && (is_cut_off || near().any(|it| rules.are_near(&it.ours, &both.theirs)))
    }

    /// Returns true if our value is in the tube around the reference: the reference has it, within the bounds, at
    /// some time no farther away than the tube is wide. If values hold until they change, ours must have the value of the
    /// reference too.
    fn is_in_tube(&self, both: &CycleValues, rules: &LateRules) -> bool {
        let window = (both.tick - rules.bounds.ticks, both.tick + rules.bounds.ticks);
        let passes = |one: &str, of: fn(&CycleValues) -> &str| self.passes(one, window, of, rules);
        let theirs = || passes(&both.theirs, |it| &it.ours);
        match passes(&both.ours, |it| &it.theirs) {
            true => !rules.holds || theirs(),
            false => !rules.holds && self.is_at_an_end(window, rules) && theirs(),
        }
    }

    /// Returns true if the entity appears or vanishes between two ticks: it is not there at a tick that is compared.
    fn is_at_an_end(&self, (first, last): (i128, i128), rules: &LateRules) -> bool {
        let appears = self.before.is_some_and(|before| before >= first)
            && self.first.is_some_and(|it| it > first);
        let newest = self.values.back().map(|it| it.tick);
        let vanishes = newest.is_some_and(|it| (rules.is_compared_in)(it, last));
        appears || vanishes
    }

    /// Returns true if the course of a side comes within the bounds of a value between two ticks.
    fn passes(
        &self,
        value: &str,
        (first, last): (i128, i128),
        of: fn(&CycleValues) -> &str,
        rules: &LateRules,
    ) -> bool {
        let from = self.values.partition_point(|it| it.tick < first);
        let to = self.values.partition_point(|it| it.tick <= last);
        let inside = || self.values.range(from..to);
        if inside().any(|it| rules.are_near(value, of(it))) {
            return true;
        }
        let edge = |one: &CycleValues, next: &CycleValues, tick: i128| {
            let (one_value, next_value) = (of(one), of(next));
            let part = (tick - one.tick) as f64 / (next.tick - one.tick).max(1) as f64;
            let on_line = match rules.course(one_value, next_value) {
                Interpolation::Linear => on_line(one_value, next_value, part),
                Interpolation::Zoh => None,
            };
            on_line.unwrap_or_else(|| one_value.to_owned())
        };
        let pair = |after: usize| {
            let before = self.values.get(after.checked_sub(1)?)?;
            Some((before, self.values.get(after)?))
        };
        // Nothing is known before the first value and behind the last.
        let left = pair(from).map(|(one, next)| edge(one, next, first));
        let right = pair(to).map(|(one, next)| edge(one, next, last));
        let edges: Vec<_> = left.into_iter().chain(right).collect();
        if edges.iter().any(|it| rules.are_near(value, it)) {
            return true;
        }
        // Between two values the course has all numbers between them: a step is a vertical line.
        let numbers = inside().map(of).chain(edges.iter().map(String::as_str));
        let orders: Vec<_> = numbers.filter_map(|it| order(it.trim(), value.trim())).collect();
        !matches!(rules.kind, ColumnKind::Bits | ColumnKind::Text)
            && orders.iter().any(|it| it.is_le())
            && orders.iter().any(|it| it.is_ge())
    }
}

/// By what values that may come early or late are judged.
pub(crate) struct LateRules<'a> {
    /// True if a value stays until the next one comes.
    pub holds: bool,
    /// The number of the last cycle, once it is known.
    pub end: Option<u64>,
    /// The course of values between ticks, if it is said.
    pub interpolation: Option<Interpolation>,
    /// The kind of the values.
    pub kind: ColumnKind,
    /// The bounds within which they may differ.
    pub bounds: &'a ToleranceBounds,
    /// Whether a tick was compared behind one tick and not behind another.
    pub is_compared_in: &'a dyn Fn(i128, i128) -> bool,
}

impl LateRules<'_> {
    fn are_near(&self, one: &str, other: &str) -> bool {
        !matches!(likeness(one, other, self.kind, self.bounds), ValueMatch::Out(_))
    }

    /// The course from a value to the next.
    fn course(&self, one: &str, next: &str) -> Interpolation {
        let is_linear = self.kind == ColumnKind::Decimal
            || self.kind == ColumnKind::Auto && (is_float(one) || is_float(next));
        match self.interpolation {
            _ if self.holds => Interpolation::Zoh,
            Some(said) => said,
            None if is_linear => Interpolation::Linear,
            None => Interpolation::Zoh,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tolerance::Tolerance;

    /// The values of both sides in cycles, whose ticks are given.
    fn around(values: &[(i128, &str, &str)]) -> NeighbourValues {
        let mut around = NeighbourValues::default();
        for (cycle, (tick, ours, theirs)) in (0..).zip(values) {
            let both =
                CycleValues { cycle, tick: *tick, ours: (*ours).into(), theirs: (*theirs).into() };
            around.take(both, |_| false);
        }
        around
    }

    fn rules(bounds: &ToleranceBounds, holds: bool) -> LateRules<'_> {
        LateRules {
            holds,
            end: None,
            interpolation: None,
            kind: ColumnKind::Auto,
            bounds,
            is_compared_in: &|_, _| false,
        }
    }

    /// The cycles that are out of tolerance.
    fn out_of(around: &NeighbourValues, rules: &LateRules) -> Vec<u64> {
        let all = around.values.iter().map(|it| it.cycle);
        let is_out = |cycle: &u64| around.judge(*cycle, rules).is_some_and(|(_, is_out)| is_out);
        all.filter(is_out).collect()
    }

    fn out(ours: &str, theirs: &str, cycles: u16, end: Option<u64>) -> Vec<u64> {
        let tolerance = Tolerance { cycles: Some(cycles), ..Tolerance::default() };
        let one = |text: &str| -> Vec<String> { text.chars().map(String::from).collect() };
        let (ours, theirs) = (one(ours), one(theirs));
        let both = ours.iter().zip(&theirs);
        let values: Vec<_> = both.map(|(ours, theirs)| (0, &**ours, &**theirs)).collect();
        let bounds = tolerance.bounds();
        let rules = LateRules { end, ..rules(&bounds, false) };
        out_of(&around(&values), &rules)
    }

    #[test]
    fn a_change_may_come_early_or_late() {
        assert!(out("0001111", "0000111", 1, None).is_empty());
        assert_eq!(
            out("0001111", "0000011", 1, None),
            [3, 4],
            "two late, and both the first and the last of them"
        );
        assert!(out("0001111", "0000011", 2, None).is_empty());
        assert_eq!(out("0001111", "0000111", 0, None), [3]);
        assert_eq!(out("0000500", "0000000", 2, None), [4], "a value that the other never has");
    }

    /// What the reference has in its last cycles would come late behind the end of ours.
    #[test]
    fn a_signal_that_is_late_is_so_to_the_end() {
        assert_eq!(out("1111234567", "1234567890", 3, None), [7, 8, 9]);
        assert!(out("1111234567", "1234567890", 3, Some(9)).is_empty());
        assert_eq!(out("1111234567", "1234567890", 2, Some(9)).first(), Some(&2));
        assert_eq!(out("1112345x78", "1234567890", 2, Some(9)), [5, 7], "a fault of ours is one");
    }

    /// Where only changes are told, a value is there until the next, and cycles without one count.
    #[test]
    fn cycles_are_counted_and_not_changes() {
        let tolerance = Tolerance { cycles: Some(1), ..Tolerance::default() };
        let mut around = NeighbourValues::default();
        for (cycle, ours, theirs) in [(0, "0", "0"), (5, "1", "0"), (9, "1", "1")] {
            let both = CycleValues {
                cycle,
                tick: i128::from(cycle),
                ours: ours.into(),
                theirs: theirs.into(),
            };
            around.take(both, |it| it.cycle < cycle.saturating_sub(4));
        }
        let judged = around.judge(5, &rules(&tolerance.bounds(), true));
        assert!(judged.is_some_and(|(_, is_out)| is_out), "it came four cycles late");
    }

    fn tube(ticks: &str, absolute: Option<&str>) -> ToleranceBounds {
        let tolerance = Tolerance {
            ticks: Some(ticks.into()),
            absolute: absolute.map(Into::into),
            ..Tolerance::default()
        };
        tolerance.bounds()
    }

    /// The tube of a ramp and a step, its width between the ticks of the reference.
    #[test]
    fn a_value_in_the_tube_is_within_the_tolerance() {
        const ONE: i128 = crate::TICK_ONE;
        let ramp = [
            (0, "0.0", "0.0"),
            (ONE, "1.4", "1.0"),
            (2 * ONE, "1.5", "2.0"),
            (3 * ONE, "3.0", "3.0"),
        ];
        let bounds = tube("0.5", None);
        assert!(out_of(&around(&ramp), &rules(&bounds, false)).is_empty());
        let bounds = tube("0.45", None);
        assert_eq!(out_of(&around(&ramp), &rules(&bounds, false)), [2]);
        let bounds = tube("0.45", Some("0.05"));
        assert!(out_of(&around(&ramp), &rules(&bounds, false)).is_empty());
        let bounds = tube("0.3", Some("0.05"));
        assert_eq!(out_of(&around(&ramp), &rules(&bounds, false)), [1, 2]);
        // On the way of a step every value is in the tube; the one behind its end is not.
        let step = [(0, "0", "0"), (ONE, "5", "0"), (2 * ONE, "7", "9"), (4 * ONE, "0", "9")];
        let bounds = tube("1", None);
        assert_eq!(out_of(&around(&step), &rules(&bounds, false)), [3]);
    }

    /// Values that hold until they change: each side must have the value of the other near.
    #[test]
    fn a_change_that_never_comes_is_out_of_the_tube() {
        let never = [(0, "0", "0"), (5, "0", "1")];
        let bounds = tube("1", None);
        assert_eq!(out_of(&around(&never), &rules(&bounds, true)), [1]);
        const ONE: i128 = crate::TICK_ONE;
        let late = [(0, "0", "0"), (5 * ONE, "0", "1"), (6 * ONE, "1", "1")];
        assert!(out_of(&around(&late), &rules(&bounds, true)).is_empty());
        let later = [(0, "0", "0"), (5 * ONE, "0", "1"), (7 * ONE, "1", "1")];
        assert_eq!(out_of(&around(&later), &rules(&bounds, true)), [1]);
    }
}
