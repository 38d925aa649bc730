//! How many workers share the work, and what stops those of a sweep.

use super::caller::when_interrupted;
use crate::engine::budget::StopFlag;

/// Workers where nobody says how many: one for each processor that this process may use.
pub(super) fn usual_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// A flag that Ctrl-C sets.
pub(super) fn stop_when_interrupted() -> StopFlag {
    let stop = StopFlag::default();
    let theirs = stop.clone();
    when_interrupted(move || theirs.stop());
    stop
}
