//! What a game says of itself to those who sit down at it: what everybody may know, its sides, its
//! built-in players.

use chase_engine::game::Game;
use chase_engine::seat::{Seat, Seats};

/// The facts about a game that everybody may know, players and spectators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicInfo {
    /// The scenario as JSON, without what only some seats know.
    pub scenario: String,
    /// The names of all seats.
    pub seats: Vec<String>,
    /// The seats whose eyes show what everybody may see; nothing where everything may be seen.
    pub eyes: Option<Seats>,
}

/// The seats that win together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSide {
    /// The name of the side (`detectives`), as the game calls it.
    pub name: String,
    /// Its seats, with their names.
    pub seats: Vec<(Seat, String)>,
}

impl NamedSide {
    /// The sides of a game, in their order.
    pub fn all<G: Game>(game: &G) -> Vec<Self> {
        let side = |(n, name): (usize, &&str)| {
            let seats = (0..game.seats()).map(Seat);
            let mine = seats.filter(|seat| game.side(*seat) == n);
            NamedSide {
                name: (*name).to_owned(),
                seats: mine.map(|seat| (seat, game.seat_name(seat))).collect(),
            }
        };
        game.sides().iter().enumerate().map(side).collect()
    }
}

/// A built-in player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// Its full name, with its limit.
    pub name: String,
    /// The seats it knows how to play for.
    pub seats: Vec<Seat>,
    /// True if its choices repeat themselves: it uses no clock.
    pub is_reproducible: bool,
}
