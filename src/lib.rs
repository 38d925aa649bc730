//! Turn-based games recorded as immutable event logs: any moment can be rebuilt from them, and
//! what is rebuilt is checked against the rules on the way.
//!
//! ```
//! use chase::engine::{game::Game, replay::Replay, transcript::Transcript};
//! use chase::games::police::{Police, args::example};
//!
//! // The embedded police chase: ten cities, five agents, informants, seed 2.
//! let (game, players, seed) = example();
//! let replay = Replay::record(game, &players, Police::DICE, seed)?;
//!
//! // Hour 5 again, from the events alone.
//! let hour_5 = replay.state_at(5)?.expect("the chase lasts 5 hours");
//! let mut text = Vec::new();
//! replay.game().moment(&hour_5, &players, &mut text);
//! print!("{}", String::from_utf8(text)?);
//! # assert_eq!(replay.outcome()?.expect("it ended").cause, "caught");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The map of the crate
//!
//! | module | what it is |
//! |---|---|
//! | [`engine`] | the core: games, players, dice, sessions, the fold, seals. It names no game, opens no file, reads no clock and prints nothing |
//! | [`games`] | one folder a game, registered in [`games::GAMES`] |
//! | [`board`] | what two or more games share: road networks |
//! | [`store`] | replays on disk, JSON and binary, through one door in and one door out |
//! | [`diff`] | two traces side by side: aligned by their cycles, explained by the game's referee |
//! | [`judge`] | replays played again, traces held against the rules, programs put to the test |
//! | [`arena`] | players against each other over many games, outside programs among them |
//! | [`outside`] | programs and sockets as players: started, found, talked to, limited, stopped |
//! | [`prelude`] | what the author of a game imports |
//! | [`cli`] | the commands; the only place that opens standard output |
//! | [`error`] | what the user sees: place, what was expected, the way out; exit codes |
//!
//! `cli` knows all; `arena` knows `games`, `store` and `outside`; `judge` knows `diff`, `store` and `outside`; `diff` knows `store`; all of them
//! know `engine`, as do `games`, which know `board` too. Games and store do not see each other.
//!
//! # What is promised
//!
//! A replay folds without dice and without players, so it outlives changes of both. The same
//! scenario, players, generator and seed give the same bytes, on every machine and in every
//! thread. Seals show damage and divergence; they are no signatures.

pub mod arena;
pub mod board;
pub mod cli;
pub mod diff;
pub mod engine;
pub mod error;
pub mod games;
pub mod judge;
pub mod outside;
pub mod prelude;
pub mod store;
