//! All processes of a run where their use cannot be looked up: the group is known, and what fled
//! from it is not.

use std::time::Duration;

use super::limits::Above;

/// What is seen of a run at one moment; here never.
pub(super) struct Sight {
    /// Processor time.
    pub used: Duration,
    /// What of it is in the machine's memory.
    pub resident_bytes: u64,
    /// Its processes and threads.
    #[expect(dead_code, reason = "only Linux bounds their number")]
    pub tasks: u64,
    /// A number that another one follows as soon as any of its threads runs.
    pub pulse: Option<u64>,
}

/// The processes of a run.
pub(super) struct Tree {
    leader: u32,
}

impl Tree {
    /// The group of a leader.
    pub fn new(_: &str, leader: u32, _: Above) -> Self {
        Tree { leader }
    }

    /// Nothing is seen.
    pub fn look(&mut self) -> Option<Sight> {
        None
    }

    /// Nothing is known; the system limits the processor time of each process.
    pub fn used_at_end(&self, _: Option<Duration>) -> Option<Duration> {
        None
    }

    /// Whether anybody of the group is still there a moment after its leader ended.
    pub fn is_left(&mut self, pause: &mut dyn FnMut(Duration) -> bool) -> bool {
        const LOOKS: u32 = 20;
        const PAUSE: Duration = Duration::from_millis(10);
        for _ in 0..LOOKS {
            if !is_there(self.leader) {
                return false;
            }
            if !pause(PAUSE) {
                return true;
            }
        }
        true
    }

    /// Stops the group.
    pub fn stop_all(&mut self) {
        stop(self.leader);
    }
}

/// A process's number as the system takes it.
#[cfg(unix)]
pub(super) fn number_of(process: u32) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(process).ok()?)
}

#[cfg(unix)]
fn is_there(leader: u32) -> bool {
    number_of(leader).is_some_and(|group| rustix::process::test_kill_process_group(group).is_ok())
}

/// Stops a group of processes.
#[cfg(unix)]
pub(super) fn stop(leader: u32) {
    if let Some(group) = number_of(leader) {
        // An empty group is what is wanted.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn is_there(_: u32) -> bool {
    false
}

/// There are no groups.
#[cfg(not(unix))]
pub(super) fn stop(_: u32) {}
