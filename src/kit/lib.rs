//! What a game is written with: how it is told and shown, its players by name, its referee.
//!
//! | what | where |
//! |---|---|
//! | a game's words and players: the trait that it implements beside `Game`, and the parts that are made of it | [`faces`] |
//! | text: rows of cells, transcripts, their layout, blocks of lines, lines held against lines | [`trace`], [`transcript`], [`text_layout`], [`blocks`], [`edits`] |
//! | pictures, numbers, JSON and binary forms, messages to programs | [`picture`], [`numbers`], [`wire`], [`compact`], [`protocol`] |
//! | built-in players: how they are made, their full names, their limits | [`player_kind`], [`player_name`], [`budget`] |
//! | verdicts: what a referee says, the referee that most games use, causes, marks | [`referee`], [`rules_referee`], [`diagnosis`], [`grading`] |
//! | what a game may bring beyond that, and what counts of many games are | [`extras`], [`sweep_engine`], [`totals`], [`chances`], [`tally`] |
//!
//! The author of a game imports [`prelude`]. This crate names no game, opens no file and prints nothing.

pub mod blocks;
pub mod budget;
pub mod chances;
pub mod compact;
pub mod diagnosis;
pub mod edits;
pub mod extras;
pub mod faces;
pub mod grading;
pub mod numbers;
pub mod picture;
pub mod player_kind;
pub mod player_name;
pub mod prelude;
pub mod protocol;
pub mod referee;
pub mod rules_referee;
pub mod sweep_engine;
pub mod tally;
pub mod text_layout;
pub mod totals;
pub mod trace;
pub mod transcript;
pub mod wire;
