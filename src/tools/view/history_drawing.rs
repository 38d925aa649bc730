//! What is drawn of a recorded history: a game on its stage, and nothing of a log.

use chase_core::any::{DescribedHistory, DrawnHistory};
use chase_core::picture::{Scene, Stage};

/// Returns the stage: everything that never moves.
pub fn stage_of(now: &dyn DescribedHistory) -> Stage {
    now.as_game().map_or_else(Stage::default, DrawnHistory::stage)
}

/// Fills a scene with the moment after the newest cycle, while scenes are watched.
pub fn put_drawn(now: &dyn DescribedHistory, scene: &mut Scene) {
    match now.as_game() {
        Some(game) => game.scene(None, scene),
        None => scene.clear(),
    }
}
