//! ROBOTS from outside: the rules by drawn boards and against a second implementation, the contest,
//! the commands, the line-by-line game.

mod commands;
mod console;
mod contest;
mod drawn;
mod naive;
mod second;

use crate::harness::project;

fn golden(name: &str) -> String {
    project(&format!("replays/robots/{name}.json"))
}
