//! What the referee must know of Scotland Yard: the starts that a row shows, and which moves there were.

use super::board::Station;
use super::rules::set_words;
use super::trace::column;
use super::transcript::DOUBLE;
use super::{Action, Event, ScotlandYard, State};
use chase_engine::game::{Game as _, Seat};
use chase_kit::faces::{DEEDS_GAP, Kit, RefereeRules};
use chase_kit::trace::{Cell, TraceRow};

/// The kit's referee, who reads from a row where everybody began.
pub(super) struct DrawnStarts;

impl RefereeRules<ScotlandYard> for DrawnStarts {
    fn shown_luck(
        &self,
        game: &ScotlandYard,
        state: &State,
        turn: Option<(Seat, &Action)>,
        row: &TraceRow,
    ) -> Option<Vec<Event>> {
        if turn.is_some() || state.public.opened {
            return Kit.shown_luck(game, state, turn, row);
        }
        let players = game.scenario.players.iter().zip(&game.setting.colours);
        let stations = players.map(|(player, colour)| {
            let cell = &row.cells[column::STATION + *colour as usize];
            let shown = || Station::try_from(cell.number()?).ok();
            player.start.or_else(shown)
        });
        Some(vec![Event::Opened { stations: stations.collect::<Option<_>>()? }])
    }

    fn misdeed(
        &self,
        game: &ScotlandYard,
        state: &State,
        seat: Seat,
        row: &TraceRow,
    ) -> (String, String) {
        let legal = game.legal(state, seat);
        let moves = format!("the legal moves are: {}", set_words(&legal));
        let Some(Cell::Text(words) | Cell::Partly(words)) = row.cells.last() else {
            return ("nothing".into(), moves);
        };
        let first = words.split(DEEDS_GAP).next().unwrap_or_default();
        let deed = first.strip_prefix(game.setting.name(seat)).unwrap_or(first).trim();
        let is_legal = |action: &Action| match action {
            Action::Double { .. } => deed == DOUBLE,
            action => action.to_string() == deed,
        };
        match legal.iter().any(is_legal) {
            true => Kit.misdeed(game, state, seat, row),
            false => (deed.to_owned(), moves),
        }
    }

    fn is_listed(&self, action: &Action) -> bool {
        // There may be hundreds.
        !matches!(action, Action::Double { .. })
    }

    fn situation(&self, game: &ScotlandYard, state: &State, seat: Seat, player: &str) -> String {
        let name = game.setting.name(seat);
        let station = state.station(seat);
        format!("{name}, {player}, is at {station} and is to move")
    }
}
