//! The law of events within a turn: the later events of a turn are the ones that some way of it leads to, too.

use std::fmt::Debug;

use super::LawSearch;
use crate::broken_law::{BrokenLaw, Law};
use crate::laws::turn_outcomes::{TurnBranch, TurnBranches};
use chase_study::any_value::Value;

/// Ways of a state of which one later event is changed.
const WAYS_CHANGED: usize = 1;

impl LawSearch<'_> {
    /// No turn is let in that goes on from its first event as none that there is.
    pub(super) fn goes_on_as_due(
        &self,
        n: usize,
        state: &Value,
        ways: &TurnBranches,
        lost: &[TurnBranch],
    ) -> Result<(), BrokenLaw> {
        if !ways.is_whole {
            return Ok(());
        }
        let due = || ways.all.iter().chain(lost).map(|way| way.events.as_slice());
        let long: Vec<_> = due().filter(|events| events.len() > 1).collect();
        for events in (n..n + WAYS_CHANGED.min(long.len())).map(|n| long[n % long.len()]) {
            let mut before = state.clone();
            for (at, event) in events.iter().enumerate() {
                for other in self.changed_event(event).filter(|_| at > 0) {
                    let mut told = events[..at].to_vec();
                    let is_let_in = self.goes_on(&before, &other, &events[at + 1..], &mut told);
                    let is_due = |due: &[Value]| due.starts_with(&told) || told.starts_with(due);
                    if is_let_in && !due().any(is_due) {
                        return Err(not_due(&told));
                    }
                }
                if self.game.apply(&mut before, event).is_err() {
                    break;
                }
            }
        }
        Ok(())
    }

    fn changed_event(&self, event: &Value) -> impl Iterator<Item = Value> + use<'_> {
        self.events.changed(self.game, event).into_iter()
    }

    /// True if an event is let in, and after it others like the rest of the turn. They are added to
    /// what is told.
    fn goes_on(
        &self,
        before: &Value,
        event: &Value,
        rest: &[Value],
        told: &mut Vec<Value>,
    ) -> bool {
        let mut after = before.clone();
        if self.game.apply(&mut after, event).is_err() {
            return false;
        }
        told.push(event.clone());
        let Some((next, rest)) = rest.split_first() else {
            return true;
        };
        let mut like_next = std::iter::once(next.clone()).chain(self.changed_event(next));
        let is_let_in = like_next.any(|next| self.goes_on(&after, &next, rest, told));
        if !is_let_in {
            told.pop();
        }
        is_let_in
    }
}

fn not_due(events: &impl Debug) -> BrokenLaw {
    let what = format!("{events:?} are accepted as one turn, but no possible turn leads to them");
    Law::Events.broken(what)
}
