//! Two traces side by side: where they part, how often, and why.
//!
//! Either side is a replay or a transcript. They are aligned by the cycle's number in one pass
//! that holds a few cycles of each; what is explained is worked out by the game's referee.

mod align;
mod inquiries;
mod judges;
mod layout;
mod page;
mod plain;
mod report;
mod ring;
mod seals;
mod selection;
mod setups;
mod shift;
mod text;
mod told;

pub use align::{compare, compare_to_first};
pub use layout::{layout_between, layout_of};
pub use plain::{PlainReport, compare_plain};
pub use report::{
    Counts, CycleRuns, Difference, LayoutNote, Pair, Place, Rejoined, Report, SeatCount, Side,
    SideDiagnosis, Unlike,
};
pub use seals::equal_cycles;
pub use selection::Selection;
pub use text::{ReportStyle, brief, write_options, write_plain, write_text};
pub use told::{DiagnosisWords, ReportWords};
