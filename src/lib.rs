//! Turn-based games recorded as immutable event logs: any moment can be rebuilt from them, and
//! what is rebuilt is checked against the rules on the way.
//!
//! # Replays
//!
//! [`open()`] reads a replay of any game, [`ReplayFile::state_at`] rebuilds a moment of it,
//! [`ReplayFile::verify`] holds all of it against seals, rules, dice and players, and
//! [`ReplayFile::diff`] says where two part, and why.
//!
//! ```
//! let replay = chase::open("replays/police/S3.json")?;
//! print!("{}", replay.state_at(5)?.text());
//! assert!(replay.verify()?.fault.is_none());
//!
//! let report = replay.diff(&chase::open("replays/police/S2.json")?)?;
//! assert_eq!(report.first.expect("they differ").place.cycle, 0);
//! # Ok::<(), chase::Error>(())
//! ```
//!
//! # A game of your own
//!
//! A game says its scenario, state, actions, events and rules by implementing
//! [`Game`](prelude::Game), and its words by [`Playable`](prelude::Playable); transcripts, their reader, a
//! referee, messages to players outside the process and random players follow from that. With [`Entry`](prelude::Entry) and one
//! call of [`cli::run`] it is a program with every command there is. Without that program,
//! [`open_with`] and [`record_with`] take the same list of games: `Games::new().with::<Race>()`.
//!
//! ```
#![doc = include_str!("../docs/race.rs")]
//!
//! let game = Race::new(Goal { goal: 10 }).expect("a goal in bounds");
//! let players = ["random".to_owned(), "random".to_owned()];
//! let replay = chase::Replay::record(game, &players, Race::DICE, 1)?;
//! let end = replay.outcome()?.expect("it ends");
//! assert_eq!(end.cause, "goal");
//!
//! // Cycle 2 again, without players and without dice.
//! let state = replay.state_at(2)?.expect("at least five cycles");
//! assert!((2..=4).contains(&state.sum));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is promised
//!
//! A replay folds without dice and without players, so it outlives changes of both. The same
//! scenario, players, generator and seed give the same bytes, on every machine and in every
//! thread. Seals show damage and divergence; they are no signatures.
//!
//! What this page and its modules show is the library's public promise, kept by its version
//! number. Other modules can be reached, and change without notice.

#[doc(hidden)]
pub mod games;
pub mod laws;
#[doc(hidden)]
pub mod library;
pub mod prelude;
pub mod report;
pub mod trace;

#[doc(inline)]
pub use chase_cli as cli;
#[cfg(feature = "games")]
#[doc(hidden)]
pub use chase_course as course;
#[doc(hidden)]
pub use chase_replay::{comparison, diff, episode, fork, opener, store};
#[cfg(feature = "web")]
#[doc(hidden)]
pub use chase_web as web;
#[doc(hidden)]
pub use chase_world::{error, escape, world};
#[doc(hidden)]
pub use {
    chase_arena as arena, chase_board as board, chase_checks as checks, chase_engine as engine,
    chase_judge as judge, chase_kit as kit, chase_logs as traces, chase_outside as outside,
    chase_record as record, chase_study as study, chase_sweep as sweep, chase_view as view,
};

pub use chase_record::replay::{Header, Origin, Replay};
pub use error::Error;
#[doc(inline)]
pub use games::Games;
#[cfg(feature = "games")]
#[doc(inline)]
pub use games::animal_checkers::agent as animal_checkers_agent;
#[cfg(feature = "games")]
#[doc(inline)]
pub use games::project_games;
pub use library::{Moment, ReplayFile, open_with, record_with};
#[cfg(feature = "games")]
pub use library::{open, record};
