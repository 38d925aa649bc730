//! `chase analyse --keep`: an analysis is kept beside its recording, and what is read from there or goes on from there
//! has the bytes of a new one.

use serde_json::Value;

use crate::harness::{Place, project};

/// Recordings whose turns are valued in several ways, each with little work and with more.
const RECORDINGS: [(&str, [&str; 2]); 5] = [
    ("police/S1.json", ["--games 6", "--games 15"]),
    ("robots/won.json", ["--games 6", "--games 15"]),
    ("fishing/three.json", ["--games 4", "--games 9"]),
    ("fishing/few_floes.json", ["--games 4", "--games 9"]),
    ("animal-checkers/den.json", ["--nodes 30", "--nodes 60"]),
];

const KEPT: &str = "game.json.analysis";

/// A folder with a copy of a recording.
fn copied(recording: &str) -> Place {
    let place = Place::new();
    let bytes = std::fs::read(project(&format!("replays/{recording}"))).expect("a replay");
    place.write("game.json", bytes);
    place
}

/// Given a kept analysis, when it is asked for again, then the same bytes come from the file, which stays as it is; with
/// other work the bytes are those of a new analysis.
#[test]
fn what_is_kept_has_the_bytes_of_a_new_analysis() {
    for (recording, works) in RECORDINGS {
        let place = copied(recording);
        let told = |work: &str, how: &str| {
            let words = format!("analyse game.json {work} --format json {how}");
            place.chase(&words).fine().stdout
        };
        let due = works.map(|work| told(work, ""));
        assert_eq!(place.names(), ["game.json"], "{recording}");
        for at in [0, 1, 0, 1] {
            for jobs in [1, 2] {
                let how = format!("--keep --jobs {jobs}");
                assert!(told(works[at], &how) == due[at], "{recording} {}", works[at]);
            }
        }
        assert_eq!(place.names(), ["game.json", KEPT]);
        let kept = place.read(KEPT);
        told(works[1], "--keep");
        assert!(place.read(KEPT) == kept);
    }
}

/// The file of an analysis with these of its parts changed, and a seal that fits.
fn forged(kept: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let text = std::str::from_utf8(kept).expect("text");
    let (line, _) = text.split_once('\n').expect("two lines");
    let mut value = serde_json::from_str(line).expect("an object");
    change(&mut value);
    let line = value.to_string();
    let seal = chase::engine::seal::Seal::of_bytes(&mut line.as_bytes()).expect("memory");
    format!("{line}\n{seal}\n").into_bytes()
}

/// What is shown comes from the file: a value that was changed in it is shown. Games that are kept are not played again:
/// with other points of theirs the values are others.
#[test]
fn what_is_kept_is_not_worked_out_again() {
    let place = copied("police/S1.json");
    let told = |games: u32| {
        let words = format!("analyse game.json --games {games} --keep --format json");
        place.chase(&words).fine().stdout
    };
    let due = [6, 9].map(&told);
    let kept = place.read(KEPT);
    place.write(KEPT, forged(&kept, |it| it["found"]["looks"][0]["after"][0] = 77.into()));
    assert!(told(9) != due[1]);
    place.write(
        KEPT,
        forged(&kept, |it| {
            for sides in it["played"].as_object_mut().expect("games").values_mut() {
                for points in sides.as_array_mut().expect("sides") {
                    points[0] = 1.into();
                }
            }
        }),
    );
    assert!(told(6) != due[0]);
    place.write(KEPT, kept);
    assert!(told(6) == due[0]);
}

#[test]
fn an_analysis_of_something_else_or_a_damaged_one_is_made_anew() {
    let place = copied("fishing/few_floes.json");
    let words = "analyse game.json --games 4 --keep";
    let due = place.chase(words).fine().stdout;
    let kept = place.read(KEPT);
    let anew = |why: &str| {
        let ran = place.chase(words).status(0).stdout_is(&due);
        ran.stderr_is(&format!("{KEPT}: {why}; analysing again\n"));
        assert!(place.read(KEPT) == kept, "{why}");
        place.chase(words).fine();
    };
    for at in [0, kept.len() / 2, kept.len() - 1] {
        let mut damaged = kept.clone();
        damaged[at] ^= 1;
        place.write(KEPT, damaged);
        anew("damaged, or not a kept analysis");
        place.write(KEPT, &kept[..at]);
        anew("damaged, or not a kept analysis");
    }
    let of = |field: &'static str, value: Value| {
        place.write(KEPT, forged(&kept, |it| it["of"][field] = value));
    };
    of("recording", "0".repeat(32).into());
    anew("it is the analysis of another recording");
    of("writer", "chase-sim 0.0.1".into());
    anew("another version of the program made it");
    of("seed", 7.into());
    anew("made with other continuing players or another seed");
    // Turns that are none of this game are of no use, whoever sealed them.
    let told = serde_json::json!([{"turn": 0, "cycle": 0, "seat": 99, "side": 0, "words": "", "method": "Exact",
        "told": 0, "untold": 0, "error": 0}]);
    let none = Value::Array(Vec::new());
    for (field, value) in [("looks", none), ("end", 5.into()), ("told", told)] {
        place.write(KEPT, forged(&kept, |it| it["found"][field] = value));
        place.chase(words).status(0).stdout_is(&due);
    }
}

#[test]
fn each_recording_of_a_folder_has_its_own() {
    let place = Place::new();
    for file in ["few_floes.json", "three.json"] {
        let bytes = std::fs::read(project(&format!("replays/fishing/{file}"))).expect("a replay");
        place.write(file, bytes);
    }
    let due = place.chase("analyse . --games 4").fine().stdout;
    for _ in 0..2 {
        let words = "analyse . --games 4 --keep";
        place.chase(words).fine().stdout_is(&due);
    }
    let names = ["few_floes.json", "few_floes.json.analysis", "three.json", "three.json.analysis"];
    assert_eq!(place.names(), names);
    place.chase("analyse - --keep").trouble(&["--keep needs a file"]);
}
