//! What a game is: a validated scenario that decides, and a state that is the fold of events.
//!
//! A game never reads a file, never prints, and keeps nothing of a player's memory.

mod masks;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::canonical::form;
use super::check_value::CheckValue;
use super::dice::{Dice, Generator};
use super::seat::Seats;

pub use super::forfeit::{Forfeit, ForfeitCause};
pub use super::seat::Seat;
pub use masks::{Audience, Masks, NothingHidden, SeatSight, Twin, drawn_twin, game_for, known};
pub use masks::{alike, seen};

/// The next turn in a state: a seat's, that of several seats, the world's, or none.
///
/// # Examples
/// ```
/// # mod chase { pub use chase_engine as engine; pub use chase_kit::prelude; }
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

/// The end of a game: its cause and each side's points.
///
/// # Examples
/// ```
/// # mod chase { pub use chase_engine as engine; pub use chase_kit::prelude; }
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
/// # mod chase { pub use chase_engine as engine; pub use chase_kit::prelude; }
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

/// The rule that an action or an event breaks, as one sentence without a full stop.
///
/// # Examples
/// ```
/// # mod chase { pub use chase_engine as engine; pub use chase_kit::prelude; }
/// use chase::prelude::*;
///
/// fn check(sticks: u32, heap: u32) -> Result<(), BrokenRule> {
///     BrokenRule::unless(sticks > 0, "at least one stick is taken")?;
///     if sticks > heap {
///         return Err(BrokenRule::new(format!("there are only {heap} sticks")));
///     }
///     Ok(())
/// }
/// assert_eq!(check(4, 3), Err(BrokenRule::new("there are only 3 sticks")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BrokenRule(Cow<'static, str>);

impl BrokenRule {
    /// The rule that these words tell.
    #[must_use]
    pub fn new(rule: impl Into<Cow<'static, str>>) -> Self {
        BrokenRule(rule.into())
    }

    /// The rule is broken unless something holds.
    ///
    /// # Errors
    /// It does not hold.
    pub fn unless(holds: bool, rule: &'static str) -> Result<(), BrokenRule> {
        if holds { Ok(()) } else { Err(BrokenRule::new(rule)) }
    }
}

/// The events that an action leads to, or the rule that forbids it.
///
/// # Examples
/// ```
/// # mod chase { pub use chase_engine as engine; pub use chase_kit::prelude; }
/// use chase::prelude::*;
///
/// /// Taking a stick leads to one event, as long as there is one.
/// fn decide(sticks: u32) -> Decided<&'static str> {
///     BrokenRule::unless(sticks > 0, "no stick is left")?;
///     Ok(vec!["taken"])
/// }
/// assert!(decide(0).is_err());
/// ```
pub type Decided<E> = Result<Vec<E>, BrokenRule>;

/// Everything that a seat knows of a game before it begins: which seat it is, and the game with its scenario.
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```
/// # mod chase { pub use chase_engine as engine; pub use chase_kit::prelude; }
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // What a player is made of: its seat, and the game with its scenario.
/// let game = Race::new(Goal { goal: 10 })?;
/// let known = Known { seat: Seat(0), game: std::sync::Arc::new(game) };
/// assert_eq!(known.scenario().goal, 10);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Known<G> {
    /// The seat that knows this.
    pub seat: Seat,
    /// The game, without what [`Masks::scenario`] hides of it.
    pub game: Arc<G>,
}

impl<G> Clone for Known<G> {
    fn clone(&self) -> Self {
        Known { seat: self.seat, game: Arc::clone(&self.game) }
    }
}

impl<G: Game> Known<G> {
    /// The scenario, as far as the seat knows it.
    #[must_use]
    pub fn scenario(&self) -> &G::Scenario {
        self.game.scenario()
    }
}

/// The view that a seat has of the game when it must choose.
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```
/// # mod chase { pub use chase_engine as engine; pub use chase_kit::prelude; }
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// /// How much is missing to the goal, as a player asks it of its view.
/// fn missing(view: &View<'_, Race>) -> u32 {
///     view.game.scenario().goal - view.state.sum
/// }
/// # let _ = missing;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct View<'a, G: Game> {
    /// The game that is played.
    pub game: &'a G,
    /// The state in which the seat must choose, without what [`Masks::state`] hides
    /// of it.
    pub state: &'a G::State,
    /// The seat to move.
    pub seat: Seat,
}

