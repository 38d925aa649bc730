//! What a game is written with. The program's crate adds its command line to it.

pub use crate::dice::{Dice, one_of};
pub use crate::error::Error;
pub use crate::extras::{Amounts, Extras};
pub use crate::faces::{DEEDS, HIDDEN, NumericForm, Picture, Playable, RandomPlayer, cell};
pub use crate::game::{
    BrokenRule, Decided, Fault, Forfeit, Game, Known, Masks, Outcome, Seat, Turn, View,
};
pub use crate::numbers::Feature;
pub use crate::player::Player;
pub use crate::player_kind::PlayerKind;
pub use crate::seat::Seats;
pub use crate::trace::Column;
