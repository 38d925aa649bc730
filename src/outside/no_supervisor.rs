//! Where no process can take over those whose parent ended there are no supervisors.

use std::io;
use std::process::{Child, Command};
use std::time::Duration;

use super::limits::End;

/// Whether this system has supervisors.
pub(super) const IS_HERE: bool = false;

/// The line to a supervisor, which this system cannot have: no value of it is ever made.
#[derive(Clone, Debug)]
pub(super) enum Control {}

/// What a supervisor tells.
#[derive(Clone, Debug)]
pub(super) struct Report {
    /// How the program ended.
    pub end: End,
    /// Whether processes that it started were still there a moment later.
    pub left_processes: bool,
    /// Processor time of all that it started.
    pub used: Option<Duration>,
}

impl Control {
    /// Nothing is stopped.
    pub fn stop(&self) {}

    /// Nothing is told.
    pub fn report(&self) -> Option<Report> {
        None
    }
}

/// There are none.
///
/// # Errors
/// Always.
pub(super) fn start(_: Command) -> io::Result<(Child, Control)> {
    Err(io::ErrorKind::Unsupported.into())
}
