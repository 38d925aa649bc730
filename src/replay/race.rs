//! The game that tests of this crate record: that of the examples of the library.

use chase_engine::dice::Generator;
use chase_engine::header::Header;
use chase_kit as chase;
use chase_record::any::AnyGame;
use chase_record::entry::GameEntry;

include!("../../docs/race.rs");

/// The game behind the rim.
pub static GAME: &dyn AnyGame = &GameEntry::<Race>::new();

/// The header of a game that ends at this sum.
pub fn header(goal: u32) -> Header {
    let game: Race = Game::new(Goal { goal }).expect("a goal in bounds");
    let players = ["random".to_owned(), "random".to_owned()];
    Header::new(&game, &players, Generator::Chacha8, 1)
}
