//! What a game is: a validated scenario that decides, and a state that is the fold of events.
//!
//! A game never reads a file, never prints, and keeps nothing of a player's memory.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::canonical::form;
use super::check_value::CheckValue;
use super::dice::Dice;
use super::seat::Seats;

pub use super::forfeit::{Forfeit, ForfeitCause};
pub use super::seat::Seat;

/// The next turn in a state: a seat's, that of several seats, the world's, or none.
///
/// # Examples
/// ```
/// # use chase_core as chase;
/// use chase::prelude::*;
///
/// // The first turn of every game is the world's, who opens cycle 0.
/// fn turn(opened: bool, moves: usize) -> Turn {
///     match (opened, moves) {
///         (false, _) => Turn::World,
///         (true, 9) => Turn::Over(Outcome::won("full", 0, 2)),
///         (true, moves) => Turn::Seat(Seat((moves % 2) as u8)),
///     }
/// }
/// assert_eq!(turn(true, 3), Turn::Seat(Seat(1)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    /// A seat must act.
    Seat(Seat),
    /// Two seats or more must act at once: none of them sees what another one chooses.
    Seats(Seats),
    /// The surroundings act: openings, end tests, what happens when a cycle closes.
    World,
    /// Nothing more can happen.
    Over(Outcome),
}

impl Turn {
    /// The outcome of the game, if it is over.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::Over(outcome) => Some(outcome),
            Turn::Seat(_) | Turn::Seats(_) | Turn::World => None,
        }
    }

    /// The seats that must act; none where the surroundings act, and after the end.
    #[must_use]
    pub fn seats(&self) -> Seats {
        match self {
            Turn::Seat(seat) => Seats::from(*seat),
            Turn::Seats(seats) => *seats,
            Turn::World | Turn::Over(_) => Seats::default(),
        }
    }
}

/// The seats that can see an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Nobody learns from it.
    Nobody,
    /// One seat at most.
    One(Seat),
    /// Any seat may learn from it; each is asked about.
    All,
}

/// The end of a game: its cause and each side's points.
///
/// # Examples
/// ```
/// # use chase_core as chase;
/// use chase::prelude::*;
///
/// // Side 1 of two has won; a shared win has the same points for both.
/// let outcome = Outcome::won("last_stick", 1, 2);
/// assert_eq!(outcome.cause, "last_stick");
/// assert!(outcome.points[1] > outcome.points[0]);
/// assert_eq!(Outcome::draw("board_full", 2).points, [1, 1]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The cause, one word of the game's own list (`caught`, `time_up`).
    pub cause: Cow<'static, str>,
    /// Points per side: 2 for a win, 1 each for a shared one, 0 for a loss.
    pub points: Vec<u8>,
}

impl Outcome {
    /// One side has won alone, of so many.
    #[must_use]
    pub fn won(cause: &'static str, winner: usize, sides: usize) -> Self {
        let points = |side| if side == winner { 2 } else { 0 };
        Outcome { cause: cause.into(), points: (0..sides).map(points).collect() }
    }

    /// So many sides share the win.
    #[must_use]
    pub fn draw(cause: &'static str, sides: usize) -> Self {
        Outcome { cause: cause.into(), points: vec![1; sides] }
    }
}

/// The thinking time of a seat in milliseconds; nothing means that there is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThinkingTime {
    /// For a move.
    pub move_ms: Option<u64>,
    /// For a game, or the rest of it.
    pub game_ms: Option<u64>,
}

/// A scenario that cannot be played: which item is at fault, what was expected.
///
/// # Examples
/// ```
/// # use chase_core as chase;
/// use chase::prelude::*;
///
/// // The scenario as a whole is wrong, or its third heap is: heaps count from 0.
/// let whole = Fault::whole("expected 1 to 20 heaps");
/// let third = Fault::nth("heap", 2, "expected 1 to 100 sticks");
/// assert_eq!(whole.to_string(), "expected 1 to 20 heaps");
/// assert_eq!(third.to_string(), "heap 2: expected 1 to 100 sticks");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Fault {
    /// The faulty item, as its game names it, so that a loader can find its line.
    pub item: Item,
    /// The mistake and what was expected, one sentence without a full stop.
    pub what: String,
}

