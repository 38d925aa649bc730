//! Pages and drawings of recordings, of logs and of tables, for any browser.
//!
//! | what | where |
//! |---|---|
//! | the page of a history, written while it is read; of a game that is still played; of one that a server shows | `page`, `side`, `live`, `served`, `windows` |
//! | two histories on one page, a page for a frame, the analysis under the board | `pair`, `embedded`, `page_analysis` |
//! | what the page draws: differences of scenes, marked cycles, lines of numbers | `patch`, `marks`, `plot` |
//! | a moment as a drawing: actors, labels | `svg`, `figure`, `labels` |
//! | pages of logs, of text and tables, of curves | `signal_page`, `document`, `curves` |
//! | what a page may run | `policy` |
//!
//! It knows games through the traits of `record` only, and what is drawn is what a viewer may know. The page computes no
//! position, no legality and no number: all of that is written here.

mod curves;
mod document;
mod embedded;
mod figure;
mod labels;
mod live;
mod marks;
mod page;
mod page_analysis;
mod pair;
mod patch;
mod plot;
mod policy;
mod served;
mod side;
mod signal_page;
mod svg;
mod windows;

pub use curves::{Curve, CurvePoint, curves};
pub use document::{Document, DocumentCell, link_path};
pub use live::{live_head, live_page, put_line};
pub use page::{About, PageWriter};
pub use page_analysis::{PageAnalysis, PageMark};
pub use pair::TracePair;
pub use served::{NO_OVERVIEW, SPAN, ServedReplay, served_page};
pub use signal_page::SignalPage;
pub use svg::moment;
pub use windows::Windows;
