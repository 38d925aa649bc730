//! `chase laws`: what it tells of a game that keeps the laws, and of one that breaks one.

use serde_json::Value;

use crate::harness::{Place, project};

crate::tables::table!();

const BRIEF: &str = "--states 200 --games 2 --whole-games 2";

#[test]
fn a_game_that_keeps_the_laws_is_told_how_far_they_were_checked() {
    let place = Place::new();
    let told = place.chase(&format!("laws police {BRIEF}")).fine();
    told.stdout_has("police: every law that was checked is kept")
        .stdout_has("2 random, 2 steered to rare ends, 2 by the players")
        .stdout_has("pairs of games that look the same to a seat were compared");
    let told = place.chase(&format!("laws robots {BRIEF} --format json"));
    let told: Value = serde_json::from_str(&told.fine().stdout).expect("one object");
    assert_eq!(told["states_in_order"], 200);
    assert_eq!(told["is_whole"], false);
    assert!(place.names().is_empty(), "{:?}", place.names());
}

/// The scenario of a golden replay, as a file.
fn scenario_of(place: &Place, golden: &str) {
    let text = std::fs::read_to_string(project(golden)).expect("a golden replay");
    let replay: Value = serde_json::from_str(&text).expect("JSON");
    let scenario = &replay["scenario"];
    place.write("scenario.json", scenario.to_string());
}

/// By a lost turn a detective stays where it may not choose to, and wins.
#[test]
fn a_broken_law_is_told_with_the_way_to_it_and_the_command_that_shows_it() {
    let place = Place::new();
    scenario_of(&place, "replays/scotland-yard/cornered.json");
    let words = format!("laws scotland-yard --scenario-file scenario.json --seed 1 {BRIEF}");
    let told = place.chase(&words).status(1);
    let told = told
        .stdout_has("the law of forfeits is broken: rotation ")
        .stdout_has("the way there, ")
        .stdout_has(
            "the command that shows it:\n  chase replay laws-scotland-yard.json --rotation ",
        )
        .stderr_is("");
    let command = told.stdout.lines().last().expect("a command").trim();
    let command = command.strip_prefix("chase ").expect("this program's");
    place.chase(command).fine().stdout_has("Rotation ");
    // and the same again, in place of the first
    let told = place.chase(&format!("{words} --format json")).status(1);
    let told: Value = serde_json::from_str(&told.stdout).expect("one object");
    assert_eq!(told["law"], "forfeits");
    assert_eq!(told["turns"].as_array().map(Vec::len), Some(3));
    assert_eq!(place.names(), ["laws-scotland-yard.json", "scenario.json"]);
}
