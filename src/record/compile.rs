//! From what a header says to a game that can be played.

use std::sync::Arc;

use serde::{Serialize, de::DeserializeOwned};

use super::any::Unopened;
use chase_engine::game::{Fault, Game};
use chase_engine::header::{Header, is_json_of};
use chase_engine::seat::Seat;

/// Reads a header's scenario and makes a game of it.
///
/// # Errors
/// A rules number or a scenario that this program cannot play.
pub fn compile<G: Game>(header: &mut Header) -> Result<Arc<G>, Unopened> {
    let game = G::new(scenario_of(header, G::RULES)?).map_err(Unopened::Unplayable)?;
    check_seats(&game).map_err(Unopened::Unplayable)?;
    check_players(header, game.seats())?;
    make_compact(header, game.scenario())?;
    Ok(Arc::new(game))
}

/// Reads the scenario of a header whose rules number is known, up to the given one.
///
/// # Errors
/// Another rules number, or no such scenario.
fn scenario_of<S: DeserializeOwned>(header: &Header, known: u32) -> Result<S, Unopened> {
    if header.rules > known {
        return Err(Unopened::Newer { found: header.rules, known });
    }
    if header.rules == 0 {
        return Err(Unopened::Unreadable("rules 0 do not exist; the first are 1".into()));
    }
    serde_json::from_str(header.scenario.get())
        .map_err(|error| Unopened::Unreadable(error.to_string()))
}

/// Checks that a header names one player for each seat.
///
/// # Errors
/// It has more or less.
fn check_players(header: &Header, seats: u8) -> Result<(), Unopened> {
    let found = header.players.len();
    if found != usize::from(seats) {
        let what = format!("{found} players for {seats} seats");
        return Err(Unopened::Unreadable(what));
    }
    Ok(())
}

/// Brings a header's scenario into its compact form. A long one is not written anew where that changes
/// nothing.
///
/// # Errors
/// It has no form in JSON.
fn make_compact<S: Serialize>(header: &mut Header, scenario: &S) -> Result<(), Unopened> {
    if !is_json_of(header.scenario.get(), scenario) {
        header.scenario = serde_json::value::to_raw_value(scenario)
            .map_err(|error| Unopened::Unreadable(error.to_string()))?;
    }
    Ok(())
}

/// Checks that a game has an allowed number of seats, and at least one side.
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
