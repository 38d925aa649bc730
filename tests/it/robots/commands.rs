//! The commands: files, what is wrong in them, every way to look, the golden replays.

use super::golden;
use crate::harness::{Place, project};

crate::tables::table!();

#[test]
fn nothing_said_is_the_embedded_game() {
    let place = Place::new();
    let ran = place.chase("record robots").fine();
    ran.stdout_has("\nROBOTS\n\nrobots: (").stdout_has("\nmode: reuse\n");
    let names = place.names();
    let file = names.first().expect("a replay");
    place.chase(&format!("verify {file}")).fine().stdout_has("played again from seed 1");
}

#[test]
fn games_are_checked_line_by_line() {
    let place = Place::new();
    for (text, parts) in [
        ("", &["g.txt:1:1", "no game; expected R T"][..]),
        ("0 0\n", &["g.txt:1:1", "no game"]),
        ("x 1\n", &["g.txt:1:1", "`x` is no number; expected R T"]),
        ("1\n", &["g.txt:1:2", "1 numbers; expected R T"]),
        ("1 1 1\n", &["g.txt:1:5", "3 numbers"]),
        ("51 1\n", &["g.txt:1:1", "51 robots; expected 1 to 50"]),
        ("0 1\n", &["g.txt:1:1", "0 robots"]),
        ("1 21\n", &["g.txt:1:3", "21 teleports; expected 0 to 20"]),
        ("2 1\n1 1\n", &["g.txt:3:1", "the file ends before robot 2 of 2"]),
        ("1 1\n1 1\n", &["g.txt:3:1", "the file ends before teleport 1 of 1"]),
        ("2 1\n1 1\n1 1\n3 3\n", &["g.txt:3:1", "two robots on (1,1)"]),
        ("1 1\n15 15\n3 3\n", &["g.txt:2:1", "a robot on (15,15), where the player begins"]),
        ("1 1\n1 32\n3 3\n", &["g.txt:2:3", "32 is outside the board; expected 1 to 31"]),
        ("1 1\n0 3\n3 3\n", &["g.txt:2:1", "0 is outside"]),
        ("1 1\n1 b\n3 3\n", &["g.txt:2:3", "`b` is no number; expected row and column of robot 1"]),
        ("1 1\n1 2\n-3 3\n", &["g.txt:3:1", "`-3` is no number"]),
        ("1 1\n1 2 3\n3 3\n", &["g.txt:2:5", "3 numbers"]),
        ("2 1\n1 1\n2 2\n3 3\n4 4\n", &["g.txt:6:1", "the file ends before robot 1 of 4"]),
        (
            "2 1\n1 1\n2 2\n3 3\n1 1\n4 4\n5 5\n",
            &["g.txt:5:1", "a second game begins here, or the counts", "--contest FILE"],
        ),
        ("2 1\n1 1\n2 2\n3 3\n30 30\n", &["g.txt:5:4", "30 teleports", "counts of that game"]),
    ] {
        place.write("g.txt", text);
        place.chase("record robots g.txt").trouble(parts);
    }
    place.write("g.txt", b"1 1\n\xff\n".as_slice());
    place.chase("record robots g.txt").trouble(&["g.txt:2", "not UTF-8"]);
    place.chase("record robots nowhere.txt").trouble(&["nowhere.txt"]);
}

#[test]
fn a_made_board_is_loaded_and_the_same_seed_makes_it_again() {
    let place = Place::new();
    let words = "new robots --robots 50 --teleport-cells 20 --seed 9 -o g.txt";
    let ran = place.chase(words).fine();
    ran.stdout_has("50 robots, 20 teleports, seed 9\n").stdout_has("chase play robots g.txt\n");
    let first = place.read("g.txt");
    place.chase(&format!("{words} --force")).fine();
    assert!(place.read("g.txt") == first);
    place.chase("record robots g.txt --player contest -o x.json --trace never").status(0);
    place.chase("new robots --robots 51").status(2);
    place.chase("new robots --teleport-cells 21").status(2);
}

#[test]
fn the_transcript_is_read_back_and_judged() {
    for name in ["won", "caught", "ran_into", "teleport", "two_at_once", "survivor"] {
        let place = Place::new();
        let file = golden(name);
        place.chase_with(&["verify", &file], "").fine();
        let told = place.chase_with(&["replay", &file], "").fine().stdout;
        place.write("told.txt", &told);
        place.chase_with(&["diff", &file, "told.txt"], "").fine();
        place.chase_with(&["verify", "--against", &file, "told.txt"], "").fine();
        // A robot that is not there is found.
        let wrong = told.replacen("\n  robots: ", "\n  robots: (31,31) ", 1);
        place.write("wrong.txt", wrong);
        place.chase_with(&["diff", &file, "wrong.txt"], "").status(1).stdout_has("robots");
        place.chase_with(&["verify", "--against", &file, "wrong.txt"], "").status(1);
    }
}

#[test]
fn every_figure_is_told_after_any_turn() {
    let place = Place::new();
    let file = golden("won");
    let stats = place.chase_with(&["replay", &file, "--turn", "3", "--stats"], "").fine();
    for figure in [
        "moves ",
        "teleports used ",
        "teleports available ",
        "pushes ",
        "robots destroyed by collision ",
        "robots destroyed by debris ",
        "robots destroyed by push ",
        "cells with debris ",
        "robots left ",
        "closest approach ",
    ] {
        assert!(stats.stdout.contains(&format!("\n{figure}")) || stats.stdout.starts_with(figure));
    }
    assert!(stats.stdout.starts_with("moves                          3\n"), "{}", stats.stdout);
    let moment = place.chase_with(&["replay", &file, "--turn", "3"], "").fine();
    assert!(moment.stdout.ends_with(&format!("\n\n{}", stats.stdout)), "{}", moment.stdout);
    assert_eq!(moment.stdout.lines().filter(|line| line.len() == 34).count(), 31, "a board");
    place
        .chase_with(&["replay", &file, "--turn", "0", "--legal"], "")
        .fine()
        .stdout_has("player is to act in turn 1:\n  walk nw to (14,14)\n");
}

#[test]
fn the_goldens_end_as_they_are_called() {
    let place = Place::new();
    for (name, outcome) in
        [("won", "won"), ("caught", "caught"), ("two_at_once", "caught"), ("ran_into", "ran into")]
    {
        place
            .chase_with(&["info", &golden(name)], "")
            .fine()
            .stdout_has(&format!("outcome       {outcome}\n"));
    }
    let events = |name: &str| {
        let args = ["replay", &golden(name), "--events"];
        place.chase_with(&args, "").fine().stdout
    };
    assert!(events("two_at_once").contains("2 reach the player"));
    assert!(events("caught").contains("1 reach the player"));
    assert!(events("teleport").contains("the player teleports to ("));
    let police = project("replays/police/S0.json");
    place.chase_with(&["diff", &golden("won"), &police], "").status(2);
}
