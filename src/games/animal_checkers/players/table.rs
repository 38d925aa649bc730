//! The transposition table: what the search found out about positions it has been in.

/// The relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScoreBound {
    /// It is the true one.
    Exact,
    /// The true one is this or more.
    AtLeast,
    /// The true one is this or less.
    AtMost,
}

/// The stored result of a search of one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PositionRecord {
    /// From the side to move; wins count from this position.
    pub score: i16,
    /// Moves ahead that were searched for it.
    pub depth: i8,
    /// The relation of the score to the true one.
    pub bound: ScoreBound,
    /// The best move found, packed.
    pub best: u8,
}

#[derive(Clone, Copy)]
struct PositionEntry {
    key: u64,
    known: PositionRecord,
    search: u16,
}

/// Pairs of entries: the first is kept for depth, the second takes whatever comes.
pub(crate) struct PositionTable {
    entries: Vec<PositionEntry>,
    search: u16,
}

impl PositionTable {
    /// A table of 2^bits pairs of 16 bytes an entry.
    #[must_use]
    pub fn new(bits: u32) -> Self {
        let nothing = PositionRecord { score: 0, depth: 0, bound: ScoreBound::AtMost, best: 0 };
        let entry = PositionEntry { key: 0, known: nothing, search: 0 };
        PositionTable { entries: vec![entry; 2 << bits], search: 0 }
    }

    /// Forgets everything: a search must not depend on the one before it.
    pub fn forget(&mut self) {
        self.search = match self.search.checked_add(1) {
            Some(next) => next,
            None => {
                self.entries.iter_mut().for_each(|entry| entry.search = 0);
                1
            }
        };
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the low bits choose the pair, whatever the width of a pointer"
    )]
    fn pair(&self, key: u64) -> usize {
        (key as usize & (self.entries.len() / 2 - 1)) * 2
    }

    /// The stored result for a position, if this search has stored one.
    #[inline]
    pub fn look_up(&self, key: u64) -> Option<PositionRecord> {
        let at = self.pair(key);
        let pair = self.entries[at..at + 2].iter();
        let mut found = pair.filter(|entry| entry.key == key && entry.search == self.search);
        found.next().map(|entry| entry.known)
    }

    /// Keeps what was found out about a position.
    #[inline]
    pub fn keep(&mut self, key: u64, known: PositionRecord) {
        let at = self.pair(key);
        let search = self.search;
        let entry = PositionEntry { key, known, search };
        let deep = &self.entries[at];
        let gives_way = deep.search != search || deep.key == key || deep.known.depth <= known.depth;
        if gives_way {
            if deep.search == search && deep.key != key {
                self.entries[at + 1] = *deep;
            }
            self.entries[at] = entry;
        } else {
            self.entries[at + 1] = entry;
        }
    }
}