/// The rules of one game, bound to one validated scenario.
///
/// `decide` and `world` choose (all rules, all chance) and change nothing; `apply` writes down
/// what was chosen and is the only thing that changes a state. It refuses what the rules could
/// not have produced, so that a stored history is believed only as far as it is possible. The first turn is
/// the world's: it opens cycle 0.
///
/// Every seat may know everything, unless [`Game::masks`] says otherwise. How the game is told, shown and
/// sent, and who plays it, is said in `Playable`, which stands above this crate.
pub trait Game: Sized + Send + Sync + 'static {
    /// The name in files and on the command line (`nim`): lower case, without blanks.
    const NAME: &'static str;
    /// The number of the event schema, raised whenever events or their meaning change.
    const RULES: u32 = 1;
    /// The word for one cycle (`move`).
    const CYCLE: &'static str = "move";
    /// The generator that draws when nobody names one.
    const DICE: Generator = Generator::Chacha8;

    /// The content of a scenario file: plain data, not yet validated.
    type Scenario: Clone + Serialize + DeserializeOwned + Send + Sync;
    /// Everything that the rules need to go on, and nothing else: small, and cheap to clone. Its JSON form
    /// needs maps whose keys are texts or numbers; a field is never left out (`skip_serializing_if`), as
    /// snapshots are binary.
    type State: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send;
    /// An action that a seat can ask for. It is hashed into seals: it holds no floating-point
    /// number, no map and no integer of 128 bits, and leaves no field out.
    type Action: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send;
    /// An event that changes the state. What is said of [`Game::Action`] holds for it too.
    type Event: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send;

    /// Makes a game of a scenario, or names what is wrong with it.
    ///
    /// # Errors
    /// The first faulty item, with what was expected.
    fn new(scenario: Self::Scenario) -> Result<Self, Fault>;

    /// The scenario this game was made of.
    fn scenario(&self) -> &Self::Scenario;

    /// The number of seats, 1 to [`Seat::COUNT_MAX`]. A game with another number is neither played nor
    /// opened.
    fn seats(&self) -> u8 {
        2
    }

    /// A seat's short name in messages (`P1`).
    fn seat_name(&self, seat: Seat) -> String {
        format!("P{}", seat.0 + 1)
    }

    /// The sides that win or lose together, one at least, in the order of [`Outcome::points`]: by default,
    /// each seat is one. There are more sides than seats if some sides have no player.
    fn sides(&self) -> &'static [&'static str] {
        sides_of_seats(self.seats())
    }

    /// The place of a seat's side in [`Game::sides`]. In most games each seat is a side, or the
    /// first seat is one and all others are the other.
    fn side(&self, seat: Seat) -> usize {
        seat.index().min(self.sides().len() - 1)
    }

    /// The thinking time that the scenario gives a seat, where it names one.
    fn clock_given(&self) -> ThinkingTime {
        ThinkingTime::default()
    }

    /// The state before anything happened.
    fn start(&self) -> Self::State;

    /// The cycle that the next entry belongs to; after the end, the last one.
    fn clock(&self, state: &Self::State) -> u64;

    /// The last cycle there can be, where there is one.
    fn last_possible_cycle(&self) -> Option<u64> {
        None
    }

    /// The next turn in a state.
    fn turn(&self, state: &Self::State) -> Turn;

    /// True if a state read from a file is one that this game could be in.
    fn is_valid_state(&self, state: &Self::State) -> bool;

    /// All legal actions of a seat whose turn it is, each once, in a fixed order.
    fn legal(&self, state: &Self::State, seat: Seat) -> Vec<Self::Action>;

    /// [`Game::legal`], written into a buffer that is used again, or as the game has it ready: for games of
    /// which millions are played.
    fn legal_in<'a>(
        &'a self,
        state: &Self::State,
        seat: Seat,
        buffer: &'a mut Vec<Self::Action>,
    ) -> &'a [Self::Action] {
        *buffer = self.legal(state, seat);
        buffer
    }

    /// The events that an action leads to, or the rule that forbids it.
    fn decide(
        &self,
        state: &Self::State,
        seat: Seat,
        action: &Self::Action,
        dice: &mut Dice,
    ) -> Decided<Self::Event>;

    /// Appends [`Game::decide`] to a list that is used again, as [`Game::legal_in`] does.
    ///
    /// # Errors
    /// The rule that forbids the action; nothing is appended then.
    fn decide_in(
        &self,
        state: &Self::State,
        seat: Seat,
        action: &Self::Action,
        dice: &mut Dice,
        out: &mut Vec<Self::Event>,
    ) -> Result<(), BrokenRule> {
        out.extend(self.decide(state, seat, action, dice)?);
        Ok(())
    }

    /// The events that a joint action leads to, one or more, in a game that has a turn of
    /// [`Turn::Seats`]. `chosen` has every seat of that turn, in the order of play, with its action, which is
    /// one of [`Game::legal`], or nothing where it lost its turn. [`Game::decide`] and
    /// [`Game::forfeit`] are not called in such a turn.
    ///
    /// # Panics
    /// By default, as most games ask one seat at a time.
    fn decide_joint(
        &self,
        _state: &Self::State,
        _chosen: &[(Seat, Option<Self::Action>)],
        _dice: &mut Dice,
    ) -> Vec<Self::Event> {
        unreachable!("{}: nothing says what comes of a joint action", Self::NAME)
    }

    /// True if an event is the first that a joint action leads to; `before` is the state it
    /// changes. By default this calls [`Game::decide_joint`] again with other dice. Override it
    /// if joint actions draw.
    fn joint_matches(
        &self,
        before: &Self::State,
        chosen: &[(Seat, Option<Self::Action>)],
        event: &Self::Event,
    ) -> bool {
        let dice = &mut Dice::new(Generator::Chacha8, 0, 0);
        let decided = self.decide_joint(before, chosen, dice);
        decided.first() == Some(event)
    }

    /// The events of the world's turn, one or more.
    fn world(&self, state: &Self::State, dice: &mut Dice) -> Vec<Self::Event>;

    /// Appends [`Game::world`] to a list that is used again.
    fn world_in(&self, state: &Self::State, dice: &mut Dice, out: &mut Vec<Self::Event>) {
        out.extend(self.world(state, dice));
    }

    /// The events that follow when a seat loses its turn, at least one.
    fn forfeit(&self, state: &Self::State, seat: Seat, why: &Forfeit) -> Vec<Self::Event>;

    /// Applies one event to the state.
    ///
    /// # Errors
    /// The rule that the event breaks; the state is untouched then.
    fn apply(&self, state: &mut Self::State, event: &Self::Event) -> Result<(), BrokenRule>;

    /// True if an event is the first that an action leads to; `before` is the state it changes. The fold
    /// holds the first event of every turn against its action, so that the two cannot tell different
    /// stories. By default this calls [`Game::decide`] again with other dice. Override it if actions draw.
    fn event_matches(
        &self,
        before: &Self::State,
        seat: Seat,
        action: &Self::Action,
        event: &Self::Event,
    ) -> bool {
        let dice = &mut Dice::new(Generator::Chacha8, 0, 0);
        let decided = self.decide(before, seat, action, dice);
        decided.is_ok_and(|events| events.first() == Some(event))
    }

    /// True if two different actions can lead to the same event, such as a teleport to a place that
    /// luck chooses and a teleport to the same place by name.
    #[must_use]
    fn are_alike(_one: &Self::Action, _other: &Self::Action) -> bool {
        false
    }

    /// The seat that ended the game, in a game that one seat ends: who caught somebody.
    fn ended_by(&self, _state: &Self::State) -> Option<Seat> {
        None
    }

    /// Adds the state that a game ended in to a check value: its canonical bytes, or fewer words
    /// where these tell as much. A state without canonical bytes adds nothing.
    fn check_state(&self, state: &Self::State, check: CheckValue) -> CheckValue {
        form(state).map_or(check, |bytes| check.bytes(&bytes))
    }

    /// The masks that take out what seats may not know. A game with secrets returns a type of its
    /// own, whose `impl` of [`Masks`] says it. By default every seat may know everything.
    #[must_use]
    fn masks() -> impl Masks<Self> {
        NothingHidden
    }
}

/// The names of sides where each seat is a side.
pub fn sides_of_seats(seats: u8) -> &'static [&'static str] {
    const SIDES: [&str; 13] = [
        "player 1",
        "player 2",
        "player 3",
        "player 4",
        "player 5",
        "player 6",
        "player 7",
        "player 8",
        "player 9",
        "player 10",
        "player 11",
        "player 12",
        "player 13",
    ];
    &SIDES[..usize::from(seats).min(SIDES.len())]
}

/// The state after events; nothing where the rules refuse one of them.
pub fn after<G: Game>(game: &G, state: &G::State, events: &[G::Event]) -> Option<G::State> {
    let mut state = state.clone();
    for event in events {
        game.apply(&mut state, event).ok()?;
    }
    Some(state)
}
