//! What a game is written with. The program's crate adds its command line to it.

pub use crate::extras::{Amounts, Extras};
pub use crate::faces::{DEEDS, HIDDEN, NumericForm, Picture, Playable, RandomPlayer, cell};
pub use crate::numbers::Feature;
pub use crate::player_kind::PlayerKind;
pub use crate::trace::Column;
pub use chase_engine::dice::{Dice, one_of};
pub use chase_engine::game::{
    BrokenRule, Decided, Fault, Forfeit, Game, Known, Masks, Outcome, Seat, Turn, View,
};
pub use chase_engine::player::Player;
pub use chase_engine::seat::Seats;
pub use chase_world::error::Error;
