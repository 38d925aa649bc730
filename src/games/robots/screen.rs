//! The game full-screen.

use std::io::{self, Write};

use super::console::Play;
use crate::games::Then;

/// Holds the session on the screen.
pub(super) fn run(_play: &mut Play, _colour: bool, _out: &mut dyn Write) -> io::Result<Then> {
    Ok(Then::Done)
}
