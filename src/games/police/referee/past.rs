//! The newest hours of a trace, kept so that a guess about a program can be held against what it
//! did before.

use super::PoliceReferee;
use super::weigh::Weighing;
use crate::engine::trace::Row;
use crate::games::police::{AGENTS, Action};

/// The newest hours, at least [`Past::HOURS_MIN`] of them as far as there are so many.
#[derive(Clone, Default)]
pub(super) struct Past {
    older: Option<Stretch>,
    newer: Option<Stretch>,
}

/// Hours from a certain moment on.
#[derive(Clone)]
struct Stretch {
    /// The referee before the first of them.
    from: Box<PoliceReferee>,
    cities: Vec<[u32; AGENTS]>,
}

impl Past {
    /// Hours that can be gone through again.
    const HOURS_MIN: usize = 1_000;
}

/// Keeps an hour that is about to be judged.
pub(super) fn remember(referee: &mut PoliceReferee, row: &Row) {
    let cities = std::array::from_fn(|agent| {
        let shown = PoliceReferee::shown(row, agent);
        shown.unwrap_or(referee.state.agents[agent].city)
    });
    let is_full = |stretch: &Stretch| stretch.cities.len() >= Past::HOURS_MIN;
    if referee.past.newer.as_ref().is_none_or(is_full) {
        let mut past = std::mem::take(&mut referee.past);
        let from = Box::new(referee.clone());
        past.older = past.newer.take();
        past.newer = Some(Stretch {
            from,
            cities: Vec::new(),
        });
        referee.past = past;
    }
    let Past { older, newer } = &mut referee.past;
    for stretch in [older, newer].into_iter().flatten() {
        stretch.cities.push(cities);
    }
}

/// Goes through the turns of the newest hours again, as long as `each` wants more. The hour that
/// the referee stands in is not among them.
pub(super) fn go_through(
    referee: &PoliceReferee,
    mut each: impl FnMut(&PoliceReferee, &Weighing, Action) -> bool,
) {
    let Some(stretch) = referee.past.older.as_ref().or(referee.past.newer.as_ref()) else {
        return;
    };
    let mut then = (*stretch.from).clone();
    for cities in &stretch.cities {
        if then.next >= referee.next {
            return;
        }
        if then.next > 0 {
            for (agent, city) in cities.iter().enumerate() {
                let weighing = then.weigh(agent);
                let action = then.action(agent, *city);
                if !each(&then, &weighing, action)
                    || then.carry_out(agent, action, &weighing).is_err()
                {
                    return;
                }
            }
        }
        if then.close().is_err() {
            return;
        }
        then.next += 1;
    }
}
