//! All processes of a run where their use cannot be looked up: the group is known, and what fled
//! from it is not.

use std::time::Duration;

use super::limits::{ResourceUse, SupervisorDepth};
#[cfg(unix)]
use super::process_group::number_of;
use super::process_group::stop;

/// The processes of a run.
pub(super) struct GroupTree {
    leader: u32,
}

/// The name under which other systems have all processes of a run.
pub(super) use self::GroupTree as ProcessTree;

impl GroupTree {
    /// The group of a leader.
    pub fn new(_: &str, leader: u32, _: SupervisorDepth) -> Self {
        GroupTree { leader }
    }

    /// The use of resources: unknown here.
    pub fn look(&mut self) -> Option<ResourceUse> {
        None
    }

    /// Returns nothing: the use is unknown. The system limits the processor time of each process.
    pub(crate) fn used_at_end(&self, _: Option<Duration>) -> Option<Duration> {
        None
    }

    /// Returns true if a process of the group is still there a moment after its leader ended.
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

    /// Stops all processes of the group.
    pub fn stop_all(&mut self) {
        stop(self.leader);
    }
}

#[cfg(unix)]
fn is_there(leader: u32) -> bool {
    number_of(leader).is_some_and(|group| rustix::process::test_kill_process_group(group).is_ok())
}

#[cfg(not(unix))]
fn is_there(_: u32) -> bool {
    false
}
