//! Built-in players by their full names, and the seats they are made for.

use std::fmt;
use std::sync::Arc;

use super::budget::{Limit, MoveBudget, NoLimit, StopFlag};
use super::faces::Playable;
use super::player_kind::{Make, PlayerKind};
use chase_engine::game::{Known, Seat, known};
use chase_engine::player::Player;

/// A built-in player with its budget: what a full name means.
pub struct PlayerSpec<G: Playable> {
    kind: &'static PlayerKind<G>,
    budget: MoveBudget,
}

impl<G: Playable> Clone for PlayerSpec<G> {
    fn clone(&self) -> Self {
        PlayerSpec { kind: self.kind, budget: self.budget.clone() }
    }
}

impl<G: Playable> PlayerSpec<G> {
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
    pub fn plain_name(&self) -> &'static str {
        self.kind.name
    }

    /// True if it knows how to play for a seat.
    pub fn can_sit(&self, seat: Seat) -> bool {
        G::can_sit(self.kind, seat)
    }

    /// The player of this name for a seat of a game.
    pub fn in_seat(game: &G, seat: Seat, name: &str) -> Result<Self, Unseated> {
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
    pub fn search_further(&mut self, times: u64) -> bool {
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
    pub fn make(&self, known: Known<G>) -> Box<dyn Player<G>> {
        match &self.kind.make {
            Make::Plain(make) => make(known),
            Make::Stoppable(make) => make(known, self.budget.stop.clone()),
            Make::Limited(_, make) => make(known, self.budget.clone()),
        }
    }
}

/// The built-in player of a seat, game after game.
pub struct BuiltInSeat<G: Playable> {
    /// The player.
    pub named: PlayerSpec<G>,
    /// What its seat may know.
    pub known: Known<G>,
}

impl<G: Playable> BuiltInSeat<G> {
    /// Sits it down.
    #[must_use]
    pub fn make(&self) -> Box<dyn Player<G>> {
        self.named.make(self.known.clone())
    }

    /// Has the one who sits there begin another game; one that cannot is made anew.
    pub fn renew(&self, player: &mut Box<dyn Player<G>>) {
        if !player.reset(&self.known) {
            *player = self.make();
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
}

/// The beginning of a sentence about a seat, which may go without saying.
fn seat_words(seat: &str) -> String {
    match seat {
        "" => String::new(),
        seat => format!("seat {seat}: "),
    }
}

/// The full name, as headers have it.
impl<G: Playable> fmt::Display for PlayerSpec<G> {
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
pub fn seated<G: Playable>(
    game: &Arc<G>,
    names: &[String],
) -> Result<Vec<Box<dyn Player<G>>>, Unseated> {
    let players = (0..).map(Seat).zip(named(&**game, names)?);
    Ok(players.map(|(seat, named)| named.make(known(game, seat))).collect())
}

/// The built-in players of some names, one for each seat.
///
/// # Errors
/// As [`seated`].
pub fn named<G: Playable>(game: &G, names: &[String]) -> Result<Vec<PlayerSpec<G>>, Unseated> {
    let (named, seats) = (names.len(), game.seats());
    if named != usize::from(seats) {
        return Err(Unseated::Count { named, seats });
    }
    let named = |(seat, name): (Seat, &String)| PlayerSpec::in_seat(game, seat, name);
    (0..).map(Seat).zip(names).map(named).collect()
}
