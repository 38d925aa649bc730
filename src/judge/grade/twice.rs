//! Whether a program does the same twice. Some cases are run once more, in surroundings on which a
//! right program does not depend. It says nothing of why two runs differ, and changes no marks.

use serde::Serialize;

use super::attempt::{Attempt, Attempts};
use super::sitting::CaseOutcome;
use chase_kit::grading::GradingCase;
use chase_world::world::in_parallel;

/// One case in so many is run once more, whatever came of it.
const ONE_IN: usize = 10;
/// Cases that failed and are run once more beside those, at most.
const FAILED_MAX: usize = 12;

/// Cases in which a program printed something else when it was run once more.
#[derive(Clone, Debug, Serialize)]
pub struct UnsteadyCases {
    /// Cases that were run twice.
    pub tried: usize,
    /// Cases that ended in another way, or printed something else.
    pub differing: usize,
    /// The subject of the first of them, in words.
    pub first: String,
    /// The places of those that differ, among all cases.
    #[serde(skip)]
    pub(super) places: Vec<usize>,
}

/// Runs some cases once more; nothing where all came out as before.
pub(super) fn unsteady(
    attempts: &Attempts<'_>,
    cases: &[GradingCase],
    outcomes: &[CaseOutcome],
    jobs: usize,
) -> Option<UnsteadyCases> {
    let chosen = if attempts.recorded.is_some() { Vec::new() } else { chosen(outcomes) };
    let differs = in_parallel(jobs, chosen.len(), |n| {
        let first = outcomes[chosen[n]].attempt()?;
        let again = attempts.run(&cases[chosen[n]], true).ok()?;
        // Where a limit ends it, how far it came is the machine's doing.
        (!again.is_costly()).then(|| !is_same(first, &again))
    });
    let places = chosen.iter().zip(&differs).filter(|(_, differs)| **differs == Some(true));
    let places: Vec<usize> = places.map(|(place, _)| *place).collect();
    Some(UnsteadyCases {
        tried: differs.iter().flatten().count(),
        differing: places.len(),
        first: cases[*places.first()?].about.to_string(),
        places,
    })
}

/// The cases that are run once more.
fn chosen(outcomes: &[CaseOutcome]) -> Vec<usize> {
    let mut failed = 0;
    let is_chosen = |(n, outcome): (usize, &CaseOutcome)| {
        let attempt = outcome.attempt().filter(|it| !it.is_costly())?;
        let has_failed = attempt.finding.is_some() && failed < FAILED_MAX;
        failed += usize::from(has_failed);
        (has_failed || n % ONE_IN == 0).then_some(n)
    };
    outcomes.iter().enumerate().filter_map(is_chosen).collect()
}

fn is_same(first: &Attempt, again: &Attempt) -> bool {
    first.printed == again.printed && first.rule() == again.rule()
}
