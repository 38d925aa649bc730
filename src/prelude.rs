//! What the author of a game imports with one line: `use chase::prelude::*;`.

pub use crate::games::{Games, kit::Entry};
pub use chase_core::prelude::*;
