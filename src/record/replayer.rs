//! A typed history on its way from cycle to cycle: what stands behind [`RecordedHistory`] and, in the
//! modules below, behind [`DescribedHistory`](super::recorded::DescribedHistory) and
//! [`DrawnHistory`](super::recorded::DrawnHistory).

mod drawing;
mod folding;
mod text_forms;

use std::any::Any;
use std::sync::Arc;

use drawing::SceneStates;

use super::event_table::EventTable;
use super::eyes::Eyes;
use super::known_turns::KnownTurns;
use super::packing::Packing;
use super::recorded::{HistoryCounts, PartsBegun, Projections, RecordedHistory, RefusedCycle};
use chase_engine::fold::GameFold;
use chase_engine::game::{Forfeit, Outcome, Seat};
use chase_engine::header::Header;
use chase_engine::history::{By, History, HistoryCycle};
use chase_engine::seal::Seal;
use chase_kit::extras::Insight;
use chase_kit::faces::{Playable, Transcript as _};
use chase_kit::tally::Tally;
use chase_kit::wire;

/// A typed history on its way from cycle to cycle.
pub struct Replayer<G: Playable> {
    game: Arc<G>,
    players: Vec<String>,
    fold: GameFold<G>,
    newest: History<G>,
    seal: Seal,
    counts: HistoryCounts,
    projections: Projections,
    told: Vec<u8>,
    tally: Box<dyn Tally<G>>,
    insight: Option<Box<dyn Insight<G>>>,
    /// The viewer's, where there is one.
    eyes: Option<Eyes<G>>,
    /// The newest cycle as the viewer sees it.
    viewed: History<G>,
    /// The moment inside the newest cycle that is watched for.
    inside: Option<Inside<G>>,
    /// The states of which scenes are made, while scenes are watched.
    pictured: Option<SceneStates<G>>,
    known: KnownTurns<G>,
    forms: CycleForms,
}

/// The bytes of the newest cycle, as far as they were worked out.
#[derive(Default)]
struct CycleForms {
    /// The bytes of which its seal is the hash.
    seal_bytes: Vec<u8>,
    has_seal_bytes: bool,
    payload: Vec<u8>,
    has_payload: bool,
}

impl CycleForms {
    /// Forgets them, and keeps the memory for the next cycle.
    fn clear(&mut self) {
        self.payload.clear();
        (self.has_seal_bytes, self.has_payload) = (false, false);
    }
}

/// A moment inside a cycle.
struct Inside<G: Playable> {
    state: G::State,
    insight: Option<Box<dyn Insight<G>>>,
    eyes: Option<Eyes<G>>,
    tally: Box<dyn Tally<G>>,
    told: usize,
    /// The number of the cycle's events before this moment.
    events: usize,
}

impl<G: Playable> Replayer<G> {
    /// Before anything happened.
    #[must_use]
    pub fn new(game: Arc<G>, header: &Header) -> Self {
        Replayer {
            fold: GameFold::new(&*game),
            tally: G::transcript().tally(&game),
            game,
            players: header.players.clone(),
            newest: History::default(),
            seal: Seal::of_beginning(header),
            counts: HistoryCounts::default(),
            projections: Projections::default(),
            told: Vec::new(),
            insight: None,
            eyes: None,
            viewed: History::default(),
            inside: None,
            pictured: None,
            known: KnownTurns::default(),
            forms: CycleForms::default(),
        }
    }

    /// A copy that stands where this one does. It does not hold the newest cycle.
    pub fn again(&self) -> Self {
        Replayer {
            game: Arc::clone(&self.game),
            players: self.players.clone(),
            fold: GameFold::from_state(self.fold.state().clone()),
            newest: History::default(),
            told: Vec::new(),
            tally: self.tally.again(),
            insight: self.insight.as_ref().map(|insight| insight.again()),
            eyes: self.eyes.clone(),
            viewed: History::default(),
            inside: None,
            pictured: None,
            known: KnownTurns::default(),
            forms: CycleForms::default(),
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
    pub fn newest(&self) -> Option<HistoryCycle<'_, G>> {
        self.newest.last()
    }

    /// The legal actions of a seat whose turn it is.
    fn legal(&self, seat: Seat) -> Vec<G::Action> {
        let mut buffer = Vec::new();
        self.game.legal_in(self.fold.state(), seat, &mut buffer).to_vec()
    }

    /// The history that a session plays the next cycle into; [`Replayer::apply_cycle`] comes next.
    pub fn blank(&mut self) -> &mut History<G> {
        self.newest.clear();
        self.blank_on()
    }

    /// The history of the newest cycle, with the turns that were played into it already.
    pub fn blank_on(&mut self) -> &mut History<G> {
        self.forms.clear();
        &mut self.newest
    }

    /// The players' names, by seat.
    #[must_use]
    pub fn players(&self) -> &[String] {
        &self.players
    }
}

impl<G: Playable> RecordedHistory for Replayer<G> {
    fn unit(&self) -> &'static str {
        G::CYCLE
    }

