//! Values of states that are known: those of a part of a game that is solved.

use std::collections::BTreeMap;

use super::playouts::PositionValue;
use crate::game::Game;
use crate::wire;

/// The values of states by side, by the bytes of a state.
#[derive(Default)]
pub(super) struct KnownStates(BTreeMap<Vec<u8>, Vec<i64>>);

impl KnownStates {
    /// Keeps the value of a state.
    pub(super) fn insert<G: Game>(&mut self, state: &G::State, values: Vec<i64>) {
        self.0.insert(key::<G>(state), values);
    }

    /// The value of a state, if it is known.
    pub(super) fn value<G: Game>(&self, state: &G::State) -> Option<PositionValue> {
        let values = self.0.get(&key::<G>(state))?;
        Some(PositionValue::Exact(values.clone()))
    }
}

fn key<G: Game>(state: &G::State) -> Vec<u8> {
    let mut bytes = Vec::new();
    wire::put(state, &mut bytes);
    bytes
}
