//! Where no process can take over those whose parent ended there are no supervisors.

use std::io;
use std::process::{Child, Command};

use super::limits::Report;

/// Whether this system has supervisors.
pub(super) const IS_HERE: bool = false;

/// The line to a supervisor, which this system cannot have: no value of it is ever made.
#[derive(Clone, Debug)]
pub(super) enum Control {}

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
