//! Makes a failing case small: as long as one of the smaller cases fails by the same rule, it
//! takes its place.

use std::io;
use std::time::Duration;

use super::attempt::{Attempt, Attempts};
use crate::engine::exam::Case;

/// Runs spent on one case.
const RUNS_MAX: u32 = 400;
/// Time spent on one case.
const TIME_MAX: Duration = Duration::from_secs(5);
/// Time spent on a case that fails by taking too long.
const TIME_SLOW_MAX: Duration = Duration::from_secs(2);
/// A small case that runs so long hangs.
const TIME_EACH_MAX: Duration = Duration::from_millis(500);

/// The smallest case found that fails by the same rule.
pub(super) fn shrink(
    attempts: &Attempts<'_>,
    case: &Case,
    attempt: &Attempt,
) -> io::Result<(Case, Attempt)> {
    let (mut case, mut attempt) = (case.clone(), attempt.clone());
    let (mut runs, mut time) = (0, Duration::ZERO);
    let time_max = if attempt.took > TIME_EACH_MAX {
        TIME_SLOW_MAX
    } else {
        TIME_MAX
    };
    // Where the last success was: what was tried before it is tried again last.
    let mut from = 0;
    'smaller: loop {
        let Some(finding) = &attempt.finding else {
            return Ok((case, attempt));
        };
        let candidates = attempts.exam.smaller(&case, finding);
        let count = candidates.len();
        for n in 0..count {
            let at = (from + n) % count;
            let candidate = &candidates[at];
            if runs >= RUNS_MAX || time >= time_max {
                return Ok((case, attempt));
            }
            let tried = attempts.run_for(candidate, TIME_EACH_MAX)?;
            runs += 1;
            time += tried.took;
            let same = tried.finding.as_ref().map(|found| found.rule) == Some(finding.rule);
            if same {
                case = candidate.clone();
                attempt = tried;
                from = at;
                continue 'smaller;
            }
        }
        return Ok((case, attempt));
    }
}
