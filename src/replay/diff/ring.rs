//! The newest cycles of both sides, for what stood before a difference.

use chase_kit::trace::TraceRow;

/// The last few pairs of rows, in memory that is used again.
pub(super) struct Ring {
    pairs: Vec<(TraceRow, TraceRow)>,
    next: usize,
    most: usize,
}

impl Ring {
    pub fn new(most: usize) -> Self {
        Ring { pairs: Vec::new(), next: 0, most }
    }

    #[inline]
    pub fn push(&mut self, ours: &TraceRow, theirs: &TraceRow) {
        if self.pairs.len() < self.most {
            self.pairs.push((ours.clone(), theirs.clone()));
        } else if let Some(oldest) = self.pairs.get_mut(self.next) {
            oldest.0.clone_from(ours);
            oldest.1.clone_from(theirs);
            self.next = (self.next + 1) % self.most;
        }
    }

    pub fn in_order(&self) -> impl Iterator<Item = &(TraceRow, TraceRow)> {
        let (newer, older) = self.pairs.split_at(self.next);
        older.iter().chain(newer)
    }
}
