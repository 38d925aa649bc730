//! The five games of the project, each a crate of its own below src/games, and what they share. Nothing
//! else names a game: commands are given this list, or one that somebody put together.

use std::sync::LazyLock;

pub use chase_animal_checkers as animal_checkers;
pub use chase_fishing as fishing;
pub use chase_kit::*;
pub use chase_police as police;
pub use chase_robots as robots;
pub use chase_scotland_yard as scotland_yard;

/// The games of the project. The first is what `chase record` records when nothing is named. Each is made in its
/// own crate, so that what is generic is built there, and optimised as that crate is.
pub static GAMES: LazyLock<[&'static dyn CommandLine; 5]> = LazyLock::new(|| {
    [
        police::entry(),
        animal_checkers::entry(),
        fishing::entry(),
        scotland_yard::entry(),
        robots::entry(),
    ]
});

/// The five games of the project, in the order in which `chase games` lists them.
///
/// # Examples
/// A program that knows them and a game of one's own, here `Race` of the [front page](crate):
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/race.rs"));
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/race_entry.rs"));
/// # fn main() {
/// let all = chase::project_games().with::<Race>();
/// assert!(format!("{all:?}").contains("police"));
/// # }
/// ```
#[must_use]
pub fn project_games() -> Games {
    Games::built_in(&*GAMES)
}
