//! What chooses for a seat.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::dice::Dice;
use super::forfeit::Forfeit;
use super::game::Game;
use super::seat::Seat;

/// Chooses for one seat: a strategy, a person, a program.
///
/// A player's memory is a fold of what its seat saw. Feeding the log to a fresh player rebuilds
/// it, which is how undo, resuming and explaining work; [`Player::choose`] must therefore leave
/// nothing behind that [`Player::observe`] could not have made.
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/race.rs"));
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

    /// Whether it takes in anything. Who answers no is told nothing, which is faster.
    fn watches(&self) -> bool {
        true
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

/// How long a search player may think about a move. It stands in the player's full name, behind
/// a colon: `alphabeta:nodes=10000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many positions, 1 or more. Repeats itself on any machine.
    Nodes(u64),
    /// So many moves ahead, 1 or more. Repeats itself on any machine.
    Depth(u8),
    /// So long by the clock, at least a millisecond. Never repeats itself for certain.
    Time(Duration),
}

impl Limit {
    /// Whether a search under this limit comes to the same move again.
    #[must_use]
    pub fn is_reproducible(self) -> bool {
        !matches!(self, Limit::Time(_))
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Limit::Depth(depth) => write!(f, "depth={depth}"),
            Limit::Time(time) => write!(f, "time={}ms", time.as_millis()),
        }
    }
}

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let what = || format!("`{text}` is no limit; expected nodes=N, depth=N or time=100ms");
        let (kind, amount) = text.split_once('=').ok_or_else(what)?;
        match kind {
            "nodes" => amount.parse().ok().filter(|n| *n > 0).map(Limit::Nodes),
            "depth" => amount.parse().ok().filter(|n| *n > 0).map(Limit::Depth),
            "time" => parse_time(amount).ok().map(Limit::Time),
            _ => None,
        }
        .ok_or_else(what)
    }
}

/// A time as people write it: `100ms`, `5s`, `2m`. At least a millisecond, in whole ones.
///
/// # Errors
/// What was expected.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).map_err(|_| "expected a time like 100ms or 5s")?;
    let is_whole = time.subsec_nanos() % 1_000_000 == 0 && !time.is_zero();
    if is_whole && time <= TIME_MAX {
        Ok(time)
    } else {
        Err("expected a time of whole milliseconds, at most a day".into())
    }
}

/// The longest time that can be given.
const TIME_MAX: Duration = Duration::from_secs(24 * 60 * 60);

/// A built-in player that can be made by name.
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/race.rs"));
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
    /// How one is made.
    pub make: Make<G>,
}

/// A game that brings players along. The rules of a game know nothing of who plays it, so this is
/// said apart from them.
pub trait BuiltInPlayers: Game {
    /// The built-in players.
    fn players() -> &'static [PlayerKind<Self>];

    /// Whether a built-in player knows how to play for a seat.
    fn can_sit(_kind: &PlayerKind<Self>, _seat: Seat) -> bool {
        true
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
    /// One that searches until a limit; the first is its usual one.
    Limited(Limit, fn(G::Known, Limit) -> Box<dyn Player<G>>),
}

/// A built-in player with its limit: what a full name means.
pub struct Named<G: BuiltInPlayers> {
    kind: &'static PlayerKind<G>,
    limit: Option<Limit>,
}

impl<G: BuiltInPlayers> Named<G> {
    /// The player of this name; a search player may have its limit behind a colon.
    ///
    /// # Errors
    /// No built-in player has the name, or the limit is none.
    pub fn parse(name: &str) -> Result<Self, String> {
        let (plain, limit) = match name.split_once(':') {
            Some((plain, limit)) => (plain, Some(limit)),
            None => (name, None),
        };
        let kind = G::players().iter().find(|kind| kind.name == plain);
        let kind = kind.ok_or_else(|| {
            let known: Vec<_> = G::players().iter().map(|kind| kind.name).collect();
            format!(
                "no player is called `{plain}`; there are {}",
                known.join(", ")
            )
        })?;
        let limit = match (&kind.make, limit) {
            (Make::Plain(_), None) => None,
            (Make::Plain(_), Some(_)) => {
                return Err(format!("`{plain}` does not search and takes no limit"));
            }
            (Make::Limited(usual, _), None) => Some(*usual),
            (Make::Limited(..), Some(limit)) => Some(limit.parse()?),
        };
        Ok(Named { kind, limit })
    }

    /// The player of this name, if it knows how to play for a seat.
    ///
    /// # Errors
    /// As [`Named::parse`], and a player that only plays for others.
    pub fn for_seat(name: &str, seat: Seat) -> Result<Self, String> {
        let named = Self::parse(name)?;
        if G::can_sit(named.kind, seat) {
            return Ok(named);
        }
        let fitting: Vec<_> = G::players()
            .iter()
            .filter(|kind| G::can_sit(kind, seat))
            .map(|kind| kind.name)
            .collect();
        Err(format!(
            "`{name}` does not play for this seat; there are {}",
            fitting.join(", ")
        ))
    }

    /// The same under another limit, if it is one that searches.
    #[must_use]
    pub fn limited(self, limit: Limit) -> Self {
        Named {
            limit: self.limit.and(Some(limit)),
            ..self
        }
    }

    /// Whether it searches, and so obeys a limit.
    #[must_use]
    pub fn searches(&self) -> bool {
        self.limit.is_some()
    }

    /// Whether it chooses the same again when it sees the same.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        self.limit.is_none_or(Limit::is_reproducible)
    }

    /// Sits it down.
    #[must_use]
    pub fn make(&self, known: G::Known) -> Box<dyn Player<G>> {
        match (&self.kind.make, self.limit) {
            (Make::Plain(make), _) => make(known),
            (Make::Limited(_, make), Some(limit)) => make(known, limit),
            (Make::Limited(usual, make), None) => make(known, *usual),
        }
    }
}

/// The full name, as headers have it.
impl<G: BuiltInPlayers> fmt::Display for Named<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        self.limit.map_or(Ok(()), |limit| write!(f, ":{limit}"))
    }
}

/// Makes one player per seat by name.
///
/// # Errors
/// The seat and the name that no built-in player has, or a wrong number of names.
pub fn seated<G: BuiltInPlayers>(
    game: &G,
    names: &[String],
) -> Result<Vec<Box<dyn Player<G>>>, String> {
    if names.len() != usize::from(game.seats()) {
        return Err(format!(
            "{} players are named, expected {}",
            names.len(),
            game.seats()
        ));
    }
    (0..game.seats())
        .zip(names)
        .map(|(seat, name)| {
            let seat = Seat(seat);
            let named = Named::<G>::for_seat(name, seat);
            let named = named.map_err(|what| format!("seat {}: {what}", game.seat_name(seat)))?;
            Ok(named.make(game.known(seat)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_reads_back_what_it_prints() {
        for text in ["nodes=1", "depth=14", "time=100ms", "time=86400000ms"] {
            let limit: Limit = text.parse().expect("a limit");
            assert_eq!(limit.to_string(), text);
        }
        assert_eq!("time=5s".parse(), Ok(Limit::Time(Duration::from_secs(5))));
    }

    #[test]
    fn what_is_no_limit_is_refused() {
        for text in [
            "",
            "nodes",
            "nodes=",
            "nodes=0",
            "nodes=-1",
            "depth=256",
            "time=0s",
            "time=1us",
            "time=5",
            "time=25h",
            "plies=3",
        ] {
            assert!(text.parse::<Limit>().is_err(), "{text}");
        }
    }
}
