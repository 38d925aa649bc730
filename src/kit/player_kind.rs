//! A built-in player: its name, and how it is made.

use super::budget::{Limit, MoveBudget, StopFlag};
use chase_engine::game::{Game, Known};
use chase_engine::player::Player;

/// A built-in player that can be made by name.
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```
/// # mod chase { pub use chase_kit::*; pub use {chase_engine as engine, chase_kit as kit, chase_record as record}; }
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // The list of a game's built-in players, as `Playable::players` returns it.
/// let known: &[PlayerKind<Race>] = &[RandomPlayer::kind()];
/// assert_eq!(known[0].name, "random");
/// # Ok(())
/// # }
/// ```
pub struct PlayerKind<G: Game> {
    /// The name in headers and on the command line (`dfs`).
    pub name: &'static str,
    /// The function that makes the player.
    pub make: Make<G>,
}

impl<G: Game> PlayerKind<G> {
    /// A player that needs no limit.
    #[must_use]
    pub const fn plain(name: &'static str, make: fn(Known<G>) -> Box<dyn Player<G>>) -> Self {
        PlayerKind { name, make: Make::Plain(make) }
    }
}

/// Makes a player that knows what its seat may know.
pub enum Make<G: Game> {
    /// One that needs no limit.
    Plain(fn(Known<G>) -> Box<dyn Player<G>>),
    /// One that needs no limit, and still may think for long where a scenario is large.
    Stoppable(fn(Known<G>, StopFlag) -> Box<dyn Player<G>>),
    /// One that searches within a budget. The first is its usual limit; nothing for one that
    /// searches to its end unless it is given a limit. Under a limit it draws nothing, so that
    /// it can be asked again without dice.
    Limited(Option<Limit>, fn(Known<G>, MoveBudget) -> Box<dyn Player<G>>),
}
