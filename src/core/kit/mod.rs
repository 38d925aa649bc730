//! The kit: what the author of a game without secrets writes, and everything else made of it.
//!
//! [`OpenGame`] asks for the rules and the words of a game in which every seat may know
//! everything. From it come the game itself for the core, what seats know and see, the messages to
//! players outside the process, the transcript with its reader, and the referee.
//!
//! A game with secrets, or with a transcript that a document prescribes, implements those traits
//! itself, and still need not write what they have in common: [`OpenWireForm`] makes the messages
//! of any game without secrets, [`BlockReader`](super::blocks::BlockReader) the reader of any
//! transcript of blocks, and [`Transcript`](super::transcript::Transcript) and
//! [`RefereeRules`](super::rules_referee::RefereeRules) have defaults of their own.

mod picture;
mod referee;
mod rules;
mod transcript;
mod wire_form;

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::dice::{Dice, Generator};
use super::game::{Fault, Forfeit, Game, Outcome, Seat, Turn};
use super::numbers::Numbers;
use super::player::{Player, PlayerKind};
use super::trace::Column;

pub use rules::{OpenKnown, OpenView};
pub use transcript::{Facts, Totals};
pub use wire_form::OpenWireForm;

/// The rule that an action or an event breaks, as one sentence without a full stop.
///
/// # Examples
/// ```
/// # use chase_core as chase;
/// use chase::prelude::*;
///
/// fn check(sticks: u32, heap: u32) -> Result<(), BrokenRule> {
///     BrokenRule::unless(sticks > 0, "at least one stick is taken")?;
///     BrokenRule::unless(sticks <= heap, "there are not that many sticks")
/// }
/// assert_eq!(check(4, 3), Err(BrokenRule("there are not that many sticks")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrokenRule(pub &'static str);

impl BrokenRule {
    /// The rule is broken unless something holds.
    ///
    /// # Errors
    /// It does not hold.
    pub fn unless(holds: bool, rule: &'static str) -> Result<(), BrokenRule> {
        if holds { Ok(()) } else { Err(BrokenRule(rule)) }
    }
}

impl fmt::Display for BrokenRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for BrokenRule {}

/// The events that an action leads to, or the rule that forbids it.
///
/// # Examples
/// ```
/// # use chase_core as chase;
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

/// A cell of the transcript: its name, one word.
///
/// # Examples
/// ```
/// # use chase_core as chase;
/// use chase::prelude::*;
///
/// assert_eq!(cell("heaps").name, "heaps");
/// ```
#[must_use]
pub const fn cell(name: &'static str) -> Column {
    Column::whole(name)
}

/// The last of [`OpenGame::CELLS`]: what was done in the cycle, in words.
///
/// # Examples
/// ```
/// # use chase_core as chase;
/// use chase::prelude::*;
///
/// // The last cell of a game is always this one.
/// const CELLS: &[Column] = &[cell("sum"), DEEDS];
/// ```
pub const DEEDS: Column = Column::whole("action").unshown();

