//! How many workers play a sweep, and what stops them.

use crate::engine::budget::StopFlag;

/// Workers where nobody says how many: one for each processor that this process may use.
pub(super) fn usual_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// A flag that Ctrl-C sets.
pub(super) fn stop_when_interrupted() -> StopFlag {
    let stop = StopFlag::default();
    let theirs = stop.clone();
    // A second handler cannot be set; there is only one command to a process.
    let _ = ctrlc::set_handler(move || theirs.stop());
    stop
}
