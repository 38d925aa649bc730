//! Animal Checkers from outside: against a second implementation, through the commands, at the
//! console; and its golden replays, one for each ending.

mod causes;
mod commands;
mod console;
mod endings;
mod naive;
mod second;

use crate::harness::project;

fn golden(name: &str) -> String {
    project(&format!("replays/animal-checkers/{name}.json"))
}
