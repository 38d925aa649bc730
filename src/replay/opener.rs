//! From a header or a file to its game, and what is said when that fails.

use std::fmt;

use crate::store::{Content, unopened};
use chase_play::{CommandLine, Games};
use chase_record::any::{DrawnHistory, RecordedHistory};
use chase_record::replay::Header;
use chase_world::error::Error;

/// A function that opens the scenario of a header as one of these games. It fails where the game is not
/// among them, and where it cannot play the scenario.
pub fn opener(
    games: Games,
) -> impl Fn(&mut Header) -> Result<Box<dyn DrawnHistory>, Error> + Copy + Send + Sync + 'static {
    move |header| {
        let opened = games.find(&header.game)?.open(header);
        let opened = opened.map_err(|why| unopened(&header.game, &why))?;
        Ok(opened)
    }
}

/// The game that a file is of, as far as its content tells; nothing for a text that no game knows as its
/// own.
///
/// # Errors
/// A game that is not among these.
pub fn game_in(games: Games, content: &Content) -> Result<Option<&'static dyn CommandLine>, Error> {
    match content {
        Content::Replay(reader) => games.find(&reader.header().game).map(Some),
        Content::Text(_, start) => {
            Ok(games.all().iter().find(|game| game.recognises(start)).copied())
        }
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
