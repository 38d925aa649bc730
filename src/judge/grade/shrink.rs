//! Makes a failing case small: as long as one of the smaller cases fails by the same rule, and by
//! the same cause where one is known, it takes its place. How long that goes on is a matter of counts and never of a clock, so that the
//! same program is always shown the same case.

use super::attempt::{Attempt, Attempts, Unrun};
use chase_kit::grading::GradingCase;
use chase_world::world::in_parallel;

/// Runs spent on all failing cases of a grading together.
const RUNS_MAX: usize = 300;
/// A run that was stopped for its time or its memory counts as so many.
const COSTLY_RUNS: usize = 100;

/// The limits on the work of making one case smaller.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShrinkEffort {
    /// The largest number of runs.
    pub runs_max: usize,
    /// Runs at a time. What is found does not depend on it.
    pub jobs: usize,
}

impl ShrinkEffort {
    /// The effort for each case when several are to be made small with so many runs at a time.
    pub fn for_each_of(cases: usize, jobs: usize) -> Self {
        ShrinkEffort { runs_max: RUNS_MAX / cases.max(1), jobs: (jobs / cases.max(1)).max(1) }
    }
}

/// The smallest case found that fails in the same way; with a `cause`, one that this still
/// explains. Where a case cannot be run, it ends with what it has.
pub(super) fn shrink(
    attempts: &Attempts<'_>,
    case: &GradingCase,
    attempt: &Attempt,
    cause: Option<&str>,
    effort: ShrinkEffort,
) -> Result<(GradingCase, Attempt), Unrun> {
    let (mut case, mut attempt) = (case.clone(), attempt.clone());
    let mut search = ShrinkSearch { attempts, cause, effort, spent: 0 };
    // Where the last success was: what was tried before it is tried again last.
    let mut from = 0;
    while let Some(finding) = &attempt.finding {
        let mut candidates = attempts.suite.smaller(&case, finding);
        let count = candidates.len();
        if count == 0 {
            break;
        }
        candidates.rotate_left(from % count);
        let Some((at, found)) = search.first_alike(&candidates, &attempt)? else {
            break;
        };
        from = (from + at) % count;
        case = candidates.swap_remove(at);
        attempt = found;
    }
    Ok((case, attempt))
}

struct ShrinkSearch<'a> {
    attempts: &'a Attempts<'a>,
    cause: Option<&'a str>,
    effort: ShrinkEffort,
    spent: usize,
}

impl ShrinkSearch<'_> {
    /// The first candidate that fails like an attempt, and what it came to. Several are run at a
    /// time; those behind the first that is alike are as if they had not been run.
    fn first_alike(
        &mut self,
        candidates: &[GradingCase],
        like: &Attempt,
    ) -> Result<Option<(usize, Attempt)>, Unrun> {
        // What is run in vain must not cost much.
        let jobs = if like.is_costly() { 1 } else { self.effort.jobs };
        for (n, some) in candidates.chunks(jobs).enumerate() {
            if self.is_spent() {
                return Ok(None);
            }
            let tried = in_parallel(jobs, some.len(), |n| self.attempts.run(&some[n], false));
            for (m, tried) in tried.into_iter().enumerate() {
                if self.is_spent() {
                    return Ok(None);
                }
                let tried = match tried {
                    Ok(tried) => tried,
                    Err(Unrun::Interrupted) => return Err(Unrun::Interrupted),
                    Err(Unrun::Refused(_) | Unrun::NoRoom(_)) => return Ok(None),
                };
                self.spent += if tried.is_costly() { COSTLY_RUNS } else { 1 };
                if self.is_alike(&some[m], &tried, like) {
                    return Ok(Some((n * jobs + m, tried)));
                }
            }
        }
        Ok(None)
    }

    /// Returns whether a case fails in the same way as another.
    fn is_alike(&self, case: &GradingCase, tried: &Attempt, like: &Attempt) -> bool {
        let suite = self.attempts.suite;
        let is_explained = |cause| suite.explained(case, &tried.printed, cause).is_some();
        tried.rule() == like.rule() && self.cause.is_none_or(is_explained)
    }

    fn is_spent(&self) -> bool {
        self.spent >= self.effort.runs_max
    }
}
