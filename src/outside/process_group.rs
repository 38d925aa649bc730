//! Groups of processes, as every Unix has them, and how one is stopped.

/// A process's number as the system takes it.
#[cfg(unix)]
pub(super) fn number_of(process: u32) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(process).ok()?)
}

/// Stops a group of processes.
#[cfg(unix)]
pub(super) fn stop(leader: u32) {
    if let Some(group) = number_of(leader) {
        // An empty group is what is wanted.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

/// There are no groups.
#[cfg(not(unix))]
pub(super) fn stop(_: u32) {}
