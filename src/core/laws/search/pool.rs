//! Values that are tried in every state: what was met in any, and the same with one thing changed.

use std::collections::BTreeSet;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::laws::changed::{ValueWords, changed};
use crate::wire;

/// Values that are kept.
const KEPT_MAX: usize = 4_096;

/// Values that are tried in one state. Of more, each state has others.
const TRIED_MAX: usize = 256;

/// A stride between the values of one state and the next, prime to few lengths.
const STRIDE: usize = 61;

/// Values of one type, each once.
pub(super) struct Pool<T> {
    all: Vec<T>,
    keys: BTreeSet<Vec<u8>>,
    words: ValueWords,
    /// The values that were met and not changed yet.
    fresh: Vec<T>,
    is_full: bool,
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool {
            all: Vec::new(),
            keys: BTreeSet::new(),
            words: ValueWords::default(),
            fresh: Vec::new(),
            is_full: false,
        }
    }
}

impl<T: Clone + PartialEq + Serialize + DeserializeOwned> Pool<T> {
    /// The values that somebody gives, and no others.
    pub fn given(values: Vec<T>) -> Self {
        let mut pool = Pool::default();
        for value in values {
            pool.put(value);
        }
        pool
    }

    /// Takes in a value that was met.
    pub fn meet(&mut self, value: &T) {
        if self.put(value.clone()) {
            self.words.take(value);
            self.fresh.push(value.clone());
        }
    }

    fn put(&mut self, value: T) -> bool {
        let mut key = Vec::new();
        wire::put(&value, &mut key);
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
    pub fn change(&mut self) {
        for value in std::mem::take(&mut self.fresh) {
            for other in changed(&value, &self.words) {
                self.put(other);
            }
        }
    }

    /// A value with one thing changed, in every way.
    pub fn changed(&self, value: &T) -> Vec<T> {
        changed(value, &self.words)
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// True if every value that was met is tried in every state.
    pub(crate) fn is_tried_whole(&self) -> bool {
        !self.is_full && self.all.len() <= TRIED_MAX
    }

    /// The values that are tried in the n-th state.
    pub(crate) fn of_state(&self, n: usize) -> impl Iterator<Item = &T> {
        let first = match self.all.len() {
            len @ 0..=TRIED_MAX => len,
            len => n.wrapping_mul(STRIDE) % len,
        };
        let (before, behind) = self.all.split_at(first);
        behind.iter().chain(before).take(TRIED_MAX)
    }
}
