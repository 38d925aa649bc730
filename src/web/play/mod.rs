//! A game that people play in their browsers: one thread plays it, the server shows it.
//!
//! Whoever has a key is a holder ([`Holder`]): of seats, of the session, or of nothing but eyes. In a
//! game that hides something there is a view for each person's seat and one that everybody may see,
//! and what is sent to a holder is made of one of its views alone. Once the game is over, all views show
//! everything.
//!
//! | route | what it is |
//! |---|---|
//! | `GET /head` | what never changes in a game |
//! | `GET /live`, `GET /now` | the newest moment: as events, or once |
//! | `GET /scenes` | moments before it, a span of cycles |
//! | `POST /act` | clicks or a button that mean an action |
//! | `POST /undo`, `/redo`, `/again`, `/load` | the session |
//! | `POST /hint` | what the actions of the seat to move are worth |
//! | `POST /analyse` | what each side could expect when, once the game is over |
//! | `GET /save` | what was played so far, as a replay |

mod game_views;
mod opened_views;
mod page_requests;
mod routes;
mod session;

pub use game_views::PlayHall;
pub use page_requests::Holder;
pub use routes::routes;
pub use session::{Host, NextGame, Session};
