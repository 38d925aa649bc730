//! The lines round the first difference, for people and for files.

use std::collections::VecDeque;

use super::report::{ComparisonSide, LinePair};

/// The lines of both sides round the first difference.
#[derive(Debug)]
pub struct DifferenceWindow {
    /// The most lines that are kept before the difference, and after it.
    most: usize,
    before: VecDeque<LinePair>,
    after: Vec<LinePair>,
    is_found: bool,
    /// The index of the line with the difference.
    found_at: usize,
    /// True if the newest line is the one that is compared.
    is_open: bool,
    /// The lines as they stand, where those above are none.
    cycles: Option<CycleWindow>,
}

/// Whole cycles around the first difference, as they stand in both logs.
#[derive(Debug, Default)]
struct CycleWindow {
    /// Those before the difference, the one with it the last.
    before: VecDeque<[Vec<String>; 2]>,
    after: Vec<[Vec<String>; 2]>,
    /// The numbers of lines of the cycles before the difference and after it.
    lines: [usize; 2],
}

impl DifferenceWindow {
    /// Keeps so many lines before and behind; in comparisons of something else than lines also whole cycles as they stand
    /// in the logs.
    #[must_use]
    pub fn new(most: usize, keeps_cycles: bool) -> Self {
        DifferenceWindow {
            most,
            before: VecDeque::with_capacity(most + 1),
            after: Vec::new(),
            is_found: false,
            found_at: 0,
            is_open: false,
            cycles: keeps_cycles.then(CycleWindow::default),
        }
    }

    /// Takes in the lines of a cycle, of both sides.
    pub fn cycle(&mut self, lines: [Vec<String>; 2]) {
        let Some(cycles) = &mut self.cycles else {
            return;
        };
        let count = |lines: &[Vec<String>; 2]| lines[0].len().max(lines[1].len());
        if self.is_found {
            if cycles.lines[1] < self.most {
                cycles.lines[1] += count(&lines);
                cycles.after.push(lines);
            }
            return;
        }
        cycles.lines[0] += count(&lines);
        cycles.before.push_back(lines);
        while let Some(first) = cycles.before.front()
            && cycles.lines[0] - count(first) > self.most
            && cycles.before.len() > 1
        {
            cycles.lines[0] -= count(first);
            cycles.before.pop_front();
        }
    }

    /// Returns true if whole cycles are kept.
    pub(crate) fn wants_cycles(&self) -> bool {
        self.cycles.is_some()
    }

    /// Another line of one side or both is compared from here on. If it is kept, `fill` writes it over an old one.
    #[inline]
    pub(crate) fn open(&mut self, fill: impl FnOnce(&mut LinePair)) {
        self.is_open = !self.is_found || self.after.len() < self.most;
        if !self.is_open {
            return;
        }
        // The line with the difference stands behind those before it.
        let mut shown = match !self.is_found && self.before.len() > self.most {
            true => self.before.pop_front().unwrap_or_default(),
            false => LinePair::default(),
        };
        fill(&mut shown);
        match self.is_found {
            true => self.after.push(shown),
            false => self.before.push_back(shown),
        }
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
    pub fn lines(&self, context: usize) -> Vec<LinePair> {
        if !self.is_found {
            return Vec::new();
        }
        let to_end = self.before.iter().chain(&self.after).take(self.found_at + context + 1);
        to_end.skip(self.found_at.saturating_sub(context)).cloned().collect()
    }

    /// One side's lines, those before the first cycle first.
    #[must_use]
    pub fn side(&self, preamble: &[String], side: ComparisonSide, crlf: bool) -> String {
        let end = if crlf { "\r\n" } else { "\n" };
        let mut text = String::new();
        let mut put = |line: &String| {
            text.push_str(line);
            text.push_str(end);
        };
        preamble.iter().for_each(&mut put);
        match &self.cycles {
            Some(cycles) => {
                let all = cycles.before.iter().chain(&cycles.after);
                let lines = all.flat_map(|both| &both[usize::from(side == ComparisonSide::Theirs)]);
                lines.for_each(&mut put);
            }
            None => {
                let all = self.before.iter().chain(&self.after);
                let line = |it: &'_ LinePair| match side {
                    ComparisonSide::Ours => it.ours.clone(),
                    ComparisonSide::Theirs => it.theirs.clone(),
                };
                all.filter_map(line).for_each(|line| put(&line));
            }
        }
        text
    }
}
