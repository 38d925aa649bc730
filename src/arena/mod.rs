//! Matches: players against each other over many games.

pub mod cast;
pub mod check;
pub mod entrant;
pub mod fishing;
pub mod fishing_check;
pub mod journal;
pub mod layout;
pub mod report;
pub mod schedule;
pub mod series;
pub mod standings;
pub mod stats;