    fn last(&self) -> Option<u64> {
        self.newest.last().map(|cycle| cycle.number)
    }

    fn next(&self) -> u64 {
        self.game.clock(self.fold.state())
    }

    fn packing(&self) -> Packing {
        Packing::in_columns::<G>()
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        self.game.last_possible_cycle()
    }

    fn parts(&self) -> Option<PartsBegun> {
        let parts = G::EXTRAS.parts?;
        Some(PartsBegun { unit: parts.unit, count: (parts.begun)(&self.game, self.fold.state()) })
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.turn(self.fold.state()).outcome()
    }

    fn amounts(&self) -> Option<Vec<i64>> {
        let amounts = G::EXTRAS.amounts?;
        Some((amounts.collected)(&self.game, self.fold.state()))
    }

    fn forfeits(&self) -> Vec<(Seat, Forfeit)> {
        let entries = self.newest.last().map_or(&[][..], |cycle| cycle.entries);
        let may_fail = |by: &By<_>| matches!(by, By::Forfeit(..) | By::Joint(_));
        if !entries.iter().any(|entry| may_fail(&entry.by)) {
            return Vec::new();
        }
        let failed = entries.iter().flat_map(|entry| entry.by.forfeits());
        failed.map(|(seat, why)| (seat, why.clone())).collect()
    }

    fn seal(&self) -> Seal {
        self.seal
    }

    fn counts(&self) -> HistoryCounts {
        self.counts
    }

    fn project(&mut self, projections: Projections) {
        if projections.insight && self.insight.is_none() {
            self.insight = self.insight_of(projections.viewer);
        }
        if self.projections.viewer != projections.viewer {
            self.eyes = projections.viewer.map(|seats| Eyes::new(&self.game, seats));
        }
        self.projections = projections;
    }

    fn read_json(&mut self, line: &str) -> Result<(), RefusedCycle> {
        let claimed = wire::take_json(line, self.blank())?;
        self.apply_cycle()?;
        match self.projections.seals {
            true => RefusedCycle::check_seal(claimed, self.seal),
            false => Ok(()),
        }
    }

    fn read_unsealed_json(&mut self, line: &str) -> Result<(), RefusedCycle> {
        wire::take_unsealed_json(line, self.blank())?;
        Ok(self.apply_cycle()?)
    }

    fn read_payload(&mut self, bytes: &[u8]) -> Result<usize, RefusedCycle> {
        self.blank();
        let (next, seal_bytes) = ((self.next(), self.seal), &mut self.forms.seal_bytes);
        let taken = (self.known).take_cycle(bytes, next, &mut self.newest, seal_bytes);
        let used = taken?;
        self.forms.has_seal_bytes = true;
        self.apply_cycle()?;
        Ok(used)
    }

    fn put_json(&self, out: &mut Vec<u8>) {
        if let Some(cycle) = self.newest.last() {
            wire::put_json(cycle, Some(self.seal), out);
        }
    }

    fn put_payload(&self, out: &mut Vec<u8>) {
        if self.forms.has_payload {
            out.extend_from_slice(&self.forms.payload);
        } else if let Some(cycle) = self.newest.last() {
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
        self.fold = GameFold::from_state(state);
        self.blank();
        self.seal = seal;
        true
    }

    fn is_at_the_same_state(&self, other: &dyn RecordedHistory) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| self.fold.state() == other.fold.state())
    }

    fn has_the_same_cycle(&self, other: &dyn RecordedHistory) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        match other.map(|other| (self.newest(), other.newest())) {
            Some((Some(mine), Some(others))) => {
                mine.entries == others.entries && mine.events == others.events
            }
            _ => false,
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
