//! Every case of a suite is run, several at a time. A part may be cut short only when that was
//! asked for, and then after a count of cases in their order: how many run at a time, and how long
//! they take, changes nothing.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::attempt::{Attempt, Attempts, HANG, Unrun};
use chase_kit::grading::GradingCase;
use chase_world::world::in_parallel;

/// The outcome of a case.
pub(super) enum CaseOutcome {
    /// It was run.
    Done(Attempt),
    /// It was not run, because so many before it hung as were to be put up with.
    GivenUp,
    /// It could not be run, and why.
    NotRun(Unrun),
}

impl CaseOutcome {
    /// The attempt at a case, if it was run.
    pub fn attempt(&self) -> Option<&Attempt> {
        match self {
            CaseOutcome::Done(attempt) => Some(attempt),
            CaseOutcome::GivenUp | CaseOutcome::NotRun(_) => None,
        }
    }

    fn is_hang(&self) -> bool {
        self.attempt().is_some_and(|attempt| attempt.rule() == Some(HANG))
    }
}

/// Runs all cases. `give_up` is how many cases of a part may hang before the rest of it is given
/// up, if any are; `progress` is told how many of how many are done.
pub(super) fn run_all(
    attempts: &Attempts<'_>,
    cases: &[GradingCase],
    jobs: usize,
    give_up: Option<usize>,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<CaseOutcome> {
    let hung: Mutex<Vec<usize>> = Mutex::default();
    let done = AtomicUsize::new(0);
    let outcomes = in_parallel(jobs, cases.len(), |n| {
        let outcome = if is_given_up(cases, n, &locked(&hung), give_up) {
            CaseOutcome::GivenUp
        } else {
            attempts.first(n, &cases[n]).map_or_else(CaseOutcome::NotRun, CaseOutcome::Done)
        };
        if outcome.is_hang() {
            locked(&hung).push(n);
        }
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, cases.len());
        outcome
    });
    given_up(cases, outcomes, give_up)
}

fn locked(hung: &Mutex<Vec<usize>>) -> MutexGuard<'_, Vec<usize>> {
    hung.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns whether enough of the cases that stand before one in its part hung.
fn is_given_up(cases: &[GradingCase], case: usize, hung: &[usize], give_up: Option<usize>) -> bool {
    let part = cases[case].part;
    let before = hung.iter().filter(|&&other| other < case && cases[other].part == part);
    give_up.is_some_and(|most| before.count() >= most)
}

/// Counts cases as given up that ran before it was known that their part is given up.
fn given_up(
    cases: &[GradingCase],
    outcomes: Vec<CaseOutcome>,
    give_up: Option<usize>,
) -> Vec<CaseOutcome> {
    let mut hung = Vec::new();
    let in_order = outcomes.into_iter().enumerate().map(|(n, outcome)| {
        if is_given_up(cases, n, &hung, give_up) {
            return CaseOutcome::GivenUp;
        }
        if outcome.is_hang() {
            hung.push(n);
        }
        outcome
    });
    in_order.collect()
}
