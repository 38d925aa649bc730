//! The recording of a log on its way from cycle to cycle.

use std::any::Any;
use std::fmt;

use super::transcript::LogTotals;
use super::{LogEvent, LogState, NoAction, Rule, SEAT, TraceLog, UNIT, pack};
use chase_core::event_table::EventTable;
use chase_core::fold::{Broken, Misplaced, NEXT_TURN, NO_TURN, TWICE};
use chase_core::game::{Outcome, Seat};
use chase_core::header::{Header, to_json};
use chase_core::history::{By, History, HistoryCycle, TurnEntry};
use chase_core::packing::Packing;
use chase_core::recorded::{
    DescribedHistory, HistoryCounts, Projections, RecordedHistory, RefusedCycle,
};
use chase_core::seal::Seal;
use chase_core::trace::TraceRow;
use chase_core::wire;

/// A replayer of a recorded log: the newest cycle, and the state after it.
pub struct LogReplayer {
    log: TraceLog,
    state: LogState,
    newest: History<TraceLog>,
    /// The number of the newest cycle that was folded.
    folded: Option<u64>,
    seal: Seal,
    counts: HistoryCounts,
    projections: Projections,
    told: Vec<u8>,
    tally: LogTotals,
    scratch: Vec<u8>,
}

impl LogReplayer {
    /// Before anything was said.
    #[must_use]
    pub(super) fn new(log: TraceLog, header: &Header) -> Self {
        LogReplayer {
            log,
            state: LogState::start(),
            newest: History::default(),
            folded: None,
            seal: Seal::of_beginning(header),
            counts: HistoryCounts::default(),
            projections: Projections::default(),
            told: Vec::new(),
            tally: LogTotals::default(),
            scratch: Vec::new(),
        }
    }

    /// Makes an empty replayer that computes seals too, as a recording needs them.
    pub(super) fn sealed(log: TraceLog, header: &Header) -> Self {
        let mut moment = Self::new(log, header);
        moment.project(Projections { seals: true, ..Projections::default() });
        moment
    }

    /// A recorded history as a log's, if it is one.
    #[must_use]
    pub fn of(now: &dyn RecordedHistory) -> Option<&Self> {
        now.as_any().downcast_ref()
    }

    /// Appends the newest cycle as the lines of the log.
    pub fn source_text(&self, out: &mut Vec<u8>) {
        self.log.source(self.events(), &self.state, out);
    }

    /// The tick of the newest cycle, in units of 10 to the power of -18.
    #[must_use]
    pub fn tick(&self) -> Option<i128> {
        self.newest.last().and(self.log.tick(&self.state))
    }

    /// The tick that a text stands for in the log.
    pub fn tick_of(&self, text: &str) -> Option<i128> {
        self.log.tick_of(text)
    }

    /// The log whose lines are replayed.
    pub(super) fn log(&self) -> &TraceLog {
        &self.log
    }

    /// The state after the newest cycle.
    pub(super) fn state(&self) -> &LogState {
        &self.state
    }

    /// The events of the newest cycle.
    pub(super) fn events(&self) -> &[LogEvent] {
        self.newest.last().map_or(&[], |newest| newest.events)
    }

    /// Takes the events of the next cycle out of `events`, and folds them.
    ///
    /// # Errors
    /// Something that no log says there.
    pub(super) fn take(&mut self, events: &mut Vec<LogEvent>) -> Result<(), Broken> {
        self.newest.clear();
        self.newest.open(self.state.clock());
        self.newest.turn_of(By::World, 0, events);
        self.fold()
    }

