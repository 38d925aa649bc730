//! Matches: players against each other over many games.
//!
//! | what | where |
//! |---|---|
//! | who plays: as they are named, in which seats, in which order, and the cast of each worker | [`entrant`], [`player_folder`], [`seat_groups`], [`schedule`], [`cast`], [`guests`] |
//! | the match: a series of games, and its journal | [`series`], [`journal`], [`game_result`] |
//! | who won, and how sure that is | [`standings`], [`stats`], [`report`] |
//! | programs that meet through files, and those that watch | [`files`], [`public_stream`] |
//! | a player's program tried alone | [`check`], [`checked`], [`file_check`], [`exchange_fault`] |
//!
//! It names no game and prints nothing.

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
