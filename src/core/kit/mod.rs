//! The kit: what the author of a game writes, and everything else made of it.
//!
//! [`OpenGame`] asks for the rules and the words of a game, and [`Masks`] for what a seat may know, where
//! that is not everything. From them come the game itself for the core, what seats know and see, and five
//! parts, each of which a game may replace by its own: the transcript with its reader
//! ([`OpenTranscript`]), the referee ([`OpenReferee`]), the messages to players outside the process
//! ([`OpenWire`]), the picture ([`OpenPicture`]) and the game in numbers ([`OpenNumbers`]).
//!
//! A game that implements the traits of the core itself still need not write what they have in
//! common: [`BlockReader`](super::blocks::BlockReader) makes the reader of any transcript of
//! blocks, and [`Transcript`](super::transcript::Transcript) and
//! [`RefereeRules`](super::rules_referee::RefereeRules) have defaults of their own.

mod beliefs;
mod masks;
mod numbers;
mod open_game;
mod picture;
mod referee;
mod rules;
mod squares;
mod transcript;
mod wire_form;

use std::borrow::Cow;

use super::dice::Dice;
use super::game::{Forfeit, Game};
use super::player::{Player, PlayerKind};
use super::trace::Column;

pub use masks::Masks;
pub use numbers::OpenNumbers;
pub use open_game::OpenGame;
pub use picture::OpenPicture;
pub use referee::OpenReferee;
pub use rules::{OpenKnown, OpenView};
pub use transcript::{DEEDS_GAP, OpenTranscript};
pub use wire_form::{OpenWire, received};

/// The defaults of the kit, made of a game's cells and words: transcript, referee, messages,
/// picture, numbers.
#[derive(Clone, Copy, Debug)]
pub struct Kit;

/// The rule that an action or an event breaks, as one sentence without a full stop.
///
/// # Examples
/// ```
/// # use chase_core as chase;
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

/// A cell of [`OpenGame::cells`] that a seat may not know. Whoever compares or judges a transcript
/// passes over it.
pub const HIDDEN: &str = "?";

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

/// Draws one of several choices, each as often as its weight says, one word from the dice. `odds --exact`
/// follows each with exactly that share.
///
/// # Panics
/// If there are not as many weights as choices, or their sum is zero or 2^32 and more.
///
/// # Examples
/// ```
/// # use chase_core as chase;
/// use chase::prelude::*;
///
/// // Bets once in three times.
/// let mut dice = Dice::new(Generator::Chacha8, 7, 0);
/// assert!(["check", "bet"].contains(one_by_weight(&["check", "bet"], &[2, 1], &mut dice)));
/// assert_eq!(one_by_weight(&["check", "bet"], &[0, 1], &mut dice), &"bet");
/// ```
pub fn one_by_weight<'a, T>(choices: &'a [T], weights: &[u32], dice: &mut Dice) -> &'a T {
    assert_eq!(choices.len(), weights.len(), "one weight for each choice");
    let sum = weights.iter().try_fold(0_u32, |sum, weight| sum.checked_add(*weight));
    let mut drawn = dice.below(sum.filter(|sum| *sum > 0).expect("weights have a sum"));
    let mut all = choices.iter().zip(weights);
    let chosen = all.find(|(_, weight)| {
        let is_it = drawn < **weight;
        drawn = drawn.saturating_sub(**weight);
        is_it
    });
    chosen.expect("less than the sum was drawn").0
}
