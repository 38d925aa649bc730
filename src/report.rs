//! What a comparison and a verification found, as plain data: the same that `chase diff` and
//! `chase verify` print, with `--format json` as JSON.

pub use crate::diff::{
    Counts, Difference, LayoutNote, Pair, Place, Rejoined, Report, SeatCount, Side, SideDiagnosis,
    Unlike,
};
pub use crate::judge::verify::{FileVerdict as Verdict, VerdictFault};
pub use chase_kit::diagnosis::{
    Certainty, Diagnosis, Evidence, KnownCause, TurnCount, TurnPlace, TurnRow, TurnTable,
};
pub use chase_kit::referee::{Cause, Choice, Judgement, Options, Verdict as ChoiceVerdict};
pub use chase_kit::text_layout::LayoutFault;
