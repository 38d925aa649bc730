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
    for words in ["--hour 1", "--from 0 --to 1", "--hour 1 --legal", "--to 1 --stats"] {
        let shown = place.chase(&format!("replay good.json {words}")).fine().stdout;
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
    place.chase("verify t.txt --against bad.json").trouble(&[fault]);
    place.chase("play --from bad.json --hour 1").trouble(&[fault]);
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
            "the state kept in the frame does not match the history",
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

#[test]
fn a_bit_flipped_in_either_of_two_binary_files_is_found_by_diff() {
    // given two files of one game in five frames each, all of whose seals are equal
    let good = File::reframed(&recorded(ring(20, 3), "chase"), 4).bytes();
    let place = Place::new();
    place.write("good.chase", &good);
    let same = place.chase("diff good.chase good.chase --brief").fine();
    same.stdout_has("the same");
    // when a bit of one of them is flipped
    for bit in bits(&good) {
        let mut bytes = good.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        place.write("bad.chase", &bytes);
        // then neither way round are they called the same
        for words in ["diff bad.chase good.chase", "diff good.chase bad.chase"] {
            place.chase(words).trouble(&["bad.chase"]);
        }
    }
}

#[test]
fn a_damaged_footer_is_called_damage_and_the_rest_is_read() {
    let file = File::reframed(&recorded(ring(20, 3), "chase"), 4);
    let (good, footer) = (file.bytes(), file.starts()[file.frames.len()]);
    let place = Place::new();
    place.write("good.chase", &good);
    let hour = place.chase("replay good.chase --hour 9").fine().stdout;
    // given a footer with a flipped bit, in its end mark too
    for at in (footer..good.len()).step_by(5).chain([good.len() - 1]) {
        let mut bytes = good.clone();
        bytes[at] ^= 4;
        place.write("bad.chase", &bytes);
        // then an hour before it is shown, with a warning that says what is damaged
        let ran = place.chase("replay bad.chase --hour 9").status(0);
        assert_eq!(ran.stdout, hour, "byte {at}");
        assert!(!ran.stderr.contains("unfinished"), "byte {at}: {ran}");
        ran.stderr_is(
            "chase: warning: bad.chase: the footer is damaged; the cycles were read frame by \
             frame, without it\n",
        );
        // and all of it is shown before the damage is told
        for words in ["replay bad.chase", "info bad.chase"] {
            let ran = place.chase(words).status(2).stdout_has("19");
            assert!(ran.stderr.starts_with("chase: bad.chase: byte "), "{ran}");
            assert!(!ran.stderr.contains("unfinished"), "byte {at}: {ran}");
        }
        place
            .chase("info bad.chase")
            .stdout_has("hours 0 to 20")
            .stdout_has("file seal     none: the footer is damaged\n");
    }
}

#[test]
fn a_wrong_index_falls_back_to_the_frames() {
    let good = File::reframed(&recorded(ring(20, 3), "chase"), 4);
    let place = Place::new();
    place.write("good.chase", good.bytes());
    let hour = place.chase("replay good.chase --hour 17").fine().stdout;
    // given an index that is wrong, in a footer whose checksum is right
    let edits: [fn(&mut super::container::Footer); 4] = [
        |footer| footer.index[4].1 += 1,
        |footer| footer.index[3].0 += 1,
        |footer| footer.index.swap(3, 4),
        |footer| {
            footer.index.remove(2);
            footer.frames -= 1;
            footer.body_length -= 16;
        },
    ];
    for edit in edits {
        let mut file = good.clone();
        edit(file.footer.as_mut().expect("a footer"));
        place.write("bad.chase", file.bytes());
        // then the hour is shown all the same, with a warning
        let ran = place.chase("replay bad.chase --hour 17").status(0);
        assert_eq!(ran.stdout, hour);
        ran.stderr_has("the index does not match the frames; the cycles were read frame by frame");
        // and who reads the end, or tells what the footer says, is told
        let fault = "the index does not match the frames";
        place.chase("replay bad.chase").status(2).stderr_has(fault);
        place.chase("info bad.chase").status(2).stdout_has("hours 0 to 20:").stderr_has(fault);
    }
}

#[test]
fn info_holds_the_number_of_cycles_against_the_frames_and_says_what_it_did_not_read() {
    let mut file = File::reframed(&recorded(ring(20, 3), "chase"), 4);
    let place = Place::new();
    place.write("x.chase", file.bytes());
    place.chase("info x.chase").fine().stdout_has(
        "format 1; header, footer and index are checked; only `chase verify` checks the hours\n",
    );
    let told = place.chase("info x.chase --format json").fine();
    told.stdout_has("\"checked\":\"heads\"");
    // given a footer that counts other events, its checksum right
    let counts = file.footer.as_ref().expect("a footer").counts;
    file.footer.as_mut().expect("a footer").counts[2] = 67_108_865;
    place.write("x.chase", file.bytes());
    // then they are told as what they are, claims
    let told = place.chase("info x.chase").fine().stdout;
    let line = told.lines().find(|line| line.starts_with("claims  "));
    let line = line.expect("claims");
    assert!(line.contains(", 67108865 events, "), "{line}");
    assert!(line.ends_with("; `chase verify` recounts them, the outcome and the seals"), "{line}");
    let told = place.chase("info x.chase --format json").fine().stdout;
    let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(told["claims"]["events"], 67_108_865);
    for name in ["turns", "events", "words_drawn", "outcome", "history_seal", "file_seal"] {
        assert!(told.get(name).is_none() && told["claims"].get(name).is_some(), "{name}");
    }
    place.chase("verify x.chase").status(1);
    // while of the other form all is recounted
    place.chase("convert x.chase x.json").status(2);
    file.footer.as_mut().expect("a footer").counts = counts;
    place.write("x.chase", file.bytes());
    place.chase("convert x.chase x.json").fine();
    let told = place.chase("info x.json --format json").fine().stdout;
    let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    assert!(told.get("claims").is_none() && told["events"].is_u64());
    // given a footer that counts a cycle too many, its checksum right
    file.footer.as_mut().expect("a footer").counts[0] += 1;
    place.write("x.chase", file.bytes());
    place
        .chase("info x.chase")
        .status(2)
        .stdout_has("hours 0 to 20:")
        .stderr_has("the counts do not match the frames");
}
