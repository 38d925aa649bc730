//! What is counted on the way through a history, event by event.

use chase_engine::game::Game;
use chase_engine::seat::Seats;

/// Counts of a history on its way. A viewer's are made of what its seats saw.
pub trait Tally<G: Game>: Send {
    /// Counts one event; `before` is the state it changes.
    fn count(&mut self, game: &G, before: &G::State, event: &G::Event);

    /// The counts as a JSON object: all of them, or those that these seats may know.
    fn json(&self, game: &G, eyes: Option<Seats>) -> String;

    /// Appends the counts as a table, lines with their ends.
    fn text(&self, game: &G, eyes: Option<Seats>, out: &mut Vec<u8>);

    /// A copy with the same counts.
    fn again(&self) -> Box<dyn Tally<G>>;
}
