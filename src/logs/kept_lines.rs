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
    /// Keeps so many lines before and behind.
    #[must_use]
    pub fn new(most: usize) -> Self {
        DifferenceWindow {
            most,
            before: VecDeque::with_capacity(most + 1),
            after: Vec::new(),
            is_found: false,
            found_at: 0,
            is_open: false,
            cycles: None,
        }
    }

    /// Also keeps whole cycles as they stand in the logs, for comparisons of something else than lines.
    pub(crate) fn with_cycles(self) -> Self {
        DifferenceWindow { cycles: Some(CycleWindow::default()), ..self }
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

    /// Returns true if another line is to be kept.
    #[inline]
    pub fn wants(&self) -> bool {
        !self.is_found || self.after.len() < self.most
    }

    /// Takes in a line that is the same on both sides.
    #[inline]
    pub fn same(&mut self, line: &str) {
        if self.is_found {
            self.push(LinePair {
                tick: String::new(),
                ours: Some(line.to_owned()),
                theirs: Some(line.to_owned()),
                differs: false,
            });
            return;
        }
        let mut shown = self.recycled();
        shown.fill("", &[line], &[line]);
        self.before.push_back(shown);
    }

    /// A line to be filled: the memory of the oldest one, where one has to go for it.
    fn recycled(&mut self) -> LinePair {
        match self.before.len() > self.most {
            true => self.before.pop_front().unwrap_or_default(),
            false => LinePair::default(),
        }
    }

    /// Takes in a line of one side or both.
    pub fn push(&mut self, shown: LinePair) {
        self.push_filled(|line| *line = shown);
    }

    /// Takes in a line of one side or both, which `fill` writes over an old one.
    #[inline]
    pub(crate) fn push_filled(&mut self, fill: impl FnOnce(&mut LinePair)) {
        self.is_open = true;
        if self.is_found {
            if self.after.len() < self.most {
                let mut shown = LinePair::default();
                fill(&mut shown);
                self.after.push(shown);
            }
            return;
        }
        // The line with the difference stands behind those before it.
        let mut shown = self.recycled();
        fill(&mut shown);
        self.before.push_back(shown);
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
    pub fn lines(&self, context: usize) -> Vec<LinePair> {
        if !self.is_found {
            return Vec::new();
        }
        let all: Vec<_> = self.before.iter().chain(&self.after).collect();
        let at = self.found_at;
        let from = at.saturating_sub(context);
        let to = (at + context + 1).min(all.len());
        all[from.min(to)..to].iter().map(|shown| (*shown).clone()).collect()
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
