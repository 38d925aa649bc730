//! What the author of a game holds it against in its tests: `use chase::laws::*;`.

pub use chase_checks::laws::{Budget, KeepsLaws};
pub use chase_kit::extras::{Claims, Symmetry};
pub use chase_record::entry::GameEntry;
