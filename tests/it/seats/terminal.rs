//! `chase fishing --player human` asks at the terminal, whatever its standard input is, and keeps the
//! protocol's return codes.

use std::io::{Read as _, Write as _};

use pty_process::blocking::{Command, open};

use crate::harness::{Place, program};

const BOARD: &str = "2 3\n10 10 20\n01 20 30\nann 1 0\n";

/// Runs a line of the shell at a terminal of its own; what it showed there, with what was typed.
fn at_a_terminal(place: &Place, line: &str, typed: &str) -> String {
    let (mut pty, pts) = open().expect("a pseudo-terminal");
    let shell = Command::new("sh").args(["-c", line]);
    let shell = shell.env("CHASE", program()).current_dir(place.path());
    let mut child = shell.spawn(pts).expect("a shell");
    pty.write_all(typed.as_bytes()).expect("typed");
    let mut shown = Vec::new();
    let mut buffer = [0; 4096];
    // Linux tells the end of a terminal as an error.
    while let Ok(count @ 1..) = pty.read(&mut buffer) {
        shown.extend_from_slice(&buffer[..count]);
    }
    child.wait().expect("it ends");
    String::from_utf8_lossy(&shown).into_owned()
}

const MOVE: &str = "timeout --foreground 60 $CHASE fishing --player human --id ann phase=movement in.txt out.txt \
                    </dev/null >said; echo CODE $?";

#[test]
fn a_person_takes_a_turn_at_the_terminal() {
    let place = Place::new();
    place.write("in.txt", BOARD);
    let shown = at_a_terminal(&place, MOVE, "nonsense\n\na2 b1\n?\na2 b2\n");
    assert!(shown.contains("ann? "), "{shown}");
    assert!(shown.contains("`nonsense` cannot be done here; ? lists what can be done."), "{shown}");
    assert!(shown.contains("CODE 0"), "{shown}");
    assert!(place.read("said").is_empty(), "standard output is kept free");
    let out = String::from_utf8(place.read("out.txt")).expect("UTF-8");
    assert_eq!(out, "2 3\n10 10 20\n00 01 30\nann 1 2\n");
    // Another player may have placed more penguins than this phase allows.
    place.write("in.txt", "2 3\n10 10 20\n01 02 02\nann 1 0\nbob 2 2\n");
    let line = MOVE.replace("phase=movement", "phase=placement penguins=2");
    let shown = at_a_terminal(
        &place,
        &line.replace("penguins=2", "penguins=1").replace("--id ann", "--id eve"),
        "b1\n",
    );
    assert!(shown.contains("P2 bob, another: 2 fish") && shown.contains("CODE 0"), "{shown}");
    place.write("in.txt", BOARD);
    let shown = at_a_terminal(&place, &line, "b1\n");
    assert!(shown.contains("ann? "), "{shown}");
    assert!(shown.contains("CODE 0"), "{shown}");
}

#[test]
fn the_codes_are_those_of_the_protocol() {
    let place = Place::new();
    place.write("in.txt", BOARD);
    // Who leaves takes no turn, and nothing is written.
    let shown = at_a_terminal(&place, MOVE, "quit\n");
    assert!(shown.contains("the person left without a turn"), "{shown}");
    assert!(shown.contains("CODE 3"), "{shown}");
    assert!(!place.names().contains(&"out.txt".to_owned()));
    // Who can do nothing is not asked.
    place.write("in.txt", "1 2\n01 00\nann 1 0\n");
    let shown = at_a_terminal(&place, MOVE, "");
    assert!(shown.contains("CODE 1") && !shown.contains("ann? "), "{shown}");
    place.write("in.txt", "1 2\n01 99\nann 1 0\n");
    let shown = at_a_terminal(&place, MOVE, "");
    assert!(shown.contains("CODE 2"), "{shown}");
}

#[test]
fn without_a_terminal_there_is_a_message() {
    let place = Place::new();
    place.write("in.txt", BOARD);
    let ran = place
        .shell("setsid -w $CHASE fishing --player human --id ann phase=movement in.txt out.txt");
    let ran = ran.status(3).stdout_is("");
    assert!(ran.stderr.contains("a person can only play at a terminal"), "{ran}");
    assert_eq!(place.names(), ["in.txt"]);
}

#[test]
fn a_person_in_a_match_sees_the_others_by_their_names() {
    let place = Place::new();
    let file = format!("file:{} none A", crate::fishing::fisher());
    let words = "match fishing --games 1 --seed 1 --rows 4 --cols 4 --player human --player";
    let mut args: Vec<_> = words.split_whitespace().collect();
    args.push(&file);
    let ran = place.chase_with(&args, "").status(2);
    assert!(ran.stderr.contains("fisher none A"), "{ran}");
    assert!(!ran.stderr.contains("random"), "{ran}");
}
