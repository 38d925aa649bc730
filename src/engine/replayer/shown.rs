//! What a viewer is shown: the newest cycle as it sees it, the beginning of a cycle, and scenes.

use std::borrow::Cow;

use super::Replayer;
use crate::engine::any::TurnTold;
use crate::engine::game::{Forfeit, Game, Seat};
use crate::engine::history::{By, Cycle, History};
use crate::engine::picture::{Passage, Scene};
use crate::engine::transcript::Transcript;

/// The states that scenes of the newest cycle are made of.
pub(super) struct Pictured<G: Game> {
    /// The state before it.
    before: G::State,
    /// The states after each of its turns but the last.
    stops: Vec<Stop<G>>,
    /// The event that each of its turns but the first begins with.
    starts: Vec<usize>,
}

/// A moment between two turns of a cycle.
struct Stop<G: Game> {
    state: G::State,
    /// How many bytes of words were told up to here.
    told: usize,
    /// How many events of the cycle it stands after.
    events: usize,
}

impl<G: Game> Pictured<G> {
    /// Before a cycle; its turns are watched where that is asked for.
    pub(super) fn new(before: &G::State, cycle: Cycle<'_, G>, turns: bool) -> Self {
        let mut at = 0;
        let mut starts = Vec::new();
        for (_, events) in cycle.turns().filter(|_| turns) {
            starts.push(at);
            at += events.len();
        }
        Pictured {
            before: before.clone(),
            stops: Vec::new(),
            starts: starts.split_off(starts.len().min(1)),
        }
    }

    /// Keeps the state before an event where a turn begins with it.
    pub(super) fn watch(&mut self, before: &G::State, event: usize, told: usize) {
        while self.starts.get(self.stops.len()) == Some(&event) {
            self.stops.push(Stop {
                state: before.clone(),
                told,
                events: event,
            });
        }
    }
}

impl<G: Transcript> Replayer<G> {
    /// Fills a scene with the moment after the newest cycle, or after a turn of it.
    pub(super) fn put_scene(&self, turn: Option<usize>, out: &mut Scene) {
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
        self.game.scene(&passage, out);
        if turn.is_none()
            && let Some(insight) = self.shown_insight()
        {
            out.heat = insight.heat();
        }
    }

    /// A state as it may be shown.
    fn as_viewed<'a>(&self, state: &'a G::State) -> Cow<'a, G::State> {
        match self.projections.viewer {
            None => Cow::Borrowed(state),
            Some(seat) => Cow::Owned(self.game.viewed_state(state, seat)),
        }
    }

    /// The turns of the newest cycle as they may be shown.
    pub(super) fn shown_turns(&self) -> Vec<TurnTold> {
        let entries = self.shown().0.map_or(&[][..], |cycle| cycle.entries);
        let stops = self.pictured.iter().flat_map(|pictured| &pictured.stops);
        let told = stops.map(|stop| stop.told).chain([self.told.len()]);
        let turn = |(entry, told): (&crate::engine::history::Entry<G::Action>, usize)| TurnTold {
            seat: match &entry.by {
                By::World => None,
                By::Action(seat, _) | By::Forfeit(seat, _) => Some(self.game.seat_name(*seat)),
            },
            told,
        };
        entries.iter().zip(told).map(turn).collect()
    }
}

/// A cycle's first so many turns.
fn turns_of<G: Game>(cycle: Cycle<'_, G>, turns: usize) -> History<G> {
    let mut beginning = History::default();
    beginning.open(cycle.number);
    for (entry, events) in cycle.turns().take(turns) {
        beginning.turn(entry.by.clone(), entry.words, events);
    }
    beginning
}

/// Adds what a seat sees of a cycle that begins at a state, as far as the rules allow the cycle.
pub(super) fn view<G: Transcript>(
    game: &G,
    state: &mut G::State,
    cycle: Cycle<'_, G>,
    seat: Seat,
    out: &mut History<G>,
) {
    let mut seen = Vec::new();
    for (entry, events) in cycle.turns() {
        let by = match &entry.by {
            By::World => By::World,
            By::Action(by, action) => By::Action(*by, game.viewed_action(state, *by, action, seat)),
            // What a player said when it failed is nobody else's.
            By::Forfeit(by, why) => By::Forfeit(*by, Box::new(Forfeit::new(why.cause, ""))),
        };
        seen.clear();
        for event in events {
            seen.extend(game.seen(state, event, seat).and_then(G::viewed_event));
            if game.apply(state, event).is_err() {
                return;
            }
        }
        out.turn(by, 0, &seen);
    }
}

/// A cycle's first so many events, and the turns they are of.
pub(super) fn beginning_of<G: Game>(cycle: Cycle<'_, G>, mut events: usize) -> History<G> {
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
