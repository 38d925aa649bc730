//! What the referee must know of Scotland Yard: which move a row shows, and why it cannot be.

use super::board::Station;
use super::trace::{column, lost};
use super::{Action, Event, MR_X, ScotlandYard, State};
use chase_core::game::{Forfeit, Game as _, Seat};
use chase_core::rules_referee::{RefereeRules, lost_turn_in};
use chase_core::trace::{Cell, TraceRow};

impl ScotlandYard {
    fn move_cell<'a>(&self, seat: Seat, row: &'a TraceRow) -> &'a Cell {
        let colour = self.setting.colours[seat.index()];
        &row.cells[column::MOVE + colour as usize]
    }
}

impl RefereeRules for ScotlandYard {
    fn options() -> &'static [&'static str] {
        &["move"]
    }

    fn fits(&self, _: &State, seat: Seat, action: &Action, row: &TraceRow) -> bool {
        self.move_cell(seat, row).text() == Some(&action.to_string())
    }

    fn shown_luck(
        &self,
        _: &State,
        turn: Option<(Seat, &Action)>,
        row: &TraceRow,
    ) -> Option<Vec<Event>> {
        if turn.is_some() {
            return None;
        }
        // Only where somebody begins is drawn.
        let players = self.scenario.players.iter().zip(&self.setting.colours);
        let stations = players.map(|(player, colour)| {
            let cell = &row.cells[column::STATION + *colour as usize];
            let shown = || Station::try_from(cell.number()?).ok();
            player.start.or_else(shown)
        });
        let stations = stations.collect::<Option<_>>()?;
        Some(vec![Event::Opened { stations }])
    }

    fn lost_turn(&self, _: &State, seat: Seat, row: &TraceRow) -> Option<Forfeit> {
        lost_turn_in(self.move_cell(seat, row), |cause| lost(cause.word()))
    }

    fn misdeed(&self, state: &State, seat: Seat, row: &TraceRow) -> (String, String) {
        match self.move_cell(seat, row) {
            Cell::Text(words) => {
                let mut legal = Vec::new();
                let legal = self.legal(state, seat, &mut legal);
                let why = format!("the legal moves are: {}", super::rules::set_words(legal));
                (words.to_string(), why)
            }
            _ if seat == MR_X => (
                "a move that is not shown".into(),
                "a transcript made for the detectives cannot be judged, only compared (chase diff)"
                    .into(),
            ),
            _ => ("nothing".into(), "every turn is a move or a pass".into()),
        }
    }

    fn is_listed(&self, action: &Action) -> bool {
        // There may be hundreds.
        !matches!(action, Action::Double { .. })
    }

    fn situation(&self, state: &State, seat: Seat, player: &str) -> String {
        let name = self.setting.name(seat);
        let station = state.station(seat);
        format!("{name}, {player}, is at {station} and is to move")
    }
}
