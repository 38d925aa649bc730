//! The lines round the first difference, for people and for files.

use std::collections::VecDeque;

use super::report::Shown;

/// The lines of both sides round the first difference.
#[derive(Debug)]
pub struct Kept {
    /// How many lines are kept before the difference, and how many behind it.
    most: usize,
    before: VecDeque<Shown>,
    after: Vec<Shown>,
    is_found: bool,
    /// Which of the lines before has the difference.
    found_at: usize,
    /// Whether the newest line is the one that is compared.
    is_open: bool,
}

impl Kept {
    /// Keeps so many lines before and behind.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Kept {
            most,
            before: VecDeque::with_capacity(most + 1),
            after: Vec::new(),
            is_found: false,
            found_at: 0,
            is_open: false,
        }
    }

    /// Whether another line is wanted.
    #[inline]
    #[must_use]
    pub fn wants(&self) -> bool {
        !self.is_found || self.after.len() < self.most
    }

    /// Takes in a line that is the same on both sides.
    #[inline]
    pub fn same(&mut self, line: &str) {
        if self.is_found {
            self.push(Shown {
                tick: String::new(),
                ours: Some(line.to_owned()),
                theirs: Some(line.to_owned()),
                differs: false,
            });
            return;
        }
        // The oldest line's memory takes the newest.
        let mut shown = match self.before.len() > self.most {
            true => self.before.pop_front().unwrap_or_else(Self::nothing),
            false => Self::nothing(),
        };
        for text in [&mut shown.ours, &mut shown.theirs] {
            let text = text.get_or_insert_default();
            text.clear();
            text.push_str(line);
        }
        shown.tick.clear();
        shown.differs = false;
        self.before.push_back(shown);
    }

    fn nothing() -> Shown {
        Shown {
            tick: String::new(),
            ours: None,
            theirs: None,
            differs: false,
        }
    }

    /// Takes in a line of one side or both.
    pub fn push(&mut self, shown: Shown) {
        self.is_open = true;
        if self.is_found {
            if self.after.len() < self.most {
                self.after.push(shown);
            }
            return;
        }
        self.before.push_back(shown);
        // The line with the difference stands behind those before it.
        if self.before.len() > self.most + 1 {
            self.before.pop_front();
        }
    }

    /// Another line is compared from here on.
    #[inline]
    pub fn close(&mut self) {
        self.is_open = false;
    }

    /// The line that is compared differs.
    #[inline]
    pub fn mark(&mut self) {
        let newest = match self.is_found {
            true => self.after.last_mut().or(self.before.back_mut()),
            false => self.before.back_mut(),
        };
        if let Some(newest) = newest.filter(|_| self.is_open) {
            newest.differs = true;
        }
    }

    /// The difference stands in the line that was taken in last.
    pub fn found(&mut self) {
        self.is_found = true;
        self.found_at = self.before.len().saturating_sub(1);
    }

    /// The lines in their order, at most so many before the difference and behind it; none where there
    /// is no difference.
    #[must_use]
    pub fn lines(&self, context: usize) -> Vec<Shown> {
        if !self.is_found {
            return Vec::new();
        }
        let all: Vec<_> = self.before.iter().chain(&self.after).collect();
        let at = self.found_at;
        let from = at.saturating_sub(context);
        let to = (at + context + 1).min(all.len());
        all[from.min(to)..to]
            .iter()
            .map(|shown| (*shown).clone())
            .collect()
    }

    /// One side's lines, those before the first cycle first.
    #[must_use]
    pub fn side(
        &self,
        preamble: &[String],
        line: fn(&Shown) -> Option<&String>,
        crlf: bool,
    ) -> String {
        let end = if crlf { "\r\n" } else { "\n" };
        let lines = self.before.iter().chain(&self.after).filter_map(line);
        let mut text = String::new();
        for line in preamble.iter().chain(lines) {
            text.push_str(line);
            text.push_str(end);
        }
        text
    }
}
