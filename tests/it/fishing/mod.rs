//! Fishing from outside: the player's program, the game master against programs that fail in
//! every way, the console, and its golden replays.

mod commands;
mod console;
mod matches;
mod naive;
mod program;
mod second;

use crate::harness::{program as chase, project};

fn golden(name: &str) -> String {
    project(&format!("replays/fishing/{name}.json"))
}

/// A player's program with one known fault.
pub fn fisher() -> String {
    let built = std::path::Path::new(chase()).with_file_name("examples");
    let path = built.join("fisher");
    assert!(
        path.is_file(),
        "{} is missing: `cargo test` builds it, or `cargo build --example fisher`",
        path.display()
    );
    path.display().to_string()
}
