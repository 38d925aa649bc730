//! Texts without hours: line against line, never the whole file.

use crate::harness::Place;

#[test]
fn lines_are_compared_and_the_first_hunk_is_shown() {
    let place = Place::new();
    place.write("ours.txt", "one\ntwo\nthree\nfour\nfive\n");
    place.write("ref.txt", "one\ntwo\n3\nfour\nfive\n");
    let ran = place.chase("diff ours.txt ref.txt").status(1);
    ran.stdout_has("compared as plain text")
        .stdout_has("first difference: line 3")
        .stdout_has("  -three\n  +3\n   four\n");
    place.chase("diff ours.txt ours.txt").fine().stdout_has("the same: all 5 lines");
    let ran = place.chase("diff ours.txt ref.txt --brief").status(1);
    ran.stdout_is("different: line 3\n");
}

#[test]
fn a_text_with_hours_is_not_compared_with_one_that_has_none() {
    let place = Place::new();
    place.write("ours.txt", "one\ntwo\n");
    place.write("ref.txt", super::reference());
    place.chase("diff ours.txt ref.txt").trouble(&["ours.txt: there is no transcript in it"]);
}

#[test]
fn huge_texts_with_everything_different_end_soon() {
    let place = Place::new();
    let lines = |word: &str| (0..200_000).map(|n| format!("{word} {n}\n")).collect::<String>();
    place.write("ours.txt", lines("a"));
    place.write("ref.txt", lines("b"));
    let ran = place.shell("ulimit -v 200000; $CHASE diff ours.txt ref.txt").status(1);
    ran.stdout_has("only the 200 lines from there on were compared");
}
