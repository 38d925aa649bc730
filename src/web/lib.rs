//! Pages that live: a server on 127.0.0.1 for the browsers of this machine, and what is played and
//! watched through it. It never opens a file, prints nothing, and names no game; threads that play
//! never wait for those who look on.
//!
//! # The server
//!
//! [`Server::bind`] takes a port, [`Keys::drawn`] draws as many keys as there are ways to look, and
//! [`Server::start`] answers: the page at `/` for anybody, since nothing stands on it, and the
//! routes it is handed ([`play::routes`], [`replays::routes`]) for those who show a key as
//! `Authorization: Bearer KEY`. A route finds the [`ShownKey`] of that key in the request and decides what
//! it may be told. Before a route sees a request, the guard has held against it what docs/playing.md lists
//! under "Security of the server"; routes need no checks of their own. The server ends when
//! [`RunningServer`] is dropped.
//!
//! A command brings a page and its policy (`view::live_page`), routes with their state, and keys:
//!
//! ```ignore
//! let server = Server::bind(port)?;
//! let keys = Keys::drawn(1);
//! let address = server.address(keys.key(ShownKey(0)));
//! let (page, policy) = view::live_page(game.name());
//! let running = server.start(keys, page, &policy, play::routes(&hall))?;
//! ```
//!
//! # What changes
//!
//! A `Feed` holds the newest of something, whole and under a number, and sends it as server-sent
//! events (`Feed::stream`) or at once (`Feed::now`). What is put in replaces what was there, so
//! a watcher that reads slowly misses what came between, costs no memory and slows nobody; what it
//! missed it asks for by itself. `Last-Event-ID` names what is known already.
//!
//! Browsers open six connections to a host at most, for all their tabs together. So a tab reads the
//! stream only if it gets one of four locks (`navigator.locks`); a tab without one asks
//! `Feed::now` once a second until a lock is free.
//!
//! # Playing
//!
//! [`play`] is the table: the page's part is src/view/page/live.js.
//!
//! # Replays
//!
//! [`replays`] shows recordings from where they lie: the page's part is src/view/page/served.js, and
//! library.js for many of them.

mod connection_places;
mod feed;
mod feed_reader;
mod guard;
mod keys;
mod moments;
pub mod play;
pub mod replays;
mod request;
mod response;
mod server;

pub use keys::{Keys, ShownKey};
pub use request::WebRoutes;
pub use server::{RunningServer, Server};
