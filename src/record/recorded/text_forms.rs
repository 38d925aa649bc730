//! Telling a recorded history: the moment it stands at and its newest cycle as text, JSON and rows,
//! for everybody or for a viewer.

use super::RecordedHistory;
use chase_kit::trace::TraceRow;
use chase_kit::transcript::Viewer;

/// A recorded history that can be told. Where only some seats' eyes are used
/// ([`Projections::viewer`](super::Projections::viewer)), everything that it tells is what these see.
pub trait DescribedHistory: RecordedHistory {
    /// The facts about the scenario, as pairs of name and value.
    fn statements(&self) -> Vec<(String, String)>;

    /// For whom the history can be told, where something is hidden.
    fn viewers(&self) -> Vec<Viewer> {
        Vec::new()
    }

    /// Appends what a transcript has before its first cycle.
    fn opening_text(&self, out: &mut Vec<u8>);

    /// Appends the newest cycle's block of the transcript.
    fn cycle_text(&self, out: &mut Vec<u8>);

    /// Appends the transcript's ending, once there is nothing to come.
    fn ending_text(&self, out: &mut Vec<u8>);

    /// Fills a row of a trace with all that may be known of the newest cycle.
    fn row(&self, row: &mut TraceRow);

    /// The newest cycle's events in words, a line each, while they are watched.
    fn events_text(&self) -> &[u8];

    /// Appends the newest cycle as it may be shown: for a viewer what it sees of it, without
    /// draws and seals.
    fn put_shown_json(&self, out: &mut Vec<u8>) {
        self.put_json(out);
    }

    /// Appends everything worth knowing about this moment.
    fn moment_text(&self, out: &mut Vec<u8>);

    /// Everything worth knowing about this moment, as a JSON object.
    fn moment_json(&self) -> String;

    /// Appends what the seat to move can do now, a line each under a line that names the seat;
    /// one line when no seat is to move.
    fn legal_text(&self, out: &mut Vec<u8>);

    /// The legal actions as JSON: `seat` and `legal`, both `null` when no seat is to move.
    fn legal_json(&self) -> String;

    /// Appends what was counted, as a table.
    fn totals_text(&self, out: &mut Vec<u8>);

    /// The counts as a JSON object.
    fn totals_json(&self) -> String;

    /// True if anything can be worked out about what is hidden.
    fn has_insight(&self) -> bool {
        false
    }

    /// True if that is drawn on the game's stage.
    fn has_heat(&self) -> bool {
        false
    }

    /// Appends what can be worked out about what is hidden, while it is watched.
    fn insight_text(&self, _out: &mut Vec<u8>) {}

    /// The analysis of what is hidden, as a JSON object; `null` where nothing can be worked out.
    fn insight_json(&self) -> String {
        "null".into()
    }
}
