//! `record`, `new`, `diff` and `verify` for Fishing.

use super::golden;
use crate::harness::Place;

crate::tables::table!();

#[test]
fn the_goldens_are_recorded_again_to_the_byte() {
    let place = Place::new();
    place.write("few.txt", "3 3\n10 20 30\n20 10 20\n30 20 20\n");
    for (name, words) in [
        ("two", "--rows 5 --cols 5 --player strong:nodes=200 --player territory --seed 3"),
        (
            "three",
            "--rows 6 --cols 7 --shape island --player greedy --player random --player territory --seed 5",
        ),
        ("few_floes", "--board few.txt --player greedy --player greedy --penguins 2 --seed 2"),
        ("shared", "--rows 4 --cols 4 --player greedy --player random --seed 22"),
    ] {
        place.chase(&format!("record fishing {words} --force --trace never -o x.json")).status(0);
        let there = std::fs::read(golden(name)).expect("a golden replay");
        assert!(place.read("x.json") == there, "{name}");
        place.chase_with(&["verify", &golden(name)], "").fine();
    }
}

#[test]
fn the_transcript_is_read_back_and_judged() {
    let place = Place::new();
    let file = golden("three");
    let told = place.chase_with(&["replay", &file], "").fine();
    place.write("told.txt", &told.stdout);
    place.chase_with(&["diff", "told.txt", &file], "").fine().stdout_has("the same: all 30 turns");
    place.chase_with(&["verify", "told.txt", "--against", &file], "").fine();
    // Players who have no seat here have no line, and no cell that somebody could add.
    let added = told.stdout.replacen("  ice: ", "  P5.fish: 99\n  ice: ", 1);
    place.write("added.txt", added);
    place.chase_with(&["diff", "added.txt", &file], "").status(1).stdout_has("P5.fish");
    place.chase_with(&["verify", "added.txt", "--against", &file], "").status(1);
    assert!(told.stdout.contains("  P3.fish: ") && !told.stdout.contains("P4"), "{told}");
}

#[test]
fn a_wrong_turn_is_found() {
    let place = Place::new();
    let file = golden("two");
    let told = place.chase_with(&["replay", &file], "").fine().stdout;
    // given a score that is one too high in turn 1
    place.write("wrong.txt", told.replacen("  P1.fish: 1\n", "  P1.fish: 2\n", 1));
    let verify = place.chase_with(&["verify", "wrong.txt", "--against", &file], "");
    verify
        .status(1)
        .stdout_has("turn 1, P1: it plays something else")
        .stdout_has("no legal action leads to what is shown");
    let diff = place.chase_with(&["diff", "wrong.txt", &file], "").status(1);
    diff.stdout_has("first difference: turn 1, P1.fish: ours 2, theirs 1");
}

#[test]
fn new_boards_have_enough_floes_with_one_fish() {
    let place = Place::new();
    for (words, floes) in [
        ("--rows 3 --cols 3 --players 3 --penguins 3", 9),
        ("--rows 1 --cols 9 --players 9 --penguins 1", 9),
        ("--rows 12 --cols 12 --players 4 --penguins 3 --shape island", 12),
    ] {
        place.chase(&format!("new fishing {words} --seed 4 -o b.txt --force")).fine();
        let board = String::from_utf8(place.read("b.txt")).expect("text");
        assert!(board.matches("10").count() >= floes, "{words}\n{board}");
    }
    place
        .chase("new fishing --rows 2 --cols 2 --players 5 --penguins 1")
        .trouble(&["4 floes, and 5 with one fish are needed"]);
    let made = place.chase("new fishing --players 2 --seed 1 -o c.txt").fine();
    let next = made.stdout.lines().last().expect("what to try").trim().to_owned();
    place.chase(&format!("{} --seed 1", next.trim_start_matches("chase "))).fine();
}
