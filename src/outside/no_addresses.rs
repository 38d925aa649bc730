//! Addresses of a program in memory, on systems where they cannot be fixed.

use std::io;
use std::process::{Child, Command};

/// Refuses to start a program with fixed addresses.
pub(crate) fn spawn_fixed(_: &mut Command) -> io::Result<Child> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

/// The reason why addresses cannot be fixed here.
pub fn why_not_fixed() -> Option<String> {
    Some("this system has no way to fix them".to_owned())
}

/// Returns true if the system chooses addresses by chance, as far as this can be known.
pub fn are_random() -> bool {
    true
}
