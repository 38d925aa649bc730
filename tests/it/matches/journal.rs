//! A match that was interrupted goes on, and ends as if it had not been.

use std::io::Read as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{faulty, play};
use crate::harness::{Place, program};

const GAME: &str = "animal-checkers";
const WORDS: &str = "--games 12 --seed 5 --format json";

fn start(place: &Place, folder: &str, jobs: &str, player: &str) -> Child {
    let mut args = vec!["match", GAME];
    args.extend(WORDS.split_whitespace());
    args.extend(["--replays", folder, "--jobs", jobs, "--player", player]);
    args.extend(["--player", "greedy"]);
    Command::new(program())
        .current_dir(place.path())
        // One that is killed leaves its players' folders.
        .env("TMPDIR", place.path())
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

#[expect(clippy::disallowed_methods, reason = "a test must end")]
fn now() -> Instant {
    Instant::now()
}

/// Waits until so many games are in the journal.
fn wait_for(place: &Place, folder: &str, games: usize) {
    let began = now();
    let path = place.file(&format!("{folder}/match.jsonl"));
    let lines = || std::fs::read_to_string(&path).map_or(0, |text| text.lines().count());
    while lines() <= games {
        assert!(began.elapsed() < Duration::from_secs(50), "no game ends");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn resumed(place: &Place, folder: &str, player: &str) -> String {
    let words = format!("{WORDS} --replays {folder} --resume");
    play(place, GAME, &words, &[player, "greedy"]).fine().stdout
}

/// The journal's games in their order.
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
    let whole = play(&place, GAME, &words, &[&player, "greedy"]).fine().stdout;
    for (signal, jobs) in [("INT", "1"), ("TERM", "2"), ("KILL", "1"), ("KILL", "2")] {
        let folder = format!("{signal}{jobs}");
        let mut child = start(&place, &folder, jobs, &player);
        wait_for(&place, &folder, 3);
        let kill = format!("kill -{signal} {}", child.id());
        place.shell(&kill).status(0);
        let status = child.wait().expect("it ends");
        if signal != "KILL" {
            assert_eq!(status.code(), Some(2), "{folder}");
            let mut told = String::new();
            let stderr = child.stderr.as_mut().expect("a pipe");
            stderr.read_to_string(&mut told).expect("text");
            assert!(told.contains("of 12 games"), "{told}");
            assert!(told.contains("--resume"), "{told}");
        }
        let known = games(&place, &folder).len();
        assert!((3..12).contains(&known), "{folder}: {known} games");
        assert_eq!(resumed(&place, &folder, &player), whole, "{folder}");
        // No game was played twice, and each is what it was.
        assert_eq!(games(&place, &folder), games(&place, "whole"), "{folder}");
        for number in 1..=12 {
            let file = format!("game-{number:04}.json");
            assert_eq!(
                place.read(&format!("{folder}/{file}")),
                place.read(&format!("whole/{file}")),
                "{folder}/{file}"
            );
        }
        // Going on with what is done plays nothing.
        assert_eq!(resumed(&place, &folder, &player), whole, "{folder}");
        assert_eq!(games(&place, &folder).len(), 12);
    }
}

#[test]
fn a_journal_that_was_cut_or_lost_replays_goes_on_with_what_there_is() {
    let place = Place::new();
    let words = format!("{WORDS} --replays games");
    let whole = play(&place, GAME, &words, &["random", "greedy"]).fine().stdout;
    let journal = place.read("games/match.jsonl");
    let first = journal.iter().position(|byte| *byte == b'\n').expect("a line") + 1;
    for cut in [journal.len() - 1, journal.len() - 200, first + 10, first] {
        place.write("games/match.jsonl", &journal[..cut]);
        let words = format!("{WORDS} --replays games --resume");
        let ran = play(&place, GAME, &words, &["random", "greedy"]).status(0);
        assert_eq!(ran.stdout, whole, "cut at {cut}");
        assert_eq!(place.read("games/match.jsonl"), journal, "cut at {cut}");
    }
    for cut in [first - 1, 0] {
        // Whose games these are, nothing says.
        place.write("games/match.jsonl", &journal[..cut]);
        let words = format!("{WORDS} --replays games --resume");
        play(&place, GAME, &words, &["random", "greedy"])
            .trouble(&["games/game-0001.json", "no journal of a match"]);
    }
    place.write("games/match.jsonl", &journal);
    std::fs::remove_file(place.file("games/game-0007.json")).expect("it was there");
    let words = format!("{WORDS} --replays games --resume");
    let ran = play(&place, GAME, &words, &["random", "greedy"]).status(0);
    assert!(ran.stderr.contains("game 7 is played again: its replay is not there"), "{ran}");
    assert_eq!(ran.stdout, whole);
    assert!(place.file("games/game-0007.json").is_file());
}

/// What a journal says is held against the schedule and the replays.
#[test]
fn a_journal_is_not_believed() {
    let place = Place::new();
    let words = format!("{WORDS} --replays games");
    let whole = play(&place, GAME, &words, &["random", "greedy"]).fine().stdout;
    let journal = String::from_utf8(place.read("games/match.jsonl")).expect("lines");
    let again = |lines: &[&str], bad: &str| {
        let words = format!("{WORDS} --replays games --resume");
        let text = lines.join("\n") + "\n";
        place.write("games/match.jsonl", text + bad);
        play(&place, GAME, &words, &["random", "greedy"])
    };
    let lines: Vec<_> = journal.lines().collect();
    for (from, to) in [
        ("\"game\":1,", "\"game\":200,"),
        ("\"opening\":0", "\"opening\":3"),
        ("\"entrants\":[1,0]", "\"entrants\":[7,8]"),
        ("\"entrants\":[1,0]", "\"entrants\":[0,1]"),
        ("\"amounts\":[", "\"amounts\":[1,"),
    ] {
        let mut lines = lines.clone();
        let changed = lines[2].replace(from, to);
        assert_ne!(changed, lines[2], "{from}");
        lines[2] = &changed;
        again(&lines, "").trouble(&["games/match.jsonl:3", "the game is not from this match"]);
    }
    let mut other = lines.clone();
    let changed = lines[2].replace("\"points\":[", "\"points\":[1,");
    other[2] = &changed;
    let ran = again(&other, "").status(0);
    assert!(ran.stderr.contains("game 2 is played again"), "{ran}");
    assert_eq!(ran.stdout, whole);
    // Replays that are damaged, or another game's.
    let third = place.read("games/game-0003.json");
    for bytes in [&third[..third.len() / 2], &place.read("games/game-0005.json")] {
        place.write("games/game-0003.json", bytes);
        let ran = again(&lines, "").status(0);
        assert!(ran.stderr.contains("game 3 is played again"), "{ran}");
        assert_eq!(ran.stdout, whole);
        assert_eq!(place.read("games/game-0003.json"), third);
    }
    // What a power cut may leave at the end, and a line that stands there twice.
    assert_eq!(again(&lines, "\0\u{1}").fine().stdout, whole);
    assert_eq!(again(&[&lines[..], &lines[4..6]].concat(), "").fine().stdout, whole);
    assert_eq!(place.read("games/match.jsonl"), journal.as_bytes());
    again(&[lines[0], "what", lines[1]], "").trouble(&["games/match.jsonl:2", "not a game's line"]);
}

#[test]
fn another_match_is_not_gone_on_with() {
    let place = Place::new();
    let go = |words: &str, players: &[&str]| play(&place, GAME, words, players);
    let both = ["random", "greedy"];
    go("--games 2 --seed 5 --replays games", &both).fine();
    go("--games 2 --seed 5 --replays games", &both).trouble(&[
        "games/match.jsonl",
        "a match was played in this folder",
        "--resume",
    ]);
    for (words, players, what) in [
        ("--games 4 --seed 5", both, "games 2, not 4"),
        ("--games 2 --seed 6", both, "seed 5, not 6"),
        ("--games 2 --seed 5 --plies 4", both, "6 random moves"),
        ("--games 2 --seed 5 --moves 9", both, "its openings differ"),
        ("--games 2 --seed 5", ["greedy", "random"], "players random, greedy"),
        ("--games 2 --seed 5 --sprt 0,9,0.1,0.1", both, "sprt none"),
    ] {
        go(&format!("{words} --replays games --resume"), &players)
            .trouble(&["the folder holds another match", what]);
    }
    let limits = "--games 2 --seed 5 --replays games --resume --restart never";
    go(limits, &both).trouble(&["the folder holds another match", "limits"]);
    // The seed of a match that goes on is its own.
    go("--games 2 --replays games --resume", &both).fine();
    place.write("games/match.jsonl", "{\"what\":1}\n");
    go("--games 2 --seed 5 --replays games --resume", &both)
        .trouble(&["games/match.jsonl:1", "not a match's journal"]);
    go("--games 2 --seed 5 --resume", &both).status(2);
}

/// Every file that openings are made of is held against what it was.

#[test]
fn other_maps_and_other_dice_are_another_match() {
    let place = Place::new();
    let cities = "3\n0 1 1 n a\n1 0 1 2 1 n b\n2 1 1 n c\n";
    let agents = |start: u32| format!("5 0 2 T\n{}", format!("5 {start} 1 D\n").repeat(4));
    place.write("c.data", cities);
    place.write("a1.data", agents(1));
    place.write("a2.data", agents(1));
    let words = "--map c.data a1.data --map c.data a2.data --games 4 --seed 1 --replays games";
    play(&place, "police", words, &["dfs"]).fine();
    let again = format!("{words} --resume");
    play(&place, "police", &again, &["dfs"]).fine();
    play(&place, "police", &format!("{again} --dice glibc"), &["dfs"])
        .trouble(&["its openings differ"]);
    place.write("a2.data", agents(2));
    play(&place, "police", &again, &["dfs"]).trouble(&["its openings differ"]);
}

#[test]
fn what_is_in_the_folder_is_not_overwritten() {
    let place = Place::new();
    place.shell("mkdir games; echo mine >games/game-0001.json").status(0);
    let both = ["random", "greedy"];
    play(&place, GAME, "--games 2 --seed 5 --replays games", &both)
        .trouble(&["games/game-0001.json", "no journal of a match"]);
    // What cannot be begun leaves no journal.
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let door = format!("listen:{}", taken.local_addr().expect("an address"));
    let players = [door.as_str(), "greedy"];
    play(&place, GAME, "--games 2 --seed 5 --replays other", &players).trouble(&["cannot listen"]);
    assert_eq!(place.names(), ["games"]);
}

/// Who stays away for ever stays away after an interruption too, and whatever --jobs says.
#[test]
fn who_stays_away_stays_away() {
    let place = Place::new();
    let player = faulty("crash");
    let words = "--games 6 --seed 5 --format json --restart never --replays games";
    let whole = play(&place, GAME, words, &[&player, "greedy"]).played().stdout;
    let text = String::from_utf8(place.read("games/match.jsonl")).expect("lines");
    let lines: Vec<_> = text.lines().take(4).collect();
    place.write("games/match.jsonl", lines.join("\n") + "\n");
    let again = format!("{words} --resume --jobs 2");
    let ran = play(&place, GAME, &again, &[&player, "greedy"]).status(1);
    assert!(ran.stderr.contains("one game at a time"), "{ran}");
    assert_eq!(ran.stdout, whole);
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
