//! Commands that name no recording read the newest in the current folder, and say which.

use std::fs::File;
use std::time::{Duration, SystemTime};

use crate::harness::{Place, project};

crate::tables::table!();

/// A place with two recordings of the police chase, the second one newer than the first, and with files
/// that are none and newer still.
fn two() -> Place {
    let place = Place::new();
    place.chase("record police --seed 1 -o z-older.chase").fine();
    place.chase("record police --seed 2 -o newer.json").fine();
    place.write("package.json", "{\"name\": \"chase\"}\n");
    place.write("notes.chase.txt", "Hour 0\n");
    place.write("log.csv", "tick,x\n0,1\n");
    written(&place, "z-older.chase", 1);
    written(&place, "newer.json", 2);
    place
}

/// Has a file be written so many minutes after another time.
fn written(place: &Place, name: &str, minutes: u64) {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + 60 * minutes);
    let file = File::options().write(true).open(place.file(name));
    file.expect(name).set_modified(time).expect("a time");
}

const NOTE: &str = "newer.json: the newest recording in the current folder\n";

#[test]
fn the_newest_recording_is_meant_where_none_is_named() {
    let place = two();
    for words in [
        "replay --hour 2",
        "replay --hour 1 --format json",
        "info",
        "info --format json",
        "view -o -",
    ] {
        let named = place.chase(&words.replacen(' ', " newer.json ", 1));
        let named = match words {
            "info" => place.chase("info newer.json"),
            _ => named,
        };
        let ran = place.chase(words).status(0).stderr_is(NOTE);
        assert_eq!(ran.stdout, named.status(0).stdout, "{words}");
    }
    // At a terminal alone, but it is found before that is said.
    let ran = place.chase("replay --step").status(2);
    ran.stderr_has(NOTE).stderr_has("--step needs a terminal");
}

#[test]
fn a_reference_alone_is_compared_with_the_newest_unless_that_is_ambiguous() {
    let place = two();
    let named = place.chase("diff newer.json z-older.chase").status(1);
    let ran = place.chase("diff z-older.chase").status(1).stderr_is(NOTE);
    assert_eq!(ran.stdout, named.stdout);
    let of_itself = place.chase("diff newer.json").status(2).stdout_is("");
    of_itself.stderr_has("it is itself the newest recording in the current folder");
    for words in [
        format!("diff {}", project("data/traces/mesa/golden.csv")),
        "diff log.csv".to_owned(),
        "diff z-older.chase --stop".to_owned(),
    ] {
        let ran = place.chase(&words).status(2).stdout_is("");
        ran.stderr_has("a log needs a second file to compare with");
    }
    let ran = place.chase("diff").status(2);
    ran.stderr_has("<OURS>");
}