    /// Folds the newest cycle.
    fn fold(&mut self) -> Result<(), Broken> {
        let Some(cycle) = self.newest.last() else {
            return Ok(());
        };
        self.told.clear();
        let seat = check(cycle, &self.state, self.folded);
        let broken = |rule: String| broken(cycle, rule);
        seat.map_err(|fault| broken(fault.to_string()))?;
        let is_watched = self.projections.events || self.projections.tally;
        for (n, event) in cycle.events.iter().enumerate() {
            if n > 0 && self.state.ended.is_some() {
                return Err(broken(NEXT_TURN.to_owned()));
            }
            if is_watched {
                self.log.look(
                    &self.state,
                    event,
                    self.projections,
                    &mut self.told,
                    &mut self.tally,
                );
            }
            let applied = self.log.apply(&mut self.state, event);
            applied.map_err(|rule: Rule| broken(rule.to_owned()))?;
        }
        self.folded = Some(cycle.number);
        if self.projections.seals {
            self.seal = self.seal.after(cycle, &mut self.scratch);
        }
        self.counts.cycles += 1;
        self.counts.entries += 1;
        self.counts.events += cycle.events.len() as u64;
        Ok(())
    }
}

/// The reason why a cycle cannot follow a state.
enum CycleFault {
    /// It has no turn.
    NoTurn,
    /// It was folded before.
    Twice,
    /// Its turn belongs elsewhere.
    Misplaced(Misplaced),
    /// Its turn draws random numbers.
    Drawn,
    /// It has more than one turn.
    SeveralTurns,
}

impl fmt::Display for CycleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CycleFault::NoTurn => f.write_str(NO_TURN),
            CycleFault::Twice => f.write_str(TWICE),
            CycleFault::Misplaced(misplaced) => write!(f, "{misplaced}"),
            CycleFault::Drawn => f.write_str("a log cannot draw random numbers"),
            CycleFault::SeveralTurns => f.write_str("a cycle of a log has one turn"),
        }
    }
}

/// Checks that a cycle can follow a state: it has one turn, the world's, and draws nothing.
fn check(
    cycle: HistoryCycle<'_, TraceLog>,
    state: &LogState,
    folded: Option<u64>,
) -> Result<(), CycleFault> {
    let [entry, others @ ..] = cycle.entries else {
        return Err(CycleFault::NoTurn);
    };
    if folded == Some(cycle.number) {
        return Err(CycleFault::Twice);
    }
    let due = state.clock();
    let misplaced = if state.ended.is_some() {
        Misplaced::AfterTheEnd(END.to_owned())
    } else if entry.by != By::World {
        Misplaced::WorldsTurn
    } else if entry.words > TurnEntry::<NoAction>::WORDS_MAX {
        Misplaced::TooManyWords
    } else if due != cycle.number {
        Misplaced::InCycle(UNIT, due)
    } else if entry.events == 0 {
        Misplaced::WithoutEvent
    } else if entry.words > 0 {
        return Err(CycleFault::Drawn);
    } else if !others.is_empty() {
        return Err(CycleFault::SeveralTurns);
    } else {
        return Ok(());
    };
    Err(CycleFault::Misplaced(misplaced))
}

/// A cycle that no log has.
fn broken(cycle: HistoryCycle<'_, TraceLog>, rule: String) -> Broken {
    let seat = match cycle.entries.first().map(|entry| &entry.by) {
        Some(By::Forfeit(seat, _)) if *seat == Seat(0) => Some(SEAT.to_owned()),
        _ => None,
    };
    Broken { unit: UNIT, cycle: cycle.number, seat, rule }
}

/// The cause with which every log ends.
const END: &str = "end";

