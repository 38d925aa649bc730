//! Those who watch a match: they are told what everybody may know, and change nothing.

use serde_json::Value;

use super::play;
use crate::harness::{Place, Ran, project};

/// A spectator that keeps what it is told in a file; it can write one without a sandbox alone.
fn keeper(place: &Place, name: &str) -> String {
    format!("exec:sh -c 'cat > {}'", place.file(name).display())
}

fn told(place: &Place, name: &str) -> Vec<Value> {
    let text = String::from_utf8(place.read(name)).expect("lines of text");
    let line =
        |line: &str| serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}"));
    text.lines().map(line).collect()
}

/// Runs a match with spectators; its report.
fn watched(place: &Place, game: &str, words: &str, spectators: &[&str], players: &[&str]) -> Ran {
    let mut args = vec!["match", game, "--sandbox", "off"];
    args.extend(words.split_whitespace());
    for spectator in spectators {
        args.extend(["--spectator", spectator]);
    }
    for player in players {
        args.extend(["--player", player]);
    }
    place.chase_with(&args, "").status(0)
}

/// What the report on Scotland Yard tells its spectators of, in its order.
#[test]
fn rounds_moves_rotations_and_the_end_are_told_in_their_order() {
    let place = Place::new();
    let (words, ours) = ("--games 1 --seed 1 --replays kept", keeper(&place, "told"));
    let players = ["mr-x=random", "detectives=random"];
    watched(&place, "scotland-yard", words, &[&ours], &players);
    let told = told(&place, "told");
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
    let kept: Value = serde_json::from_slice(&place.read("kept/game-0001.json")).expect("a replay");
    let cycles = kept["cycles"].as_array().expect("cycles");
    let complete = told.iter().filter(|line| line["type"] == "cycle").count();
    assert_eq!(complete, cycles.len());
}

/// Games that differ in nothing but where Mr X is begin, for whoever watches, in the same way: a
/// station of his is told only after it was shown.
#[test]
fn a_spectator_learns_nothing_that_detectives_may_not_know() {
    let place = Place::new();
    let ours = keeper(&place, "told");
    let words = "--games 3 --seed 1 --replays kept";
    let players = ["mr-x=lookahead", "detectives=random"];
    watched(&place, "scotland-yard", words, &[&ours], &players);
    let told = told(&place, "told");
    for number in 1..=3 {
        let of_game = told.iter().filter(|line| line["number"] == number);
        let path = place.file(&format!("kept/game-000{number}.json"));
        let shown = place
            .chase_with(
                &[
                    "replay",
                    &path.display().to_string(),
                    "--as",
                    "detectives",
                    "--events",
                    "--format",
                    "json",
                    "--from",
                    "0",
                ],
                "",
            )
            .fine();
        let shown = shown.stdout;
        let opened = of_game.clone().find(|line| line["event"]["opened"].is_object());
        let opened = opened.expect("everybody stands somewhere");
        assert_eq!(opened["event"]["opened"]["stations"][0], 0);
        for line in of_game.filter(|line| line["type"] == "event") {
            let event = line["event"].to_string();
            assert!(shown.contains(&event), "{event} is not in:\n{shown}");
        }
    }
}

/// In the police chase what no detective sees is not told: the thief's turns, and the getaway.
#[test]
fn the_thief_of_a_chase_is_not_told_of() {
    let place = Place::new();
    let ours = keeper(&place, "told");
    watched(&place, "police", "--games 2 --seed 1", &[&ours], &["dfs", "random"]);
    let told = told(&place, "told");
    assert!(told.iter().any(|line| line["seat"] == 1), "{told:?}");
    assert!(told.iter().all(|line| line["seat"] != 0), "{told:?}");
    assert!(told[0]["scenario"]["roads"].is_array());
    assert!(told[0]["scenario"].get("getaway").is_none());
}

