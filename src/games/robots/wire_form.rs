//! What a player outside the process is sent.

use serde::{Deserialize, Serialize};

use super::board::{Cell, Cells};
use super::{Event, Known, RobotsGame, Scenario, State, View};
use crate::engine::game::{Game, Seat};
use crate::engine::protocol::{Nothing, WireForm, check_seat};

/// What the player sees: everything.
#[derive(Serialize, Deserialize)]
pub struct Sight {
    /// Actions taken.
    turn: u32,
    player: Cell,
    robots: Vec<Cell>,
    debris: Vec<Cell>,
    /// The teleports used up, as places in the scenario's list, from 0.
    used: Vec<u8>,
}

/// A view, and what it is of.
pub struct Held {
    state: State,
    scenario: Scenario,
}

impl WireForm for RobotsGame {
    type Common = Scenario;
    type Own = Nothing;
    type SentView = Sight;
    type SentSeen = Event;
    type Held = Held;

    fn send_known(known: &Known) -> (Scenario, Nothing) {
        (known.scenario.clone(), Nothing {})
    }

    fn receive_known(seat: Seat, scenario: Scenario, _: Nothing) -> Result<Known, String> {
        let game = RobotsGame::new(scenario).map_err(|fault| fault.to_string())?;
        check_seat(seat, game.seats().into())?;
        Ok(game.known(seat))
    }

    fn send_view(view: &View<'_>) -> Sight {
        let state = view.state;
        let used = (0..32).filter(|n| state.used >> n & 1 == 1);
        Sight {
            turn: state.turn,
            player: state.player,
            robots: state.robots.clone(),
            debris: state.debris.iter().collect(),
            used: used.collect(),
        }
    }

    fn receive_view(_: Seat, known: &Known, sent: Sight) -> Result<Held, String> {
        let scenario = known.scenario.clone();
        let cells = sent.robots.iter().chain(&sent.debris);
        let mut cells = cells.chain(std::iter::once(&sent.player));
        if let Some(cell) = cells.find(|cell| !cell.is_on_board()) {
            return Err(format!("{cell} is not on the board"));
        }
        if sent
            .used
            .iter()
            .any(|n| usize::from(*n) >= scenario.teleports.len())
        {
            return Err("a teleport that there is not".into());
        }
        let mut debris = Cells::default();
        sent.debris.iter().for_each(|cell| debris.add(*cell));
        let game = RobotsGame::new(scenario).map_err(|fault| fault.to_string())?;
        let state = State {
            opened: true,
            turn: sent.turn,
            player: sent.player,
            robots: sent.robots,
            debris,
            used: sent.used.iter().fold(0, |used, n| used | 1 << n),
            ..game.start()
        };
        Ok(Held {
            state,
            scenario: game.scenario,
        })
    }

    fn held(held: &Held) -> View<'_> {
        View {
            state: &held.state,
            scenario: &held.scenario,
        }
    }

    fn send_seen(seen: &Event) -> Event {
        seen.clone()
    }

    fn receive_seen(sent: Event) -> Result<Event, String> {
        Ok(sent)
    }
}
