//! What a player outside the process is sent.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::board::{BoardCell, Cells};
use super::{RobotsGame, State};
use chase_engine::game::{Game as _, Seat};
use chase_kit::faces::{WireForm, received};
use chase_kit::protocol::WireError;

/// The view of the player in its JSON form: everything.
#[derive(Serialize, Deserialize)]
struct Sight {
    /// The number of actions that the player has taken so far.
    turn: u32,
    player: BoardCell,
    robots: Vec<BoardCell>,
    debris: Vec<BoardCell>,
    /// The teleports used up, as places in the scenario's list, from 0.
    used: Vec<u8>,
}

/// Cells as lists, without what is counted.
pub(super) struct Messages;

impl WireForm<RobotsGame> for Messages {
    fn sight(&self, _: &RobotsGame, state: &State, _: Seat) -> impl Serialize {
        let used = (0..32).filter(|n| state.used >> n & 1 == 1);
        Sight {
            turn: state.turn,
            player: state.player,
            robots: state.robots.clone(),
            debris: state.debris.iter().collect(),
            used: used.collect(),
        }
    }

    fn sighted_state(
        &self,
        game: &RobotsGame,
        _: Seat,
        sight: &RawValue,
    ) -> Result<State, WireError> {
        let sight: Sight = received(sight)?;
        let cells = sight.robots.iter().chain(&sight.debris);
        let mut cells = cells.chain(std::iter::once(&sight.player));
        if let Some(cell) = cells.find(|cell| !cell.is_on_board()) {
            return Err(WireError::new(format!("{cell} is not on the board")));
        }
        let teleports = game.scenario.teleports.len();
        if sight.used.iter().any(|n| usize::from(*n) >= teleports) {
            return Err(WireError::new("`used` names a teleport that does not exist"));
        }
        let mut debris = Cells::default();
        sight.debris.iter().for_each(|cell| debris.add(*cell));
        Ok(State {
            opened: true,
            turn: sight.turn,
            player: sight.player,
            robots: sight.robots,
            debris,
            used: sight.used.iter().fold(0, |used, n| used | 1 << n),
            ..game.start()
        })
    }
}
