//! The inquiries into what each side does as a whole program: one while both are the same, one for
//! each side from where they part.

use super::report::SideDiagnosis;
use chase_kit::diagnosis::Inquiry;
use chase_kit::trace::TraceRow;

/// The inquiry into the past that both share, and into each side.
pub(super) struct Inquiries {
    shared: Option<Box<dyn Inquiry>>,
    sides: [Option<Box<dyn Inquiry>>; 2],
}

impl Inquiries {
    /// Begins the inquiry of a game whose typical mistakes are known; without one there is none.
    pub fn new(shared: Option<Box<dyn Inquiry>>) -> Self {
        Inquiries { shared, sides: Default::default() }
    }

    /// Returns true if the shared past is inquired into.
    pub(crate) fn are_wanted(&self) -> bool {
        self.shared.is_some()
    }

    /// A cycle that both sides share.
    #[inline]
    pub(crate) fn take_shared(&mut self, row: &TraceRow) {
        if let Some(inquiry) = &mut self.shared {
            inquiry.take(row);
        }
    }

    /// The sides part here.
    pub fn part(&mut self) {
        if let Some(inquiry) = self.shared.take() {
            self.sides = [Some(inquiry.fork()), Some(inquiry)];
        }
    }

    /// A cycle of one side.
    #[inline]
    pub fn take(&mut self, side: usize, row: &TraceRow) {
        if let Some(inquiry) = &mut self.sides[side] {
            inquiry.take(row);
        }
    }

    /// The diagnoses of a side.
    pub fn conclude(&self, side: usize, whose: &'static str) -> Vec<SideDiagnosis> {
        let told = self.sides[side].iter().flat_map(|inquiry| inquiry.conclude());
        told.map(|diagnosis| SideDiagnosis { whose, diagnosis }).collect()
    }
}
