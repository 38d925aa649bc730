//! The newest cycle in words: its events, and why turns were lost.

use crate::any::Projections;
use crate::error::quoted_to;
use crate::eyes::event_seen;
use crate::game::{Forfeit, Game};
use crate::history::{By, Cycle};
use crate::tally::Tally;
use crate::transcript::Transcript;

/// Why turns of a cycle were lost, a line each, and before which of its events that is told.
pub(super) fn lost_turns<G: Game>(game: &G, cycle: Cycle<'_, G>) -> Vec<(usize, String)> {
    let mut at = 0;
    let mut lost = Vec::new();
    for (entry, events) in cycle.turns() {
        if let By::Forfeit(seat, why) = &entry.by {
            let (seat, cause) = (game.seat_name(*seat), why.cause.word());
            let detail = match why.detail.as_str() {
                "" => String::new(),
                detail => format!(": {}", quoted_to(detail, Forfeit::DETAIL_BYTES_MAX)),
            };
            lost.push((at, format!("{seat} loses a turn, {cause}{detail}\n")));
        }
        at += events.len();
    }
    lost
}

/// Tells and counts an event, as far as the viewer sees it.
pub(super) fn look<G: Transcript>(
    game: &G,
    before: &G::State,
    event: &G::Event,
    projections: Projections,
    told: &mut Vec<u8>,
    tally: &mut dyn Tally<G>,
) {
    let seen = projections.viewer.map(|eyes| {
        let seen = event_seen(game, before, event, eyes);
        (game.viewed_state(before, eyes), seen)
    });
    let (before, event) = match &seen {
        None => (before, event),
        Some((before, Some(event))) => (before, event),
        Some((_, None)) => return,
    };
    if projections.events {
        game.event(before, event, told);
        told.push(b'\n');
    }
    if projections.tally {
        tally.count(game, before, event);
    }
}
