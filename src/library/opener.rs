//! From a header to its game, and what is said when that fails.

use std::fmt;

use crate::engine::any::AnyReplay;
use crate::engine::replay::Header;
use crate::error::Error;
use crate::games::find;
use crate::store::unopened;

/// Finds the header's game and opens its scenario.
///
/// # Errors
/// A game that is not known, or a scenario that it cannot play.
pub fn open_replay(header: &mut Header) -> Result<Box<dyn AnyReplay>, Error> {
    find(&header.game)?
        .open(header)
        .map_err(|why| unopened(&header.game, &why))
}

/// The error about a cycle that is not there, by its number, or with a minus counted from the end;
/// `now` stands at the end.
#[must_use]
pub fn past_the_end(now: &dyn AnyReplay, wanted: impl fmt::Display) -> Error {
    let unit = now.unit();
    match now.last() {
        Some(last) => Error::new(format!("there is no {unit} {wanted}; the last is {last}")),
        None => Error::new(format!("there is no {unit} {wanted}; nothing was recorded")),
    }
}
