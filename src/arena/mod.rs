//! Matches: players against each other over many games, outside programs among them.

pub mod fishing;
pub mod fishing_check;
pub mod standings;
