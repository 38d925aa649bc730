//! How a game is told, shown and sent.
//!
//! [`Playable`] asks for the words of a game. From them come five parts, each of which a game may replace by
//! its own: the transcript with its reader ([`Transcript`]), the referee's rules ([`RefereeRules`]), the
//! messages to players outside the process ([`WireForm`]), the picture ([`Picture`]) and the game in numbers
//! ([`NumericForm`]).

mod beliefs;
mod numbers;
mod picture;
mod playable;
mod referee;
mod squares;
mod transcript;
mod wire_form;

use super::player_kind::PlayerKind;
use super::trace::Column;
use chase_engine::dice::{Dice, one_of};
use chase_engine::game::{Forfeit, Game, Known, View};
use chase_engine::player::Player;

pub use super::trace::{DEEDS_GAP, HIDDEN};
pub use beliefs::{belief, insight};
pub use numbers::NumericForm;
pub use picture::Picture;
pub use picture::stage;
pub use playable::Playable;
pub use referee::{MayFit, RefereeRules};
pub use transcript::{Transcript, public_eyes, sees_legal, shows};
pub use wire_form::{
    ReceivedView, common, follow, received_known, sent_event, sent_known, sent_view,
};
pub use wire_form::{WireForm, received};

/// The defaults of the kit, made of a game's cells and words: transcript, referee, messages,
/// picture, numbers.
#[derive(Clone, Copy, Debug)]
pub struct Kit;

/// A cell of the transcript: its name, one word.
///
/// # Examples
/// ```
/// # mod chase { pub use chase_kit::*; pub use {chase_engine as engine, chase_kit as kit, chase_record as record}; }
/// use chase::prelude::*;
///
/// assert_eq!(cell("heaps").name, "heaps");
/// ```
#[must_use]
pub const fn cell(name: &'static str) -> Column {
    Column::whole(name)
}

/// The last of [`Playable::CELLS`]: what was done in the cycle, in words.
///
/// # Examples
/// ```
/// # mod chase { pub use chase_kit::*; pub use {chase_engine as engine, chase_kit as kit, chase_record as record}; }
/// use chase::prelude::*;
///
/// // The last cell of a game is always this one.
/// const CELLS: &[Column] = &[cell("sum"), DEEDS];
/// ```
pub const DEEDS: Column = Column::whole("action").unshown();

/// Chooses any legal action, all equally likely. One word is drawn.
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```
/// # mod chase { pub use chase_kit::*; pub use {chase_engine as engine, chase_kit as kit, chase_record as record}; }
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// use chase::engine::dice::Generator;
/// use chase::record::replay::Replay;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // Two of them play a game to its end.
/// let game = Race::new(Goal { goal: 10 })?;
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
        PlayerKind::plain("random", |_| Box::new(RandomPlayer))
    }
}

impl<G: Game> Player<G> for RandomPlayer {
    fn reset(&mut self, _: &Known<G>) -> bool {
        true
    }

    fn watches(&self) -> bool {
        false
    }

    fn choose(
        &mut self,
        _: &View<'_, G>,
        legal: &[G::Action],
        dice: &mut Dice,
    ) -> Result<G::Action, Box<Forfeit>> {
        Ok(one_of(legal, dice).clone())
    }
}
