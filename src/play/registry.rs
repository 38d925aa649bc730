//! The games of a program, by their names.

use std::fmt;

use chase_kit::grading::GradingSuite;
use chase_record::entry::GameEntry;
use chase_world::error::Error;

use crate::CommandLine;
use crate::commands::Commands;

/// The games of a program, by their names: those of the project, games of one's own, or both. It is a
/// small value to be copied and handed on, and nothing of it is global.
///
/// # Examples
/// With the game `Race` of the [front page](crate) and its [`Entry`](crate::commands::Entry):
/// ```
/// # mod chase { pub mod prelude { pub use chase_kit::prelude::*; pub use chase_play::{Games, commands::Entry}; } }
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race_entry.rs"));
/// # fn main() {
/// let mine = Games::new().with::<Race>();
/// assert_eq!(format!("{mine:?}"), r#"["race"]"#);
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct Games {
    all: &'static [&'static dyn CommandLine],
    suites: &'static [&'static dyn GradingSuite],
    are_brought: bool,
}

impl Default for Games {
    fn default() -> Self {
        Games::new()
    }
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

impl Games {
    /// Games that come with the program which plays them, and the grading suites for programs that play one of them.
    #[doc(hidden)]
    pub const fn built_in(
        all: &'static [&'static dyn CommandLine],
        suites: &'static [&'static dyn GradingSuite],
    ) -> Self {
        Games { all, suites, are_brought: false }
    }

    /// No game yet, for [`Games::with`] to add those of one's own.
    #[must_use]
    pub const fn new() -> Self {
        Games { all: &[], suites: &[], are_brought: true }
    }

    /// Adds a game at the end of the list. The first game of the list is meant where none is named.
    /// The list is kept until the process ends, so that the value stays small: a program makes it
    /// once.
    ///
    /// # Panics
    /// If there is a game of that name already.
    #[must_use]
    pub fn with<G: Commands>(self) -> Self {
        let new: &dyn CommandLine = const { &GameEntry::<G>::new() };
        let name = new.name();
        let is_taken = self.names().any(|other| other == name);
        assert!(!is_taken, "there is a game called `{name}` already");
        let all: Vec<_> = self.all.iter().copied().chain([new]).collect();
        Games { all: all.leak(), are_brought: true, ..self }
    }

    /// All of them, in their order.
    #[doc(hidden)]
    pub const fn all(self) -> &'static [&'static dyn CommandLine] {
        self.all
    }

    /// The grading suites, each of one of the games.
    #[doc(hidden)]
    pub const fn suites(self) -> &'static [&'static dyn GradingSuite] {
        self.suites
    }

    /// The grading suite of a game.
    #[doc(hidden)]
    pub fn suite_of(self, game: &str) -> Option<&'static dyn GradingSuite> {
        self.suites.iter().copied().find(|suite| suite.game() == game)
    }

    /// True if another program has put the list together.
    #[doc(hidden)]
    pub const fn are_brought(self) -> bool {
        self.are_brought
    }

    /// Finds a game by its name.
    ///
    /// # Errors
    /// There is none of that name.
    #[doc(hidden)]
    pub fn find(self, name: &str) -> Result<&'static dyn CommandLine, Error> {
        let game = self.all.iter().find(|game| game.name() == name);
        game.copied().ok_or_else(|| {
            let known: Vec<_> = self.names().collect();
            Error::new(format!("no game is called `{name}`")).help(format!(
                "this version knows {}; a newer chase may know more",
                known.join(", ")
            ))
        })
    }

    fn names(self) -> impl Iterator<Item = &'static str> {
        self.all.iter().map(|game| game.name())
    }
}
