//! `chase fishing`: a turn as the protocol wants it, and nothing touched when there is none.

use crate::harness::Place;

crate::tables::table!();

const BEGUN: &str = "3 4\n02 20 10 30\n20 10 00 01\n30 20 10 20\nother 1 1\nchase 2 1\n";

#[test]
fn a_turn_changes_two_fields_and_the_own_row() {
    let place = Place::new();
    place.write("in.txt", BEGUN);
    place
        .chase("fishing phase=placement penguins=2 in.txt out.txt --player greedy")
        .fine()
        .stdout_is("");
    let out = String::from_utf8(place.read("out.txt")).expect("text");
    assert!(out.ends_with("other 1 1\nchase 2 2\n"), "{out}");
    assert_eq!(place.read("in.txt"), BEGUN.as_bytes());
    place.chase("fishing in.txt phase=movement in.txt --player greedy").fine();
    let moved = String::from_utf8(place.read("in.txt")).expect("text");
    assert_eq!(moved.lines().next(), Some("3 4"));
    assert!(moved.contains("\nother 1 1\n") && !moved.contains("chase 2 1\n"), "{moved}");
}

#[test]
fn the_first_placement_adds_a_row_at_the_end() {
    let place = Place::new();
    place.write("b.txt", "1 3\n10 01 20\nother 1 1");
    place.chase("fishing penguins=1 b.txt b.txt phase=placement").fine();
    assert_eq!(place.read("b.txt"), b"1 3\n02 01 20\nother 1 1\nchase 2 1\n");
}

#[test]
fn return_codes_say_why_there_is_no_turn_and_the_output_stays() {
    let place = Place::new();
    let blocked = "1 3\n02 00 01\nother 1 1\nchase 2 1\n";
    for (text, words, code, told) in [
        (BEGUN, "phase=placement penguins=1", 1, ""),
        (blocked, "phase=movement", 1, ""),
        ("1 2\n20 01\nother 1 1\n", "phase=placement penguins=1", 1, ""),
        ("1 2\n10 20\n", "phase=movement", 1, ""),
        ("1 2\n10 41\n", "phase=movement", 2, "b.txt:2:4: `41` has 4 fish"),
        ("1 2\n10\n", "phase=movement", 2, "b.txt:2:3: 1 fields, expected 2"),
        ("1 2\n10 02\n", "phase=movement", 2, "b.txt:2:5: a penguin of player 2, who has no row"),
        ("", "phase=movement", 2, "expected the number of rows"),
        (
            "1 2\n10 01\nchase 1 4294967295\n",
            "phase=movement",
            2,
            "b.txt:3:9: `4294967295` is no number of fish",
        ),
        ("1 2\n10 01\nchase +1 1\n", "phase=movement", 2, "b.txt:3:7: `+1` is no player's number"),
        ("1 2\n10   02\n", "phase=movement", 2, "b.txt:2:7: a penguin of player 2"),
        (BEGUN, "phase=flying", 3, "expected phase=placement or phase=movement"),
        (BEGUN, "penguins=2", 3, "no phase is given"),
        (BEGUN, "phase=placement", 3, "needs penguins=N"),
        (BEGUN, "phase=placement penguins=none", 3, "expected 1 to 255 penguins"),
        (BEGUN, "phase=movement third.txt", 3, "3 files are named, expected two"),
        (BEGUN, "phase=movement --nonsense", 3, "unexpected argument"),
        (BEGUN, "phase=movement --player nobody", 3, "there is no player `nobody`"),
        (BEGUN, "phase=movement --time 0", 3, "0"),
    ] {
        place.write("b.txt", text);
        place.write("out.txt", "as it was");
        let ran = place.chase(&format!("fishing {words} b.txt out.txt"));
        ran.status(code).stdout_is("").stderr_has(told);
        assert_eq!(place.read("out.txt"), b"as it was", "{words}");
    }
    place
        .chase("fishing phase=movement nowhere.txt out.txt")
        .status(3)
        .stderr_has("check the path");
    place.write("b.txt", BEGUN);
    place.chase("fishing phase=movement b.txt no/such/folder/out.txt").status(3);
}
