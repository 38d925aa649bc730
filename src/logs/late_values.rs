//! Values that may come some cycles early or late: they are judged when the cycles around are known.

use std::collections::VecDeque;

use super::kind::ColumnKind;
use super::tolerance::{Gap, ToleranceBounds, ValueMatch, likeness};

/// The values of a column of an entity in the cycles around those that are judged.
#[derive(Debug, Default)]
pub(crate) struct NeighbourValues {
    values: VecDeque<CycleValues>,
}

/// The values of both sides in a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CycleValues {
    /// The number of the cycle.
    pub cycle: u64,
    /// The value of the log under test.
    pub ours: String,
    /// The value of the reference.
    pub theirs: String,
}

impl NeighbourValues {
    /// Takes in the next cycle that has values. Values that another value replaced more than `reach`
    /// cycles ago are dropped.
    pub fn take(&mut self, both: CycleValues, reach: u64) {
        let now = both.cycle;
        self.values.push_back(both);
        while self.values.get(1).is_some_and(|it| it.cycle + reach < now) {
            self.values.pop_front();
        }
    }

    /// The distance of the values of a cycle, and whether it is out of tolerance; nothing if they are
    /// equal. With `holds` a value stays until the next one comes.
    pub fn judge(
        &self,
        cycle: u64,
        holds: bool,
        kind: ColumnKind,
        bounds: &ToleranceBounds,
    ) -> Option<(Gap, bool)> {
        let at = self.values.partition_point(|it| it.cycle < cycle);
        let both = self.values.get(at).filter(|it| it.cycle == cycle)?;
        let judged = likeness(&both.ours, &both.theirs, kind, bounds).judged();
        judged.map(|(gap, is_out)| (gap, is_out && !self.comes(both, holds, kind, bounds)))
    }

    /// Returns true if each value of a cycle is near a value of the other side in the cycles around it.
    fn comes(
        &self,
        both: &CycleValues,
        holds: bool,
        kind: ColumnKind,
        bounds: &ToleranceBounds,
    ) -> bool {
        let far = bounds.cycles as u64;
        let (first, last) = (both.cycle.saturating_sub(far), both.cycle + far);
        let from = self.values.partition_point(|it| it.cycle < first);
        let begins_there = self.values.get(from).is_some_and(|it| it.cycle == first);
        let from = from - usize::from(holds && !begins_there && from > 0);
        let to = self.values.partition_point(|it| it.cycle <= last);
        let near = || self.values.range(from..to);
        let is_near = |one: &str, other: &str| {
            !matches!(likeness(one, other, kind, bounds), ValueMatch::Out(_))
        };
        near().any(|it| is_near(&both.ours, &it.theirs))
            && near().any(|it| is_near(&it.ours, &both.theirs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tolerance::Tolerance;

    fn out(ours: &str, theirs: &str, cycles: u16) -> Vec<u64> {
        let tolerance = Tolerance {
            cycles: Some(cycles),
            ..Tolerance::default()
        };
        let (bounds, mut around) = (tolerance.bounds(), NeighbourValues::default());
        for (cycle, (ours, theirs)) in (0..).zip(ours.chars().zip(theirs.chars())) {
            let both = CycleValues {
                cycle,
                ours: ours.into(),
                theirs: theirs.into(),
            };
            around.take(both, 1_000);
        }
        let judged = |cycle: &u64| around.judge(*cycle, false, ColumnKind::Auto, &bounds);
        let all = 0..ours.len() as u64;
        all.filter(|cycle| judged(cycle).is_some_and(|(_, is_out)| is_out))
            .collect()
    }

    #[test]
    fn a_change_may_come_early_or_late() {
        assert!(out("0001111", "0000111", 1).is_empty());
        assert_eq!(
            out("0001111", "0000011", 1),
            [3, 4],
            "two late, and both the first and the last of them"
        );
        assert!(out("0001111", "0000011", 2).is_empty());
        assert_eq!(out("0001111", "0000111", 0), [3]);
        assert_eq!(
            out("0000500", "0000000", 2),
            [4],
            "a value that the other never has"
        );
    }

    /// Where only changes are told, a value is there until the next, and cycles without one count.
    #[test]
    fn cycles_are_counted_and_not_changes() {
        let tolerance = Tolerance {
            cycles: Some(1),
            ..Tolerance::default()
        };
        let mut around = NeighbourValues::default();
        for (cycle, ours, theirs) in [(0, "0", "0"), (5, "1", "0"), (9, "1", "1")] {
            let (ours, theirs) = (ours.into(), theirs.into());
            around.take(
                CycleValues {
                    cycle,
                    ours,
                    theirs,
                },
                4,
            );
        }
        let judged = around.judge(5, true, ColumnKind::Auto, &tolerance.bounds());
        assert!(
            judged.is_some_and(|(_, is_out)| is_out),
            "it came four cycles late"
        );
    }
}
