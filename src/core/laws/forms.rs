//! The law of forms, before anything is stored: actions and events have a canonical form, which
//! seals are made of, and they and states have a binary form and one in JSON.

use std::fmt::Debug;

use serde::Serialize;

use crate::broken_law::{BrokenLaw, Law};
use crate::game::Game;
use crate::history::{By, History};
use crate::{canonical, wire};

pub(super) fn check<G: Game>(game: &G, history: &History<G>) -> Result<(), BrokenLaw> {
    let mut state = game.start();
    stored(&state)?;
    for cycle in history.cycles() {
        let here = |broken: BrokenLaw| broken.at(G::CYCLE, cycle.number);
        for (entry, events) in cycle.turns() {
            if let By::Action(_, action) = &entry.by {
                sealed(action).map_err(here)?;
            }
            for event in events {
                sealed(event).map_err(here)?;
                let applied = game.apply(&mut state, event);
                applied.map_err(|rule| here(Law::Fold.broken(rule.to_string())))?;
            }
        }
        stored(&state).map_err(here)?;
    }
    Ok(())
}

/// What is stored has its forms.
fn stored<T: Serialize + Debug>(data: &T) -> Result<(), BrokenLaw> {
    wire::missing_form(data).map_or(Ok(()), |why| Err(without_form(data, &why)))
}

/// So has what is sealed, and a canonical one.
fn sealed<T: Serialize + Debug>(data: &T) -> Result<(), BrokenLaw> {
    stored(data)?;
    canonical::missing_form(data).map_or(Ok(()), |why| Err(without_form(data, &why)))
}

fn without_form(data: &impl Debug, why: &str) -> BrokenLaw {
    Law::Forms.broken(format!("{data:?} cannot be stored: {why}"))
}
