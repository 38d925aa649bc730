//! Recordings in memory: made, packed, replayed, and seen through the eyes of seats; and the rim, behind which all games
//! are alike.
//!
//! | what | where |
//! |---|---|
//! | a game that is recorded, and players outside | [`recording`], [`turn_sink`], [`remote_player`], [`player_server`], [`line_server`] |
//! | a recording that is gone through and checked | [`replayer`], [`known_turns`], [`eyes`], [`replay`] |
//! | what is told of a game, of its recording and of a moment in it | [`recorded`], [`described`], [`summary`], [`event_table`] |
//! | frames of cycles, packed by columns | [`packing`] |
//! | a game behind the rim, and the door to it | [`any`], [`entry`], [`compile`], [`choices`] |
//!
//! This crate names no game, opens no file and prints nothing.

pub mod any;
pub mod choices;
pub mod compile;
pub mod described;
pub mod entry;
pub mod event_table;
pub mod eyes;
pub mod known_turns;
pub mod line_server;
pub mod packing;
pub mod player_server;
pub mod recorded;
pub mod recording;
pub mod remote_player;
pub mod replay;
pub mod replayer;
pub mod summary;
pub mod turn_sink;
