//! The five games of the project, each a crate of its own below src/games, and what they share. Nothing
//! else names a game: commands are given this list, or one that somebody put together.

pub use chase_play::*;
#[cfg(feature = "games")]
pub use {
    chase_animal_checkers as animal_checkers, chase_fishing as fishing, chase_police as police,
    chase_robots as robots, chase_scotland_yard as scotland_yard,
};

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
#[cfg(feature = "games")]
#[must_use]
pub fn project_games() -> Games {
    // Each is made in its own crate, so that what is generic is built there, and optimised as that crate is.
    static ALL: std::sync::LazyLock<[&dyn CommandLine; 5]> = std::sync::LazyLock::new(|| {
        [
            police::entry(),
            animal_checkers::entry(),
            fishing::entry(),
            scotland_yard::entry(),
            robots::entry(),
        ]
    });
    Games::built_in(&*ALL, &[&chase_course::grading_suite::PoliceSuite])
}
