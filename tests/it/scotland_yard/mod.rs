//! Scotland Yard from outside: the rules against a second implementation, what detectives are
//! shown against what they must not know, the console, and its golden replays.

mod commands;
mod console;
mod endless;
mod examples;
mod hidden;
mod knowledge;
mod leaks;
mod naive;
mod second;
mod town;

use crate::harness::project;

fn golden(name: &str) -> String {
    project(&format!("replays/scotland-yard/{name}.json"))
}

/// The board of 20 stations.
fn tiny() -> String {
    project("data/scotland-yard/tiny/graph.txt")
}
