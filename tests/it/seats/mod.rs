//! Any player in any seat: `play` and `record` take the players that `match` takes, people type the
//! game's own notation, and an agent of one's own is a program.

mod agent;
mod notation;
mod players;
#[cfg(unix)]
mod terminal;
