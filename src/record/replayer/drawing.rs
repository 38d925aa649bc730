//! A typed history as pictures: scenes of the newest cycle and of its turns, as they may be shown.

use std::borrow::Cow;

use super::Replayer;
use crate::recorded::{DrawnHistory, RecordedHistory, TurnSpan};
use crate::summary::{GameSummary, PlayerSummary, SummaryMoment};
use chase_engine::game::{Game, Masks as _};
use chase_engine::history::{History, HistoryCycle, TurnEntry};
use chase_engine::seat::{Seat, Seats};
use chase_kit::faces::{Picture as _, Playable, Transcript as _, stage};
use chase_kit::picture::{GameEnd, Passage, Scene, Stage};
use chase_kit::trace::TraceRow;

/// The states that scenes of the newest cycle are made of.
pub(super) struct SceneStates<G: Game> {
    /// The state before it.
    before: G::State,
    /// The states after each of its turns but the last.
    stops: Vec<TurnBoundary<G>>,
    /// The events before which each turn that is seen has ended.
    ends: Vec<usize>,
}

/// A moment between two turns of a cycle.
struct TurnBoundary<G: Game> {
    state: G::State,
    /// The number of bytes of words up to here.
    told: usize,
    /// The number of the cycle's events before this moment.
    events: usize,
}

impl<G: Playable> SceneStates<G> {
    /// Before a cycle; its turns are watched where that is asked for, as far as they are seen.
    pub(super) fn new(
        before: &G::State,
        cycle: HistoryCycle<'_, G>,
        turns: bool,
        eyes: Option<Seats>,
    ) -> Self {
        let (mut at, mut ends) = (0, Vec::new());
        for (entry, events) in cycle.turns().filter(|_| turns) {
            at += events.len();
            let by = entry.by.seat();
            if eyes.is_none_or(|eyes| by.is_none_or(|by| G::masks().sees_turn(eyes, by))) {
                ends.push(at);
            }
        }
        SceneStates { before: before.clone(), stops: Vec::new(), ends }
    }

    /// Keeps the state before an event where a turn has ended before it.
    pub(super) fn watch(&mut self, before: &G::State, event: usize, told: usize) {
        while self.ends.get(self.stops.len()) == Some(&event) {
            self.stops.push(TurnBoundary { state: before.clone(), told, events: event });
        }
    }
}

impl<G: Playable> DrawnHistory for Replayer<G> {
    fn stage(&self) -> Stage {
        let mut stage = self.stage_without_positions();
        G::picture().lay_out(&self.game, &mut stage);
        stage
    }

    fn stage_without_positions(&self) -> Stage {
        let mut stage = stage(&*self.game, self.projections.viewer);
        // A seat that has one piece is called as the piece.
        for seat in (0..self.game.seats()).map(Seat) {
            let mut its = stage.actors.iter().filter(|actor| actor.side == seat.0);
            let one = its.next().filter(|_| its.next().is_none());
            if let Some(piece) = one {
                stage.seats.add(self.game.seat_name(seat), &piece.name);
            }
        }
        stage
    }

    fn scene(&self, turn: Option<usize>, out: &mut Scene) {
        out.clear();
        let (Some(pictured), (Some(cycle), after)) = (&self.pictured, self.shown()) else {
            return;
        };
        let stop = turn.and_then(|turn| pictured.stops.get(turn));
        let beginning = stop.map(|stop| match self.projections.viewer {
            // What is seen of a turn may be fewer events than it has.
            Some(_) => turns_of(cycle, turn.unwrap_or(0) + 1),
            None => beginning_of(cycle, stop.events),
        });
        let cycle = beginning.as_ref().and_then(History::last).unwrap_or(cycle);
        let after = stop.map_or(after, |stop| self.as_viewed(&stop.state));
        let passage = Passage {
            cycle,
            before: &self.as_viewed(&pictured.before),
            after: &after,
            viewer: self.projections.viewer,
        };
        G::picture().scene(&self.game, &passage, out);
        if let (None, Some(eyes)) = (turn, &self.eyes) {
            let told = eyes.told();
            if !out.headline.is_empty() && !told.is_empty() {
                out.headline.push_str("; ");
            }
            out.headline.push_str(&told);
        }
        if turn.is_none()
            && let Some(insight) = self.shown_insight()
        {
            out.heat = insight.heat();
        }
    }

