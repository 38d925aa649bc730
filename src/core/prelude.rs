//! What a game is written with. The program's crate adds its command line to it.

pub use crate::dice::{Dice, Generator};
pub use crate::entry::GameEntry;
pub use crate::error::Error;
pub use crate::extras::{Amounts, Claims, Extras, Symmetry};
pub use crate::game::{Fault, Forfeit, ForfeitCause, Item, Outcome, Seat, Turn};
pub use crate::header::Header;
pub use crate::kit::{
    BrokenRule, DEEDS, Decided, HIDDEN, Masks, OpenGame, OpenKnown, OpenNumbers, OpenPicture,
    OpenReferee, OpenTranscript, OpenView, OpenWire, RandomPlayer, cell, one_by_weight, one_of,
};
pub use crate::laws::{Budget, KeepsLaws};
pub use crate::numbers::Feature;
pub use crate::picture;
pub use crate::player::{Player, PlayerKind};
pub use crate::replay::Replay;
pub use crate::seat::Seats;
pub use crate::trace::Column;
