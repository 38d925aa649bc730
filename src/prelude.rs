//! What the author of a game imports with one line: `use chase::prelude::*;`.

pub use crate::games::{Games, commands::Entry};
pub use chase_kit::prelude::*;
