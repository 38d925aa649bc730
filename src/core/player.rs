//! What chooses for a seat.

use std::fmt;
use std::sync::Arc;

use super::budget::{MoveBudget, NoLimit, StopFlag};
use super::dice::Dice;
use super::forfeit::Forfeit;
use super::game::Game;
use super::odds::chances::{ExactOdds, TooManyStates};
use super::seat::Seat;

pub use super::budget::{Limit, parse_time};

/// Chooses for one seat: a strategy, a person, a program.
///
/// A player's memory is a fold of what its seat saw, and of what its team mates' seats saw where it is
/// in a team. Feeding the log to a fresh player rebuilds
/// it, which is how undo, resuming and explaining work; [`Player::choose`] must therefore leave
/// nothing behind that [`Player::observe`] could not have made.
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```
/// # use chase_core as chase;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// /// Adds as much as it can.
/// struct Hasty;
///
/// impl Player<Race> for Hasty {
///     fn observe(&mut self, _: &Event) {}
///
///     fn choose(
///         &mut self,
///         _: &OpenView<'_, Race>,
///         legal: &[u32],
///         _: &mut Dice,
///     ) -> Result<u32, Box<Forfeit>> {
///         Ok(*legal.iter().max().expect("there is a legal action"))
///     }
/// }
/// # Ok(())
/// # }
/// ```
pub trait Player<G: Game>: Send {
    /// Takes in what the seat just learned.
    fn observe(&mut self, seen: &G::Seen);

    /// True if the player observes events. One that returns false is told nothing, which is faster.
    fn watches(&self) -> bool {
        true
    }

    /// True if the player waits for an answer from outside the process, and draws nothing from the
    /// dice. Where several seats act at once, such players are asked at the same time.
    fn is_outside(&self) -> bool {
        false
    }

    /// The team that it is in; nothing for a player that plays for itself. The players of a game who
    /// name the same team hear what each other's seats learn, and nothing beyond that.
    fn team(&self) -> Option<&'static str> {
        None
    }

    /// Takes its place in its team: its own seat, and every seat of the team in the order of play, its
    /// own among them, with what each may know. Who names a team is called before it observes anything,
    /// and again after every [`Player::reset`].
    fn join(&mut self, _seat: Seat, _team: &[(Seat, G::Known)]) {}

    /// Takes in what the seat of a team mate just learned. Where the own seat learned something from the
    /// same event, it observes that too.
    fn hear(&mut self, _mate: Seat, _seen: &G::Seen) {}

    /// Begins another game as a player that was just made with this. False for one that cannot: it
    /// is made anew then. A player that keeps nothing from game to game can always.
    fn reset(&mut self, _known: &G::Known) -> bool {
        false
    }

    /// Picks an action. `legal` is never empty and has the order of [`Game::legal`].
    ///
    /// # Errors
    /// The player failed to answer; the seat forfeits this turn for the reason given.
    fn choose(
        &mut self,
        view: &G::View<'_>,
        legal: &[G::Action],
        dice: &mut Dice,
    ) -> Result<G::Action, Box<Forfeit>>;
}

/// A built-in player that can be made by name.
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```
/// # use chase_core as chase;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // The list of a game's built-in players, as `OpenGame::players` returns it.
/// let known: &[PlayerKind<Race>] = &[RandomPlayer::kind()];
/// assert_eq!(known[0].name, "random");
/// # Ok(())
/// # }
/// ```
pub struct PlayerKind<G: Game> {
    /// The name in headers and on the command line (`dfs`).
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The function that makes the player.
    pub make: Make<G>,
}

/// A game that brings players along. The rules of a game know nothing of who plays it, so this is
/// said apart from them.
pub trait BuiltInPlayers: Game {
    /// The built-in players.
    fn players() -> &'static [PlayerKind<Self>];

    /// True if a built-in player knows how to play for a seat.
    fn can_sit(_kind: &PlayerKind<Self>, _seat: Seat) -> bool {
        true
    }

