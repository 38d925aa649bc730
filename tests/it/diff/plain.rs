//! Texts without hours: line against line, never the whole file.

use crate::harness::Place;

crate::tables::table!();

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
