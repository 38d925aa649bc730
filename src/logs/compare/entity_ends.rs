//! Entities that appear or vanish between two ticks of the other log. As at the ends of a log nothing is extrapolated: a line
//! about such an entity is not compared, and not a difference. If the entity is compared before and after it, the entity has a
//! gap, and it is not known what the log would say there.

use std::collections::BTreeMap;

/// An entity that is there.
#[derive(Debug, Default)]
struct EntityEnd {
    /// True if it was compared since it is there.
    is_compared: bool,
    /// The number of its lines that were not compared since it was.
    lines: u64,
    /// The last step at which it was there.
    step: u64,
}

/// The entities that are there, and the lines about entities that were not compared.
#[derive(Debug, Default)]
pub(crate) struct EntityEnds {
    there: BTreeMap<String, EntityEnd>,
    step: u64,
    outside: u64,
    uncertain: u64,
}

impl EntityEnds {
    /// Takes in the entities of a tick that are compared, and those of which it is not known whether the other log has them.
    pub fn take<'a>(
        &mut self,
        compared: impl Iterator<Item = &'a str>,
        unknown: impl Iterator<Item = &'a str>,
    ) {
        self.step += 1;
        for (names, is_compared) in
            [(compared.collect::<Vec<_>>(), true), (unknown.collect(), false)]
        {
            for name in names.into_iter().filter(|name| !name.is_empty()) {
                if !self.there.contains_key(name) {
                    self.there.insert(name.to_owned(), EntityEnd::default());
                }
                let Some(entity) = self.there.get_mut(name) else {
                    continue;
                };
                entity.step = self.step;
                if !is_compared {
                    entity.lines += 1;
                    continue;
                }
                let lines = std::mem::take(&mut entity.lines);
                match std::mem::replace(&mut entity.is_compared, true) {
                    true => self.uncertain += lines,
                    false => self.outside += lines,
                }
            }
        }
        let EntityEnds { there, step, outside, uncertain } = self;
        there.retain(|_, entity| {
            let is_there = entity.step == *step;
            match entity.is_compared {
                _ if is_there => {}
                true => *outside += entity.lines,
                false => *uncertain += entity.lines,
            }
            is_there
        });
    }

    /// The lines about entities at the ends of their time, and those about entities with a gap.
    pub fn counts(&self) -> [u64; 2] {
        let lines = |is_compared: bool| -> u64 {
            let entities = self.there.values().filter(|it| it.is_compared == is_compared);
            entities.map(|it| it.lines).sum()
        };
        [self.outside + lines(true), self.uncertain + lines(false)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_not_an_end() {
        let mut ends = EntityEnds::default();
        let mut take = |compared: &[&str], unknown: &[&str]| {
            ends.take(compared.iter().copied(), unknown.iter().copied());
            ends.counts()
        };
        assert_eq!(take(&["a"], &["b"]), [0, 1], "b was never compared");
        assert_eq!(take(&["a", "b"], &[]), [1, 0]);
        assert_eq!(take(&["b"], &["a"]), [2, 0]);
        assert_eq!(take(&["b", "a"], &[]), [1, 1], "a was there before and after");
        assert_eq!(take(&["b"], &["c"]), [1, 2]);
        assert_eq!(take(&["b"], &[]), [1, 2], "c came and went");
        assert_eq!(take(&[], &["b"]), [2, 2]);
        assert_eq!(take(&[], &["b"]), [3, 2]);
    }
}
