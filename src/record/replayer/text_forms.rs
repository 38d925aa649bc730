//! A typed history in words, rows and JSON: after a cycle or within one, as far as the viewer may see.

use std::borrow::Cow;

use serde::Serialize;

use super::Replayer;
use super::drawing::beginning_of;
use crate::eyes::Eyes;
use crate::recorded::{DescribedHistory, RecordedHistory as _};
use chase_engine::game::{Masks as _, Turn};
use chase_engine::header::to_json;
use chase_engine::history::HistoryCycle;
use chase_engine::seat::{Seat, Seats};
use chase_kit::extras::Insight;
use chase_kit::faces::{Playable, Transcript as _, insight, sees_legal};
use chase_kit::tally::Tally;
use chase_kit::trace::TraceRow;
use chase_kit::transcript::Viewer;
use chase_kit::wire;

impl<G: Playable> DescribedHistory for Replayer<G> {
    fn statements(&self) -> Vec<(String, String)> {
        self.game.statements()
    }

    fn viewers(&self) -> Vec<Viewer> {
        G::transcript().viewers(&self.game)
    }

    fn opening_text(&self, out: &mut Vec<u8>) {
        match self.projections.viewer {
            None => G::transcript().opening(&self.game, out),
            Some(eyes) => G::transcript().viewed_opening(&self.game, eyes, out),
        }
    }

    fn cycle_text(&self, out: &mut Vec<u8>) {
        if let (Some(newest), state) = self.shown() {
            G::transcript().cycle(&self.game, newest, &state, out);
        }
    }

    fn ending_text(&self, out: &mut Vec<u8>) {
        G::transcript().ending(&self.game, &self.shown().1, out);
    }

    fn row(&self, row: &mut TraceRow) {
        row.reset(self.last().unwrap_or(0));
        if let (Some(newest), state) = self.shown() {
            G::transcript().row(&self.game, newest, &state, row);
        }
    }

    fn events_text(&self) -> &[u8] {
        let end = self.inside.as_ref().map_or(self.told.len(), |inside| inside.told);
        &self.told[..end]
    }

    fn put_shown_json(&self, out: &mut Vec<u8>) {
        let (Some(cycle), _) = self.shown() else {
            return;
        };
        if let Some(inside) = &self.inside {
            let beginning = beginning_of(cycle, inside.events);
            if let Some(cycle) = beginning.last() {
                wire::put_json(cycle, None, out);
            }
        } else if self.projections.viewer.is_some() {
            wire::put_json(cycle, None, out);
        } else {
            self.put_json(out);
        }
    }

    fn moment_text(&self, out: &mut Vec<u8>) {
        match self.looked_at() {
            (state, None) => G::transcript().moment(&self.game, state, &self.players, out),
            (state, Some(eyes)) => eyes.moment_text(state, &self.players, out),
        }
    }

    fn moment_json(&self) -> String {
        match self.looked_at() {
            (state, None) => to_json(&G::transcript().facts(&self.game, state, &self.players)),
            (state, Some(eyes)) => eyes.moment_json(state, &self.players),
        }
    }

    fn legal_text(&self, out: &mut Vec<u8>) {
        if self.inside.is_some() {
            let part = self.parts().map_or(G::CYCLE, |parts| parts.unit);
            let line = format!("nobody is to act in the middle of a move over several {part}s\n");
            out.extend_from_slice(line.as_bytes());
            return;
        }
        match self.game.turn(self.fold.state()) {
            turn @ (Turn::Seat(_) | Turn::Seats(_)) => {
                turn.seats().iter().for_each(|seat| self.put_legal(seat, out));
            }
            Turn::World => out.extend_from_slice(b"nobody is to act: it is the world's turn\n"),
            Turn::Over(outcome) => {
                let line = format!("no seat is to act: the game is over ({})\n", outcome.cause);
                out.extend_from_slice(line.as_bytes());
            }
        }
    }

