//! Recordings that end before their time.

use super::cars;
use crate::harness::{Place, Ran};

/// A folder with a log, its recording, the first half of that, and the log as far as the half goes.
fn halved() -> (Place, String) {
    let place = Place::new();
    place.write("whole.csv", cars(3_000));
    place.chase("record trace whole.csv -o whole.chase").status(0);
    let whole = place.read("whole.chase");
    place.write("half.chase", &whole[..whole.len() / 2]);
    let failed = place.chase("verify half.chase").status(1);
    let (_, last) = failed.stdout.split_once("it ends after cycle ").expect("a cycle");
    let last: u32 = last.trim().parse().expect("a number");
    place.write("half.csv", cars(last + 1));
    (place, format!("an unfinished recording: it ends after cycle {last}"))
}

#[track_caller]
fn told(ran: Ran, unfinished: &str) {
    ran.status(0).stdout_has(unfinished);
}

/// Nothing is held against a golden recording that is cut off, and the rest says that it is.
#[test]
fn an_unfinished_recording_is_never_passed_over() {
    let (place, unfinished) = halved();
    let diff = place.chase("diff half.csv half.chase").status(0);
    diff.stdout_has(&unfinished).stdout_has("no value differs");
    told(place.chase("diff half.chase half.csv"), &unfinished);
    told(place.chase("trace half.chase"), &unfinished);
    told(place.chase("diff half.csv half.chase --brief"), "theirs is an unfinished recording");
    let json = place.chase("diff half.csv half.chase --format json").status(0);
    json.stdout_has(&unfinished);
    let verified = place.chase("verify half.csv --against half.chase").status(2);
    let verified = verified.stdout_has(&unfinished);
    assert!(!verified.stdout.contains("ok  "), "{verified}");
    place.chase("verify half.chase --against half.csv").status(1).stdout_has("FAIL ");
    place.chase("record trace half.chase -o again.chase").status(0).stderr_has(&unfinished);
}

#[test]
fn of_a_whole_recording_nothing_is_said() {
    let place = Place::new();
    place.write("a.csv", cars(20));
    place.chase("record trace a.csv -o a.chase").status(0);
    for words in ["trace a.chase", "diff a.csv a.chase"] {
        let ran = place.chase(words).fine();
        assert!(!ran.stdout.contains("unfinished"), "{ran}");
    }
    place.chase("verify a.csv --against a.chase").fine();
}
