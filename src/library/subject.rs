//! What recordings and traces are of: a game, or the logs of other programs.

use std::path::Path;

use crate::engine::any::AnyTrace;
use crate::engine::audit::MakesAuditors;
use crate::engine::replay::Header;
use crate::error::Error;
use crate::games::{CommandLine, Games, refused};
use crate::store::{Content, TraceSource};
use crate::traces::recording::{LOGS, is_of_log};

/// The game or log that a recording, or two traces that are compared, are of.
#[derive(Clone, Copy)]
pub enum Subject {
    /// One of the games that the program knows.
    Game(&'static dyn CommandLine),
    /// The logs of other programs.
    Logs,
}

impl Subject {
    /// The subject of the recording with this header: one of these games, or a log.
    ///
    /// # Errors
    /// A game that is not among them.
    pub fn of(games: Games, header: &Header) -> Result<Self, Error> {
        match is_of_log(header) {
            true => Ok(Subject::Logs),
            false => games.find(&header.game).map(Subject::Game),
        }
    }

    /// The subject of a file, as far as its content tells; nothing for a text that no game knows as
    /// its own.
    ///
    /// # Errors
    /// A game that is not among these.
    pub fn in_content(games: Games, content: &Content) -> Result<Option<Self>, Error> {
        match content {
            Content::Replay(reader) => Subject::of(games, reader.header()).map(Some),
            Content::Text(_, start) => {
                let game = games.all().iter().find(|game| game.recognises(start));
                Ok(game.map(|game| Subject::Game(*game)))
            }
        }
    }

    /// Returns the description of its traces.
    #[must_use]
    pub fn trace(self) -> &'static dyn AnyTrace {
        match self {
            Subject::Game(game) => game,
            Subject::Logs => LOGS,
        }
    }

    /// Reads one of its traces, with nothing read yet.
    ///
    /// # Errors
    /// The text of a log: only recordings are read as traces of logs.
    pub fn source(self, path: &Path, content: Content) -> Result<TraceSource, Error> {
        Ok(match content {
            Content::Replay(reader) => TraceSource::of_replay(path, reader, self.trace()),
            text @ Content::Text(..) => TraceSource::new(path, text, self.game()?),
        })
    }

    /// The game by whose rules a recording is judged; nothing for logs, which have none.
    pub fn judged_by(self) -> Option<&'static dyn MakesAuditors> {
        match self {
            Subject::Game(game) => Some(game),
            Subject::Logs => None,
        }
    }

    /// The game.
    ///
    /// # Errors
    /// It is a log: nothing is played in it.
    pub fn game(self) -> Result<&'static dyn CommandLine, Error> {
        match self {
            Subject::Game(game) => Ok(game),
            Subject::Logs => Err(refused()),
        }
    }
}
