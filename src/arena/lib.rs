//! Matches: players against each other over many games.

pub mod cast;
pub mod check;
pub mod checked;
pub mod entrant;
pub mod exchange_fault;
pub mod file_check;
pub mod files;
pub mod game_result;
pub mod guests;
pub mod journal;
pub mod player_folder;
pub mod public_stream;
pub mod report;
pub mod schedule;
pub mod seat_groups;
pub mod series;
pub mod standings;
pub mod stats;
