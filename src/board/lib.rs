//! Boards that two or more games share. They know distances, neighbours and places in a drawing, and
//! no rules.

pub mod layout;
pub mod placed;
pub mod roads;
