//! The games of a program, by their names.

use std::fmt;

use chase_core::any::LOG;
use chase_core::entry::GameEntry;
use chase_core::error::Error;

use crate::CommandLine;

/// Every game there is. The first is what `chase record` records when nothing is named.
pub static GAMES: &[&dyn CommandLine] = &[
    &GameEntry::<crate::police::Police>::new(),
    &GameEntry::<crate::animal_checkers::AnimalCheckers>::new(),
    &GameEntry::<crate::fishing::Fishing>::new(),
    &GameEntry::<crate::scotland_yard::ScotlandYard>::new(),
    &GameEntry::<crate::robots::RobotsGame>::new(),
];

/// The games of a program, by their names: those of the project, or those that another program gives.
/// It is a small value, which `main` makes and hands on.
#[derive(Clone, Copy)]
pub struct Games {
    all: &'static [&'static dyn CommandLine],
    are_brought: bool,
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

impl Games {
    /// The games of the project.
    #[must_use]
    pub const fn project() -> Self {
        Games {
            all: GAMES,
            are_brought: false,
        }
    }

    /// The games of another program, in place of those of the project. The first is what is meant
    /// where none is named.
    #[must_use]
    pub const fn of(all: &'static [&'static dyn CommandLine]) -> Self {
        Games {
            all,
            are_brought: true,
        }
    }

    /// All of them, in their order.
    #[doc(hidden)]
    #[must_use]
    pub const fn all(self) -> &'static [&'static dyn CommandLine] {
        self.all
    }

    /// Whether they are those of another program.
    #[doc(hidden)]
    #[must_use]
    pub const fn are_brought(self) -> bool {
        self.are_brought
    }

    /// Finds a game by its name.
    ///
    /// # Errors
    /// There is none of that name, or it is that of logs.
    #[doc(hidden)]
    pub fn find(self, name: &str) -> Result<&'static dyn CommandLine, Error> {
        if name == LOG {
            return Err(refused());
        }
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

/// Why nothing can be played in the recording of a log.
pub const REFUSAL: &str = "a trace is observed, not played: nobody in it decides anything";

/// The refusal, with a way out.
#[must_use]
pub fn refused() -> Error {
    Error::new(REFUSAL)
        .help("`chase record trace` records one, `chase diff` holds two against each other")
}
