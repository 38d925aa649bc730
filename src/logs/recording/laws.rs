//! The laws that every recording of a log keeps, checked on one that was read.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::Serialize;

use super::{Event, LogReplayer, State, TraceLog, UNIT, open};
use chase_core::broken_law::{BrokenLaw, Law};
use chase_core::header::Header;
use chase_core::recorded::{Described as _, Projections, Recorded as _};
use chase_core::trace::Row;
use chase_core::{canonical, wire};

/// Cycles from one snapshot that is damaged to the next.
const EVERY_SNAPSHOT: u64 = 8;
/// Bytes of a snapshot that are damaged.
const BYTES_MAX: usize = 64;

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
        moment.project(Projections {
            seals: true,
            ..Projections::default()
        });
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
        there_and_back(original, from_json, from_payload).map_err(here)?;
        told(original, number).map_err(here)?;
    }
    valid(original)?;
    damage(original)?;
    ended(original)
}

/// What is stored has its forms, and what is sealed a canonical one too.
fn stored(moment: &LogReplayer) -> Result<(), BrokenLaw> {
    fn without_form(data: &impl Debug, why: &str) -> BrokenLaw {
        Law::Forms.broken(format!("{data:?} cannot be stored: {why}"))
    }
    fn check<T: Serialize + Debug>(data: &T) -> Result<(), BrokenLaw> {
        wire::missing_form(data).map_or(Ok(()), |why| Err(without_form(data, &why)))
    }
    for event in moment.events() {
        check(event)?;
        if let Some(why) = canonical::missing_form(event) {
            return Err(without_form(event, &why));
        }
    }
    check(moment.state())
}

/// The newest cycle and the state behind it come back from their forms.
fn there_and_back(
    original: &LogReplayer,
    from_json: &mut LogReplayer,
    from_payload: &mut LogReplayer,
) -> Result<(), BrokenLaw> {
    let fail = |what: String| Law::Forms.broken(what);
    let (mut line, mut payload, mut state) = (Vec::new(), Vec::new(), Vec::new());
    original.put_json(&mut line);
    original.put_payload(&mut payload);
    original.put_state(&mut state);
    let line = String::from_utf8(line).map_err(|error| fail(error.to_string()))?;
    let read = from_json.read_json(&line);
    read.map_err(|why| fail(format!("JSON: {why}")))?;
    let read = from_payload.read_payload(&payload);
    let used = read.map_err(|why| fail(format!("payload: {why}")))?;
    if used != payload.len() {
        return Err(fail("a payload that is longer than its cycle".into()));
    }
    if wire::whole::<State>(&state).as_ref() != Some(original.state()) {
        return Err(fail(
            "the state does not come back from its snapshot".into(),
        ));
    }
    for other in [&*from_json, &*from_payload] {
        let same = other.is_at_the_same_state(original) && other.seal() == original.seal();
        if !same || !other.has_the_same_cycle(original) {
            return Err(fail("a form changed the history".into()));
        }
    }
    Ok(())
}

/// The transcript's block has the number and the tick that the row has.
fn told(moment: &LogReplayer, number: u64) -> Result<(), BrokenLaw> {
    let (mut text, mut row) = (Vec::new(), Row::unknown(1));
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

/// A damaged snapshot is refused, or it is a state that can be gone on from.
fn damage(moment: &LogReplayer) -> Result<(), BrokenLaw> {
    let (log, mut bytes) = (moment.log(), Vec::new());
    moment.put_state(&mut bytes);
    let step = bytes.len().div_ceil(BYTES_MAX).max(1);
    for n in (0..bytes.len()).step_by(step) {
        bytes[n] ^= 1 << (n % 8);
        if let Some(damaged) = wire::whole::<State>(&bytes) {
            let goes_on = || log.is_valid_state(&damaged) && go_on(log, &damaged);
            if catch_unwind(AssertUnwindSafe(goes_on)).is_err() {
                let what = format!("a damaged state is called valid: {damaged:?}");
                return Err(Law::States.broken(what));
            }
        }
        bytes[n] ^= 1 << (n % 8);
    }
    Ok(())
}

/// Shows a state and goes on from it; whatever comes of it is right but a panic.
fn go_on(log: &TraceLog, state: &State) -> bool {
    log.moment(state, &mut Vec::new());
    let mut after = state.clone();
    let next = [
        Event::Began { tick: "0".into() },
        Event::Appeared {
            entity: "a".into(),
            layout: 0,
            cells: String::new(),
        },
        Event::Ended { cut: false },
    ];
    next.iter()
        .all(|event| log.apply(&mut after, event).is_ok())
}
