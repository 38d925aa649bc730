//! The rules by drawn boards: before, the turn, after.
