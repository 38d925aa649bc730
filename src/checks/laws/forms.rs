//! The law of forms, before anything is stored: actions and events have a canonical form, which
//! seals are made of, and they and states have a binary form and one in JSON.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::played::fold;
use crate::broken_law::{BrokenLaw, Law};
use chase_engine::canonical;
use chase_engine::game::Game;
use chase_engine::history::History;
use chase_kit::wire;
use chase_record::recorded::RecordedHistory;
use chase_study::any_value::Value;

pub(super) fn check<G: Game>(game: &G, history: &History<G>) -> Result<(), BrokenLaw> {
    let mut state = game.start();
    stored(&state)?;
    for cycle in history.cycles() {
        let here = |broken: BrokenLaw| broken.at(G::CYCLE, cycle.number);
        for (entry, events) in cycle.turns() {
            for seat in entry.by.seats().iter() {
                let action = entry.by.action_of(seat);
                action.map_or(Ok(()), sealed).map_err(here)?;
            }
            events.iter().try_for_each(sealed).map_err(here)?;
            fold(game, &mut state, events).map_err(here)?;
        }
        stored(&state).map_err(here)?;
    }
    Ok(())
}

/// Checks that stored data has a binary form, and one in JSON.
///
/// # Errors
/// It lacks one.
pub fn stored<T: Serialize + Debug>(data: &T) -> Result<(), BrokenLaw> {
    wire::missing_form(data).map_or(Ok(()), |why| Err(without_form(data, &why)))
}

/// Checks the same of a value.
///
/// # Errors
/// It lacks one.
pub fn value_stored(value: &Value) -> Result<(), BrokenLaw> {
    value.missing_form().map_or(Ok(()), |why| Err(without_form(value, &why)))
}

/// Checks that sealed data has all forms of stored data, and a canonical one.
///
/// # Errors
/// It lacks one.
pub fn sealed<T: Serialize + Debug>(data: &T) -> Result<(), BrokenLaw> {
    stored(data)?;
    let formed = canonical::form(data);
    formed.map_or_else(|why| Err(without_form(data, &why.to_string())), |_| Ok(()))
}

/// The newest cycle and the state behind it come back from their forms, in two replays of the same game
/// that are read before it.
///
/// # Errors
/// They do not, or as something else.
pub fn come_back<S: Serialize + DeserializeOwned + PartialEq>(
    original: &dyn RecordedHistory,
    state: &S,
    from_json: &mut dyn RecordedHistory,
    from_payload: &mut dyn RecordedHistory,
) -> Result<(), BrokenLaw> {
    let fail = |what: String| Law::Forms.broken(what);
    let (mut line, mut payload, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
    original.put_json(&mut line);
    original.put_payload(&mut payload);
    original.put_state(&mut bytes);
    let line = String::from_utf8(line).map_err(|error| fail(error.to_string()))?;
    let read = from_json.read_json(&line);
    read.map_err(|why| fail(format!("JSON: {why}")))?;
    let read = from_payload.read_payload(&payload);
    let used = read.map_err(|why| fail(format!("payload: {why}")))?;
    if used != payload.len() {
        return Err(fail("a payload that is longer than its cycle".into()));
    }
    if wire::whole::<S>(&bytes).as_ref() != Some(state) {
        let what = "the state does not come back from its snapshot";
        return Err(fail(what.into()));
    }
    for other in [&*from_json as &dyn RecordedHistory, &*from_payload] {
        let same = other.is_at_the_same_state(original) && other.seal() == original.seal();
        if !same || !other.has_the_same_cycle(original) {
            return Err(fail("a form changed the history".into()));
        }
    }
    Ok(())
}

fn without_form(data: &impl Debug, why: &str) -> BrokenLaw {
    Law::Forms.broken(format!("{data:?} cannot be stored: {why}"))
}
