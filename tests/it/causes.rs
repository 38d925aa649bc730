//! One worked case per cause, in tests/causes: a transcript that is wrong in one way, or only
//! otherwise, the reference's, the data files, and CYCLES and SEED in game.txt. The reports are
//! goldens.

use crate::harness::{Place, project};

/// Causes that are no fault: the referee has nothing against them.
const RIGHT: [&str; 1] = ["legal-tie"];

fn causes() -> Vec<String> {
    let folder = std::fs::read_dir(project("tests/causes")).expect("the worked cases");
    let names = folder.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A folder with a case's files, and the words after `--scenario`.
fn place(cause: &str) -> (Place, String) {
    let place = Place::new();
    for name in ["cities.data", "agents.data", "ours.txt", "ref.txt"] {
        let from = project(&format!("tests/causes/{cause}/{name}"));
        place.write(name, std::fs::read(from).expect("a file of the case"));
    }
    let game = project(&format!("tests/causes/{cause}/game.txt"));
    let game = std::fs::read_to_string(game).expect("CYCLES and SEED");
    (place, format!("cities.data agents.data {}", game.trim()))
}

#[test]
fn every_cause_is_reported_as_its_golden_says() {
    let causes = causes();
    assert!(causes.len() > 25, "only {} causes", causes.len());
    for cause in causes {
        let (place, scenario) = place(&cause);
        let ran = place.chase(&format!("diff ours.txt ref.txt --scenario {scenario}"));
        let report = ran.status(1).stderr_is("").stdout;
        insta::assert_snapshot!(cause, report);
    }
}

#[test]
fn the_referee_fails_every_cause_but_ties_and_passes_every_reference() {
    for cause in causes() {
        let (place, scenario) = place(&cause);
        let verify = |file: &str| place.chase(&format!("verify {file} --scenario {scenario}"));
        let is_right = RIGHT.contains(&cause.as_str());
        verify("ours.txt").status(i32::from(!is_right)).stderr_is("");
        verify("ref.txt").fine().stdout_has("ok    ref.txt");
    }
}

#[test]
fn the_other_way_round_the_same_hour_comes_first() {
    for cause in causes() {
        let (place, scenario) = place(&cause);
        let first = |one: &str, other: &str| {
            let words = format!("diff {one} {other} --scenario {scenario} --format json");
            let told = place.chase(&words).status(1).stdout;
            let report: serde_json::Value = serde_json::from_str(&told).expect("JSON");
            report["first"]["place"]["cycle"].clone()
        };
        let (there, back) = (first("ours.txt", "ref.txt"), first("ref.txt", "ours.txt"));
        assert_eq!(there, back, "{cause}");
    }
}
