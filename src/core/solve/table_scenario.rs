//! What a table of solved states is of, and the reasons for which one is refused.

use std::fmt;
use std::io;

use serde::{Deserialize, Serialize};

use crate::error::quoted;
use crate::game::Game;
use crate::header::{WRITER, to_json};
use crate::seal::Seal;
use crate::wire;

/// The version of the form of tables.
pub(super) const FORM: u8 = 1;

/// The scenario whose states are in a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TableScenario {
    /// The program that solved it, with its version.
    pub writer: String,
    pub game: String,
    pub rules: u32,
    /// Of the scenario as JSON and the bytes of the first state.
    pub scenario: Seal,
}

impl TableScenario {
    pub(super) fn of<G: Game>(game: &G, scenario: &G::Scenario) -> Self {
        let mut bytes = to_json(scenario).into_bytes();
        wire::put(&game.start(), &mut bytes);
        TableScenario {
            writer: WRITER.to_owned(),
            game: G::NAME.to_owned(),
            rules: G::RULES,
            scenario: Seal::of(&bytes),
        }
    }

    /// Checks that this is the scenario that is wanted.
    pub(super) fn check(&self, wanted: &Self) -> Result<(), TableFault> {
        let fault = if self.game != wanted.game {
            TableFault::Game(self.game.clone(), wanted.game.clone())
        } else if self.rules != wanted.rules {
            TableFault::Rules(self.rules, wanted.rules)
        } else if self.writer != wanted.writer {
            TableFault::Writer(self.writer.clone(), wanted.writer.clone())
        } else if self.scenario != wanted.scenario {
            TableFault::Scenario
        } else {
            return Ok(());
        };
        Err(fault)
    }
}

/// The reasons for which a table is refused.
#[derive(Debug)]
pub enum TableFault {
    /// It does not begin as one.
    NotATable,
    /// The form of the table is another version.
    Form(u8),
    /// The bytes are not those that were written.
    Damaged,
    /// It cannot be read.
    Unreadable(io::Error),
    /// The states are those of another game: of which, and which is wanted.
    Game(String, String),
    /// The states follow another version of the rules: which, and which is wanted.
    Rules(u32, u32),
    /// Another version of the program solved them: which, and this one.
    Writer(String, String),
    /// The states are those of another scenario of the game.
    Scenario,
    /// Some states that can be reached have no value yet.
    Unfinished,
}

impl fmt::Display for TableFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableFault::NotATable => f.write_str("this is no table of solved states"),
            TableFault::Form(found) => {
                write!(f, "this table has version {found}; this program reads version {FORM}")
            }
            TableFault::Damaged => {
                f.write_str("this table is damaged: its bytes are not those that were written")
            }
            TableFault::Unreadable(error) => write!(f, "this table cannot be read: {error}"),
            TableFault::Game(found, wanted) => write!(
                f,
                "this is a table of the game {}, not of {}",
                quoted(found),
                quoted(wanted)
            ),
            TableFault::Rules(found, wanted) => write!(
                f,
                "this table was solved by version {found} of the game's rules; the present version is {wanted}"
            ),
            TableFault::Writer(found, wanted) => write!(
                f,
                "this table was made by {}; only tables made by {wanted} are used",
                quoted(found)
            ),
            TableFault::Scenario => {
                f.write_str("this is a table of another scenario of the same game")
            }
            TableFault::Unfinished => {
                f.write_str("this table is not finished: some states have no value yet")
            }
        }
    }
}

impl std::error::Error for TableFault {}
