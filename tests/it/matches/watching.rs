//! Those who watch a match are told what everybody may know.

use serde_json::Value;

use super::{game, match_of};
use crate::harness::Place;

crate::tables::table!();

/// What a spectator of games of Scotland Yard is told, whose replays are kept.
fn watched(place: &Place, words: &str, players: &[&str]) -> Vec<Value> {
    // It can write a file without a sandbox alone.
    let told = place.file("told");
    let keeper = format!("exec:sh -c 'cat > {}'", told.display());
    let mut args = match_of("scotland-yard", words, players);
    args.extend("--sandbox off --seed 1 --replays games --spectator".split(' '));
    args.push(&keeper);
    place.chase_with(&args, "").status(0);
    let text = std::fs::read_to_string(told).expect("lines of text");
    let line =
        |line: &str| serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}"));
    text.lines().map(line).collect()
}

/// What the report on Scotland Yard tells its spectators of, in its order.
#[test]
fn rounds_moves_rotations_and_the_end_are_told_in_their_order() {
    let place = Place::new();
    let told = watched(&place, "--games 1", &["mr-x=random", "detectives=random"]);
    assert_eq!(told[0]["type"], "game");
    assert_eq!(told[0]["seats"][0]["name"], "BLACK");
    let kind = |line: &Value| line["type"].as_str().expect("a type").to_owned();
    assert_eq!(kind(&told[told.len() - 1]), "over");
    let name = |event: &Value| match event {
        Value::String(name) => name.clone(),
        Value::Object(fields) => fields.keys().next().expect("a name").clone(),
        other => panic!("{other} is no event"),
    };
    let events = told.iter().filter(|line| line["type"] == "event");
    let names: Vec<_> = events.map(|line| name(&line["event"])).collect();
    assert_eq!(names[0], "opened");
    assert_eq!(names[names.len() - 1], "game_over");
    assert!(names.contains(&"rotation_completed".to_owned()), "{names:?}");
    // A round starts right before Mr X's move is told, twice after a double.
    for (n, _) in names.iter().enumerate().filter(|(_, it)| *it == "round_started") {
        assert_eq!(names[n + 1], "moved");
    }
    let kept = game(&place, 1);
    let cycles = kept["cycles"].as_array().expect("cycles");
    let complete = told.iter().filter(|line| line["type"] == "cycle").count();
    assert_eq!(complete, cycles.len());
}

/// Games that differ in nothing but where Mr X is begin, for whoever watches, in the same way: a
/// station of his is told only after it was shown.
#[test]
fn a_spectator_learns_nothing_that_detectives_may_not_know() {
    let place = Place::new();
    let told = watched(&place, "--games 3", &["mr-x=lookahead", "detectives=random"]);
    for number in 1..=3 {
        let of_game = told.iter().filter(|line| line["number"] == number);
        let shown = place
            .chase(&format!(
                "replay games/game-000{number}.json --as detectives --events --format json --from 0"
            ))
            .fine()
            .stdout;
        let opened = of_game.clone().find(|line| line["event"]["opened"].is_object());
        let opened = opened.expect("everybody stands somewhere");
        assert_eq!(opened["event"]["opened"]["stations"][0], 0);
        for line in of_game.filter(|line| line["type"] == "event") {
            let event = line["event"].to_string();
            assert!(shown.contains(&event), "{event} is not in:\n{shown}");
        }
    }
}
