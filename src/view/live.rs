//! What the page needs of a game while it is played: the same page with no history on it, what never
//! changes, and one moment after another.

use super::page::{About, LIVE, PageHead};
use super::side::{PageSide, put_scene};
use chase_kit::picture::Stage;
use chase_record::any::DrawnHistory;

/// The page that asks for everything, and the Content-Security-Policy that it stands under.
pub fn live_page(game: &str) -> (String, String) {
    let policy = format!("{}; connect-src 'self'", LIVE.policy());
    let (start, end) = LIVE.around(game, "A game that is being played.", &policy);
    let page = start.replacen("<body>", "<body data-live>", 1) + &end;
    (page, policy)
}

/// The head of a page without cycles, as JSON: the parts of a game that never change.
pub fn live_head(about: &About, stage: &Stage) -> String {
    let side = PageSide::new(0, &[]);
    let head = PageHead::of(about, stage.clone(), vec![side.told()]);
    serde_json::to_string(&head).expect("strings and numbers are JSON")
}

/// Appends the newest cycle as a line of its own: all there is of the moment after it, as the first
/// line of a chunk.
pub fn put_line(now: &dyn DrawnHistory, out: &mut Vec<u8>) {
    put_scene(now, None, out);
}