#[test]
fn a_match_is_the_same_to_the_byte_whoever_watches_and_however() {
    let (words, game) = ("--games 60 --seed 3 --replays kept", "animal-checkers");
    let players = ["random", "greedy"];
    let bytes = |place: &Place| -> Vec<Vec<u8>> {
        let names = std::fs::read_dir(place.file("kept")).expect("replays");
        let names = names.map(|entry| entry.expect("an entry").path());
        let mut names: Vec<_> = names.collect();
        names.sort();
        assert_eq!(names.len(), 61);
        let read = |path: &std::path::PathBuf| std::fs::read(path).expect("a file");
        names.iter().map(read).collect()
    };
    let alone = Place::new();
    let report = watched(&alone, game, words, &[], &players).stdout;
    let ten = Place::new();
    let keepers: Vec<_> = (0..10).map(|n| keeper(&ten, &format!("told-{n}"))).collect();
    let keepers: Vec<_> = keepers.iter().map(String::as_str).collect();
    let ran = watched(&ten, game, words, &keepers, &players);
    assert_eq!(ran.stdout, report);
    assert_eq!(ran.stderr, "");
    assert_eq!(bytes(&ten), bytes(&alone));
    assert_eq!(ten.read("told-0"), ten.read("told-9"));
    let stuck = Place::new();
    let ours = keeper(&stuck, "told");
    let watching = ["exec:sleep 100", &ours, "exec:false"];
    let ran = watched(&stuck, game, words, &watching, &players);
    let ran = ran.stderr_has("the spectator exec:sleep 100 missed ");
    let ran = ran.stderr_has("the spectator exec:false went away: it ended with code 1");
    assert_eq!(ran.stdout, report);
    assert_eq!(bytes(&stuck), bytes(&alone));
    // Who reads is told everything, whatever becomes of the others.
    assert_eq!(stuck.read("told"), ten.read("told-0"));
}

#[test]
fn a_spectator_is_a_program_that_is_started() {
    let place = Place::new();
    let words = "--games 1 --seed 1 --player random --player random";
    let run = |spectator: &str| {
        let mut args = vec!["match", "fishing", "--spectator", spectator];
        args.extend(words.split_whitespace());
        place.chase_with(&args, "")
    };
    run("tcp:127.0.0.1:1").trouble(&["--spectator tcp:127.0.0.1:1", "is a program"]);
    run("exec:./not-there").trouble(&["--spectator exec:./not-there"]);
    let both = "match fishing --show --games 1 --seed 1 --player human --player random";
    place.chase(both).trouble(&["--show is for matches without people"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_spectator_is_shut_in() {
    let place = Place::new();
    let ours = keeper(&place, "told");
    let args = ["match", "fishing", "--games", "1", "--seed", "1", "--spectator", &ours];
    let players = ["--player", "random", "--player", "greedy"];
    let ran = place.chase_with(&[&args[..], &players].concat(), "").status(0);
    if !ran.stderr.contains("cannot withhold") {
        assert!(!place.file("told").exists(), "{ran}");
    }
}

#[test]
fn finished_games_and_the_running_one_are_shown_beside_the_report() {
    let place = Place::new();
    let words = "--games 2 --seed 1 --format csv";
    let report = play(&place, "fishing", words, &["greedy", "random"]).fine().stdout;
    let words = format!("{words} --follow --show=1ms --jobs 2");
    let ran = play(&place, "fishing", &words, &["greedy", "random"]).status(0);
    assert_eq!(ran.stdout, report);
    let lines: Vec<_> = ran.stderr.lines().filter(|it| it.starts_with("game ")).collect();
    assert_eq!(lines.len(), 2, "{ran}");
    assert!(lines[0].starts_with("game 1 of 2: player 1 greedy "), "{ran}");
    assert!(lines[0].contains(" fish, player 2 random "), "{ran}");
    assert!(ran.stderr.contains("Turn 1: "), "{ran}");
    assert!(ran.stderr.contains("one game at a time: --show shows one"), "{ran}");
    // A limit is no seat.
    let words = "--games 1 --seed 1 --follow";
    let ran = play(&place, "fishing", words, &["strong:nodes=2", "random"]).status(0);
    assert!(ran.stderr.contains("player 1 strong:nodes=2 "), "{ran}");
}

/// A program in the folder and one in a folder of its own; what cannot be executed is none.
#[cfg(unix)]
#[test]
fn a_folder_of_players_is_named_by_its_files() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new();
    std::fs::create_dir_all(place.file("our players/second")).expect("folders");
    std::fs::create_dir_all(place.file("our players/data")).expect("folders");
    place.write("our players/README", "no player");
    let script = format!("#!/bin/sh\nexec python3 {}\n", project("examples/player.py"));
    for name in ["our players/first", "our players/second/run"] {
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(place.write(name, &script), executable).expect("a file of ours");
    }
    let args = [
        "match",
        "fishing",
        "--players-from",
        "our players",
        "--player",
        "random",
        "--games",
        "2",
        "--seed",
        "1",
        "--seats",
        "2",
        "--format",
        "csv",
        "--allow",
        &project("examples"),
    ];
    let ran = place.chase_with(&args, "").status(0);
    let names: Vec<_> = ran.stdout.lines().skip(1).collect();
    let names: Vec<_> = names.iter().filter_map(|it| it.split(',').next()).collect();
    assert_eq!(names, ["\"random\"", "\"first\"", "\"second\""], "{ran}");
    let empty = "match fishing --players-from . --player random --seed 1";
    std::fs::remove_dir_all(place.file("our players")).expect("a folder of ours");
    place.chase(empty).trouble(&["there is no player in this folder", "`run`"]);
}
