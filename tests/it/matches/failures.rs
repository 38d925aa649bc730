//! What players leave behind that fail: nothing.

use std::process::Command;

use super::{match_of, outsider, wait_until};
use crate::harness::{Place, program};

const GAME: &str = "animal-checkers";

/// The command lines of all processes.
fn lines() -> Vec<String> {
    let processes = std::fs::read_dir("/proc").expect("a list of processes");
    let lines = processes.flatten().filter_map(|process| {
        let line = std::fs::read(process.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&line).replace('\0', " "))
    });
    lines.collect()
}

/// How many processes have a word in their command line.
pub fn running(word: &str) -> usize {
    lines().iter().filter(|line| line.contains(word)).count()
}

/// A player of a name of its own, which tells it from those of other tests, and a folder for its files.
fn named(place: &Place, fault: &str) -> String {
    let program = place.file(&format!("outsider-{fault}"));
    std::os::unix::fs::symlink(outsider(), &program).expect("a link");
    std::fs::create_dir_all(place.file("tmp")).expect("a folder");
    program.display().to_string()
}

#[test]
fn nothing_is_left_of_programs_that_will_not_go() {
    let place = Place::new();
    for fault in ["ignores-end", "hang", "fork", "disconnect"] {
        let program = named(&place, fault);
        let line = format!(
            "TMPDIR=$PWD/tmp $CHASE match {GAME} --games 2 --seed 1 --move-time 500ms \
             --player 'exec:{program} {fault}' --player greedy"
        );
        place.shell(&line).played();
        assert_eq!(running(&program), 0, "{fault}");
    }
    let left = std::fs::read_dir(place.file("tmp")).expect("a folder").count();
    assert_eq!(left, 0, "folders are left");
}

#[test]
fn nothing_outlives_a_match_that_was_killed() {
    let place = Place::new();
    let player = named(&place, "hang@1");
    let mut child = Command::new(program())
        .current_dir(place.path())
        .env("TMPDIR", place.file("tmp"))
        .args(match_of(GAME, "--seed 1", &[&format!("exec:{player} hang@1"), "greedy"]))
        .spawn()
        .expect("the program starts");
    let is_there = || lines().iter().any(|line| line.starts_with(&player));
    wait_until("the player is there", is_there);
    child.kill().expect("it is there");
    child.wait().expect("it was killed");
    wait_until("the player is gone", || !is_there());
}
