//! What was played so far in a game, as text: all that is needed to fold it again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chase_core::replay::Header;

/// A game that goes on, or is over.
#[derive(Debug)]
pub struct GameHistory {
    /// The header that it began with. Not everybody may know all of it.
    pub header: Header,
    bytes_max: usize,
    cycles: Mutex<Cycles>,
}

#[derive(Debug, Default)]
struct Cycles {
    /// As replays have them.
    lines: Vec<Arc<str>>,
    bytes: usize,
    is_cut: bool,
    is_over: bool,
}

impl GameHistory {
    /// Nothing was played; cycles beyond so many bytes are left out.
    #[must_use]
    pub fn new(header: Header, bytes_max: usize) -> Self {
        GameHistory { header, bytes_max, cycles: Mutex::default() }
    }

    fn cycles(&self) -> MutexGuard<'_, Cycles> {
        // Nobody leaves anything half done under this lock.
        self.cycles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a cycle, if there is room.
    pub fn add(&self, cycle: &str) {
        let mut cycles = self.cycles();
        let bytes = cycles.bytes + cycle.len() + size_of::<Arc<str>>();
        cycles.is_cut |= bytes > self.bytes_max;
        if !cycles.is_cut {
            cycles.bytes = bytes;
            cycles.lines.push(cycle.into());
        }
    }

    /// Nothing comes after this.
    pub fn end(&self) {
        self.cycles().is_over = true;
    }

    /// Cycles from the n-th on, at most so many.
    #[must_use]
    pub fn from(&self, n: usize, most: usize) -> Vec<Arc<str>> {
        let cycles = self.cycles();
        cycles.lines.iter().skip(n).take(most).cloned().collect()
    }

    /// The number of cycles that are there, and their size in bytes.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let cycles = self.cycles();
        (cycles.lines.len(), cycles.bytes)
    }

    /// Returns whether cycles were left out, since it is too long.
    pub fn is_cut(&self) -> bool {
        self.cycles().is_cut
    }

    /// Returns whether it is over.
    pub fn is_over(&self) -> bool {
        self.cycles().is_over
    }
}
