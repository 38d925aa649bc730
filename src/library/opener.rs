//! From a header to its game or its log, and what is said when that fails.

use std::fmt;

use super::subject::Subject;
use crate::engine::any::Recorded;
use crate::engine::replay::Header;
use crate::error::Error;
use crate::store::unopened;
use crate::traces::recording;

/// Finds the header's game and opens its scenario, or its log.
///
/// # Errors
/// A game that is not known, or a scenario that it cannot play.
pub fn open_replay(header: &mut Header) -> Result<Box<dyn Recorded>, Error> {
    let opened = match Subject::of(header)? {
        Subject::Game(game) => game.open(header).map(|it| it as Box<dyn Recorded>),
        Subject::Logs => recording::open(header).map(|it| Box::new(it) as Box<dyn Recorded>),
    };
    opened.map_err(|why| unopened(&header.game, &why))
}

/// The error about a cycle that is not there, by its number, or with a minus counted from the end;
/// `now` stands at the end.
#[must_use]
pub fn past_the_end(now: &dyn Recorded, wanted: impl fmt::Display) -> Error {
    let unit = now.unit();
    match now.last() {
        Some(last) => Error::new(format!("there is no {unit} {wanted}; the last is {last}")),
        None => Error::new(format!("there is no {unit} {wanted}; nothing was recorded")),
    }
}
