//! Drawing a recorded history: what never moves, the scene of the moment it stands at, and the scenes
//! between the turns of its newest cycle.

use super::DescribedHistory;
use crate::summary::GameSummary;
use chase_kit::picture::{Scene, Stage};
use chase_kit::trace::TraceRow;

/// A turn of the newest cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnSpan {
    /// The name of the seat whose turn it was; nothing for the world's.
    pub seat: Option<String>,
    /// The end of the turn's words in [`DescribedHistory::events_text`], in bytes.
    pub told: usize,
}

/// A recorded history that can be drawn.
pub trait DrawnHistory: DescribedHistory {
    /// The stage as the viewer may know it.
    fn stage(&self) -> Stage;

    /// The stage without positions for places that can stand anywhere, for callers that have
    /// positions of their own.
    fn stage_without_positions(&self) -> Stage;

    /// Fills a scene with the moment after the newest cycle, or after a turn of it from 0, while
    /// scenes are watched.
    fn scene(&self, turn: Option<usize>, out: &mut Scene);

    /// Fills a scene with what a row of a transcript of this scenario shows.
    fn row_scene(&self, row: &TraceRow, out: &mut Scene);

    /// The kinds of places that a transcript does not tell from what the stage has there.
    fn untold_kinds(&self) -> &'static [u8];

    /// The game up to this moment in a sentence, and its players, as the viewer may know them.
    fn summary(&self) -> GameSummary;

    /// The turns of the newest cycle, while they are watched.
    fn turns(&self) -> Vec<TurnSpan>;
}
