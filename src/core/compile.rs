//! From what a header says to a game that can be played.

use std::sync::Arc;

use super::any::Unopened;
use super::game::{Fault, Game};
use super::header::{Header, is_json_of};
use super::seat::Seat;

/// Reads a header's scenario and makes a game of it.
///
/// # Errors
/// A rules number or a scenario that this program cannot play.
pub fn compile<G: Game>(header: &mut Header) -> Result<Arc<G>, Unopened> {
    if header.rules > G::RULES {
        return Err(Unopened::Newer {
            found: header.rules,
            known: G::RULES,
        });
    }
    if header.rules == 0 {
        return Err(Unopened::Unreadable("rules 0; the first are 1".into()));
    }
    let scenario = serde_json::from_str(header.scenario.get())
        .map_err(|error| Unopened::Unreadable(error.to_string()))?;
    let game = G::new(scenario).map_err(Unopened::Unplayable)?;
    check_seats(&game).map_err(Unopened::Unplayable)?;
    if header.players.len() != usize::from(game.seats()) {
        let (found, seats) = (header.players.len(), game.seats());
        let what = format!("{found} players for {seats} seats");
        return Err(Unopened::Unreadable(what));
    }
    // A long scenario is not written anew where that changes nothing.
    if !is_json_of(header.scenario.get(), game.scenario()) {
        header.scenario = serde_json::value::to_raw_value(game.scenario())
            .map_err(|error| Unopened::Unreadable(error.to_string()))?;
    }
    Ok(Arc::new(game))
}

/// Whether a game has as many seats as any may have, and sides to win.
///
/// # Errors
/// It has none, or too many.
pub fn check_seats<G: Game>(game: &G) -> Result<(), Fault> {
    let (seats, most) = (game.seats(), Seat::COUNT_MAX);
    if !(1..=most).contains(&seats) {
        let what = format!("expected 1 to {most} seats; there are {seats}");
        return Err(Fault::whole(what));
    }
    if game.sides().is_empty() {
        return Err(Fault::whole("expected at least one side"));
    }
    Ok(())
}
