//! What chooses for a seat.

use super::dice::Dice;
use super::forfeit::Forfeit;
use super::game::{Game, Known, View};
use super::seat::Seat;

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
/// # mod chase { pub use chase_engine as engine; pub use chase_kit::prelude; }
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// /// Adds as much as it can.
/// struct Hasty;
///
/// impl Player<Race> for Hasty {
///     fn choose(
///         &mut self,
///         _: &View<'_, Race>,
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
    fn observe(&mut self, _seen: &G::Event) {}

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
    fn join(&mut self, _seat: Seat, _team: &[(Seat, Known<G>)]) {}

    /// Takes in what the seat of a team mate just learned. Where the own seat learned something from the
    /// same event, it observes that too.
    fn hear(&mut self, _mate: Seat, _seen: &G::Event) {}

    /// Begins another game as a player that was just made with this. False for one that cannot: it
    /// is made anew then. A player that keeps nothing from game to game can always.
    fn reset(&mut self, _known: &Known<G>) -> bool {
        false
    }

    /// Picks an action. `legal` is never empty and has the order of [`Game::legal`].
    ///
    /// # Errors
    /// The player failed to answer; the seat forfeits this turn for the reason given.
    fn choose(
        &mut self,
        view: &View<'_, G>,
        legal: &[G::Action],
        dice: &mut Dice,
    ) -> Result<G::Action, Box<Forfeit>>;
}
