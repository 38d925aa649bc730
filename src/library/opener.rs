//! From a header to its game, and what is said when that fails.

use crate::engine::any::{AnyReplay, RecordError, Unopened};
use crate::engine::replay::Header;
use crate::error::Error;
use crate::games::find;
use crate::store::newer;

/// Finds the header's game and opens its scenario.
///
/// # Errors
/// A game that is not known, or a scenario that it cannot play.
pub fn open_replay(header: &mut Header) -> Result<Box<dyn AnyReplay>, Error> {
    find(&header.game)?
        .open(header)
        .map_err(|why| unopened(&header.game, &why))
}

/// Why a header does not open, in words.
#[must_use]
pub fn unopened(game: &str, why: &Unopened) -> Error {
    match why {
        Unopened::Newer { found, known } => newer(&format!("rules of {game}"), *found, *known),
        Unopened::Unreadable(what) => Error::new(format!("not a scenario of {game}: {what}")),
        Unopened::Unplayable(fault) => {
            Error::new(format!("a scenario that cannot be played: {fault}"))
        }
    }
}

/// Why a recording cannot begin, in words.
#[must_use]
pub fn unrecorded(game: &str, why: RecordError) -> Error {
    match why {
        RecordError::Unopened(why) => unopened(game, &why),
        RecordError::Player(what) => Error::new(what),
    }
}

/// The error about a cycle that is not there; `now` stands at the end.
#[must_use]
pub fn past_the_end(now: &dyn AnyReplay, wanted: u64) -> Error {
    let unit = now.unit();
    match now.last() {
        Some(last) => Error::new(format!("there is no {unit} {wanted}; the last is {last}")),
        None => Error::new(format!("there is no {unit} {wanted}; nothing was recorded")),
    }
}
