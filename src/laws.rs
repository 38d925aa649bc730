//! What the author of a game holds it against in its tests: `use chase::laws::*;`.

pub use chase_core::entry::GameEntry;
pub use chase_core::extras::{Claims, Symmetry};
pub use chase_core::laws::{Budget, KeepsLaws};
