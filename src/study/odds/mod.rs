//! How a game may go on from a moment of its history: the odds of every ending, worked out (`exact`) or
//! estimated from games that are played to their end (`forecast`).
//!
//! A game may bring an arithmetic of its own ([`Extras::exact_odds`](chase_kit::extras::Extras::exact_odds)), which `forecast` asks first.
//!
//! They are the odds of one who sees everything: the state of the game, and what every player
//! remembers. What a seat alone knows would give others.

pub(crate) mod exact;
mod forecast;
mod minds;
pub(crate) mod moment;
pub(crate) mod table_of;

use chase_engine::fold::Broken;
use chase_engine::header::Header;
use chase_kit::budget::StopFlag;
use chase_kit::sweep_engine::GameNumbers;
use chase_kit::totals::GameTotals;
use chase_record::any::{RecordError, RecordedHistory};

use chase_kit::chances::{ExactOdds, TooManyStates};

/// A game with players from outside its recording: it takes in what was played, and tells how it may
/// go on.
pub trait Forecast {
    /// Takes in the newest cycle of a replay of the same game.
    ///
    /// # Errors
    /// A cycle that the rules do not allow here.
    fn past(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken>;

    /// The odds, worked out by following every outcome of every draw, where no more than so many
    /// states are reached.
    ///
    /// # Errors
    /// There are more.
    fn exact(&self, states_max: u64) -> Result<ExactOdds, TooManyStates>;

    /// Plays on to the end from here, once for each number: the luck of a game is that of ChaCha8
    /// with this seed and its number, from the first word on. False when it was stopped.
    fn sample(&self, seed: i64, numbers: GameNumbers, totals: &mut GameTotals) -> bool;
}

/// A game that can tell how its games may go on.
pub trait Forecaster {
    /// A header's game with the header's players, before anything was taken in. `stop` has the
    /// players answer at once.
    ///
    /// # Errors
    /// A header that does not open, or a player that is not built in.
    fn forecast(
        &self,
        header: &mut Header,
        stop: &StopFlag,
    ) -> Result<Box<dyn Forecast>, RecordError>;
}
