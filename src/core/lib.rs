//! What is made of the heart: words and pictures, players by name, recordings, verdicts, odds, laws, and the rim behind
//! which all games are alike.
//!
//! The heart, `chase_engine`, is re-exported module by module. This crate names no game and reads no clock; outside
//! `world` it opens no file and prints nothing.
//!
//! | what | where |
//! |---|---|
//! | how a game is told: texts, pictures, numbers | [`transcript`], [`trace`], [`picture`], [`numbers`], [`extras`]; [`faces`] makes the faces of a few methods |
//! | players: built-in ones by name, programs outside, limits | [`player_kind`], [`player_name`], [`remote_player`], [`player_server`], [`line_server`], [`protocol`], [`budget`] |
//! | playing: recordings, games for sweeps and environments, odds | [`recording`], [`environment`], [`sweep_engine`], [`general_engine`], [`tiered_engine`], [`odds`], [`solve`] |
//! | what was played: its codec, rebuilding it | [`replay`], [`replayer`], [`wire`], [`packing`] |
//! | worth: the value of every moment, what choices and draws changed | [`analysis`] |
//! | judging: referees, audits, laws, causes, marks | [`referee`], [`rules_referee`], [`audit`], [`laws`], [`perft`], [`diagnosis`], [`text_layout`], [`grading`] |
//! | all games alike, behind objects: the rim | [`any`], [`recorded`]; [`entry`] is the door from a game's type to it |
//! | messages to people, escaped | [`error`], [`escape`] |

pub mod analysis;
pub mod any;
mod any_rules;
mod any_value;
pub mod audit;
pub mod blocks;
pub mod broken_law;
pub mod budget;
pub mod choices;
mod compact;
pub mod compile;
pub mod described;
pub mod diagnosis;
pub mod edits;
pub mod entry;
pub mod environment;
pub mod error;
pub mod escape;
pub mod event_table;
pub mod extras;
pub mod eyes;
pub mod faces;
pub mod general_engine;
pub mod grading;
mod known_turns;
pub mod laws;
pub mod line_server;
pub mod numbers;
mod object;
pub mod odds;
pub mod packing;
pub mod panics;
pub mod perft;
pub mod picture;
pub mod player_kind;
pub mod player_name;
pub mod player_server;
pub mod prelude;
pub mod protocol;
pub mod recorded;
pub mod recording;
pub mod referee;
pub mod remote_player;
pub mod replay;
pub mod replayer;
pub mod rules_referee;
pub mod solve;
pub mod summary;
pub mod sweep_engine;
pub mod tally;
pub mod text_layout;
pub mod tiered_engine;
pub mod totals;
pub mod trace;
pub mod transcript;
pub mod turn_sink;
pub mod wire;
pub mod world;

pub use chase_engine::{
    canonical, check_value, dice, fold, forfeit, game, header, history, joint, player, provenance,
    seal, sealing, seat, seated_players, session, teams,
};
pub use error::Error;