    fn legal_json(&self) -> String {
        let legal = |seat: Seat| Legal {
            seat: Some(self.game.seat_name(seat)),
            legal: self.shows_legal(seat).then(|| self.legal(seat)),
        };
        let (seat, several) = match self.game.turn(self.fold.state()) {
            _ if self.inside.is_some() => (None, None),
            Turn::Seat(seat) => (Some(legal(seat)), None),
            Turn::Seats(seats) => (None, Some(seats.iter().map(legal).collect::<Vec<_>>())),
            Turn::World | Turn::Over(_) => (None, None),
        };
        match several {
            Some(seats) => to_json(&JointLegal { seats }),
            None => to_json(&seat.unwrap_or(Legal { seat: None, legal: None })),
        }
    }

    fn totals_text(&self, out: &mut Vec<u8>) {
        self.shown_tally().text(&self.game, self.projections.viewer, out);
    }

    fn totals_json(&self) -> String {
        self.shown_tally().json(&self.game, self.projections.viewer)
    }

    fn has_insight(&self) -> bool {
        self.insight_of(None).is_some()
    }

    fn has_heat(&self) -> bool {
        let insight = self.insight_of(None);
        insight.is_some_and(|insight| insight.has_heat())
    }

    fn insight_text(&self, out: &mut Vec<u8>) {
        if let Some(insight) = self.shown_insight() {
            insight.text(out);
        }
    }

    fn insight_json(&self) -> String {
        self.shown_insight().map_or_else(|| "null".into(), Insight::json)
    }
}

/// The legal actions of the seat to move, for programs.
#[derive(Serialize)]
struct Legal<A> {
    seat: Option<String>,
    legal: Option<Vec<A>>,
}

/// The legal actions of several seats that act at once, for programs.
#[derive(Serialize)]
struct JointLegal<A> {
    seats: Vec<Legal<A>>,
}

impl<G: Playable> Replayer<G> {
    /// Appends the legal actions of a seat, in words.
    fn put_legal(&self, seat: Seat, out: &mut Vec<u8>) {
        let (name, unit, next) = (self.game.seat_name(seat), G::CYCLE, self.next());
        if !self.shows_legal(seat) {
            let line =
                format!("{name} is to act in {unit} {next}; its possible actions are hidden\n");
            out.extend_from_slice(line.as_bytes());
            return;
        }
        out.extend_from_slice(format!("{name} is to act in {unit} {next}:\n").as_bytes());
        for action in self.legal(seat) {
            out.extend_from_slice(b"  ");
            let words = self.game.action_text(self.fold.state(), seat, &action);
            out.extend_from_slice(words.as_bytes());
            out.push(b'\n');
        }
    }

    /// The newest cycle and the state of the moment, as they may be shown.
    pub(super) fn shown(&self) -> (Option<HistoryCycle<'_, G>>, Cow<'_, G::State>) {
        let (state, _) = self.looked_at();
        match self.projections.viewer {
            None => (self.newest.last(), Cow::Borrowed(state)),
            Some(eyes) => {
                let state = G::masks().state(&self.game, state, eyes);
                (self.viewed.last(), Cow::Owned(state))
            }
        }
    }

    /// The true state of the moment, and the viewer's eyes, where there is one.
    fn looked_at(&self) -> (&G::State, Option<&Eyes<G>>) {
        match &self.inside {
            Some(inside) => (&inside.state, inside.eyes.as_ref()),
            None => (self.fold.state(), self.eyes.as_ref()),
        }
    }

    /// The analysis of the hidden part, at the beginning.
    pub(super) fn insight_of(&self, viewer: Option<Seats>) -> Option<Box<dyn Insight<G>>> {
        insight(&self.game, viewer.unwrap_or_default())
    }

    /// The analysis of the hidden part at this moment, while it is watched.
    pub(super) fn shown_insight(&self) -> Option<&dyn Insight<G>> {
        match &self.inside {
            Some(inside) => inside.insight.as_deref(),
            None => self.insight.as_deref(),
        }
    }

    fn shown_tally(&self) -> &dyn Tally<G> {
        match &self.inside {
            Some(inside) => &*inside.tally,
            None => &*self.tally,
        }
    }

    /// True if the viewer sees the legal actions of a seat.
    fn shows_legal(&self, seat: Seat) -> bool {
        let viewer = self.projections.viewer;
        viewer.is_none_or(|viewer| sees_legal::<G>(viewer, seat))
    }
}
