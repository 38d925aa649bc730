//! A whole game in memory, and the words of replays in one place: header, history, fold.

use std::sync::Arc;

use super::any::{RecordError, Unopened};
use super::compile::check_seats;
use chase_engine::dice::Generator;
use chase_engine::game::{Game, Outcome, Turn};
use chase_engine::session::GameSession;
use chase_kit::faces::Playable;
use chase_kit::player_name::seated;

pub use chase_engine::fold::{Broken, GameFold};
pub use chase_engine::header::{FORMAT, HEADER_BYTES_MAX, Header, WRITER, to_json};
pub use chase_engine::history::{
    By, History, HistoryCycle, Joint, SeatChoice, SessionLog, TurnEntry,
};
pub use chase_engine::provenance::Origin;

/// A whole game in memory: the library's plainest way to record and rebuild one.
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```
/// # mod chase { pub use chase_kit::prelude; pub use chase_record::*; pub use {chase_engine as engine, chase_record as record}; }
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// use chase::engine::dice::Generator;
/// use chase::record::replay::Replay;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game: Race = Game::new(Goal { goal: 10 })?;
/// let players = ["random".to_owned(), "random".to_owned()];
/// let replay = Replay::record(game, &players, Generator::Chacha8, 1)?;
/// assert_eq!(replay.state_at(0)?.expect("it was opened").sum, 0);
/// assert!(replay.outcome()?.is_some());
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Replay<G: Game> {
    game: Arc<G>,
    header: Header,
    history: History<G>,
}

impl<G: Playable> Replay<G> {
    /// Plays a game to its end.
    ///
    /// # Errors
    /// A player's name that is not built in, a wrong number of names, or a game with more seats than
    /// there may be, or none.
    pub fn record(
        game: G,
        players: &[String],
        dice: Generator,
        seed: i64,
    ) -> Result<Self, RecordError> {
        check_seats(&game).map_err(|fault| RecordError::Unopened(Unopened::Unplayable(fault)))?;
        let game = Arc::new(game);
        let header = Header::new(&*game, players, dice, seed);
        let players = seated(&game, players).map_err(RecordError::Player)?;
        let mut session = GameSession::new(Arc::clone(&game), players, header.dice());
        let mut history = History::default();
        session.run(&mut history);
        Ok(Replay { game, header, history })
    }

    /// The game it was played with.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The header of the recording.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The cycles that were played, in memory.
    #[must_use]
    pub fn history(&self) -> &History<G> {
        &self.history
    }

    /// The state at the end of a cycle, or nothing past the last one.
    ///
    /// # Errors
    /// A history that the rules could not have produced.
    pub fn state_at(&self, cycle: u64) -> Result<Option<G::State>, Broken> {
        let mut fold = GameFold::new(&*self.game);
        for each in self.history.cycles() {
            fold.feed(&self.game, each, |_, _| {})?;
            if each.number == cycle {
                return Ok(Some(fold.state().clone()));
            }
        }
        Ok(None)
    }

    /// The outcome; nothing if the recording stops before the end.
    ///
    /// # Errors
    /// A history that the rules could not have produced.
    pub fn outcome(&self) -> Result<Option<Outcome>, Broken> {
        let mut fold = GameFold::new(&*self.game);
        for each in self.history.cycles() {
            fold.feed(&self.game, each, |_, _| {})?;
        }
        match self.game.turn(fold.state()) {
            Turn::Over(outcome) => Ok(Some(outcome)),
            _ => Ok(None),
        }
    }
}
