//! A log as players outside the process would be sent it; nobody plays it.

use super::{State, TraceLog};
use crate::engine::game::{Game, Seat};
use crate::engine::kit::OpenWireForm;
use crate::engine::protocol::WireError;

impl OpenWireForm for TraceLog {
    type Sight = State;

    fn sight(view: &&State) -> State {
        (*view).clone()
    }

    fn sighted_state(&self, _: Seat, state: State) -> Result<State, WireError> {
        match self.is_valid_state(&state) {
            true => Ok(state),
            false => Err(WireError::new("a state that no log can be in")),
        }
    }
}
