//! `chase diff`: transcripts from anywhere, replays of either form, reports for people and
//! programs.

mod alike;
mod reading;
mod replays;

use crate::harness::Ran;

crate::tables::tables!("diff": layout, options, plain, reading, replays);

/// The report as data.
fn json(ran: &Ran) -> serde_json::Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran}"))
}
