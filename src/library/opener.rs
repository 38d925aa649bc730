//! From a header to its game, and what is said when that fails.

use std::fmt;

use crate::engine::any::AnyReplay;
use crate::engine::replay::Header;
use crate::error::Error;
use crate::games::Games;
use crate::store::unopened;

/// What finds a header's game among these and opens its scenario. It fails where the game is not
/// among them, and where it cannot play the scenario.
pub fn opener(
    games: Games,
) -> impl Fn(&mut Header) -> Result<Box<dyn AnyReplay>, Error> + Copy + Send + Sync + 'static {
    move |header| {
        let game = games.find(&header.game)?;
        game.open(header)
            .map_err(|why| unopened(&header.game, &why))
    }
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
