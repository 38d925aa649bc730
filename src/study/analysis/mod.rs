//! What the moments of a recorded game were worth to each side, and which choices and which draws changed
//! that.
//!
//! Each turn of the recording is a *look*: every outcome that the turn could have had is valued in the same
//! way, with the same random numbers, and what was played is held against the best choice or against the mean of
//! the draws. A value is the share of a win that a side can expect, in units of 10^-9 ([`WIN`]), if known
//! players go on from there. It is exact where few states can follow, and else the mean of games that are
//! played to their end.
//!
//! The value of a look's outcome and that of the next look's beginning are two estimates of one moment. What
//! the second corrects of the first is counted apart, so that all parts together are the result exactly.

mod believed;
mod hint;
mod known_states;
mod look;
mod mark;
mod outcomes;
mod parts;
mod playouts;
mod solved;
mod walk;

use serde::Serialize;

use chase_engine::fold::Broken;
use chase_engine::header::Header;
use chase_engine::seat::Seat;
use chase_kit::budget::StopFlag;
use chase_record::any::{RecordError, RecordedHistory};

pub use hint::hint;
pub use mark::{Mark, set_marks};
pub use parts::{ResultParts, split};

/// The value of a certain win. A shared win is half of it, a loss is 0.
pub const WIN: i64 = 1_000_000_000;

/// The share of a win that a side can expect at a search's score for it: half at 0, about 85 % at `scale`, and never
/// certain. It rises with the score, and is the same on every machine.
#[must_use]
pub fn share_of_win(score: f64, scale: f64) -> i64 {
    let steps = score / scale;
    // Only what every machine rounds in the same way.
    let share = 0.5 + 0.5 * steps / (1.0 + steps * steps).sqrt();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "a share is at most a billion"
    )]
    let share = (share * WIN as f64).round() as i64;
    share.clamp(1, WIN - 1)
}

/// A value in per cent of a win, with one digit; what lies in the middle is rounded to the even one, so that
/// the values of two sides still add up.
#[must_use]
pub fn percent(value: i64) -> String {
    let (size, unit) = (value.unsigned_abs(), WIN.unsigned_abs() / 1_000);
    let (whole, rest) = (size / unit, size % unit);
    let is_up = rest * 2 > unit || (rest * 2 == unit && whole % 2 == 1);
    let tenths = whole + u64::from(is_up);
    let sign = if value < 0 && tenths > 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

/// How much work goes into an analysis.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisBudget {
    /// Games that are played to their end from each outcome of a turn.
    pub games: u32,
    /// Positions that a game's own search looks at for the value of one outcome, where the game has a search; 0 plays
    /// games instead.
    pub nodes: u64,
    /// The seed of these games; their random numbers are never those of the recorded game.
    pub seed: i64,
    /// States that are looked at for an exact value before games are played instead.
    pub states_max: u64,
    /// States of the rest of a game that is solved; 0 solves none.
    pub solved_max: u64,
}

/// What decided how a turn went on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decider {
    /// A draw of the rules.
    Rules,
    /// A seat whose player chose.
    Choice(Seat),
    /// A seat whose player draws with known odds.
    DrawOf(Seat),
    /// A choice that is not judged: it was made at once with others, or by a seat of which the game does not say
    /// what it could know.
    Unjudged(Vec<Seat>),
}

/// How the values of a turn were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By best play of all seats, as the rest of the game is solved.
    Solved,
    /// By following every draw to the end, with the players who go on.
    Exact,
    /// By so many games from each outcome.
    Games(u32),
    /// By so many games from each action, each with what is hidden from the seat drawn as it could know it.
    Belief(u32),
    /// By the game's own search of so many positions from each outcome.
    Search(u64),
    /// By one game from each outcome, as nobody draws anything there.
    OneGame,
}

impl Method {
    /// How the value of an action is found, in words.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Method::Solved => "by best play, as the rest is solved".into(),
            Method::Exact => "exact for the players who go on".into(),
            Method::Games(games) => format!("from {games} games after each action"),
            Method::Belief(games) => {
                format!("by what can be known, from {games} games after each action")
            }
            Method::Search(nodes) => format!("by a search of {nodes} positions after each action"),
            Method::OneGame => {
                "from one game after each action, as the players draw nothing".into()
            }
        }
    }

    /// The games behind each value; nothing where none were played.
    #[must_use]
    pub fn games(self) -> Option<u32> {
        match self {
            Method::Solved | Method::Exact | Method::Search(_) => None,
            Method::OneGame => Some(1),
            Method::Games(games) | Method::Belief(games) => Some(games),
        }
    }
}

