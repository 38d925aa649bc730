//! How the newest cycle is folded, by the fold of the engine, and what is watched on the way: its events in words,
//! counts, the moments inside it; then its seal.

use super::drawing::SceneStates;
use super::{Inside, Replayer};
use crate::eyes::cycle_seen;
use crate::recorded::Projections;
use chase_engine::fold::Broken;
use chase_engine::game::{Forfeit, Game, Masks as _};
use chase_engine::history::HistoryCycle;
use chase_engine::seal::Seal;
use chase_kit::faces::{Playable, Transcript as _};
use chase_kit::tally::Tally;
use chase_world::error::quoted_to;

impl<G: Playable> Replayer<G> {
    /// Folds the newest cycle.
    ///
    /// # Errors
    /// A cycle that cannot stand here.
    pub fn apply_cycle(&mut self) -> Result<(), Broken> {
        let Some(cycle) = self.newest.last() else {
            return Ok(());
        };
        let (game, projections) = (&*self.game, self.projections);
        self.told.clear();
        self.inside = None;
        if self.nobody_watches() {
            self.pictured = None;
            self.fold.feed_unwatched(game, cycle)?;
            self.take_in();
            return Ok(());
        }
        if let Some(eyes) = projections.viewer {
            self.viewed.clear();
            self.viewed.open(cycle.number);
            let mut state = self.fold.state().clone();
            cycle_seen(game, &mut state, cycle, eyes, &mut self.viewed);
        }
        let watched = projections.scenes || projections.turns;
        let state = self.fold.state();
        let eyes = projections.viewer;
        self.pictured = watched.then(|| SceneStates::new(state, cycle, projections.turns, eyes));
        let pictured = &mut self.pictured;
        let (told, tally) = (&mut self.told, &mut self.tally);
        let (insight, inside, eyes) = (&mut self.insight, &mut self.inside, &mut self.eyes);
        let lost = if projections.events && projections.viewer.is_none() {
            lost_turns(game, cycle)
        } else {
            Vec::new()
        };
        let begun = G::EXTRAS.parts.map(|parts| parts.begun);
        let part = projections.part.zip(begun);
        let mut events = 0;
        // Where each turn begins among the events, for who works out what is hidden.
        let turns = insight.iter().flat_map(|_| cycle.turns());
        let turns = turns.scan(0, |begins, (entry, its)| {
            let turn = (*begins, entry, its);
            *begins += its.len();
            Some(turn)
        });
        let turns: Vec<_> = turns.collect();
        let mut turns = turns.iter().peekable();
        self.fold.feed(game, cycle, |before, event| {
            if part.is_some_and(|(part, begun)| begun(game, before) == part) {
                *inside = Some(Inside {
                    state: before.clone(),
                    insight: insight.as_ref().map(|insight| insight.again()),
                    eyes: eyes.clone(),
                    tally: tally.again(),
                    told: told.len(),
                    events,
                });
            }
            if let Some(pictured) = pictured {
                pictured.watch(before, events, told.len());
            }
            for (_, words) in lost.iter().filter(|(at, _)| *at == events) {
                told.extend_from_slice(words.as_bytes());
            }
            if let Some(insight) = &mut *insight
                && let Some((_, entry, its)) = turns.next_if(|(begins, ..)| *begins == events)
            {
                insight.take_turn(game, before, &entry.by, its);
            }
            events += 1;
            if projections.events || projections.tally {
                look(game, before, event, projections, told, &mut **tally);
            }
            if let Some(insight) = insight {
                insight.take_event(game, before, event);
            }
            if let Some(eyes) = eyes {
                eyes.observe(cycle.number, before, event);
            }
        })?;
        let state = self.fold.state();
        if part.is_none_or(|(part, begun)| begun(game, state) <= part) {
            self.inside = None;
        }
        self.take_in();
        Ok(())
    }

    /// True if nothing is worked out beside the state and the seal.
    fn nobody_watches(&self) -> bool {
        let plain = Projections { seals: self.projections.seals, ..Projections::default() };
        self.projections == plain && self.insight.is_none() && self.eyes.is_none()
    }

    /// Seals and counts the newest cycle, which was just folded.
    fn take_in(&mut self) {
        let Some(cycle) = self.newest.last() else {
            return;
        };
        if self.projections.seals {
            let forms = &mut self.forms;
            if !forms.has_seal_bytes {
                let (seal_bytes, payload) = (&mut forms.seal_bytes, &mut forms.payload);
                forms.has_payload = (self.known).put_cycle(cycle, self.seal, seal_bytes, payload);
            }
            self.seal = Seal::of(&forms.seal_bytes);
            forms.has_seal_bytes = false;
        }
        self.counts.cycles += 1;
        self.counts.entries += cycle.entries.len() as u64;
        self.counts.events += cycle.events.len() as u64;
        let words = cycle.entries.iter().map(|entry| u64::from(entry.words));
        self.counts.words += words.sum::<u64>();
    }
}

/// The reasons for which turns of a cycle were lost, a line each, with the number of events before
/// each.
fn lost_turns<G: Game>(game: &G, cycle: HistoryCycle<'_, G>) -> Vec<(usize, String)> {
    let mut at = 0;
    let mut lost = Vec::new();
    for (entry, events) in cycle.turns() {
        for (seat, why) in entry.by.forfeits() {
            let (seat, cause) = (game.seat_name(seat), why.cause.word());
            let detail = match why.detail.as_str() {
                "" => String::new(),
                detail => format!(": {}", quoted_to(detail, Forfeit::DETAIL_BYTES_MAX)),
            };
            lost.push((at, format!("{seat} loses a turn, {cause}{detail}\n")));
        }
        at += events.len();
    }
    lost
}

/// Tells and counts an event, as far as the viewer sees it.
fn look<G: Playable>(
    game: &G,
    before: &G::State,
    event: &G::Event,
    projections: Projections,
    told: &mut Vec<u8>,
    tally: &mut dyn Tally<G>,
) {
    let seen = projections.viewer.map(|eyes| {
        let seen = G::masks().event(game, before, event, eyes);
        (G::masks().state(game, before, eyes), seen)
    });
    let (before, event) = match &seen {
        None => (before, event),
        Some((before, Some(event))) => (before, event),
        Some((_, None)) => return,
    };
    if projections.events {
        let words = G::transcript().event(game, before, event);
        if !words.is_empty() {
            told.extend_from_slice(words.as_bytes());
            told.push(b'\n');
        }
    }
    if projections.tally {
        tally.count(game, before, event);
    }
}