    /// The odds from a state, where this game has a shorter way to them than following every turn,
    /// and these players are fit for it; `players` remember what led to the state, and `remind` tells
    /// it to another player of a seat. It looks at no more than so many states.
    fn exact_odds(
        _game: &Arc<Self>,
        _names: &[String],
        _players: &mut [Box<dyn Player<Self>>],
        _state: &Self::State,
        _remind: &dyn Fn(Seat, &mut dyn Player<Self>),
        _states_max: u64,
    ) -> Option<Result<ExactOdds, TooManyStates>> {
        None
    }
}

impl<G: Game> PlayerKind<G> {
    /// A player that needs no limit.
    #[must_use]
    pub const fn plain(
        name: &'static str,
        about: &'static str,
        make: fn(G::Known) -> Box<dyn Player<G>>,
    ) -> Self {
        let make = Make::Plain(make);
        PlayerKind { name, about, make }
    }
}

/// Makes a player that knows what its seat may know.
pub enum Make<G: Game> {
    /// One that needs no limit.
    Plain(fn(G::Known) -> Box<dyn Player<G>>),
    /// One that needs no limit, and still may think for long where a scenario is large.
    Stoppable(fn(G::Known, StopFlag) -> Box<dyn Player<G>>),
    /// One that searches within a budget. The first is its usual limit; nothing for one that
    /// searches to its end unless it is given a limit. Under a limit it draws nothing, so that
    /// it can be asked again without dice.
    Limited(Option<Limit>, fn(G::Known, MoveBudget) -> Box<dyn Player<G>>),
}

/// A built-in player with its budget: what a full name means.
pub struct PlayerSpec<G: BuiltInPlayers> {
    kind: &'static PlayerKind<G>,
    budget: MoveBudget,
}

impl<G: BuiltInPlayers> Clone for PlayerSpec<G> {
    fn clone(&self) -> Self {
        PlayerSpec { kind: self.kind, budget: self.budget.clone() }
    }
}

impl<G: BuiltInPlayers> PlayerSpec<G> {
    /// The player of a name; a search player may have its limit behind a colon.
    ///
    /// # Errors
    /// No built-in player has the name, or the limit is none.
    pub fn parse(name: &str) -> Result<Self, NotBuiltIn> {
        let (plain, limit) = match name.split_once(':') {
            Some((plain, limit)) => (plain, Some(limit)),
            None => (name, None),
        };
        let kind = G::players().iter().find(|kind| kind.name == plain);
        let kind = kind.ok_or_else(|| NotBuiltIn::Unknown {
            name: plain.to_owned(),
            known: G::players().iter().map(|kind| kind.name).collect(),
        })?;
        let limit = match (&kind.make, limit) {
            (Make::Plain(_) | Make::Stoppable(_), None) => None,
            (Make::Plain(_) | Make::Stoppable(_), Some(_)) => {
                return Err(NotBuiltIn::TakesNoLimit(plain.to_owned()));
            }
            (Make::Limited(usual, _), None) => *usual,
            (Make::Limited(..), Some(limit)) => Some(limit.parse().map_err(NotBuiltIn::Limit)?),
        };
        let stop = StopFlag::default();
        Ok(PlayerSpec { kind, budget: MoveBudget { limit, stop } })
    }

    /// The player of this name, if it knows how to play for a seat.
    ///
    /// # Errors
    /// As [`PlayerSpec::parse`], and a player that only plays for others.
    pub fn for_seat(name: &str, seat: Seat) -> Result<Self, NotBuiltIn> {
        let named = Self::parse(name)?;
        if named.can_sit(seat) {
            return Ok(named);
        }
        let fitting = G::players().iter().filter(|kind| G::can_sit(kind, seat));
        Err(NotBuiltIn::ForOtherSeats {
            name: name.to_owned(),
            fitting: fitting.map(|kind| kind.name).collect(),
        })
    }

