//! Stand-in for supervisors, on systems where no process can take over the children of an ended one.

use std::io;
use std::process::{Child, Command};

use super::limits::SupervisorReport;

/// False: this system has no supervisors.
pub(super) const IS_HERE: bool = false;

/// The line to a supervisor, which this system cannot have: no value of it is ever made.
#[derive(Clone, Debug)]
pub(super) enum NoSupervisor {}

/// The name under which other systems have a line to a supervisor.
pub(super) use self::NoSupervisor as SupervisorLine;

impl NoSupervisor {
    /// Does nothing: there is never a supervisor here.
    pub fn stop(&self) {}

    /// Returns nothing: there is never a supervisor here.
    pub fn report(&self) -> Option<SupervisorReport> {
        None
    }
}

/// Refuses: this system has no supervisors.
///
/// # Errors
/// Always.
pub(super) fn start(_: Command) -> io::Result<(Child, NoSupervisor)> {
    Err(io::ErrorKind::Unsupported.into())
}
