//! `chase diff`: transcripts from anywhere, replays of either form, reports for people and
//! programs.

mod alike;
mod layout;
mod options;
mod plain;
mod reading;
mod replays;

use crate::harness::{Place, Ran, data, project};

/// Example S3 as the reference program prints it.
fn reference() -> String {
    let path = project("tests/reference/police/S3.txt");
    std::fs::read_to_string(path).expect("a reference")
}

/// The same as our own program writes it to a pipe, with these commands.
fn piped(commands: &str) -> String {
    let (cities, agents) = (data("citiesInformants"), data("agentsS3"));
    let args = ["play", "police", &cities, &agents, "10", "2"];
    Place::new().chase_with(&args, commands).fine().stdout
}

/// Compares a text with example S3.
fn against_reference(ours: impl AsRef<[u8]>, words: &str) -> Ran {
    let place = Place::new();
    place.write("ours.txt", ours);
    place.write("ref.txt", reference());
    place.chase(&format!("diff ours.txt ref.txt {words}"))
}

/// The report as data.
fn json(ran: &Ran) -> serde_json::Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran}"))
}
