//! Boards that two or more games share. They know distances, neighbours and places in a drawing, and
//! no rules.

pub mod map_layout;
pub mod place_positions;
pub mod roads;
