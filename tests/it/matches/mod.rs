//! `chase match` and `chase player`: players outside the process, good and bad, and series of games.

use std::time::Duration;

use serde_json::Value;

use crate::harness::{Place, Ran, example_path, program};

mod examples;
#[cfg(target_os = "linux")]
pub mod failures;
mod hidden_luck;
mod house;
mod journal;
mod listed;
mod score;
mod sockets;
mod watching;
mod wire;

crate::tables::tables!("matches": check, failures);
#[cfg(target_os = "linux")]
crate::tables::tables!("matches": limits);

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

/// The words of a match; `words` are parted at their blanks, players are not.
fn match_of<'a>(game: &'a str, words: &'a str, players: &[&'a str]) -> Vec<&'a str> {
    let players = players.iter().flat_map(|player| ["--player", player]);
    ["match", game].into_iter().chain(words.split_whitespace()).chain(players).collect()
}

/// Runs a match.
pub fn play(place: &Place, game: &str, words: &str, players: &[&str]) -> Ran {
    place.chase_with(&match_of(game, words, players), "")
}

/// What a match reports to programs.
pub fn report(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran}"))
}

/// The rows of a report.
fn standings(report: &Value) -> &[Value] {
    report["standings"].as_array().expect("a list")
}

/// A game of a match whose replays are in the folder `games`.
fn game(place: &Place, number: usize) -> Value {
    let text = place.read(&format!("games/game-{number:04}.json"));
    serde_json::from_slice(&text).expect("a replay")
}

fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no count"))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// Waits until something is so.
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..5000 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("it was waited in vain: {what}");
}
