//! From a header to its game or its log, and what is said when that fails.

use std::fmt;

use super::subject::Subject;
use crate::engine::any::{DescribedHistory, RecordedHistory};
use crate::engine::replay::Header;
use crate::error::Error;
use crate::games::Games;
use crate::store::unopened;
use crate::traces::recording;

/// A function that opens the scenario of a header: as one of these games or as a log. It fails
/// where the game is not among them, and where it cannot play the scenario.
pub fn opener(
    games: Games,
) -> impl Fn(&mut Header) -> Result<Box<dyn DescribedHistory>, Error> + Copy + Send + Sync + 'static
{
    move |header| {
        let opened = match Subject::of(games, header)? {
            Subject::Game(game) => game.open(header).map(|it| it as Box<dyn DescribedHistory>),
            Subject::Logs => {
                recording::open(header).map(|it| Box::new(it) as Box<dyn DescribedHistory>)
            }
        };
        opened.map_err(|why| unopened(&header.game, &why))
    }
}

/// The error about a cycle that is not there, by its number, or with a minus counted from the end;
/// `now` stands at the end.
pub fn past_the_end(now: &dyn RecordedHistory, wanted: impl fmt::Display) -> Error {
    let unit = now.unit();
    match now.last() {
        Some(last) => Error::new(format!("there is no {unit} {wanted}; the last is {last}")),
        None => Error::new(format!("there is no {unit} {wanted}; nothing was recorded")),
    }
}
