//! What the games of a match begin with: boards, positions, maps, scenarios.

use chase_engine::game::{Forfeit, Outcome, Seat};
use chase_kit::budget::StopFlag;
use chase_record::replay::Header;
use chase_world::error::Error;

/// The requirements for a game's scenarios: those of one game, or of a match.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Seed of the openings and the dice.
    pub seed: i64,
    /// The number of players in the match.
    pub players: usize,
    /// The time limit of a move in milliseconds, if one was given.
    pub move_ms: Option<u32>,
    /// The time limit of a game in milliseconds, if one was given.
    pub game_ms: Option<u32>,
}

impl Wanted {
    /// The requirements of a single game: the number of players, and the usual times.
    #[must_use]
    pub fn of(seed: i64, players: usize) -> Self {
        Wanted { seed, players, move_ms: None, game_ms: None }
    }
}

/// The player in a seat, as far as a scenario must know.
#[derive(Clone, Debug)]
pub struct Seated {
    /// The player's name, as headers have it.
    pub name: String,
    /// The name on a board that the player gave itself, if any.
    pub id: Option<String>,
}

/// The scenarios that the games of a match begin with.
pub trait Openings: Sync {
    /// The number of seats in a game.
    fn seats(&self) -> usize;

    /// The players that the house gives, in seats nobody else can have.
    fn house(&self) -> &[(Seat, &'static str)];

    /// The header of a game from the n-th opening, which is always the same. So is its luck, but
    /// where luck is hidden: there it is drawn for `game`, the game's number in the match from 0.
    ///
    /// # Errors
    /// No game can be played from there.
    fn header(&self, n: u64, game: u64, seated: &[Seated]) -> Result<Header, Error>;

    /// Plays games between built-in players of which nothing is kept. `stop` has players answer at
    /// once.
    fn unrecorded(&self, stop: &StopFlag) -> Box<dyn Unrecorded + '_>;

    /// The header of a game from the n-th opening with nobody in its seats, to look at.
    ///
    /// # Errors
    /// No game can be played from there.
    fn sample(&self, n: u64) -> Result<Header, Error> {
        let nobody = Seated { name: "player".into(), id: None };
        self.header(n, n, &vec![nobody; self.seats()])
    }

    /// A description of what is played, in words: `random openings of 6 moves`.
    fn about(&self) -> String;

    /// Warnings about games that can be played but are unusual.
    fn warnings(&self) -> &[String];
}

/// The result of a game that is not recorded.
#[derive(Clone, Debug)]
pub struct UnrecordedOutcome {
    /// The outcome of the game.
    pub outcome: Outcome,
    /// Its last cycle.
    pub last: u64,
    /// The amount that each seat has collected, in a game where that decides.
    pub amounts: Option<Vec<i64>>,
    /// The turns that were lost: whose, in which cycle, why.
    pub lost: Vec<(Seat, u64, Forfeit)>,
}

/// Plays games of which nothing is kept.
pub trait Unrecorded {
    /// Plays the game of [`Openings::header`] between built-in players. Nothing when it was stopped.
    ///
    /// # Errors
    /// No game can be played from there, or not by these players.
    fn play(
        &mut self,
        n: u64,
        game: u64,
        seated: &[Seated],
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<UnrecordedOutcome>, Error>;
}

/// The names for a header.
pub fn names(seated: &[Seated]) -> Vec<String> {
    seated.iter().map(|seated| seated.name.clone()).collect()
}
