//! Stand-in for links to programs, on systems where no process can wait for several pipes at once: there
//! are no players outside the process.

use std::io;
use std::net::TcpStream;
use std::time::Duration;

use super::link_fault::{LinkFault, Sizes};
use super::process::StartedProgram;

/// A link to a running program, which this system cannot have: no value of it is ever made.
pub enum NoLink {}

/// The name under which other systems have a link.
pub use self::NoLink as ProgramLink;

impl NoLink {
    /// Refuses: this system has no links to programs.
    ///
    /// # Errors
    /// This system has no such link: always an error.
    pub fn of_program(_: &mut StartedProgram, _: Sizes) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Refuses: this system has no links to players.
    pub(crate) fn of_socket(_: TcpStream, _: Sizes) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Does nothing: there is never a link here.
    pub(crate) fn close_input(&mut self) {}

    /// Does nothing: there is never a link here.
    pub(crate) fn count_anew(&mut self) {}

    /// Returns false: there is never a link here.
    pub(crate) fn is_unheard(&self) -> bool {
        false
    }

    /// Returns false: there is never a link here.
    pub(crate) fn has_half_a_line(&self) -> bool {
        false
    }

    /// An empty text: nothing was ever said.
    pub(crate) fn last_said(&self) -> String {
        String::new()
    }

    /// Refuses: there is never a link here.
    ///
    /// # Errors
    /// This system has no such link: always an error.
    pub fn send(&mut self, _: &[u8], _: Duration) -> Result<(), LinkFault> {
        Err(LinkFault::Closed)
    }

    /// Refuses: there is never a link here.
    ///
    /// # Errors
    /// Always.
    pub fn ask(&mut self, _: &[u8], _: Duration) -> Result<Vec<u8>, LinkFault> {
        Err(LinkFault::Closed)
    }

    /// Returns false: there is never a link here.
    pub(crate) fn held_back(&mut self, _: Duration) -> bool {
        false
    }

    /// Does nothing: there is never a link here.
    pub fn drain(&mut self, _: Duration) {}
}
