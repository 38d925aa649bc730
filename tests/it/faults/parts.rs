//! Commands that show a part of a file do not believe more than they checked.

use super::container::File;
use super::{example, recorded, ring};
use crate::harness::Place;

/// A bit in every part of a file, each of the eight of a byte in turn.
fn bits(bytes: &[u8]) -> impl Iterator<Item = usize> {
    (0..8 * bytes.len()).step_by(241)
}

#[test]
fn an_hour_of_a_json_file_is_shown_only_after_its_seal_was_checked() {
    // given a replay of six hours with one bit flipped, before or behind hour 1
    let place = Place::new();
    let good = recorded(example(), "json");
    place.write("good.json", &good);
    for words in [
        "--hour 1",
        "--from 0 --to 1",
        "--hour 1 --legal",
        "--to 1 --stats",
    ] {
        let shown = place
            .chase(&format!("replay good.json {words}"))
            .fine()
            .stdout;
        for bit in bits(&good) {
            let mut bytes = good.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            place.write("bad.json", &bytes);
            // when a part of it is shown
            let ran = place.chase(&format!("replay bad.json {words}"));
            // then it is refused, but for white space that became other white space
            if ran.status == Some(0) {
                assert!(good[bit / 8].is_ascii_whitespace(), "bit {bit}: {ran}");
                assert_eq!(ran.stdout, shown);
            } else {
                ran.trouble(&["bad.json"]);
            }
        }
    }
}

#[test]
fn a_measure_or_a_past_is_taken_only_from_json_whose_seal_fits() {
    // given a replay whose seed was changed: no seal of its hours takes that in
    let place = Place::new();
    let text = String::from_utf8(recorded(example(), "json")).expect("text");
    place.write("bad.json", text.replacen("\"seed\":2,", "\"seed\":3,", 1));
    place.write("t.txt", place.chase("replay bad.json").stdout);
    // when transcripts are judged by it, or it is played on, or opened by the library
    let fault = "the file's seal does not fit";
    place
        .chase("verify t.txt --against bad.json")
        .trouble(&[fault]);
    place
        .chase("play --from bad.json --hour 1")
        .trouble(&[fault]);
    let file = chase::open(place.file("bad.json")).expect("a header");
    let error = file.state_at(1).expect_err("a broken seal");
    assert!(error.to_string().contains(fault), "{error}");
}

#[test]
fn the_snapshot_that_was_used_is_held_against_the_frame_before() {
    // given snapshots before hour 10 that differ from the true one in a byte, every checksum right
    let good = File::reframed(&recorded(ring(20, 3), "chase"), 5);
    let place = Place::new();
    let mut believed = 0;
    for at in 0..good.frames[2].state.len() {
        let mut file = good.clone();
        file.frames[2].state[at] ^= 2;
        place.write("x.chase", file.settle().bytes());
        // when hour 12 is shown, then the lie is found
        place.chase("replay x.chase --hour 12").trouble(&[
            "the state kept in the frame is not the one its history leads to",
            "the last good cycle is 9",
        ]);
        // and those that are a state of the game are shown where they are to be believed
        let ran = place.chase("replay x.chase --hour 12 --trust");
        believed += usize::from(ran.status == Some(0));
        // and a jump to the frame before does not come to it
        place.chase("replay x.chase --hour 8").fine();
    }
    assert!(believed > 0, "no lie that only a fold can find");
}
