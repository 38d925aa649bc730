//! Turn-based games recorded as immutable event logs: any moment can be rebuilt from them, and
//! what is rebuilt is checked against the rules on the way.
//!
//! # Replays
//!
//! [`open`] reads a replay of any game, [`ReplayFile::state_at`] rebuilds a moment of it,
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
//! A game says its scenario, state, actions, events, rules and words by implementing
//! [`OpenGame`](prelude::OpenGame); transcripts, their reader, a referee, messages to players
//! outside the process and random players follow from that. With [`Entry`](prelude::Entry) and one
//! call of [`cli::run`] it is a program with every command there is.
//!
//! ```
//! use chase::prelude::*;
//! use serde::{Deserialize, Serialize};
//!
//! /// Two players add 1 or 2 in turn; who reaches the goal wins.
//! struct Race(Goal);
//!
//! #[derive(Clone, Debug, Serialize, Deserialize)]
//! struct Goal { goal: u32 }
//!
//! #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
//! struct State { opened: bool, lost: bool, turns: u32, sum: u32 }
//!
//! #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
//! enum Event { Opened, Added(u32), Lost }
//!
//! impl OpenGame for Race {
//!     const NAME: &'static str = "race";
//!     const CELLS: &'static [Column] = &[cell("sum"), DEEDS];
//!     type Scenario = Goal;
//!     type State = State;
//!     type Action = u32;
//!     type Event = Event;
//!
//!     fn new(goal: Goal) -> Result<Self, Fault> {
//!         match goal.goal {
//!             3..=1_000 => Ok(Race(goal)),
//!             _ => Err(Fault::whole("expected a goal of 3 to 1000")),
//!         }
//!     }
//!     fn scenario(&self) -> &Goal { &self.0 }
//!     fn start(&self) -> State { State { opened: false, lost: false, turns: 0, sum: 0 } }
//!     fn clock(&self, state: &State) -> u64 {
//!         let is_on = state.opened && !state.lost && state.sum < self.0.goal;
//!         u64::from(state.turns) + u64::from(is_on)
//!     }
//!     fn turn(&self, state: &State) -> Turn {
//!         let (mover, other) = (state.turns as usize % 2, (state.turns as usize + 1) % 2);
//!         match state {
//!             State { opened: false, .. } => Turn::World,
//!             State { lost: true, .. } => Turn::Over(Outcome::won("forfeit", mover, 2)),
//!             state if state.sum >= self.0.goal => Turn::Over(Outcome::won("goal", other, 2)),
//!             _ => Turn::Seat(Seat(mover as u8)),
//!         }
//!     }
//!     fn is_valid_state(&self, state: &State) -> bool {
//!         let adds = state.turns.saturating_sub(state.lost.into());
//!         (adds..=2 * adds).contains(&state.sum) && state.sum <= self.0.goal
//!     }
//!     fn legal(&self, state: &State, _: Seat) -> Vec<u32> {
//!         (1..=2).filter(|more| state.sum + more <= self.0.goal).collect()
//!     }
//!     fn decide(&self, state: &State, seat: Seat, more: &u32, _: &mut Dice) -> Decided<Event> {
//!         let is_legal = self.legal(state, seat).contains(more);
//!         BrokenRule::unless(is_legal, "1 or 2 are added, up to the goal")?;
//!         Ok(vec![Event::Added(*more)])
//!     }
//!     fn world(&self, _: &State, _: &mut Dice) -> Vec<Event> { vec![Event::Opened] }
//!     fn forfeit(&self, _: &State, _: Seat, _: &Forfeit) -> Vec<Event> { vec![Event::Lost] }
//!     fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
//!         match event {
//!             Event::Opened => state.opened = true,
//!             Event::Lost => (state.lost, state.turns) = (true, state.turns + 1),
//!             Event::Added(more) => {
//!                 let fits = state.sum.checked_add(*more).is_some_and(|sum| sum <= self.0.goal);
//!                 BrokenRule::unless((1..=2).contains(more) && fits, "1 or 2 are added")?;
//!                 (state.sum, state.turns) = (state.sum + more, state.turns + 1);
//!             }
//!         }
//!         Ok(())
//!     }
//!     fn cells(&self, state: &State) -> Vec<String> { vec![state.sum.to_string()] }
//!     fn action_text(&self, _: &State, _: Seat, more: &u32) -> String { format!("add {more}") }
//!     fn event_text(&self, _: Option<Seat>, event: &Event) -> String {
//!         match event {
//!             Event::Opened => String::new(),
//!             Event::Added(more) => format!("adds {more}"),
//!             Event::Lost => "loses the turn".into(),
//!         }
//!     }
//!     fn statements(&self) -> Vec<(String, String)> {
//!         vec![("goal".into(), self.0.goal.to_string())]
//!     }
//! }
//!
//! let game = OpenGame::new(Goal { goal: 10 }).expect("a goal in bounds");
//! let players = ["random".to_owned(), "random".to_owned()];
//! let replay = Replay::<Race>::record(game, &players, Generator::Chacha8, 1)?;
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
//! What this page and its modules show is the library's public promise, kept by its
//! version number. Modules that it does not show can be reached, and change without notice.

#[doc(hidden)]
pub mod arena;
#[doc(hidden)]
pub mod board;
pub mod cli;
#[doc(hidden)]
pub mod diff;
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod error;
#[doc(hidden)]
pub mod games;
#[doc(hidden)]
pub mod judge;
#[doc(hidden)]
pub mod library;
#[doc(hidden)]
pub mod outside;
pub mod prelude;
pub mod report;
#[doc(hidden)]
pub mod store;

pub use engine::replay::Header;
pub use error::Error;
#[doc(inline)]
pub use games::animal_checkers::agent as animal_checkers_agent;
pub use library::{Moment, ReplayFile, open, record};
