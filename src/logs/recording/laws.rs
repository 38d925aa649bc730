//! The laws that every recording of a log keeps, checked on one that was read.

use super::{LogEvent, LogReplayer, LogState, TraceLog, UNIT, open};
use chase_core::broken_law::{BrokenLaw, Law};
use chase_core::header::Header;
use chase_core::laws::{self, EVERY_SNAPSHOT};
use chase_core::recorded::{DescribedHistory as _, Projections, RecordedHistory as _};
use chase_core::trace::TraceRow;

/// Holds the cycles of a recording, as lines of JSON, against the laws:
///
/// 1. every cycle can stand behind the one before, and has the seal that it claims;
/// 2. every cycle and every state comes back from JSON and from the binary form as it was;
/// 3. the transcript has a block for each cycle, which tells its tick, and words for the end;
/// 4. every state is valid, and a damaged one is refused or can be gone on from.
///
/// # Errors
/// The law that was broken, and where.
pub fn check_laws(header: &Header, cycles: &[&str]) -> Result<(), BrokenLaw> {
    let mut header = header.clone();
    let mut opened = || {
        let opened = open(&mut header);
        opened.map_err(|why| Law::Scenario.broken(why.to_string()))
    };
    let mut moments = [opened()?, opened()?, opened()?];
    for moment in &mut moments {
        moment.project(Projections { seals: true, ..Projections::default() });
    }
    let [original, from_json, from_payload] = &mut moments;
    for (number, line) in (0..).zip(cycles) {
        let here = |broken: BrokenLaw| broken.at(UNIT, number);
        valid(original).map_err(here)?;
        if number % EVERY_SNAPSHOT == 0 {
            damage(original).map_err(here)?;
        }
        let read = original.read_json(line);
        read.map_err(|why| here(Law::Forms.broken(format!("JSON: {why}"))))?;
        stored(original).map_err(here)?;
        laws::come_back(original, original.state(), from_json, from_payload).map_err(here)?;
        told(original, number).map_err(here)?;
    }
    valid(original)?;
    damage(original)?;
    ended(original)
}

/// Checks that events and state have the forms in which they are stored, and events also the
/// canonical form that is sealed.
fn stored(moment: &LogReplayer) -> Result<(), BrokenLaw> {
    moment.events().iter().try_for_each(laws::sealed)?;
    laws::stored(moment.state())
}

/// The transcript's block has the number and the tick that the row has.
fn told(moment: &LogReplayer, number: u64) -> Result<(), BrokenLaw> {
    let (mut text, mut row) = (Vec::new(), TraceRow::unknown(1));
    moment.cycle_text(&mut text);
    moment.row(&mut row);
    let heading = format!("Cycle {number}: tick {}\n", row.cells[0]);
    match text.starts_with(heading.as_bytes()) && row.cycle == number {
        true => Ok(()),
        false => Err(Law::Transcript.broken("the transcript shows something else")),
    }
}

/// The end of a recording that was read to it.
fn ended(moment: &LogReplayer) -> Result<(), BrokenLaw> {
    let mut words = Vec::new();
    moment.ending_text(&mut words);
    match moment.outcome() {
        None => Err(Law::Turns.broken("the recording stopped before the log ended")),
        Some(_) if words.trim_ascii().is_empty() => {
            Err(Law::Ending.broken("the ending has no words"))
        }
        Some(_) => Ok(()),
    }
}

fn valid(moment: &LogReplayer) -> Result<(), BrokenLaw> {
    let state = moment.state();
    match moment.log().is_valid_state(state) {
        true => Ok(()),
        false => {
            Err(Law::States.broken(format!("a state that was reached is not valid: {state:?}")))
        }
    }
}

fn damage(moment: &LogReplayer) -> Result<(), BrokenLaw> {
    let log = moment.log();
    let is_valid = |damaged: &LogState| log.is_valid_state(damaged);
    laws::damage(moment.state(), is_valid, |damaged| go_on(log, damaged))
}

/// Shows a state and goes on from it; whatever comes of it is right but a panic.
fn go_on(log: &TraceLog, state: &LogState) {
    log.moment(state, &mut Vec::new());
    let mut after = state.clone();
    let next = [
        LogEvent::Began { tick: "0".into() },
        LogEvent::Appeared { entity: "a".into(), layout: 0, cells: String::new() },
        LogEvent::Ended { cut: false },
    ];
    for event in &next {
        if log.apply(&mut after, event).is_err() {
            return;
        }
    }
}
