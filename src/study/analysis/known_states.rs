//! Values of states that are known: those of a part of a game that is solved.

use std::collections::BTreeMap;

use super::playouts::PositionValue;
use crate::any_value::Value;

/// The values of states by side, by the bytes of a state.
#[derive(Default)]
pub(super) struct KnownStates(BTreeMap<Vec<u8>, Vec<i64>>);

impl KnownStates {
    /// Keeps the value of a state.
    pub(super) fn insert(&mut self, state: &Value, values: Vec<i64>) {
        self.0.insert(state.bytes(), values);
    }

    /// The value of a state, if it is known.
    pub(super) fn value(&self, state: &Value) -> Option<PositionValue> {
        let values = self.0.get(&state.bytes())?;
        Some(PositionValue::Exact(values.clone()))
    }
}