/// A part of a scenario that an error can point at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// The scenario as a whole.
    Whole,
    /// A thing there is one of: `getaway`.
    The(&'static str),
    /// The n-th of a kind, from 0: (`road`, 7).
    Nth(&'static str, usize),
}

impl Fault {
    /// A fault of the scenario as a whole.
    #[must_use]
    pub fn whole(what: impl Into<String>) -> Self {
        let (item, what) = (Item::Whole, what.into());
        Fault { item, what }
    }

    /// A fault of the n-th of a kind, from 0.
    #[must_use]
    pub fn nth(kind: &'static str, n: usize, what: impl Into<String>) -> Self {
        let (item, what) = (Item::Nth(kind, n), what.into());
        Fault { item, what }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.item {
            Item::Whole => f.write_str(&self.what),
            Item::The(kind) => write!(f, "{kind}: {}", self.what),
            Item::Nth(kind, n) => write!(f, "{kind} {n}: {}", self.what),
        }
    }
}

/// A game and a state without what a seat may not know.
pub struct Masked<G: Game> {
    /// The game of the scenario that the seat knows, where that is another.
    pub game: Option<Box<G>>,
    /// The state as the seat sees it.
    pub state: G::State,
}

/// A state in which a seat must choose, without what this seat may not know.
pub struct SeatSight<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    masked: Option<Masked<G>>,
}

impl<'a, G: Game> SeatSight<'a, G> {
    /// Takes out of a state everything that a seat may not know.
    #[inline(always)]
    pub fn new(game: &'a G, state: &'a G::State, seat: Seat) -> Self {
        SeatSight { game, state, seat, masked: game.masked(state, seat) }
    }

    /// The view that the seat's player is given.
    #[inline(always)]
    pub fn view(&self) -> G::View<'_> {
        match &self.masked {
            None => self.game.view(self.state, self.seat),
            Some(Masked { game, state }) => {
                let game = game.as_deref().unwrap_or(self.game);
                game.view(state, self.seat)
            }
        }
    }
}

