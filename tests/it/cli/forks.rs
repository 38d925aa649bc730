//! record --number, and recordings that go on from a cycle of another.

use chase::engine::any::RecordingSink;
use chase::games::project_games;
use chase::library::opener;
use chase::store::{Overwrite, ReplayReader, ReplayWriter};

use crate::harness::{Place, project};

/// The lines of a recording that hold a cycle.
fn cycles(recording: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(recording).expect("JSON");
    let lines = text.lines().filter(|line| line.starts_with("{\"cycle\":"));
    lines.map(|line| line.trim_end_matches(',').to_owned()).collect()
}

/// Recordings of each game, and whether built-in players alone can go on with them.
const RECORDINGS: [(&str, bool); 8] = [
    ("police/S0", true),
    ("police/S3", true),
    ("animal-checkers/den", true),
    ("animal-checkers/timeout", false),
    ("fishing/shared", true),
    ("scotland-yard/captured", true),
    ("scotland-yard/forfeited", false),
    ("robots/teleport", true),
];

#[test]
fn with_nothing_changed_the_future_is_the_same() {
    let place = Place::new();
    for (name, can_go_on) in RECORDINGS {
        let from = project(&format!("replays/{name}.json"));
        let original = cycles(&std::fs::read(&from).expect("a recording"));
        let hour = (original.len() / 2 - 1).to_string();
        let to = "fork.json";
        let args = ["record", "--from", &from, "--hour", &hour, "-o", to];
        let ran = place.chase_with(&[&args[..], &["--force"]].concat(), "");
        if !can_go_on {
            ran.trouble(&["which is not built in, played", "--player"]);
            continue;
        }
        ran.fine();
        let fork = place.read(to);
        assert_eq!(cycles(&fork), original, "{name} after {hour}");
        place.chase("verify fork.json").fine();
        place.chase_with(&["diff", to, &from], "").fine();
        // and from the binary form into the binary form
        place.chase_with(&["convert", &from, "whole.chase", "--force"], "");
        let args = format!("record --from whole.chase --hour {hour} -o fork.chase --force");
        place.chase(&args).fine();
        place.chase("convert fork.chase again.json --force").fine();
        assert_eq!(place.read("again.json"), fork, "{name} after {hour}");
    }
}

/// Writes `lie.json`: `d2.json`, said to be of another line-up, with seals that fit.
fn lie(place: &Place) {
    let mut reader =
        ReplayReader::open(&place.file("d2.json"), &opener(project_games())).expect("a recording");
    let mut header = reader.header().clone();
    header.players.swap(1, 2);
    let path = place.file("lie.json");
    let recorder = ReplayWriter::create(&path, &header, Overwrite::Never, &opener(project_games()));
    let mut recorder = recorder.expect("a new file");
    while reader.next_cycle().expect("a good cycle") {
        recorder.cycle(reader.now()).expect("room");
    }
    recorder.finish(reader.now(), &opener(project_games())).expect("room");
}

#[test]
fn others_play_on_from_there() {
    let place = Place::new();
    // given a game of five at random
    let from = project("replays/police/S0.json");
    let original = cycles(&std::fs::read(&from).expect("a recording"));
    let fork = ["record", "--from", &from, "--hour", "1"];
    let with = |more: &[&str]| place.chase_with(&[&fork[..], more].concat(), "");
    // when D2 goes on otherwise
    with(&["--player", "D2=dfs", "-o", "d2.json"]).fine();
    let other = cycles(&place.read("d2.json"));
    assert_eq!(other[..2], original[..2]);
    assert_ne!(other, original);
    // then it says where it comes from, and holds against its own players from there on
    let seal = original[1].split("\"seal\":\"").nth(1).expect("a seal");
    let seal = seal.trim_end_matches("\"}");
    place
        .chase("info d2.json")
        .fine()
        .stdout_has("players       random, random, dfs, random, random\n")
        .stdout_has(&format!("goes on from  hour 1, seal {seal}\n"));
    place
        .chase("verify d2.json")
        .fine()
        .stdout_has("fold, rules, dice after hour 1, played again from seed 6 after hour 1");
    // and the first difference is after it, judged by the rules alone
    place
        .chase_with(&["diff", "d2.json", &from, "--format", "json"], "")
        .status(1)
        .stdout_has("\"cycle\":2");
    // and a player that did not play there is found out
    lie(&place);
    place.chase("verify lie.json").status(1).stdout_has("hour 2, D1: played again, it chooses");
    // and all detectives, other luck, a fork of a fork
    with(&["--player", "detectives=stationary", "-o", "all.json"]).fine();
    place.chase("verify all.json").fine();
    with(&["--number", "7", "-o", "7.json"]).fine();
    place.chase("verify 7.json").fine();
    assert_ne!(cycles(&place.read("7.json")), original);
    place.chase("record --from d2.json --hour 2 --player D1=dfs -o again.json").fine();
    place.chase("verify again.json").fine();
    place.chase("view again.json -o again.html").fine();
}

