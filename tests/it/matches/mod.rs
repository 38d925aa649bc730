//! `chase match` and `chase player`: players outside the process, good and bad, and series of games.

use serde_json::Value;

use crate::harness::{Place, Ran, example_path, program};

mod check;
mod examples;
pub mod failures;
mod hidden_luck;
mod house;
mod journal;
mod listed;
mod score;
mod sockets;
mod watching;
mod wire;

/// A player with one known fault, or none.
pub fn outsider() -> String {
    example_path("outsider").display().to_string()
}

/// The name of a player with a fault.
pub fn faulty(fault: &str) -> String {
    format!("exec:{} {fault}", outsider())
}

/// A built-in player run as one outside.
pub fn built_in(game: &str, name: &str) -> String {
    format!("exec:{} player {game} {name} --stdio --seed 1", program())
}

/// Runs a match; `words` are parted at their blanks, players are not.
pub fn play(place: &Place, game: &str, words: &str, players: &[&str]) -> Ran {
    let mut args = vec!["match", game];
    args.extend(words.split_whitespace());
    for player in players {
        args.extend(["--player", player]);
    }
    place.chase_with(&args, "")
}

/// What a match reports to programs.
pub fn report(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran}"))
}

fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no count"))
}
