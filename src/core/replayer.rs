//! A typed history on its way from cycle to cycle: what stands behind [`AnyReplay`].

mod moment;
mod shown;
mod taken;
mod told;

use std::any::Any;
use std::sync::Arc;

use serde::Serialize;

use shown::{Pictured, beginning_of};
use told::{look, lost_turns};

use super::event_table::EventTable;
use super::extras::Insight;
use super::eyes::{Eyes, cycle_seen};
use super::fold::{Broken, Fold};
use super::game::{Forfeit, Outcome, Seat, Turn};
use super::header::{Header, to_json};
use super::history::{By, Cycle, History};
use super::picture::{Scene, Stage};
use super::recorded::{AnyReplay, Counts, Projections, Recorded, Refused, TurnTold};
use super::seal::Seal;
use super::trace::Row;
use super::transcript::{Transcript, Viewer};
use super::wire;

/// A typed history on its way: what stands behind [`AnyReplay`].
pub struct Replayer<G: Transcript> {
    game: Arc<G>,
    players: Vec<String>,
    fold: Fold<G>,
    newest: History<G>,
    seal: Seal,
    counts: Counts,
    projections: Projections,
    told: Vec<u8>,
    tally: G::Tally,
    insight: Option<Box<dyn Insight<G>>>,
    /// The viewer's, where there is one.
    eyes: Option<Eyes<G>>,
    /// The newest cycle as the viewer sees it.
    viewed: History<G>,
    /// The moment inside the newest cycle that is watched for.
    inside: Option<Inside<G>>,
    /// What scenes are made of, while they are watched.
    pictured: Option<Pictured<G>>,
    scratch: Vec<u8>,
}

/// A moment inside a cycle.
struct Inside<G: Transcript> {
    state: G::State,
    insight: Option<Box<dyn Insight<G>>>,
    eyes: Option<Eyes<G>>,
    tally: G::Tally,
    told: usize,
    /// How many events of the cycle it stands after.
    events: usize,
}

impl<G: Transcript> Replayer<G> {
    /// Before anything happened.
    #[must_use]
    pub fn new(game: Arc<G>, header: &Header) -> Self {
        Replayer {
            fold: Fold::new(&*game),
            game,
            players: header.players.clone(),
            newest: History::default(),
            seal: Seal::of_beginning(header),
            counts: Counts::default(),
            projections: Projections::default(),
            told: Vec::new(),
            tally: G::Tally::default(),
            insight: None,
            eyes: None,
            viewed: History::default(),
            inside: None,
            pictured: None,
            scratch: Vec::new(),
        }
    }

    /// A copy that stands where this one does. It does not hold the newest cycle.
    #[must_use]
    pub fn again(&self) -> Self {
        Replayer {
            game: Arc::clone(&self.game),
            players: self.players.clone(),
            fold: Fold::from_state(self.fold.state().clone()),
            newest: History::default(),
            told: Vec::new(),
            tally: self.tally.clone(),
            insight: self.insight.as_ref().map(|insight| insight.again()),
            eyes: self.eyes.clone(),
            viewed: History::default(),
            inside: None,
            pictured: None,
            scratch: Vec::new(),
            ..*self
        }
    }

    /// The game whose history is replayed.
    #[must_use]
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The state after the newest cycle.
    #[must_use]
    pub fn state(&self) -> &G::State {
        self.fold.state()
    }

