//! The moments of a game that goes on: as many of the newest cycles as there is room for.

use std::collections::VecDeque;
use std::sync::Arc;

/// Closed cycles that can be looked back at.
const CYCLES_MAX: usize = 20_000;

/// The moments of a view.
#[derive(Debug)]
pub struct ViewMoments {
    /// The number of the game in its series, and the number of times that it went back.
    pub series: (u64, u64),
    /// The first cycle that is kept.
    first: u64,
    /// Closed cycles from the first on, as lines of a page.
    closed: VecDeque<Arc<str>>,
    /// The size of these in bytes, and its limit.
    bytes: usize,
    bytes_max: usize,
    /// The cycle being played, and its number.
    newest: Option<(u64, Arc<str>)>,
}

impl ViewMoments {
    /// Nothing yet; the oldest closed cycles go where they take more than so many bytes.
    pub fn within(bytes_max: usize) -> Self {
        ViewMoments {
            series: (0, 0),
            first: 0,
            closed: VecDeque::new(),
            bytes: 0,
            bytes_max,
            newest: None,
        }
    }

    /// Nothing is known any more.
    pub fn forget(&mut self, series: (u64, u64)) {
        *self = ViewMoments { series, ..ViewMoments::within(self.bytes_max) };
    }

    /// Adds a cycle: a closed one, or the one being played.
    pub fn add(&mut self, cycle: u64, line: Arc<str>, is_closed: bool) {
        if !is_closed {
            self.newest = Some((cycle, line));
            return;
        }
        if self.closed.is_empty() {
            self.first = cycle;
        }
        self.newest = None;
        self.bytes += line.len();
        self.closed.push_back(line);
        while (self.bytes > self.bytes_max || self.closed.len() > CYCLES_MAX)
            && self.closed.len() > 1
            && let Some(oldest) = self.closed.pop_front()
        {
            self.bytes -= oldest.len();
            self.first += 1;
        }
    }

    /// The newest cycle and its line.
    pub fn newest(&self) -> Option<(u64, Arc<str>)> {
        let last = || {
            let line = self.closed.back()?;
            Some((self.first + self.closed.len() as u64 - 1, Arc::clone(line)))
        };
        self.newest.clone().or_else(last)
    }

    /// The number of the first cycle that is there from `from` on, and the lines from there, at most
    /// so many bytes of them.
    pub fn from(&self, from: u64, bytes_max: usize) -> (u64, Vec<Arc<str>>) {
        let from = from.max(self.first);
        let skipped = usize::try_from(from - self.first).unwrap_or(usize::MAX);
        let newest = self.newest.iter().filter(|(cycle, _)| *cycle >= from);
        let all = self.closed.iter().skip(skipped).chain(newest.map(|(_, line)| line));
        let mut bytes = 0;
        let few = all.take_while(|line| {
            let is_first = bytes == 0;
            bytes += line.len();
            is_first || bytes <= bytes_max
        });
        (from, few.cloned().collect())
    }

    /// The first cycle that is kept.
    pub fn first(&self) -> u64 {
        self.first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_cycles_go_where_they_take_too_much() {
        let mut moments = ViewMoments::within(10);
        for cycle in 0..6 {
            moments.add(cycle, "1234".into(), true);
        }
        assert_eq!((moments.first(), moments.from(0, 100).1.len()), (4, 2));
        // A single one stays, however long it is.
        moments.add(6, "12345678901234".into(), true);
        assert_eq!((moments.first(), moments.from(0, 100).1.len()), (6, 1));
        moments.add(7, "being played".into(), false);
        assert_eq!(moments.newest(), Some((7, "being played".into())));
        assert_eq!(moments.from(0, 100).1.len(), 2);
    }
}
