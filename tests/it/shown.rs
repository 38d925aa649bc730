//! What is shown means something: no number stands for a value that is not there, none is the largest or the
//! smallest of its kind, and JSON stands in JSON alone. Every command that shows a recording is walked, and
//! every page with its packed scenes, for all recordings of all games.

use serde_json::Value;

use crate::harness::{Place, project};
use crate::view::blocks;

/// The largest and the smallest numbers, as they are written, in JavaScript too.
const EXTREMES: [&str; 8] = [
    "18446744073709551615",
    "18446744073709552000",
    "1.8446744073709552e19",
    "9223372036854775807",
    "-9223372036854775808",
    "4294967295",
    "2147483647",
    "-2147483648",
];

/// Holds words against what nobody means.
#[track_caller]
fn check_words(words: &str, what: &str) {
    let mut numbers = words.split(|c: char| !(c.is_ascii_digit() || c == '-' || c == '.'));
    let found = numbers.find(|number| EXTREMES.contains(number));
    assert!(found.is_none(), "{what} shows {found:?}");
    let mut names = words.split(|c: char| !c.is_alphanumeric());
    assert!(!names.any(|name| name == "NaN"), "{what} shows NaN");
    assert!(!words.contains("{\""), "{what} shows JSON: {words}");
}

/// The same of a document. Seeds are whatever somebody chose.
#[track_caller]
fn check_value(value: &Value, what: &str) {
    match value {
        Value::Number(number) => {
            let number = number.to_string();
            assert!(!EXTREMES.contains(&&*number), "{what} has {number}");
        }
        Value::String(words) => check_words(words, what),
        Value::Array(values) => values.iter().for_each(|value| check_value(value, what)),
        Value::Object(fields) => {
            for (name, value) in fields.iter().filter(|(name, _)| *name != "seed") {
                check_value(value, &format!("{what}: {name}"));
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

/// The same of documents, one a line.
#[track_caller]
fn check_lines(text: &str, what: &str) {
    for line in text.lines().filter(|line| !line.is_empty()) {
        let value: Value = serde_json::from_str(line).unwrap_or_else(|error| {
            panic!("{what}: {error}: {line}");
        });
        check_value(&value, what);
    }
}

/// What shows one recording.
const OF_ONE: [&str; 12] = [
    "replay FILE",
    "replay FILE --events",
    "replay FILE --stats",
    "replay FILE --hour 1 --events",
    "replay FILE --hour -1 --legal",
    "replay FILE --format json --events",
    "replay FILE --stats --format json",
    "replay FILE --hour 0 --legal --format json",
    "info FILE",
    "info FILE --format json",
    "verify FILE",
    "verify FILE --quick",
];

/// What shows two.
const OF_TWO: [&str; 6] = [
    "diff FILE OTHER",
    "diff FILE OTHER --brief",
    "diff FILE OTHER --format json",
    "diff FILE other.txt",
    "diff other.txt FILE --format json",
    "diff FILE OTHER --only events",
];

fn check(place: &Place, line: &str, files: [&str; 2]) {
    let words = line.replace("FILE", files[0]).replace("OTHER", files[1]);
    let ran = place.chase(&words);
    match line.contains("--format json") {
        true => check_lines(&ran.stdout, &words),
        false => check_words(&ran.stdout, &words),
    }
    check_words(&ran.stderr, &words);
}

fn check_page(place: &Place, words: &str) {
    place.chase(&format!("view {words} --force -o page.html")).fine();
    let page = String::from_utf8(place.read("page.html")).expect("a page is UTF-8");
    let (blocks, around) = blocks(&page);
    assert!(!blocks.is_empty(), "{words}");
    for block in blocks {
        check_lines(&block, &format!("view {words}"));
    }
    for extreme in EXTREMES {
        assert!(!around.contains(extreme), "view {words} shows {extreme}");
    }
}

#[track_caller]
fn check_game(game: &str) {
    let entries = std::fs::read_dir(project(&format!("replays/{game}"))).expect("a folder");
    let files = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = files.map(|path| path.display().to_string()).collect();
    files.sort();
    let place = Place::new();
    for (n, file) in files.iter().enumerate() {
        let other = &files[(n + 1) % files.len()];
        let text = place.chase(&format!("replay {other}")).fine().stdout;
        place.write("other.txt", text);
        for line in OF_ONE.iter().chain(&OF_TWO) {
            check(&place, line, [file, other]);
        }
        check_page(&place, file);
        check_page(&place, &format!("{file} {other}"));
        let moment = format!("view {file} --svg --hour -1 -o moment.svg --force");
        place.chase(&moment).fine();
        let svg = String::from_utf8(place.read("moment.svg")).expect("text");
        check_words(&svg, &moment);
    }
}

#[test]
fn of_the_police_chase() {
    check_game("police");
}

#[test]
fn of_scotland_yard() {
    check_game("scotland-yard");
}

#[test]
fn of_animal_checkers() {
    check_game("animal-checkers");
}

#[test]
fn of_fishing() {
    check_game("fishing");
}

#[test]
fn of_robots() {
    check_game("robots");
}

/// Tips are followed by some detectives and not by others, so that the column has both.
#[test]
fn a_detective_without_a_tip_has_none() {
    let place = Place::new();
    place.chase("new police --cities 12 --informants 3 --seed 4 -o m").fine();
    for seed in [1, 2] {
        let record = format!("record police m-cities.data m-agents.data 20 {seed} -o {seed}.json");
        place.chase(&record).fine();
        place.chase(&format!("convert {seed}.json {seed}.chase")).fine();
    }
    for line in OF_TWO.iter().filter(|line| !line.contains("txt")) {
        check(&place, line, ["1.chase", "2.json"]);
    }
    let ran = place.chase("diff 1.json 2.json --only tip").status(1);
    ran.stdout_has("no tip");
    check_page(&place, "1.json 2.json");
}

/// Only what counts or measures something is drawn as a curve.
#[test]
fn plots_are_of_quantities() {
    let place = Place::new();
    for (file, plots) in [
        ("police/S3", &["stamina"][..]),
        ("animal-checkers/capture", &[]),
        ("fishing/three", &["fish"]),
        ("robots/won", &[]),
        ("scotland-yard/escaped", &["round"]),
    ] {
        let file = project(&format!("replays/{file}.json"));
        place.chase(&format!("view {file} --force -o page.html")).fine();
        let page = String::from_utf8(place.read("page.html")).expect("a page is UTF-8");
        let head = crate::view::head_of(&page);
        let lines = head["sides"][0]["plots"].as_array().expect("plots");
        let mut kinds: Vec<_> = lines.iter().filter_map(|it| it["kind"].as_str()).collect();
        kinds.dedup();
        assert_eq!(kinds, plots, "{file}");
    }
}
