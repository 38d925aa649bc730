//! The arguments that tell a program of Fishing what its turn is.

/// The argument that asks for a move.
pub(super) const MOVEMENT: &str = "phase=movement";

/// The argument that asks for a placement.
pub(super) const PLACEMENT: &str = "phase=placement";