    /// Its name without a limit.
    pub(crate) fn plain_name(&self) -> &'static str {
        self.kind.name
    }

    /// True if it knows how to play for a seat.
    pub(crate) fn can_sit(&self, seat: Seat) -> bool {
        G::can_sit(self.kind, seat)
    }

    /// The player of this name for a seat of a game.
    pub(crate) fn in_seat(game: &G, seat: Seat, name: &str) -> Result<Self, Unseated> {
        Self::for_seat(name, seat).map_err(|why| Unseated::Seat { seat: game.seat_name(seat), why })
    }

    /// Replaces the limit, if the player is one that searches.
    pub fn limited(mut self, limit: Limit) -> Self {
        if matches!(self.kind.make, Make::Limited(..)) {
            self.budget.limit = Some(limit);
        }
        self
    }

    /// Has a player that searches within a limit of positions look at so many times as many. False for any
    /// other.
    pub(crate) fn search_further(&mut self, times: u64) -> bool {
        let further = self.budget.limit.and_then(|limit| limit.times(times));
        self.budget.limit = further.or(self.budget.limit);
        further.is_some()
    }

    /// Makes the player obey a stop flag, if it is one that may think for long.
    pub fn stopped_by(mut self, stop: &StopFlag) -> Self {
        self.budget.stop = stop.clone();
        self
    }

    /// True if the player searches under a limit, and so draws nothing.
    pub fn is_limited(&self) -> bool {
        self.budget.limit.is_some()
    }

    /// True if the player makes the same choice again when it sees the same.
    pub fn is_reproducible(&self) -> bool {
        self.budget.limit.is_none_or(Limit::is_reproducible)
    }

    /// Sits it down.
    #[must_use]
    pub fn make(&self, known: G::Known) -> Box<dyn Player<G>> {
        match &self.kind.make {
            Make::Plain(make) => make(known),
            Make::Stoppable(make) => make(known, self.budget.stop.clone()),
            Make::Limited(_, make) => make(known, self.budget.clone()),
        }
    }
}

/// A name that no built-in player has where it was given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotBuiltIn {
    /// No player of the game has it.
    #[error("there is no player `{name}`; choose one of: {}", .known.join(", "))]
    Unknown {
        /// The name, without a limit.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The player of this name does not search, and a limit stands behind it.
    #[error("`{0}` does not search and takes no limit")]
    TakesNoLimit(String),
    /// The text behind the colon is no limit.
    #[error("{0}")]
    Limit(NoLimit),
    /// The player does not know how to play for the seat.
    #[error(
        "`{name}` does not play for this seat; choose one of: {}", .fitting.join(", ")
    )]
    ForOtherSeats {
        /// The full name.
        name: String,
        /// The names of those that do.
        fitting: Vec<&'static str>,
    },
}

/// The reasons for which players cannot be seated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unseated {
    /// There are more names than seats, or fewer.
    #[error("{named} players are named, expected {seats}")]
    Count {
        /// The number of names.
        named: usize,
        /// The number of seats.
        seats: u8,
    },
    /// A seat's name is not built in.
    #[error("{}{why}", seat_words(.seat))]
    Seat {
        /// The seat's short name; empty where it goes without saying.
        seat: String,
        /// The mistake in the player's name.
        why: NotBuiltIn,
    },
    /// The game cannot be played by all of them together: why.
    #[error("{0}")]
    Party(&'static str),
}

/// The beginning of a sentence about a seat, which may go without saying.
fn seat_words(seat: &str) -> String {
    match seat {
        "" => String::new(),
        seat => format!("seat {seat}: "),
    }
}

/// The full name, as headers have it.
impl<G: BuiltInPlayers> fmt::Display for PlayerSpec<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        let limit = self.budget.limit;
        limit.map_or(Ok(()), |limit| write!(f, ":{limit}"))
    }
}

/// Makes one player per seat by name.
///
/// # Errors
/// The seat and the name that no built-in player has, or a wrong number of names.
pub fn seated<G: BuiltInPlayers>(
    game: &Arc<G>,
    names: &[String],
) -> Result<Vec<Box<dyn Player<G>>>, Unseated> {
    let players = (0..).map(Seat).zip(named(&**game, names)?);
    Ok(players.map(|(seat, named)| named.make(G::known(game, seat))).collect())
}

/// The built-in players of some names, one for each seat.
///
/// # Errors
/// As [`seated`].
pub(crate) fn named<G: BuiltInPlayers>(
    game: &G,
    names: &[String],
) -> Result<Vec<PlayerSpec<G>>, Unseated> {
    let (named, seats) = (names.len(), game.seats());
    if named != usize::from(seats) {
        return Err(Unseated::Count { named, seats });
    }
    let named = |(seat, name): (Seat, &String)| PlayerSpec::in_seat(game, seat, name);
    (0..).map(Seat).zip(names).map(named).collect()
}