    fn row_scene(&self, row: &TraceRow, out: &mut Scene) {
        out.clear();
        G::picture().row_scene(&self.game, row, out);
    }

    fn untold_kinds(&self) -> &'static [u8] {
        G::picture().untold_kinds()
    }

    fn summary(&self) -> GameSummary {
        let (newest, state) = self.shown();
        let seats = (0..self.game.seats()).map(Seat);
        let sides: Vec<_> = seats.clone().map(|seat| self.game.side(seat)).collect();
        let stage = self.stage_without_positions();
        let player = |(seat, side): (Seat, &usize)| PlayerSummary {
            seat: self.game.seat_name(seat),
            name: stage.seats.on_board(&self.game.seat_name(seat)),
            side: self.game.sides().get(*side).copied().unwrap_or("").into(),
            // Who plays is told to those who see everything.
            player: match (self.projections.viewer, self.players.get(seat.index())) {
                (None, Some(player)) => player.clone(),
                _ => String::new(),
            },
            result: "",
        };
        // A viewer need not know yet that it is over.
        let is_told = !G::transcript().ending_words(&self.game, &state).is_empty();
        let outcome = self.outcome().filter(|_| is_told);
        let end = outcome.map(|outcome| {
            let end = newest.and_then(|newest| G::picture().game_end(&self.game, newest, &state));
            let end = end.unwrap_or_else(|| GameEnd::how(outcome.cause.replace('_', " ")));
            let points = |side: &usize| outcome.points.get(*side).copied().unwrap_or(0);
            (end, sides.iter().map(points).collect())
        });
        let cycle = (self.unit(), self.last().unwrap_or(0));
        let moment = SummaryMoment {
            when: self.parts().map_or(cycle, |it| (it.unit, it.count)),
            end,
            sides: &sides,
        };
        GameSummary::of(seats.zip(&sides).map(player).collect(), moment)
    }

    fn turns(&self) -> Vec<TurnSpan> {
        let entries = self.shown().0.map_or(&[][..], |cycle| cycle.entries);
        let stops = self.pictured.iter().flat_map(|pictured| &pictured.stops);
        let told = stops.map(|stop| stop.told).chain([self.told.len()]);
        let turn = |(entry, told): (&TurnEntry<G::Action>, usize)| TurnSpan {
            seat: entry.by.seat().map(|seat| self.game.seat_name(seat)),
            told,
        };
        entries.iter().zip(told).map(turn).collect()
    }
}

impl<G: Playable> Replayer<G> {
    /// A state as it may be shown.
    fn as_viewed<'a>(&self, state: &'a G::State) -> Cow<'a, G::State> {
        match self.projections.viewer {
            None => Cow::Borrowed(state),
            Some(eyes) => Cow::Owned(G::masks().state(&self.game, state, eyes)),
        }
    }
}

/// A cycle's first so many turns.
fn turns_of<G: Game>(cycle: HistoryCycle<'_, G>, turns: usize) -> History<G> {
    let mut beginning = History::default();
    beginning.open(cycle.number);
    for (entry, events) in cycle.turns().take(turns) {
        beginning.turn(entry.by.clone(), entry.words, events);
    }
    beginning
}

/// A cycle's first so many events, and the turns they are of.
pub(super) fn beginning_of<G: Game>(cycle: HistoryCycle<'_, G>, mut events: usize) -> History<G> {
    let mut beginning = History::default();
    beginning.open(cycle.number);
    for (entry, mine) in cycle.turns() {
        if events == 0 {
            break;
        }
        let kept = mine.len().min(events);
        beginning.turn(entry.by.clone(), entry.words, &mine[..kept]);
        events -= kept;
    }
    beginning
}
