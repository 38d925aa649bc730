//! Disks that are full, and files that were there before.

use super::{example, record, ring};
use crate::harness::Place;

#[test]
fn a_full_disk_is_an_error_that_says_so() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let place = Place::new();
    let full = place.chase("record -o /dev/full").status(2);
    full.stderr_has("/dev/full: cannot write").stderr_has("make room");
    for words in ["record -o -", "replay x.json", "info x.json", "--help"] {
        place.chase("record -o x.json").fine();
        let ran = place.shell(&format!("\"$CHASE\" {words} > /dev/full"));
        if words != "--help" {
            ran.status(2).stderr_has("standard output: cannot write");
        }
    }
}

#[test]
fn a_disk_that_fills_up_in_the_middle_leaves_no_json() {
    if !cfg!(target_os = "linux") {
        return;
    }
    // given files that may not grow past 100 KiB, where writing more fails
    let place = Place::new();
    place.chase("new police --two-coloured --seed 1 -o m").fine();
    let limited = |file: &str| {
        let record = format!("record police m-cities.data m-agents.data 100000 1 -o {file}");
        place.shell(&format!("trap '' XFSZ; ulimit -f 100; exec \"$CHASE\" {record}"))
    };
    let ran = limited("x.json").status(2);
    ran.stderr_has("x.json: cannot write");
    let left = ["m-agents.data", "m-cities.data"];
    assert_eq!(place.names(), left, "neither a half file nor a temporary one");
    // then a binary one keeps its whole frames
    limited("x.chase").status(2).stderr_has("x.chase: cannot write");
    place.chase("info x.chase").status(0).stderr_has("unfinished");
}

#[test]
fn a_reader_that_goes_away_ends_quietly() {
    let place = Place::new();
    place.chase("new police --two-coloured --seed 1 -o m").fine();
    place.chase("record police m-cities.data m-agents.data 20000 1 -o x.chase").fine();
    for words in [
        "replay x.chase",
        "replay x.chase --format json",
        "convert x.chase -",
        "play police m-cities.data m-agents.data 200000 1",
    ] {
        let ran = place
            .shell(&format!("(echo run | \"$CHASE\" {words}; echo $? >&2) | head -n 1 >/dev/null"));
        ran.stderr_is("0\n");
    }
    // and does not stop a recording
    let record = "record police m-cities.data m-agents.data 20000 1 --trace always -o y.chase";
    let ran = place.shell(&format!("\"$CHASE\" {record} | head -n 1"));
    ran.stderr_is("");
    assert_eq!(place.read("x.chase"), place.read("y.chase"));
}

#[test]
fn another_history_under_the_same_header_is_not_overwritten() {
    for name in ["x.chase", "x.json"] {
        // given a session of the example that was quit in hour 2
        let place = Place::new();
        place.chase_with(&["play", "-o", name], "step step quit").status(0);
        let kept = place.read(name);
        // when the example is recorded under that name
        let ran = place.chase(&format!("record -o {name}"));
        // then it is refused and the session is still there
        ran.trouble(&[name, "another file", "--force"]);
        assert_eq!(place.read(name), kept);
        assert_eq!(place.names(), [name], "nothing is left beside it");
    }
}

#[test]
fn the_same_recording_cut_into_other_frames_is_the_same() {
    // given the example in frames of two hours, as a slow machine might cut it
    let place = Place::new();
    let cut = super::container::File::reframed(&super::recorded(example(), "chase"), 2).bytes();
    place.write("x.chase", &cut);
    // when it is recorded again, then it is there already
    place.chase("record -o x.chase").fine().stdout_has("already recorded");
    assert_eq!(place.read("x.chase"), cut);
}

#[test]
fn a_shorter_recording_over_a_longer_one_leaves_nothing_of_it() {
    for name in ["x.chase", "x.json"] {
        let place = Place::new();
        let path = place.file(name);
        record(ring(5_000, 1), &path);
        let long = place.read(name).len();
        record(example(), &path);
        assert!(place.read(name).len() < long);
        place.chase(&format!("info {name}")).fine().stdout_has("length        hours 0 to 5");
        place.chase(&format!("replay {name}")).fine();
    }
}
