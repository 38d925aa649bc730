//! What chooses for a seat.

use super::dice::Dice;
use super::game::{Forfeit, Game, Seat};

/// Chooses for one seat: a strategy, a person, a program.
///
/// A player's memory is a fold of what its seat saw. Feeding the log to a fresh player rebuilds
/// it, which is how undo, resuming and explaining work; [`Player::choose`] must therefore leave
/// nothing behind that [`Player::observe`] could not have made.
pub trait Player<G: Game>: Send {
    /// Takes in what the seat just learned.
    fn observe(&mut self, seen: &G::Seen);

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
pub struct PlayerKind<G: Game> {
    /// The name in headers and on the command line (`dfs`).
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Makes one that knows what its seat may know.
    pub make: fn(G::Known) -> Box<dyn Player<G>>,
}

/// Makes one player per seat by name.
///
/// # Errors
/// The seat and the name that no built-in player has, or a wrong number of names.
pub fn seated<G: Game>(game: &G, names: &[String]) -> Result<Vec<Box<dyn Player<G>>>, String> {
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
            let kind = G::players().iter().find(|kind| kind.name == name);
            let kind = kind.ok_or_else(|| {
                let known: Vec<_> = G::players().iter().map(|kind| kind.name).collect();
                format!(
                    "no player is called `{name}` (seat {}); there are {}",
                    game.seat_name(seat),
                    known.join(", ")
                )
            })?;
            Ok((kind.make)(game.known(seat)))
        })
        .collect()
}
