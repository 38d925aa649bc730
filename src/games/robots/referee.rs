//! What the referee must know of ROBOTS: which action a row shows, and why it cannot be.

use std::borrow::Cow;

use super::trace::column;
use super::transcript::deed;
use super::{Action, Event, RobotsGame, State, rules};
use chase_core::dice::{Dice, Generator};
use chase_core::game::{Forfeit, Seat};
use chase_core::kit::OpenReferee;
use chase_core::replay::HistoryCycle;
use chase_core::rules_referee::{MayFit, lost_turn_in};
use chase_core::trace::{Cell as Shown, TraceRow};

impl RobotsGame {
    /// The event of an action; of one that is drawn, whatever these dice draw.
    fn event_of(&self, state: &State, action: Action) -> Option<Event> {
        let mut dice = Dice::new(Generator::Chacha8, 0, 0);
        rules::decide(&self.scenario, state, action, &mut dice).ok()
    }
}

/// Checks turns against a log: the words above a board tell the action, or the board alone does.
pub(super) struct Deeds;

impl OpenReferee<RobotsGame> for Deeds {
    fn lost_turns_look_legal(&self) -> bool {
        false
    }

    fn fits(
        &self,
        game: &RobotsGame,
        state: &State,
        _: Seat,
        action: &Action,
        row: &TraceRow,
    ) -> bool {
        let words = match &row.cells[column::ACTION] {
            Shown::Text(words) => words,
            // What was done is known from where the player is then.
            _ => return game.leads_to(state, *action, row),
        };
        if *action == Action::TeleportAnywhere {
            let mut cells = rules::available(&game.scenario, state);
            return cells.any(|to| **words == *deed(None, &Event::Teleported { to }));
        }
        let event = game.event_of(state, *action);
        event.is_some_and(|event| **words == *deed(action.way(), &event))
    }

    /// Only where a teleport leads depends on luck.
    fn may_fit(&self, _: &RobotsGame, _: &State, _: Seat, _: &Action, _: &TraceRow) -> MayFit {
        MayFit::Never
    }

    fn shown_luck(
        &self,
        game: &RobotsGame,
        state: &State,
        turn: Option<(Seat, &Action)>,
        row: &TraceRow,
    ) -> Option<Vec<Event>> {
        // Only where a teleport leads is drawn, and the player stays there.
        turn?;
        let Shown::Text(player) = &row.cells[column::PLAYER] else {
            return None;
        };
        let mut cells = rules::available(&game.scenario, state);
        let to = cells.find(|to| **player == *to.to_string())?;
        Some(vec![Event::Teleported { to }])
    }

    /// One action is all of the player's turn.
    fn rest<'a>(
        &self,
        _: &RobotsGame,
        _: HistoryCycle<'_, RobotsGame>,
        row: &'a TraceRow,
    ) -> Cow<'a, TraceRow> {
        Cow::Borrowed(row)
    }

    fn lost_turn(&self, _: &RobotsGame, _: &State, _: Seat, row: &TraceRow) -> Option<Forfeit> {
        lost_turn_in(&row.cells[column::ACTION], |cause| deed(None, &Event::Forfeited { cause }))
    }

    fn misdeed(&self, _: &RobotsGame, state: &State, _: Seat, row: &TraceRow) -> (String, String) {
        let from = state.player;
        match (&row.cells[column::ACTION], &row.cells[column::PLAYER]) {
            (Shown::Text(words), _) => {
                let what = format!("something else (it {words})");
                (what, format!("no legal action from {from} has these words"))
            }
            (_, Shown::Text(to)) => {
                let why = format!("no action leads from {from} to what is shown");
                (format!("player on {to}"), why)
            }
            _ => {
                let why = format!("the row shows neither the action nor where it led from {from}");
                ("an unknown action".into(), why)
            }
        }
    }

    fn situation(&self, _: &RobotsGame, state: &State, _: Seat, player: &str) -> String {
        let robots = state.robots.len();
        format!("the player, {player}, is on {} with {robots} robots left", state.player)
    }
}

impl RobotsGame {
    fn leads_to(&self, state: &State, action: Action, row: &TraceRow) -> bool {
        let to = match self.event_of(state, action) {
            Some(Event::Stayed) => state.player,
            Some(
                Event::Walked { to }
                | Event::RanInto { to }
                | Event::Pushed { to, .. }
                | Event::Teleported { to },
            ) => to,
            _ => return false,
        };
        match &row.cells[column::PLAYER] {
            Shown::Text(player) => **player == *to.to_string(),
            _ => false,
        }
    }
}
