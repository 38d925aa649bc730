//! The event-sourced core: what a game is, who plays it, and how its history is kept.
//!
//! It names no game and reads no clock; outside `world` it opens no file and prints nothing. Nearly everything here is
//! generic over [`game::Game`].
//!
//! | what | where |
//! |---|---|
//! | what a game is: rules, seats, chance, texts, pictures, secrets | [`game`], [`seat`], [`dice`], [`transcript`], [`trace`], [`picture`], [`numbers`], [`extras`]; [`kit`] makes the faces of a few methods |
//! | who plays it: built-in players, programs outside, teams, limits | [`player`], [`seated_players`], [`teams`], [`remote_player`], [`player_server`], [`line_server`], [`protocol`], [`budget`], [`forfeit`] |
//! | playing: the loop that asks, games for sweeps and environments, odds | [`session`], [`recording`], [`environment`], [`sweep_engine`], [`general_engine`], [`tiered_engine`], [`odds`], [`solve`] |
//! | what was played: turns, the fold, its codec, seals | [`history`], [`fold`], [`replay`], [`replayer`], [`wire`], [`canonical`], [`seal`], [`sealing`], [`header`], [`provenance`] |
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
pub mod canonical;
pub mod check_value;
pub mod choices;
mod compact;
pub mod compile;
pub mod described;
pub mod diagnosis;
pub mod dice;
pub mod edits;
pub mod entry;
pub mod environment;
pub mod error;
pub mod escape;
pub mod event_table;
pub mod extras;
pub mod eyes;
pub mod fold;
pub mod forfeit;
pub mod game;
pub mod general_engine;
pub mod grading;
pub mod header;
pub mod history;
mod joint;
pub mod kit;
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
pub mod player;
pub mod player_name;
pub mod player_server;
pub mod prelude;
pub mod protocol;
pub mod provenance;
pub mod recorded;
pub mod recording;
pub mod referee;
pub mod remote_player;
pub mod replay;
pub mod replayer;
pub mod rules_referee;
pub mod seal;
pub mod sealing;
pub mod seat;
pub mod seated_players;
pub mod session;
pub mod solve;
pub mod summary;
pub mod sweep_engine;
pub mod tally;
pub mod teams;
pub mod text_layout;
pub mod tiered_engine;
pub mod totals;
pub mod trace;
pub mod transcript;
pub mod turn_sink;
pub mod wire;
pub mod world;

pub use error::Error;
