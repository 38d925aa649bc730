//! Two traces side by side: where they part, how often, and why.
//!
//! Either side is a replay or a transcript. They are aligned by the cycle's number in one pass
//! that holds a few cycles of each (`align`). The game's referee says of each side which rule it broke, if
//! any, and why the two differ (`judges`, `inquiries`); a [`Report`] holds what was found. One trace alone is
//! judged by `verify` of the crate judge.

mod align;
mod inquiries;
mod judges;
mod layout_difference;
mod page_report;
mod plain_texts;
mod report;
mod report_buffer;
mod ring;
mod seals;
mod selection;
mod setups;
mod shift;
mod text;

pub use align::{compare, compare_to_first};
pub use layout_difference::{layout_between, layout_of};
pub use page_report::{DiagnosisWords, ReportWords};
pub use plain_texts::{PlainReport, compare_plain};
pub use report::{
    Counts, CycleRuns, Difference, LayoutNote, Pair, Place, Rejoined, Report, SeatCount, Side,
    SideDiagnosis, Unlike,
};
pub use seals::equal_cycles;
pub use selection::Selection;
pub use text::{ReportStyle, brief, write_options, write_plain, write_text};
