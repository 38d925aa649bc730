//! A match that browsers look at while it is played: its standings as they grow, its running games as
//! everybody may see them, and what is known of its finished ones.
//!
//! The threads that play hand over a cycle as text ([`MatchHall::goes_on`]) and go on: that takes as long
//! whether nobody looks or many do, and whoever looks is waited for by nobody. One thread of its own
//! ([`Painter`]) folds the games that somebody looks at, with eyes that see no more than everybody may.
//! Finished games are replays: whoever opens them stands behind `web::replays`.
//!
//! # Memory
//!
//! The cycles of running games take at most [`CYCLES_BYTES_MAX`], shared out between as many games as are
//! played at a time; those of finished games, where nobody else keeps them, as much once more, and the
//! oldest go first. The pictures of a running game that somebody looks at take 1 MiB, and there are
//! no more of those than connections. At most [`ENDED_MAX`] finished games are listed.
//!
//! | route | what it is |
//! |---|---|
//! | `GET /match/live`, `GET /match/now` | how the match stands, and the newest moment of a game: as events, or once |
//! | `GET /match/head?game=N` | what never changes in a game that is played |
//! | `GET /match/scenes?game=N&from=K` | moments of it, a span of cycles |

mod history;
mod match_state;
mod painter;
mod routes;

pub use history::GameHistory;
pub use match_state::{CYCLES_BYTES_MAX, ENDED_MAX, EndedGame, MatchHall, StandingRow};
pub use painter::Painter;
pub use routes::routes;
