//! What the author of a game imports with one line: `use chase::prelude::*;`.

pub use crate::engine::dice::{Dice, Generator};
pub use crate::engine::entry::GameEntry;
pub use crate::engine::game::{Fault, Forfeit, ForfeitCause, Item, Outcome, Seat, Turn};
pub use crate::engine::header::Header;
pub use crate::engine::kit::{
    BrokenRule, DEEDS, Decided, OpenGame, OpenKnown, OpenView, RandomPlayer, cell, one_of,
};
pub use crate::engine::player::{Player, PlayerKind};
pub use crate::engine::replay::Replay;
pub use crate::engine::trace::Column;
pub use crate::error::Error;
pub use crate::games::kit::Entry;
