//! States of one scenario with the values that are known of them: all that can be reached, or those that a search had
//! valued when it ended early.

use super::state_keys::StateKeys;
use super::table_scenario::{TableFault, TableScenario};
use super::value::{SolvedValue, ValueList};
use crate::game::Game;

/// The value of a state that is not valued yet.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// The states of a scenario that were met, and the values of those that are solved.
#[derive(Debug, Default)]
pub struct SolvedStates {
    /// What is in their table; nothing of states that are in none.
    pub(super) scenario: Option<TableScenario>,
    pub(super) keys: StateKeys,
    /// The number of each state's value, or [`UNKNOWN`].
    pub(super) worth: Vec<u32>,
    pub(super) values: ValueList,
}

impl SolvedStates {
    /// The states of a game, none of which is known. `scenario` is the game's as far as its rules depend on it: names
    /// and times may differ from game to game.
    #[must_use]
    pub fn of<G: Game>(game: &G, scenario: &G::Scenario) -> Self {
        SolvedStates {
            scenario: Some(TableScenario::of(game, scenario)),
            ..SolvedStates::default()
        }
    }

    /// Checks that these are the states of a game. `scenario` is that of [`SolvedStates::of`].
    ///
    /// # Errors
    /// They are those of another game or scenario, or of another version.
    pub fn check<G: Game>(&self, game: &G, scenario: &G::Scenario) -> Result<(), TableFault> {
        let wanted = TableScenario::of(game, scenario);
        self.scenario.as_ref().map_or(Ok(()), |found| found.check(&wanted))
    }

    /// The number of states whose values are known.
    #[must_use]
    pub fn valued(&self) -> u64 {
        self.worth.iter().filter(|worth| **worth != UNKNOWN).count() as u64
    }

    /// The memory in bytes that the states take up.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.keys.bytes() + self.worth.capacity() * size_of::<u32>()
    }

    /// The value of the state of a key, if it is known.
    pub(super) fn value_of_key(&self, key: u128) -> Option<SolvedValue> {
        let worth = self.worth[self.keys.find(key)? as usize];
        (worth != UNKNOWN).then(|| self.values.at(worth))
    }

    /// Forgets all states.
    pub(super) fn clear(&mut self) {
        self.keys = StateKeys::default();
        self.worth = Vec::new();
        self.values = ValueList::default();
    }
}