/// An action that a seat could choose, with its value for the seat's side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActionValue {
    /// The action in words.
    #[serde(rename = "action")]
    pub words: String,
    /// What the side can expect after it.
    pub value: i64,
    /// The standard error of the value; 0 where it is exact.
    pub error: i64,
    /// True for the action that was played.
    #[serde(rename = "played")]
    pub is_played: bool,
}

/// How much better the best action was than the one that was played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// The index of the better action in [`Look::actions`].
    pub action: usize,
    /// The gain: exact, or the mean over games that did not choose the action, at most that over all games.
    pub mean: i64,
    /// The number of games behind the mean; 0 where nothing was drawn for it.
    pub games: u32,
    /// How many times its stake a bet on a gain won over these games ([`set_marks`]).
    pub stake: f64,
    /// True if the gain is exact, or if it is there too when players, or the game's own search, look at four times
    /// as many positions.
    pub is_confirmed: bool,
}

/// The actions of the seat whose turn it is, with their values.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The seat.
    pub seat: Seat,
    /// How the values were found.
    pub method: Method,
    /// The legal actions in the order of the rules.
    pub actions: Vec<ActionValue>,
    /// The index of the action with the highest value, the first of several.
    pub best: usize,
}

/// A turn of the recording, valued.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The number of the turn in the recording, from 0.
    pub turn: u64,
    /// The cycle that the turn belongs to.
    pub cycle: u64,
    /// What decided the turn.
    pub decider: Decider,
    /// How the values were found.
    pub method: Method,
    /// By side, the true value before the turn: of the best choice, or the mean over the draws. Where a choice is judged
    /// by what its seat could know, of the choice that it should have made.
    pub before: Vec<i64>,
    /// By side, what the choice that was played changed.
    pub choice: Vec<i64>,
    /// By side, what the draws changed.
    pub draws: Vec<i64>,
    /// By side, what else changed: that of a choice that is not judged, and what a choice changed in truth
    /// beside what it changed as its seat could know.
    pub hidden: Vec<i64>,
    /// By side, the value after the turn.
    pub after: Vec<i64>,
    /// The actions there were, in the order of the rules; empty where nobody's choice is judged.
    pub actions: Vec<ActionValue>,
    /// The side of the seat that chose, where a choice is judged.
    pub side: Option<usize>,
    /// The gain of the best action, where a choice is judged.
    pub gain: Option<Gain>,
    /// What a choice that is judged loses, 0 or more; [`set_marks`] sets it.
    pub loss: i64,
    /// The mark of the choice; [`set_marks`] sets it.
    pub mark: Option<Mark>,
    /// The turns of one game that could have followed the better action, in words.
    pub line: Vec<String>,
}

/// An analysis of a recorded game, which takes in what was played.
pub trait GameAnalysis {
    /// Takes in the newest cycle of a replay of the same game.
    ///
    /// # Errors
    /// A cycle that the rules do not allow here.
    fn past(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken>;

    /// The number of turns that could have gone otherwise, so far.
    fn looks(&self) -> usize;

    /// Values the n-th of these turns. The result depends on what was played and on the budget alone,
    /// whatever was valued before.
    fn look(&self, n: usize) -> Look;

    /// By side, the value of the newest moment: its points where the game is over.
    fn now(&self) -> Vec<i64>;
}

/// A game whose recordings can be analysed.
pub trait Analyses {
    /// An analysis of a game before anything was played. `header` is that of the recording, `going_on` the
    /// names of the players, by seat, who play on from each outcome.
    ///
    /// # Errors
    /// A header that does not open, or a player that is not built in.
    fn analysis(
        &self,
        header: &mut Header,
        going_on: &[String],
        budget: AnalysisBudget,
        stop: &StopFlag,
    ) -> Result<Box<dyn GameAnalysis>, RecordError>;

    /// The name of a built-in player, by seat, who plays on if nobody asks for another.
    ///
    /// # Errors
    /// A header that does not open.
    fn usual_players(&self, header: &mut Header) -> Result<Vec<String>, RecordError>;
}
