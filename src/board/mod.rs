//! Boards that two or more games share. They know distances and neighbours, and no rules.

pub mod placed;
pub mod roads;