    /// The newest cycle.
    #[must_use]
    pub fn newest(&self) -> Option<Cycle<'_, G>> {
        self.newest.last()
    }

    /// What a seat whose turn it is can do.
    fn legal(&self, seat: Seat) -> Vec<G::Action> {
        let mut buffer = Vec::new();
        self.game
            .legal(self.fold.state(), seat, &mut buffer)
            .to_vec()
    }

    /// The history that a session plays the next cycle into; [`Replayer::apply_cycle`] comes next.
    pub fn blank(&mut self) -> &mut History<G> {
        self.newest.clear();
        &mut self.newest
    }

    /// The history of the newest cycle, with the turns that were played into it already.
    pub fn blank_on(&mut self) -> &mut History<G> {
        &mut self.newest
    }

    /// The players' names, by seat.
    #[must_use]
    pub fn players(&self) -> &[String] {
        &self.players
    }

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
        self.pictured = watched.then(|| Pictured::new(state, cycle, projections.turns, eyes));
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
        self.fold.feed(game, cycle, |before, event| {
            if part.is_some_and(|(part, begun)| begun(game, before) == part) {
                *inside = Some(Inside {
                    state: before.clone(),
                    insight: insight.as_ref().map(|insight| insight.again()),
                    eyes: eyes.clone(),
                    tally: tally.clone(),
                    told: told.len(),
                    events,
                });
            }
            if let Some(pictured) = pictured {
                pictured.watch(before, events, told.len());
            }
            if let Some((_, words)) = lost.iter().find(|(at, _)| *at == events) {
                told.extend_from_slice(words.as_bytes());
            }
            events += 1;
            if projections.events || projections.tally {
                look(game, before, event, projections, told, tally);
            }
            if let Some(insight) = insight
                && let Some(seen) = game.seen(before, event, insight.seat())
            {
                insight.observe(&seen);
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
}

impl<G: Transcript> Recorded for Replayer<G> {
    fn unit(&self) -> &'static str {
        G::CYCLE
    }

    fn last(&self) -> Option<u64> {
        self.newest.last().map(|cycle| cycle.number)
    }

    fn next(&self) -> u64 {
        self.game.clock(self.fold.state())
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        self.game.last_possible_cycle()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.turn(self.fold.state()).outcome()
    }

    fn seal(&self) -> Seal {
        self.seal
    }

    fn counts(&self) -> Counts {
        self.counts
    }

    fn project(&mut self, projections: Projections) {
        if projections.insight && self.insight.is_none() {
            self.insight = G::EXTRAS.insight.map(|insight| insight(&self.game));
        }
        if self.projections.viewer != projections.viewer {
            self.eyes = projections.viewer.map(|seats| Eyes::new(&self.game, seats));
        }
        self.projections = projections;
    }

    fn read_json(&mut self, line: &str) -> Result<(), Refused> {
        let claimed =
            wire::take_json(line, &mut self.newest).map_err(|error| Refused::of_json(&error))?;
        self.apply_cycle().map_err(Refused::Broken)?;
        if self.projections.seals && self.seal != claimed {
            return Err(Refused::Seal {
                claimed,
                found: self.seal,
            });
        }
        Ok(())
    }

    fn read_unsealed_json(&mut self, line: &str) -> Result<(), Refused> {
        self.newest.clear();
        let taken = wire::take_unsealed_json(line, &mut self.newest);
        taken.map_err(|error| Refused::of_json(&error))?;
        self.apply_cycle().map_err(Refused::Broken)
    }

    fn read_payload(&mut self, bytes: &[u8]) -> Result<usize, Refused> {
        self.newest.clear();
        let taken = wire::take_cycle(bytes, self.next(), &mut self.newest);
        let used = taken.map_err(|bad| Refused::of_payload(&bad))?;
        self.apply_cycle().map_err(Refused::Broken)?;
        Ok(used)
    }

    fn put_json(&self, out: &mut Vec<u8>) {
        if let Some(cycle) = self.newest.last() {
            wire::put_json(cycle, Some(self.seal), out);
        }
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

    fn put_payload(&self, out: &mut Vec<u8>) {
        if let Some(cycle) = self.newest.last() {
            wire::put_cycle(cycle, out);
        }
    }

    fn put_events(&self, table: &mut EventTable) {
        if let Some(cycle) = self.newest.last() {
            table.add(cycle);
        }
    }

    fn put_state(&self, out: &mut Vec<u8>) {
        wire::put(self.fold.state(), out);
    }

    fn restore(&mut self, next: u64, seal: Seal, state: &[u8]) -> bool {
        let Some(state) = wire::whole::<G::State>(state) else {
            return false;
        };
        if !self.game.is_valid_state(&state) || self.game.clock(&state) != next {
            return false;
        }
        self.fold = Fold::from_state(state);
        self.newest.clear();
        self.seal = seal;
        true
    }

    fn opening_text(&self, out: &mut Vec<u8>) {
        match self.projections.viewer {
            None => self.game.opening(out),
            Some(eyes) => self.game.viewed_opening(eyes, out),
        }
    }

    fn cycle_text(&self, out: &mut Vec<u8>) {
        if let (Some(newest), state) = self.shown() {
            self.game.cycle(newest, &state, out);
        }
    }

    fn ending_text(&self, out: &mut Vec<u8>) {
        self.game.ending(&self.shown().1, out);
    }

    fn moment_text(&self, out: &mut Vec<u8>) {
        match self.looked_at() {
            (state, None) => self.game.moment(state, &self.players, out),
            (state, Some(eyes)) => eyes.moment_text(state, &self.players, out),
        }
    }

    fn moment_json(&self) -> String {
        match self.looked_at() {
            (state, None) => to_json(&self.game.facts(state, &self.players)),
            (state, Some(eyes)) => eyes.moment_json(state, &self.players),
        }
    }

    fn legal_text(&self, out: &mut Vec<u8>) {
        let (unit, next) = (G::CYCLE, self.next());
        if self.inside.is_some() {
            let part = self.part_unit().unwrap_or(unit);
            let line =
                format!("nobody is to act: it is the middle of a move over several {part}s\n");
            out.extend_from_slice(line.as_bytes());
            return;
        }
        match self.game.turn(self.fold.state()) {
            Turn::Seat(seat) if !self.shows_legal(seat) => {
                let name = self.game.seat_name(seat);
                let line = format!("{name} is to act in {unit} {next}; what it can do is hidden\n");
                out.extend_from_slice(line.as_bytes());
            }
            Turn::Seat(seat) => {
                let name = self.game.seat_name(seat);
                out.extend_from_slice(format!("{name} is to act in {unit} {next}:\n").as_bytes());
                for action in self.legal(seat) {
                    out.extend_from_slice(b"  ");
                    self.game.action(self.fold.state(), seat, &action, out);
                    out.push(b'\n');
                }
            }
            Turn::World => out.extend_from_slice(b"nobody is to act: it is the world's turn\n"),
            Turn::Over(outcome) => {
                let line = format!("nobody is to act: the game is over ({})\n", outcome.cause);
                out.extend_from_slice(line.as_bytes());
            }
        }
    }

    fn legal_json(&self) -> String {
        let (seat, legal) = match self.game.turn(self.fold.state()) {
            _ if self.inside.is_some() => (None, None),
            Turn::Seat(seat) => {
                let legal = self.shows_legal(seat).then(|| self.legal(seat));
                (Some(self.game.seat_name(seat)), legal)
            }
            Turn::World | Turn::Over(_) => (None, None),
        };
        to_json(&Legal { seat, legal })
    }

    fn events_text(&self) -> &[u8] {
        let end = self
            .inside
            .as_ref()
            .map_or(self.told.len(), |inside| inside.told);
        &self.told[..end]
    }

    fn totals_text(&self, out: &mut Vec<u8>) {
        self.game.table(&self.shown_totals(), out);
    }

    fn totals_json(&self) -> String {
        to_json(&self.shown_totals())
    }

    fn row(&self, row: &mut Row) {
        row.reset(self.last().unwrap_or(0));
        if let Some(newest) = self.newest() {
            self.game.row(newest, self.fold.state(), row);
        }
    }

    fn shown_row(&self, row: &mut Row) {
        row.reset(self.last().unwrap_or(0));
        if let (Some(newest), state) = self.shown() {
            self.game.row(newest, &state, row);
        }
    }

    fn statements(&self) -> Vec<(String, String)> {
        self.game.statements()
    }

    fn is_at_the_same_state(&self, other: &dyn Recorded) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| self.fold.state() == other.fold.state())
    }

    fn has_the_same_cycle(&self, other: &dyn Recorded) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        match other.map(|other| (self.newest(), other.newest())) {
            Some((Some(mine), Some(others))) => {
                mine.entries == others.entries && mine.events == others.events
            }
            _ => false,
        }
    }

    fn as_game(&self) -> Option<&dyn AnyReplay> {
        Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: Transcript> AnyReplay for Replayer<G> {
    fn part_unit(&self) -> Option<&'static str> {
        G::EXTRAS.parts.map(|parts| parts.unit)
    }

    fn part(&self) -> u64 {
        let parts = G::EXTRAS.parts;
        parts.map_or(0, |parts| (parts.begun)(&self.game, self.fold.state()))
    }

    fn is_inside(&self) -> bool {
        self.inside.is_some()
    }

    fn viewers(&self) -> Vec<Viewer> {
        self.game.viewers()
    }

    fn has_insight(&self) -> bool {
        G::EXTRAS.insight.is_some()
    }

    fn insight_text(&self, out: &mut Vec<u8>) {
        if let Some(insight) = self.shown_insight() {
            insight.text(out);
        }
    }

    fn insight_json(&self) -> String {
        self.shown_insight()
            .map_or_else(|| "null".into(), Insight::json)
    }

    fn stage(&self) -> Stage {
        let mut stage = self.stage_without_positions();
        self.game.lay_out(&mut stage);
        stage
    }

    fn stage_without_positions(&self) -> Stage {
        self.game.stage(self.projections.viewer)
    }

    fn scene(&self, turn: Option<usize>, out: &mut Scene) {
        self.put_scene(turn, out);
    }

    fn row_scene(&self, row: &Row, out: &mut Scene) {
        out.clear();
        self.game.row_scene(row, out);
    }

    fn untold_kinds(&self) -> &'static [u8] {
        self.game.untold_kinds()
    }

    fn turns(&self) -> Vec<TurnTold> {
        self.shown_turns()
    }

    fn forfeits(&self) -> Vec<(Seat, Forfeit)> {
        let entries = self.newest.last().map_or(&[][..], |cycle| cycle.entries);
        let failed = entries.iter().filter_map(|entry| match &entry.by {
            By::Forfeit(seat, why) => Some((*seat, Forfeit::clone(why))),
            By::World | By::Action(..) => None,
        });
        failed.collect()
    }

    fn amounts(&self) -> Option<Vec<u32>> {
        let amounts = G::EXTRAS.amounts?;
        Some((amounts.collected)(&self.game, self.fold.state()))
    }
}

/// What the seat to move can do, for programs.
#[derive(Serialize)]
struct Legal<A> {
    seat: Option<String>,
    legal: Option<Vec<A>>,
}
