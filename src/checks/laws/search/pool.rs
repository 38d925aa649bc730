//! Values that are tried in every state: what was met in any, and the same with one thing changed.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use crate::laws::changed::{ValueWords, changed};
use crate::laws::law_rules::LawRules;
use chase_study::any_value::Value;

/// Values that are kept.
const KEPT_MAX: usize = 4_096;

/// Values that are tried in one state. Of more, each state has others.
const TRIED_MAX: usize = 256;

/// A stride between the values of one state and the next, prime to few lengths.
const STRIDE: usize = 61;

/// Reads a value of the pool's type.
type Read = fn(&dyn LawRules, Json) -> Option<Value>;

/// Values of one type, each once.
pub(super) struct Pool {
    all: Vec<Value>,
    keys: BTreeSet<Vec<u8>>,
    words: ValueWords,
    /// The values that were met and not changed yet.
    fresh: Vec<Value>,
    is_full: bool,
    read: Read,
}

impl Pool {
    /// With these values, and those that are met.
    pub fn of(values: Vec<Value>, read: Read) -> Self {
        let mut pool = Pool {
            all: Vec::new(),
            keys: BTreeSet::new(),
            words: ValueWords::default(),
            fresh: Vec::new(),
            is_full: false,
            read,
        };
        for value in values {
            pool.put(value);
        }
        pool
    }

    /// Takes in a value that was met.
    pub fn meet(&mut self, value: &Value) {
        if self.put(value.clone()) {
            value.json().iter().for_each(|data| self.words.take(data));
            self.fresh.push(value.clone());
        }
    }

    fn put(&mut self, value: Value) -> bool {
        let key = value.bytes();
        if self.keys.contains(&key) {
            return false;
        }
        if self.all.len() == KEPT_MAX {
            self.is_full = true;
            return false;
        }
        self.keys.insert(key);
        self.all.push(value);
        true
    }

    /// Takes in what was met since, with one thing changed.
    pub fn change(&mut self, game: &dyn LawRules) {
        for value in std::mem::take(&mut self.fresh) {
            for other in self.changed(game, &value) {
                self.put(other);
            }
        }
    }

    /// A value with one thing changed, in every way.
    pub fn changed(&self, game: &dyn LawRules, value: &Value) -> Vec<Value> {
        let data = value.json();
        let others = data.map_or_else(Vec::new, |data| changed(&data, &self.words));
        // A change that is none of this type's values is no change.
        let read = others.into_iter().filter_map(|other| (self.read)(game, other));
        read.filter(|other| other != value).collect()
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// True if every value that was met is tried in every state.
    pub fn is_tried_whole(&self) -> bool {
        !self.is_full && self.all.len() <= TRIED_MAX
    }

    /// The values that are tried in the n-th state.
    pub fn of_state(&self, n: usize) -> impl Iterator<Item = &Value> {
        let first = match self.all.len() {
            len @ 0..=TRIED_MAX => len,
            len => n.wrapping_mul(STRIDE) % len,
        };
        let (before, behind) = self.all.split_at(first);
        behind.iter().chain(before).take(TRIED_MAX)
    }
}