/// A game without secrets: its rules, and how it is told.
///
/// The rules are those of [`Game`]: `decide` and `world` choose and change nothing, `apply` writes
/// one event down and refuses what the rules could not have produced. The first turn is the
/// world's: it opens cycle 0.
pub trait OpenGame: Sized + Send + Sync + 'static {
    /// The name in files and on the command line (`nim`): lower case, without blanks.
    const NAME: &'static str;
    /// The number of the event schema, raised whenever events or their meaning change.
    const RULES: u32 = 1;
    /// What a cycle is called (`move`).
    const CYCLE: &'static str = "move";
    /// The generator that draws when nobody names one.
    const DICE: Generator = Generator::Chacha8;
    /// The cells that a transcript shows after every cycle, and [`DEEDS`] as the last: 62 at most.
    /// Others do not compile.
    const CELLS: &'static [Column];

    /// What a file says: plain data, not yet believed.
    type Scenario: Clone + Serialize + DeserializeOwned + Send + Sync;
    /// What the rules need to go on, and nothing else. Its JSON form needs maps whose keys are texts
    /// or numbers; a field is never left out (`skip_serializing_if`), as snapshots are binary.
    type State: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send;
    /// What a seat can ask for. Seals are made of it: it holds no floating-point number, no map and
    /// no integer of 128 bits, and leaves no field out.
    type Action: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send;
    /// What can happen. What is said of [`OpenGame::Action`] holds for it too.
    type Event: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send;

    /// Makes a game of a scenario, or names what is wrong with it.
    ///
    /// # Errors
    /// The first faulty item, with what was expected.
    fn new(scenario: Self::Scenario) -> Result<Self, Fault>;

    /// The scenario this game was made of.
    fn scenario(&self) -> &Self::Scenario;

    /// How many seats there are, 1 to 13; each is a side of its own. With another number nothing is
    /// played or opened.
    fn seats(&self) -> u8 {
        2
    }

    /// The state before anything happened.
    fn start(&self) -> Self::State;

    /// The cycle that the next entry belongs to; after the end, the last one.
    fn clock(&self, state: &Self::State) -> u64;

    /// The last cycle there can be, where there is one.
    fn last_possible_cycle(&self) -> Option<u64> {
        None
    }

    /// Whose turn it is.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Whether a state read from a file is one that this game could be in.
    fn is_valid_state(&self, state: &Self::State) -> bool;

    /// All legal actions of a seat whose turn it is, each once, in a fixed order.
    fn legal(&self, state: &Self::State, seat: Seat) -> Vec<Self::Action>;

    /// The events that an action leads to, or the rule that forbids it.
    fn decide(
        &self,
        state: &Self::State,
        seat: Seat,
        action: &Self::Action,
        dice: &mut Dice,
    ) -> Decided<Self::Event>;

    /// The events of the world's turn, one or more.
    fn world(&self, state: &Self::State, dice: &mut Dice) -> Vec<Self::Event>;

    /// What happens when a seat loses its turn, one event or more.
    fn forfeit(&self, state: &Self::State, seat: Seat, why: &Forfeit) -> Vec<Self::Event>;

    /// Writes one event down.
    ///
    /// # Errors
    /// The rule that the event breaks; the state is untouched then.
    fn apply(&self, state: &mut Self::State, event: &Self::Event) -> Result<(), BrokenRule>;

    /// Whether an event is the first that an action leads to; `before` is the state it changes.
    /// As it stands it decides the action once more, which does for actions that draw nothing.
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

    /// The built-in players.
    #[must_use]
    fn players() -> &'static [PlayerKind<Self>] {
        const { &[RandomPlayer::kind()] }
    }

    /// The values of [`OpenGame::CELLS`] but the last, in their order, each on one line.
    fn cells(&self, state: &Self::State) -> Vec<String>;

    /// An action in words, another for every legal action (`take 2 from heap 1`). What a person
    /// types is held against these words.
    fn action_text(&self, state: &Self::State, seat: Seat, action: &Self::Action) -> String;

    /// The legal action that somebody means by a text; blanks and case do not matter.
    fn parse_action(&self, state: &Self::State, seat: Seat, text: &str) -> Option<Self::Action> {
        let plain = |text: &str| {
            let words: Vec<_> = text.split_whitespace().map(str::to_lowercase).collect();
            words.join(" ")
        };
        let meant = plain(text);
        let mut legal = self.legal(state, seat).into_iter();
        legal.find(|action| plain(&self.action_text(state, seat, action)) == meant)
    }

    /// An event in words, without a full stop (`P1 takes 2 from heap 1`); `seat` is whose turn it
    /// was, if anybody's. Empty for what needs no words.
    fn event_text(&self, seat: Option<Seat>, event: &Self::Event) -> String;

    /// How it ended, on one line.
    fn ending_text(&self, outcome: &Outcome) -> String {
        let best = outcome.points.iter().copied().max().unwrap_or(0);
        let seats = (0..self.seats()).map(Seat);
        let winners = seats.filter(|seat| outcome.points.get(seat.index()) == Some(&best));
        let winners: Vec<_> = winners.map(|seat| self.seat_name(seat)).collect();
        let cause = outcome.cause.replace('_', " ");
        match winners.as_slice() {
            _ if best == 0 => format!("Nobody wins: {cause}"),
            [winner] => format!("{winner} wins: {cause}"),
            all => format!("{} share the win: {cause}", all.join(", ")),
        }
    }

    /// What there is to say about the scenario, as (what, value).
    fn statements(&self) -> Vec<(String, String)>;

    /// A seat's short name in messages (`P1`).
    fn seat_name(&self, seat: Seat) -> String {
        format!("P{}", seat.0 + 1)
    }
}

/// Chooses any legal action, all equally likely. One word is drawn.
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```
/// # use chase_core as chase;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // Two of them play a game to its end.
/// let game: Race = OpenGame::new(Goal { goal: 10 })?;
/// let players = ["random".to_owned(), "random".to_owned()];
/// let replay = Replay::record(game, &players, Generator::Chacha8, 1)?;
/// assert_eq!(replay.outcome()?.expect("it ends").cause, "goal");
/// # Ok(())
/// # }
/// ```
pub struct RandomPlayer;

impl RandomPlayer {
    /// The player by the name of `random`, for a game's list.
    #[must_use]
    pub const fn kind<G: Game>() -> PlayerKind<G> {
        let about = "any legal action, all equally likely";
        PlayerKind::plain("random", about, |_| Box::new(RandomPlayer))
    }
}

impl<G: Game> Player<G> for RandomPlayer {
    fn reset(&mut self, _: &G::Known) -> bool {
        true
    }

    fn observe(&mut self, _: &G::Seen) {}

    fn watches(&self) -> bool {
        false
    }

    fn choose(
        &mut self,
        _: &G::View<'_>,
        legal: &[G::Action],
        dice: &mut Dice,
    ) -> Result<G::Action, Box<Forfeit>> {
        Ok(one_of(legal, dice).clone())
    }
}

/// One of several that are equally good, by the dice. One word is drawn.
///
/// # Panics
/// If there is none.
///
/// # Examples
/// ```
/// # use chase_core as chase;
/// use chase::prelude::*;
///
/// let mut dice = Dice::new(Generator::Chacha8, 7, 0);
/// assert!(["left", "right"].contains(one_of(&["left", "right"], &mut dice)));
/// ```
pub fn one_of<'a, T>(equally_good: &'a [T], dice: &mut Dice) -> &'a T {
    let count = u32::try_from(equally_good.len()).expect("fewer than four thousand million");
    &equally_good[dice.below(count) as usize]
}

/// An open game is told in words only.
impl<G: OpenGame> Numbers for G {}
