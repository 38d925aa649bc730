//! A match that was interrupted goes on, and ends as if it had not been.

use std::io::Read as _;
use std::process::{Child, Command, Stdio};

use super::{faulty, match_of, play, wait_until};
use crate::harness::{Place, program};

crate::tables::table!();

const GAME: &str = "animal-checkers";
const WORDS: &str = "--games 12 --seed 5 --format json";

fn start(place: &Place, folder: &str, jobs: &str, player: &str) -> Child {
    let words = format!("{WORDS} --replays {folder} --jobs {jobs}");
    Command::new(program())
        .current_dir(place.path())
        // One that is killed leaves its players' folders.
        .env("TMPDIR", place.path())
        .args(match_of(GAME, &words, &[player, "greedy"]))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Waits until so many games are in the journal.
fn wait_for(place: &Place, folder: &str, games: usize) {
    let path = place.file(&format!("{folder}/match.jsonl"));
    let lines = || std::fs::read_to_string(&path).map_or(0, |text| text.lines().count());
    wait_until("a game ends", || lines() > games);
}

/// The journal's games in their order, the bytes of their replays, and the report of the match that goes on
/// to its end.
fn resumed(place: &Place, folder: &str, player: &str) -> (Vec<String>, Vec<Vec<u8>>, String) {
    let words = format!("{WORDS} --replays {folder} --resume");
    let report = play(place, GAME, &words, &[player, "greedy"]).fine().stdout;
    let replay = |number| place.read(&format!("{folder}/game-{number:04}.json"));
    (games(place, folder), (1..=12).map(replay).collect(), report)
}

fn games(place: &Place, folder: &str) -> Vec<String> {
    let text = String::from_utf8(place.read(&format!("{folder}/match.jsonl"))).expect("lines");
    let number = |line: &String| {
        let game: serde_json::Value = serde_json::from_str(line).expect("JSON");
        game["game"].as_u64()
    };
    let mut lines: Vec<_> = text.lines().skip(1).map(str::to_owned).collect();
    lines.sort_by_key(number);
    lines
}

#[test]
fn a_resumed_match_is_an_uninterrupted_one() {
    let place = Place::new();
    // It takes its time, a second for what is left, so that there is time to interrupt it.
    let player = faulty("slow=3");
    let words = format!("{WORDS} --replays whole");
    let report = play(&place, GAME, &words, &[&player, "greedy"]).fine().stdout;
    let whole = resumed(&place, "whole", &player);
    assert_eq!(whole.2, report);
    for (signal, jobs) in [("INT", "1"), ("TERM", "2"), ("KILL", "1"), ("KILL", "2")] {
        let folder = format!("{signal}{jobs}");
        let mut child = start(&place, &folder, jobs, &player);
        wait_for(&place, &folder, 3);
        place.shell(&format!("kill -{signal} {}", child.id())).status(0);
        let status = child.wait().expect("it ends");
        if signal != "KILL" {
            assert_eq!(status.code(), Some(2), "{folder}");
            let mut told = String::new();
            let stderr = child.stderr.as_mut().expect("a pipe");
            stderr.read_to_string(&mut told).expect("text");
            assert!(told.contains("of 12 games") && told.contains("--resume"), "{told}");
        }
        let known = games(&place, &folder).len();
        assert!((3..12).contains(&known), "{folder}: {known} games");
        // No game is played twice, and each is what it was; going on with what is done plays nothing.
        for _ in 0..2 {
            assert_eq!(resumed(&place, &folder, &player), whole, "{folder}");
        }
    }
}

#[test]
fn the_second_match_in_a_folder_is_refused() {
    // given a match that is being played
    let place = Place::new();
    let slow = faulty("slow=20");
    let mut child = start(&place, "games", "1", &slow);
    wait_for(&place, "games", 0);
    // when another is begun there, or the same is to go on
    for more in ["", " --resume"] {
        let words = format!("{WORDS} --replays games{more}");
        let ran = play(&place, GAME, &words, &[&slow, "greedy"]);
        // then it is refused
        ran.trouble(&["games", "another match is being played in this folder now"]);
    }
    child.kill().expect("the child is ours");
    child.wait().expect("the child is ours");
}
