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
const TIME_SLOW_MAX: Duration = Duration::from_secs(1);
/// Such a case is run once more with this many times the time a small one takes.
const CONFIRM_FACTOR: u32 = 4;
/// The smallest case found that fails by the same rule.
pub(super) fn shrink(
    attempts: &Attempts<'_>,
    case: &Case,
    attempt: &Attempt,
) -> io::Result<(Case, Attempt)> {
    let first = (case.clone(), attempt.clone());
    let (mut case, mut attempt) = first.clone();
    let time_each_max = attempts.time_small();
    let is_slow = attempt.took > time_each_max;
    let (mut runs, mut time) = (0, Duration::ZERO);
    let time_max = if is_slow { TIME_SLOW_MAX } else { TIME_MAX };
    // Where the last success was: what was tried before it is tried again last.
    let mut from = 0;
    'smaller: while let Some(finding) = &attempt.finding {
        let candidates = attempts.exam.smaller(&case, finding);
        let count = candidates.len();
        for n in 0..count {
            let at = (from + n) % count;
            let candidate = &candidates[at];
            if runs >= RUNS_MAX || time >= time_max {
                break 'smaller;
            }
            let tried = attempts.run_for(candidate, time_each_max)?;
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
        break;
    }
    if is_slow && runs > 0 {
        // What takes too long in little time must do so in more.
        let confirmed = attempts.run_for(&case, time_each_max * CONFIRM_FACTOR)?;
        let rule = |attempt: &Attempt| attempt.finding.as_ref().map(|found| found.rule);
        if rule(&confirmed) != rule(&first.1) {
            return Ok(first);
        }
        attempt = confirmed;
    }
    Ok((case, attempt))
}
