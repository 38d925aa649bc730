//! Pictures of a replay: scenes to one page that any browser opens, and a moment as a drawing.
//!
//! It sees games through the engine's traits only, and what is drawn is what a viewer may know. The
//! page computes no position, no legality and no number: all of that is written here.

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
