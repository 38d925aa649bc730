//! Why two traces part.

use super::{CheckersReferee, seat_name, weigh};
use crate::engine::referee::Cause;
use crate::engine::trace::Row;

/// The first rows are the first that differ; the referee stands before them.
pub(super) fn explain(
    mut referee: CheckersReferee,
    ours: &[Row],
    theirs: &[Row],
) -> Option<Box<Cause>> {
    let cycle = ours.first().or(theirs.first())?.cycle;
    let is_turn = cycle > 0 && referee.state.ending.is_none() && referee.state.opened;
    if !is_turn || cycle != referee.next {
        return None;
    }
    let weighing = referee.weigh();
    let shown = |rows: &[Row]| rows.first().map(|row| referee.shown(&weighing, row));
    let (mine, others) = (shown(ours), shown(theirs));
    let chosen = |shown: &Option<super::Shown>| shown.as_ref().and_then(weigh::chosen);
    if chosen(&mine).is_some() && chosen(&mine) == chosen(&others) {
        return None;
    }
    Some(Box::new(Cause {
        cycle,
        seat: seat_name(weighing.side),
        situation: weighing.situation(),
        options: Some(weighing.options(chosen(&mine), chosen(&others))),
        ours: mine.map(|shown| weighing.verdict(&shown, "our trace")),
        theirs: others.map(|shown| weighing.verdict(&shown, "their trace")),
        facts: Vec::new(),
        hints: Vec::new(),
    }))
}