impl RecordedHistory for LogReplayer {
    fn unit(&self) -> &'static str {
        UNIT
    }

    fn last(&self) -> Option<u64> {
        self.newest.last().map(|cycle| cycle.number)
    }

    fn next(&self) -> u64 {
        self.state.clock()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state.ended.map(|_| Outcome { cause: END.into(), points: vec![0] })
    }

    fn seal(&self) -> Seal {
        self.seal
    }

    fn counts(&self) -> HistoryCounts {
        self.counts
    }

    fn project(&mut self, projections: Projections) {
        self.projections = projections;
    }

    fn read_json(&mut self, line: &str) -> Result<(), RefusedCycle> {
        let claimed = wire::take_json(line, &mut self.newest)?;
        self.fold()?;
        match self.projections.seals {
            true => RefusedCycle::check_seal(claimed, self.seal),
            false => Ok(()),
        }
    }

    fn read_unsealed_json(&mut self, line: &str) -> Result<(), RefusedCycle> {
        self.newest.clear();
        wire::take_unsealed_json(line, &mut self.newest)?;
        Ok(self.fold()?)
    }

    fn read_payload(&mut self, bytes: &[u8]) -> Result<usize, RefusedCycle> {
        self.newest.clear();
        let used = wire::take_cycle(bytes, self.next(), &mut self.newest)?;
        self.fold()?;
        Ok(used)
    }

    fn put_json(&self, out: &mut Vec<u8>) {
        if let Some(cycle) = self.newest.last() {
            wire::put_json(cycle, Some(self.seal), out);
        }
    }

    fn put_payload(&self, out: &mut Vec<u8>) {
        if let Some(cycle) = self.newest.last() {
            wire::put_cycle(cycle, out);
        }
    }

    fn packing(&self) -> Option<Packing> {
        Some(Packing { codec: pack::CODEC, pack: pack::pack, unpack: pack::unpack })
    }

    fn put_events(&self, table: &mut EventTable) {
        if let Some(cycle) = self.newest.last() {
            table.add(cycle);
        }
    }

    fn put_state(&self, out: &mut Vec<u8>) {
        wire::put(&self.state, out);
    }

    fn restore(&mut self, next: u64, seal: Seal, state: &[u8]) -> bool {
        let Some(state) = wire::whole::<LogState>(state) else {
            return false;
        };
        if !self.log.is_valid_state(&state) || state.clock() != next {
            return false;
        }
        self.state = state;
        self.folded = None;
        self.newest.clear();
        self.seal = seal;
        true
    }

    fn is_at_the_same_state(&self, other: &dyn RecordedHistory) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| self.state == other.state)
    }

    fn has_the_same_cycle(&self, other: &dyn RecordedHistory) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        match other.map(|other| (self.newest.last(), other.newest.last())) {
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

impl DescribedHistory for LogReplayer {
    fn statements(&self) -> Vec<(String, String)> {
        self.log.statements()
    }

    fn opening_text(&self, out: &mut Vec<u8>) {
        self.log.opening(out);
    }

    fn cycle_text(&self, out: &mut Vec<u8>) {
        if let Some(number) = self.last() {
            self.log.cycle(number, &self.state, out);
        }
    }

    fn ending_text(&self, out: &mut Vec<u8>) {
        TraceLog::ending(&self.state, out);
    }

    fn row(&self, row: &mut TraceRow) {
        row.reset(self.last().unwrap_or(0));
        if self.last().is_some() {
            TraceLog::show(&self.state, row);
        }
    }

    fn events_text(&self) -> &[u8] {
        &self.told
    }

    fn moment_text(&self, out: &mut Vec<u8>) {
        self.log.moment(&self.state, out);
    }

    fn moment_json(&self) -> String {
        to_json(&self.log.facts(&self.state))
    }

    fn legal_text(&self, out: &mut Vec<u8>) {
        let why = match self.state.ended {
            None => "it is the world's turn".to_owned(),
            Some(_) => format!("the game is over ({END})"),
        };
        out.extend_from_slice(format!("nobody is to act: {why}\n").as_bytes());
    }

    fn legal_json(&self) -> String {
        r#"{"seat":null,"legal":null}"#.to_owned()
    }

    fn totals_text(&self, out: &mut Vec<u8>) {
        self.log.table(&self.log.totals(&self.tally), out);
    }

    fn totals_json(&self) -> String {
        to_json(&self.log.totals(&self.tally))
    }
}
