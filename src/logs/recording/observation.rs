//! A log being recorded, a cycle at a time. One thread reads the log, another folds and seals what it
//! says; they are never farther apart than a few cycles.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;

use super::reading::LogReading;
use super::{LogEvent, LogReplayer, TraceLog};
use crate::{CutNotice, EncodingNotice, LogReader};
use chase_core::error::Error;
use chase_core::header::Header;

/// A log on its way into a recording.
pub struct Observation {
    header: Header,
    said: Vec<String>,
    ending: CutNotice,
    encoding: EncodingNotice,
    moment: LogReplayer,
    batches: Receiver<Batch>,
    batch: VecDeque<Vec<LogEvent>>,
    /// The error that ended the reading, until it is reported.
    failed: Option<Error>,
}

/// Some cycles, and what ended the reading behind them.
#[derive(Default)]
struct Batch {
    cycles: VecDeque<Vec<LogEvent>>,
    failed: Option<Error>,
}

impl Observation {
    /// Begins with a log that was just opened.
    ///
    /// # Errors
    /// Its first lines cannot be read, or it has none.
    pub fn begin(log: LogReader) -> Result<Self, Error> {
        let recorded = TraceLog::new(log.description().clone());
        let recorded = recorded.map_err(|fault| Error::new(fault.to_string()).at(log.name()))?;
        let header = recorded.header();
        let moment = LogReplayer::sealed(recorded, &header);
        let said = log.said().to_vec();
        let ending = log.ending().clone();
        let encoding = log.encoding().clone();
        let reading = LogReading::begin(log)?;
        let (batches, received) = sync_channel(1);
        thread::spawn(move || read(reading, &batches));
        Ok(Observation {
            header,
            said,
            ending,
            encoding,
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

    /// The guesses about the log in words, one sentence each.
    pub fn said(&self) -> &[String] {
        &self.said
    }

    /// Words that say that the log is an unfinished recording; nothing before its end was reached.
    pub fn unfinished(&self) -> Option<&str> {
        self.ending.unfinished()
    }

    /// Words that say that the log is not UTF-8, if that was seen after its beginning.
    pub fn late_encoding(&self) -> Option<&str> {
        let words = self.encoding.words()?;
        (!self.said.iter().any(|said| said == words)).then_some(words)
    }

    /// The recording so far.
    pub fn now(&self) -> &LogReplayer {
        &self.moment
    }

    /// Records one cycle. False when the log ended before it.
    ///
    /// # Errors
    /// A line that cannot be read, or goes back in time.
    pub fn advance(&mut self) -> Result<bool, Error> {
        loop {
            if let Some(mut events) = self.batch.pop_front() {
                if let Err(broken) = self.moment.take(&mut events) {
                    unreachable!("what was just observed does not fold: {broken}");
                }
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
}

/// Reads a log to its end, on a thread of its own. It hands cycles to the thread that folds as soon as
/// that thread has nothing else to fold. While it has, or while much of the log is there already, several
/// cycles go together: the next one then comes without waiting, and handing over costs more than a short
/// cycle.
fn read(mut reading: LogReading, batches: &SyncSender<Batch>) {
    const CYCLES_MAX: usize = 1024;
    const MUCH: usize = 1 << 15;
    let mut batch = Batch::default();
    // The bytes of the log that the batch was read from.
    let mut bytes = 0;
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
        bytes += before.saturating_sub(reading.ready());
        if is_last || batch.cycles.len() >= CYCLES_MAX {
            bytes = 0;
            let sent = batches.send(std::mem::take(&mut batch));
            // Nobody folds any more, or nothing is left.
            if sent.is_err() || is_last {
                return;
            }
            continue;
        }
        if bytes < MUCH && reading.ready() > MUCH {
            continue;
        }
        batch = match batches.try_send(batch) {
            Ok(()) => {
                bytes = 0;
                Batch::default()
            }
            Err(TrySendError::Full(batch)) => batch,
            Err(TrySendError::Disconnected(_)) => return,
        };
    }
}