#[test]
fn what_cannot_be_gone_on_with_is_told() {
    let place = Place::new();
    let from = project("replays/police/S3.json");
    let fork = |more: &str| place.chase(&format!("record --from {from} {more}"));
    fork("--hour 5").trouble(&["the game is over after hour 5", "an earlier one"]);
    fork("--hour 6").trouble(&["there is no hour 6; the last is 5"]);
    fork("--hour -7").trouble(&["there is no hour -7; the last is 5"]);
    fork("--hour 3 --player D5=dfs").trouble(&["called `D5`", "there are thief, detectives, T"]);
    fork("--hour 3 --player dfs").trouble(&["`dfs` names no seat", "as in WHO=dfs"]);
    fork("--hour 3 --player D1=greedy").trouble(&["there is no player `greedy`"]);
    fork("--hour 3 police").trouble(&["--from already names the game"]);
    fork("").trouble(&["--hour"]);
    // a person and a program from outside do not go on unasked
    place
        .chase_with(&["play", "animal-checkers", "--seed", "1", "-o", "person.json"], "1\n1\n")
        .status(0);
    let person = place.chase("record --from person.json --hour 1");
    person.trouble(&["person.json", "a person played", "=PLAYER"]);
    let text = String::from_utf8(place.read("person.json")).expect("JSON");
    assert!(text.contains("\"human\""), "{text}");
    // but somebody else does in their place
    let args =
        "record --from person.json --hour 1 --player S0=greedy --player S1=greedy -o on.json";
    let ran = place.chase(args).fine();
    ran.stdout_has("recorded in on.json");
    place.chase("verify on.json").fine();
    assert_eq!(place.names().iter().filter(|it| it.contains("-")).count(), 0);
}

#[test]
fn a_program_plays_on_from_there() {
    let place = Place::new();
    let from = project("replays/animal-checkers/den.json");
    let player =
        format!("S1=exec:{} player animal-checkers greedy --stdio", crate::harness::program());
    let args = ["record", "--from", &from, "--hour", "5", "--player", &player];
    place.chase_with(&[&args[..], &["-o", "on.json"]].concat(), "").fine();
    // then what was before is the same, and it knows where the pieces are
    let original = cycles(&std::fs::read(&from).expect("a recording"));
    let on = cycles(&place.read("on.json"));
    assert_eq!(on[..6], original[..6]);
    assert!(on.last().is_some_and(|last| last.contains("ended")));
    assert!(!on.concat().contains("forfeit"));
    place.chase("verify on.json").fine();
}

#[test]
fn any_game_of_a_series_is_recorded_again() {
    let place = Place::new();
    let players = "--player greedy --player random --seed 3";
    place.chase(&format!("match animal-checkers {players} --games 4 --replays games")).fine();
    // given the third game of a match, whose number in the series is 1
    let record = format!("record animal-checkers {players} --plies 6 --trace never");
    place.chase(&format!("{record} --number 1 -o third.json")).fine();
    assert_eq!(place.read("third.json"), place.read("games/game-0003.json"));
    // and where nothing is named the number is in the file's name
    place.chase("record --number 3 --trace never").fine();
    let names = place.names();
    let numbered = "police-citiesInformants-agentsS3-2-number-3.json";
    assert!(names.iter().any(|name| name == numbered), "{names:?}");
    place.chase(&format!("info {numbered}")).fine().stdout_has("number        3 within the seed");
}
