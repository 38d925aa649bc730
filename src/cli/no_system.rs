//! Stand-ins for terminals, Ctrl-C and a browser where the program runs in a page.

use std::ffi::OsStr;
use std::io;

use chase_world::world::{World, WorldParts};

/// A world without files, as there is no disk.
pub fn world(name: &str) -> World {
    World::new(WorldParts::empty(name))
}

/// Fails: a page opens no other.
///
/// # Errors
/// Always.
pub fn open_page(_: &OsStr) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
