//! What the referee must know of ROBOTS: which action a row shows, and why it cannot be.

use super::transcript::{column, deed};
use super::{Action, Event, RobotsGame, State, rules};
use crate::engine::dice::{Dice, Generator};
use crate::engine::game::{Forfeit, ForfeitCause, Seat};
use crate::engine::rules_referee::RefereeRules;
use crate::engine::trace::{Cell as Shown, Row};

impl RobotsGame {
    /// The event of an action; of one that is drawn, whatever these dice draw.
    fn event_of(&self, state: &State, action: Action) -> Option<Event> {
        let mut dice = Dice::new(Generator::Chacha8, 0, 0);
        rules::decide(&self.scenario, state, action, &mut dice).ok()
    }
}

impl RefereeRules for RobotsGame {
    const OPTIONS: &'static [&'static str] = &["action"];

    fn fits(&self, state: &State, _: Seat, action: &Action, row: &Row) -> bool {
        let words = match &row.cells[column::ACTION] {
            Shown::Text(words) => words,
            // What was done is known from where the player is then.
            _ => return self.leads_to(state, *action, row),
        };
        if *action == Action::TeleportAnywhere {
            let mut cells = rules::available(&self.scenario, state);
            return cells.any(|to| **words == *deed(action, &Event::Teleported { to }));
        }
        let event = self.event_of(state, *action);
        event.is_some_and(|event| **words == *deed(action, &event))
    }

    fn lost_turn(&self, _: &State, _: Seat, row: &Row) -> Option<Forfeit> {
        let Shown::Text(words) = &row.cells[column::ACTION] else {
            return None;
        };
        let lost = |cause: &ForfeitCause| {
            **words == *deed(&Action::Stay, &Event::Forfeited { cause: *cause })
        };
        let cause = ForfeitCause::ALL.into_iter().find(lost)?;
        Some(Forfeit::new(cause, ""))
    }

    fn misdeed(&self, state: &State, _: Seat, row: &Row) -> (String, String) {
        let what = match &row.cells[column::ACTION] {
            Shown::Text(words) => format!("what cannot be done: it {words}"),
            _ => "what is not shown".into(),
        };
        let mut legal = Vec::new();
        rules::legal(&self.scenario, state, &mut legal);
        (
            what,
            format!("from {} it can do other things", state.player),
        )
    }

    fn option(&self, state: &State, seat: Seat, action: &Action) -> Vec<String> {
        use crate::engine::transcript::Transcript as _;
        let mut words = Vec::new();
        self.action(state, seat, action, &mut words);
        vec![String::from_utf8_lossy(&words).into_owned()]
    }

    fn situation(&self, state: &State, _: Seat, player: &str) -> String {
        let robots = state.robots.len();
        format!(
            "the player, {player}, is on {} with {robots} robots left",
            state.player
        )
    }

    fn choices(&self, _: &State, _: Seat, _: &str, _: &[Action]) -> Option<Vec<Action>> {
        None
    }

    fn tell(_: usize, number: u64) -> String {
        number.to_string()
    }
}

impl RobotsGame {
    fn leads_to(&self, state: &State, action: Action, row: &Row) -> bool {
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
