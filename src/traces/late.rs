//! Values that may come some cycles early or late: they are judged when the cycles around are known.

use std::collections::VecDeque;

use super::kind::Kind;
use super::tolerance::{Bounds, Gap, Likeness, likeness};

/// The values of a column of an entity in the cycles around the one that is judged.
#[derive(Debug, Default)]
pub struct Around {
    values: VecDeque<Both>,
    /// How many of them were judged.
    judged: usize,
}

/// The values of both sides in a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Both {
    /// How many cycles were compared before.
    pub cycle: u64,
    /// The tick.
    pub tick: String,
    /// Our value.
    pub ours: String,
    /// Their value.
    pub theirs: String,
}

impl Around {
    /// Takes in the next cycle; what can be judged now goes to `told`, where it differs.
    pub fn take(
        &mut self,
        both: Both,
        kind: Kind,
        bounds: &Bounds,
        told: &mut dyn FnMut(&Both, Gap, bool),
    ) {
        self.values.push_back(both);
        if self.values.len() > self.judged + bounds.cycles {
            self.judge(kind, bounds, told);
        }
        if self.judged > bounds.cycles {
            self.values.pop_front();
            self.judged -= 1;
        }
    }

    /// Judges the rest: nothing follows any more.
    pub fn finish(&mut self, kind: Kind, bounds: &Bounds, told: &mut dyn FnMut(&Both, Gap, bool)) {
        while self.judged < self.values.len() {
            self.judge(kind, bounds, told);
        }
    }

    fn judge(&mut self, kind: Kind, bounds: &Bounds, told: &mut dyn FnMut(&Both, Gap, bool)) {
        let at = self.judged;
        self.judged += 1;
        let both = &self.values[at];
        let (gap, is_out) = match likeness(&both.ours, &both.theirs, kind, bounds) {
            Likeness::Equal => return,
            Likeness::Within(gap) => (gap, false),
            Likeness::Out(gap) => {
                let from = at.saturating_sub(bounds.cycles);
                let to = (at + bounds.cycles + 1).min(self.values.len());
                let near = || self.values.range(from..to);
                let is_near = |one: &str, other: &str| {
                    !matches!(likeness(one, other, kind, bounds), Likeness::Out(_))
                };
                let ours_comes = near().any(|it| is_near(&both.ours, &it.theirs));
                let theirs_comes = near().any(|it| is_near(&it.ours, &both.theirs));
                (gap, !(ours_comes && theirs_comes))
            }
        };
        told(both, gap, is_out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::traces::tolerance::Tolerance;

    fn out(ours: &str, theirs: &str, cycles: u16) -> Vec<u64> {
        let tolerance = Tolerance {
            cycles: Some(cycles),
            ..Tolerance::default()
        };
        let (bounds, mut around, mut out) = (tolerance.bounds(), Around::default(), Vec::new());
        let mut told = |both: &Both, _: Gap, is_out: bool| {
            if is_out {
                out.push(both.cycle);
            }
        };
        for (cycle, (ours, theirs)) in (0..).zip(ours.chars().zip(theirs.chars())) {
            let both = Both {
                cycle,
                tick: String::new(),
                ours: ours.into(),
                theirs: theirs.into(),
            };
            around.take(both, Kind::Auto, &bounds, &mut told);
        }
        around.finish(Kind::Auto, &bounds, &mut told);
        out
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
}