/// The rules of one game, bound to one validated scenario.
///
/// `decide` and `world` choose (all rules, all chance) and change nothing; `apply` writes down
/// what was chosen and is the only thing that changes a state. It refuses what the rules could
/// not have produced, so that a stored history is believed only as far as it is possible.
pub trait Game: Sized + Send + Sync + 'static {
    /// The name in files and on the command line (`police`).
    const NAME: &'static str;
    /// The number of this game's event schema, raised whenever events or their meaning change.
    const RULES: u32;
    /// The word for one cycle (`hour`).
    const CYCLE: &'static str;
    /// The generator that draws when nobody names one.
    const DICE: super::dice::Generator;

    /// The content of a scenario file: plain data, not yet validated.
    type Scenario: Serialize + DeserializeOwned + Send + Sync;
    /// Everything that the rules need to go on, and nothing else. Small, and cheap to clone.
    type State: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send;
    /// Everything that a seat may know of the scenario before the game: never a seed, never a
    /// hidden start.
    type Known: Clone + Send;
    /// The view of the state that a seat has when it must choose.
    type View<'a>;
    /// The facts that a seat learns from an event.
    type Seen;
    /// An action that a seat can ask for.
    type Action: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send;
    /// An event that changes the state.
    type Event: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send;
    /// The rule that an action or event breaks.
    type Illegal: std::error::Error;

    /// Makes a game of a scenario, or names what is wrong with it.
    ///
    /// # Errors
    /// The first faulty item, with what was expected.
    fn new(scenario: Self::Scenario) -> Result<Self, Fault>;

    /// The scenario this game was made of.
    fn scenario(&self) -> &Self::Scenario;

    /// The number of seats, 1 to [`Seat::COUNT_MAX`]; a game with another number is neither played
    /// nor opened.
    fn seats(&self) -> u8;

    /// A seat's short name in messages (`D2`).
    fn seat_name(&self, seat: Seat) -> String;

    /// The sides that win or lose together, one at least, in the order of [`Outcome::points`].
    fn sides(&self) -> &'static [&'static str];

    /// The place of a seat's side in [`Game::sides`]. In most games each seat is a side, or the
    /// first seat is one and all others are the other.
    fn side(&self, seat: Seat) -> usize {
        seat.index().min(self.sides().len() - 1)
    }

    /// The thinking time that the scenario gives a seat, where it names one.
    fn clock_given(&self) -> ThinkingTime {
        ThinkingTime::default()
    }

    /// The state before anything happened. Its first turn is the world's: it opens cycle 0.
    fn start(&self) -> Self::State;

    /// The cycle that the next entry belongs to; after the end, the last one.
    fn clock(&self, state: &Self::State) -> u64;

    /// The last cycle there can be, where the scenario sets one.
    fn last_possible_cycle(&self) -> Option<u64>;

    /// The next turn in a state.
    fn turn(&self, state: &Self::State) -> Turn;

    /// True if a state read from a file is one that this game could be in.
    fn is_valid_state(&self, state: &Self::State) -> bool;

    /// All legal actions of a seat whose turn it is, in a fixed order. They are written into
    /// `buffer`, or the game has them ready and leaves it alone.
    fn legal<'a>(
        &'a self,
        state: &Self::State,
        seat: Seat,
        buffer: &'a mut Vec<Self::Action>,
    ) -> &'a [Self::Action];

    /// Appends the events that an action leads to.
    ///
    /// # Errors
    /// The rule that forbids the action; nothing is appended then.
    fn decide(
        &self,
        state: &Self::State,
        seat: Seat,
        action: &Self::Action,
        dice: &mut Dice,
        out: &mut Vec<Self::Event>,
    ) -> Result<(), Self::Illegal>;

    /// Appends the events that a joint action leads to, one or more. `chosen` has every seat of the
    /// [`Turn::Seats`], in the order of play, with its legal action, or nothing where it lost its turn.
    /// [`Game::decide`] and [`Game::forfeit`] are not called in such a turn.
    ///
    /// # Panics
    /// By default, as most games ask one seat at a time.
    fn decide_joint(
        &self,
        _state: &Self::State,
        _chosen: &[(Seat, Option<Self::Action>)],
        _dice: &mut Dice,
        _out: &mut Vec<Self::Event>,
    ) {
        unreachable!("{}: nothing says what comes of a joint action", Self::NAME);
    }

    /// True if an event is the first that a joint action leads to; `before` is the state it
    /// changes.
    fn joint_matches(
        &self,
        _before: &Self::State,
        _chosen: &[(Seat, Option<Self::Action>)],
        _event: &Self::Event,
    ) -> bool {
        false
    }

    /// Appends the events of the world's turn.
    fn world(&self, state: &Self::State, dice: &mut Dice, out: &mut Vec<Self::Event>);

    /// Appends what happens when a seat loses its turn.
    fn forfeit(&self, state: &Self::State, seat: Seat, why: &Forfeit, out: &mut Vec<Self::Event>);

    /// Writes one event down.
    ///
    /// # Errors
    /// The rule that the event breaks; the state is untouched then.
    fn apply(&self, state: &mut Self::State, event: &Self::Event) -> Result<(), Self::Illegal>;

    /// True if an event is what a seat asked for with an action; `before` is the state it changes.
    /// The fold holds the first event of every turn against its action, so that the two cannot tell
    /// different stories.
    fn event_matches(
        &self,
        before: &Self::State,
        seat: Seat,
        action: &Self::Action,
        event: &Self::Event,
    ) -> bool;

    /// True if two different actions can lead to the same first event.
    fn are_alike(_one: &Self::Action, _other: &Self::Action) -> bool {
        false
    }

    /// Everything that a seat may know before the game.
    fn known(game: &Arc<Self>, seat: Seat) -> Self::Known;

    /// The view that a seat has of a state when it must choose. Code that asks a player goes
    /// through [`SeatSight`].
    fn view<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Self::View<'a>;

    /// The game and the state without what a seat may not know, in games whose
    /// [`view`](Game::view) shows all that it is made of.
    #[inline(always)]
    fn masked(&self, _state: &Self::State, _seat: Seat) -> Option<Masked<Self>> {
        None
    }

    /// The seats that could learn anything from an event. Only these are asked about in
    /// [`Game::seen`].
    fn audience(&self, _before: &Self::State, _event: &Self::Event) -> Audience {
        Audience::All
    }

    /// The facts that a seat learns from an event; `before` is the state it is about to change. The
    /// only place where anything becomes known to a seat.
    fn seen(&self, before: &Self::State, event: &Self::Event, seat: Seat) -> Option<Self::Seen>;

    /// The seat that ended the game, in a game that one seat ends: who caught somebody.
    fn ended_by(&self, _state: &Self::State) -> Option<Seat> {
        None
    }

    /// Adds the state that a game ended in to a check value: its canonical bytes, or fewer words
    /// where these tell as much. A state without canonical bytes adds nothing.
    fn check_state(&self, state: &Self::State, check: CheckValue) -> CheckValue {
        form(state).map_or(check, |bytes| check.bytes(&bytes))
    }
}
