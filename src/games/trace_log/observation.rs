//! A log being recorded, a cycle at a time. One thread reads the log, another folds and seals what it
//! says; they are never farther apart than a few cycles.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;

use super::reading::Reading;
use super::{Event, TraceLog};
use crate::engine::any::{AnyReplay, Projections};
use crate::engine::compile::compile;
use crate::engine::game::Game as _;
use crate::engine::header::Header;
use crate::engine::history::By;
use crate::engine::laws::{BrokenLaw, check_observed};
use crate::engine::replayer::Replayer;
use crate::error::Error;
use crate::traces::{Ending, Log};

/// Holds the cycles of a recording, as lines of JSON, against the laws that need nobody who plays.
///
/// # Errors
/// The law that was broken, and where.
pub fn check_observed_laws(header: &Header, cycles: &[&str]) -> Result<(), BrokenLaw> {
    check_observed::<TraceLog>(header, cycles)
}

/// A log on its way into a recording.
pub struct Observation {
    header: Header,
    said: Vec<String>,
    ending: Ending,
    moment: Replayer<TraceLog>,
    batches: Receiver<Batch>,
    batch: VecDeque<Vec<Event>>,
    /// What ended the reading, until it is told.
    failed: Option<Error>,
}

/// Some cycles, and what ended the reading behind them.
#[derive(Default)]
struct Batch {
    cycles: VecDeque<Vec<Event>>,
    failed: Option<Error>,
}

impl Observation {
    /// Begins with a log that was just opened.
    ///
    /// # Errors
    /// Its first lines cannot be read, or it has none.
    pub fn begin(log: Log) -> Result<Self, Error> {
        let game = TraceLog::new(log.description().clone());
        let game = game.map_err(|fault| Error::new(fault.to_string()).at(log.name()))?;
        let players = [TraceLog::OBSERVED.to_owned()];
        let mut header = Header::new(&game, &players, TraceLog::DICE, 0);
        let game: Arc<TraceLog> =
            compile(&mut header).map_err(|why| Error::new(why.to_string()).at(log.name()))?;
        let mut moment = Replayer::new(game, &header);
        moment.project(Projections {
            seals: true,
            ..Projections::default()
        });
        let said = log.said().to_vec();
        let ending = log.ending().clone();
        let reading = Reading::begin(log)?;
        let (batches, received) = sync_channel(1);
        thread::spawn(move || read(reading, &batches));
        Ok(Observation {
            header,
            said,
            ending,
            moment,
            batches: received,
            batch: VecDeque::new(),
            failed: None,
        })
    }

    /// The header of the recording.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What was guessed of the log, in words.
    #[must_use]
    pub fn said(&self) -> &[String] {
        &self.said
    }

    /// That the log is an unfinished recording, in words, once its end was reached.
    #[must_use]
    pub fn unfinished(&self) -> Option<&str> {
        self.ending.unfinished()
    }

    /// What was recorded so far.
    #[must_use]
    pub fn now(&self) -> &dyn AnyReplay {
        &self.moment
    }

    /// Records one cycle. False when the log ended before it.
    ///
    /// # Errors
    /// A line that cannot be read, or goes back in time.
    pub fn advance(&mut self) -> Result<bool, Error> {
        loop {
            if let Some(events) = self.batch.pop_front() {
                self.fold(events);
                return Ok(true);
            }
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
            let Ok(batch) = self.batches.recv() else {
                return Ok(false);
            };
            self.batch = batch.cycles;
            self.failed = batch.failed;
        }
    }

    fn fold(&mut self, mut events: Vec<Event>) {
        let cycle = self.moment.next();
        let history = self.moment.blank();
        history.open(cycle);
        history.turn_of(By::World, 0, &mut events);
        if let Err(broken) = self.moment.apply_cycle() {
            unreachable!("what was just observed does not fold: {broken}");
        }
    }
}

/// Reads a log to its end. Who folds is handed a cycle as soon as there is nothing else to fold, and
/// some at a time while there is, or while much of the log is there: the next cycle then surely comes
/// without waiting, and handing over costs more than a short cycle.
fn read(mut reading: Reading, batches: &SyncSender<Batch>) {
    const CYCLES_MAX: usize = 256;
    const FEW_CYCLES: usize = 64;
    const MUCH: usize = 1 << 15;
    let mut batch = Batch::default();
    loop {
        let before = reading.ready();
        let is_last = match reading.next_cycle() {
            Ok(Some(events)) => {
                batch.cycles.push_back(events);
                false
            }
            Ok(None) => true,
            Err(error) => {
                batch.failed = Some(error);
                true
            }
        };
        if is_last || batch.cycles.len() >= CYCLES_MAX {
            let sent = batches.send(std::mem::take(&mut batch));
            // Nobody folds any more, or nothing is left.
            if sent.is_err() || is_last {
                return;
            }
            continue;
        }
        let is_short = reading.ready() + MUCH / 4 > before;
        if is_short && reading.ready() > MUCH && batch.cycles.len() < FEW_CYCLES {
            continue;
        }
        batch = match batches.try_send(batch) {
            Ok(()) => Batch::default(),
            Err(TrySendError::Full(batch)) => batch,
            Err(TrySendError::Disconnected(_)) => return,
        };
    }
}
