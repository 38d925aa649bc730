//! The marked cycles of a time line, such as captures: where there are more than it can show, fewer are kept.

/// The most ticks that are kept.
const MARKS_MAX: usize = 2_000;

/// Cycles with the word for what happened in them. Where there are too many, one by each word is
/// kept in every stretch of the game.
#[derive(Debug)]
pub(super) struct CycleMarks {
    marks: Vec<(u64, &'static str)>,
    stretch: u64,
}

impl CycleMarks {
    pub(super) fn new() -> Self {
        let (marks, stretch) = (Vec::new(), 1);
        CycleMarks { marks, stretch }
    }

    pub(super) fn add(&mut self, cycle: u64, word: &'static str) {
        let stretch = self.stretch;
        let mut newest = self.marks.iter().rev();
        let mut newest = newest.by_ref().take_while(|at| at.0 / stretch == cycle / stretch);
        if newest.any(|mark| mark.1 == word) {
            return;
        }
        self.marks.push((cycle, word));
        while self.marks.len() > MARKS_MAX {
            self.thin();
        }
    }

    /// Keeps the first by each word in stretches twice as long.
    fn thin(&mut self) {
        self.stretch *= 2;
        let all = std::mem::take(&mut self.marks);
        for (cycle, word) in all {
            self.add(cycle, word);
        }
    }

    pub(super) fn all(&self) -> &[(u64, &'static str)] {
        &self.marks
    }
}
