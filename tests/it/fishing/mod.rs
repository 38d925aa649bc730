//! Fishing from outside: the player's program, the game master against programs that fail in
//! every way, the console, and its golden replays.

mod commands;
mod console;
mod naive;
mod program;
mod second;

use crate::harness::{example_path, project};

crate::tables::tables!("fishing": checks, matches);

fn golden(name: &str) -> String {
    project(&format!("replays/fishing/{name}.json"))
}

/// A player's program with one known fault.
pub fn fisher() -> String {
    example_path("fisher").display().to_string()
}
