//! What every way of solving shares: the rules, the states that were met, the limit, and the caller who watches.

use super::SolveProgress;
use super::moves::StateRules;
use super::state_keys::{STATES_MOST, StateKeys};
use super::unsolvable::Unsolvable;
use chase_engine::game::Game;

/// Steps after which the caller is asked whether to go on.
const LOOK: u32 = 1 << 12;

pub(super) struct StateSearch<'a, G: Game> {
    pub rules: StateRules<'a, G>,
    pub keys: StateKeys,
    states_max: u64,
    watch: &'a dyn Fn(SolveProgress) -> bool,
    steps: u32,
}

impl<'a, G: Game> StateSearch<'a, G> {
    pub(super) fn of(
        game: &'a G,
        states_max: u64,
        watch: &'a dyn Fn(SolveProgress) -> bool,
    ) -> Self {
        StateSearch {
            rules: StateRules::of(game),
            keys: StateKeys::default(),
            states_max: states_max.min(STATES_MOST),
            watch,
            steps: 0,
        }
    }

    /// Forgets all states.
    pub(super) fn begin_again(&mut self) {
        self.keys = StateKeys::default();
    }

    /// The number of the state of a key, and whether it is met for the first time.
    pub(super) fn meet(&mut self, key: u128) -> Result<(u32, bool), Unsolvable> {
        if self.keys.len() >= self.states_max {
            let most = self.states_max;
            let number = self.keys.find(key).ok_or(Unsolvable::TooManyStates { most })?;
            return Ok((number, false));
        }
        Ok(self.keys.insert(key))
    }

    /// Asks the caller now and then whether to go on.
    pub(super) fn look(&mut self) -> Result<(), Unsolvable> {
        self.steps = self.steps.wrapping_add(1);
        let states = self.keys.len();
        match self.steps.is_multiple_of(LOOK) && !(self.watch)(SolveProgress { states }) {
            true => Err(Unsolvable::Stopped { states }),
            false => Ok(()),
        }
    }
}
