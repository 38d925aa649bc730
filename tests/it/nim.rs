//! The sixth game, tests/nim: it keeps the laws, its program has every command, and twenty small mistakes
//! in it are refused by a law that names them. tests/smaller/run builds it as a crate of its own.

#[expect(dead_code, unreachable_pub, reason = "it is a program of its own")]
#[path = "../nim/main.rs"]
mod game;

mod broken;

use std::path::Path;

use chase::engine::any::AnyGame;
use chase::engine::dice::Generator;
use chase::engine::entry::GameEntry;
use chase::engine::kit::OpenGame;
use chase::engine::laws::KeepsLaws as _;
use chase::engine::replay::Header;
use chase::games::police::Police;
use chase::games::{Games, project_games};

use crate::harness::{Place, example, example_path, program, project};
use game::{Nim, Scenario};

fn scenario(heaps: &[u32], last_loses: bool) -> Scenario {
    let json = serde_json::json!({ "heaps": heaps, "last_loses": last_loses });
    serde_json::from_value(json).expect("a scenario")
}

fn header(heaps: &[u32], last_loses: bool, players: [&str; 2], seed: i64) -> Header {
    let game = <Nim as OpenGame>::new(scenario(heaps, last_loses)).expect("it can be played");
    Header::new(&game, &players.map(str::to_owned), Generator::Chacha8, seed)
}

#[test]
fn it_keeps_every_law() {
    for seed in 0..40 {
        for players in [["random", "random"], ["perfect", "random"], ["perfect", "perfect"]] {
            for heaps in [&[1][..], &[3, 4, 5], &[7, 1, 1, 2]] {
                let header = header(heaps, seed % 2 == 0, players, seed);
                let kept = GameEntry::<Nim>::new().check_laws(&header);
                kept.unwrap_or_else(|law| panic!("{players:?}, {heaps:?}, seed {seed}: {law}"));
            }
        }
    }
}

#[test]
fn the_perfect_player_wins_every_game_that_can_be_won() {
    // the first heaps have an exclusive or that is not 0, the second one that is
    for (heaps, winner) in [([3, 4, 5], 0), ([1, 2, 3], 1)] {
        for seed in 0..20 {
            for last_loses in [false, true] {
                let players = match winner {
                    0 => ["perfect", "random"],
                    _ => ["random", "perfect"],
                };
                let mut header = header(&heaps, last_loses, players, seed);
                let mut game = GameEntry::<Nim>::new().record(&mut header).expect("players");
                while game.advance() {}
                let points = game.now().outcome().expect("it ended").points;
                assert_eq!(points[winner], 2, "{heaps:?}, {last_loses}, seed {seed}");
            }
        }
    }
}

/// The games of two programs stand beside each other in one process.
#[test]
fn its_replays_are_opened_among_its_own_games_and_no_others() {
    let place = Place::new();
    let path = Path::new(place.path()).join("nim.chase");
    let games = Games::new().with::<Nim>();
    let header = header(&[3, 4, 5], false, ["perfect", "random"], 1);
    let replay = chase::record_with(games, header, &path).expect("it can be played");
    assert!(replay.verify().expect("a file").fault.is_none());
    let again = chase::open_with(games, &path).expect("a replay");
    assert!(again.diff(&replay).expect("one game").same);
    let end = again.end().expect("no damage").expect("cycles");
    assert!(end.outcome().is_some());
    // the state as text, as JSON and as its type
    let begun = again.state_at(0).expect("a cycle");
    assert!(begun.text().contains("heaps: 3 + 4 + 5"), "{}", begun.text());
    assert!(begun.json().contains("3 + 4 + 5"), "{}", begun.json());
    let state = serde_json::to_value(begun.state::<Nim>().expect("Nim")).expect("JSON");
    assert_eq!(state["heaps"], serde_json::json!([3, 4, 5]));
    let other = begun.state::<Police>().expect_err("another game");
    let told = "the replay is of the game `nim`, not of `police`";
    assert_eq!(other.to_string(), told);

    let foreign = chase::open(&path).expect_err("no game of the project");
    assert!(foreign.to_string().contains("no game is called `nim`"), "{foreign}");
    let police = project("replays/police/S3.json");
    let foreign = chase::open_with(games, &police).expect_err("no game of this program");
    assert!(foreign.to_string().contains("this version knows nim"), "{foreign}");
    assert!(chase::open(&police).is_ok());

    let all = project_games().with::<Nim>();
    for path in [path, police.into()] {
        let replay = chase::open_with(all, path).expect("a game of this program");
        assert!(replay.verify().expect("a file").fault.is_none());
    }
}

#[test]
#[should_panic(expected = "there is a game called `nim` already")]
fn no_two_games_of_a_program_have_one_name() {
    let _ = Games::new().with::<Nim>().with::<Nim>();
}

#[test]
fn a_program_of_one_game_needs_no_name_of_it() {
    let place = Place::new();
    let tells = |words: &str, code: i32, told: &str| {
        let (found, text) = ran(&place, words, "n\n");
        assert!(found == code && text.contains(told), "{words}: {found}\n{text}");
    };
    tells("record --heaps 3,4,5 --seed 1 -o a.json", 0, "recorded in a.json");
    tells("record nim --heaps 3,4,5 --seed 1 -o nim", 0, "recorded in nim");
    let files = ["a.json", "nim"].map(|name| std::fs::read(place.file(name)).expect("a file"));
    assert_eq!(files[0], files[1]);
    tells("record --from a.json --hour 1 -o f.json", 0, "recorded in f.json");
    tells("odds a.json --hour 1", 0, "won by player 1");
    tells("play --heaps 1,1 --seed 1", 0, "heaps: 1 + 1");
    tells("new --heaps 2,2 -o two.json", 0, "two.json");
    tells("sweep --vary P1=random,perfect --games 9 --seed 1 -o run", 0, "nim sweep show run");
    tells("sweep show run --by P1", 0, "perfect");
    tells("match --player perfect --player random --games 4 --seed 1", 0, "perfect");
    tells("player perfect --stdio", 0, "");
    // what is wrong is told of the game's options, or of the words as they stand
    tells("record --heaps 1,x", 2, "invalid value 'x'");
    tells("record nim --heaps 1,x", 2, "invalid value 'x'");
    tells("match", 2, "players named: 0");
    tells("player", 2, "Usage: nim player <COMMAND>");
    let (_, text) = ran(&place, "record --help", "");
    let told = "The name of the game can be left out. Its options: nim record nim --help";
    assert!(text.contains(told), "{text}");
    tells("record --seed 1 --help", 0, "Sticks in each heap");
    // a program of several games is told which
    let mut several = assert_cmd::Command::new(program());
    several.args(["record", "--seed", "1"]).assert().code(2);
}

#[test]
fn it_is_a_game_in_a_page() {
    let text = std::fs::read_to_string(project("tests/nim/main.rs")).expect("its source");
    let lines = text.lines().count();
    assert!(lines <= 280, "{lines} lines, at most 280");
}

/// What the program prints in a folder, with its status.
fn ran(place: &Place, words: &str, input: &str) -> (i32, String) {
    let words: Vec<_> = words.split_whitespace().collect();
    example(place, "nim", &words, input)
}

#[test]
fn its_help_hints_and_errors_are_its_own() {
    let place = Place::new();
    let commands = [
        "record", "replay", "info", "convert", "diff", "verify", "play", "match", "player", "new",
        "man",
    ];
    for words in commands.map(|command| format!("{command} --help")).iter() {
        let (_, text) = ran(&place, words, "");
        for foreign in ["chase record", "chase match", "police", "fishing", "scotland-yard"] {
            assert!(!text.contains(foreign), "{words}: {text}");
        }
    }
    let (_, text) = ran(&place, "record --help", "");
    assert!(text.contains("  nim record -o - | jq .outcome"), "{text}");
    let (_, text) = ran(&place, "convert --help", "");
    assert!(text.contains("nim convert long.chase - | jq"), "{text}");
    let (_, text) = ran(&place, "record nim --seed 1 -o n.json", "");
    assert!(text.contains("\n  nim replay n.json --stats\n"), "{text}");
    let (status, text) = ran(&place, "replay nothing.json", "");
    assert_eq!(status, 2);
    assert!(text.starts_with("nim: nothing.json: "), "{text}");
}

#[test]
fn its_program_has_every_command() {
    let place = Place::new();
    let expect = |words: &str, input: &str, code: i32, told: &str| {
        let (found, text) = ran(&place, words, input);
        assert!(found == code && text.contains(told), "{words}: {found}\n{text}");
    };
    expect("games", "", 0, "nim ");
    expect("record nim --heaps 3,4,5 --seed 1 -o a.json", "", 0, "Move 1: P1 takes ");
    expect("record nim --heaps 3,4,5 --player perfect --seed 1 -o b.chase", "", 0, "recorded in");
    expect("replay a.json --hour 1", "", 0, "heaps: ");
    expect("replay a.json --hour 1 --legal", "", 0, "take 1 from heap 1");
    expect("replay a.json --stats", "", 0, "P1 ");
    expect("info a.json", "", 0, "nim, rules 1");
    expect("convert b.chase b.json", "", 0, "b.json");
    expect("verify a.json b.chase b.json", "", 0, "3 ok, 0 failed");
    let fork = "record --from a.json --hour 1 --player P2=perfect -o f.json";
    expect(fork, "", 0, "recorded in f.json");
    expect("verify f.json", "", 0, "played again from seed 1 after move 1");
    expect("diff a.json b.json", "", 1, "first difference: move 1");
    expect("diff b.chase b.json", "", 0, "the same");
    expect("new nim --heaps 2,2 -o two.json", "", 0, "two.json");
    expect("record nim --scenario-file two.json --seed 3 -o c.json", "", 0, "wins: last stick");
    expect(
        "sweep nim --vary P1=random,perfect --games 50 --seed 1 -o run --per-game",
        "",
        0,
        "nim sweep show run",
    );
    expect("sweep show run --by P1", "", 0, "perfect");
    expect("sweep diff run --cells 0 1", "", 0, "50 pairs");
    expect("sweep nim --vary heaps=1,2 --games 9 --seed 1 --dry-run", "", 0, "18 games");
    expect("sweep nim --games 9 --seed 1 -o part --shard 0/1", "", 0, "nim sweep merge");
    expect("sweep merge whole part", "", 0, "kept in whole");
    expect("record nim --from-sweep run --cell 1 --game 7 -o g.json", "", 0, "recorded in");
    expect("verify g.json", "", 0, "ok    g.json");
    place.write("two.toml", "heaps = [2, 2]\nlast_loses = true\n");
    expect(
        "record nim --scenario-file two.toml --seed 3 -o d.json",
        "",
        0,
        "the last stick: loses",
    );
    place.write("none.toml", "heaps = []\n");
    expect("record nim --scenario-file none.toml", "", 2, "expected 1 to 20 heaps");
    expect("record nim --heaps 1,x", "", 2, "invalid value");
    expect(
        "play nim --heaps 1,1 --seed 1",
        "?\ntake 1 from heap 1\nn\n",
        0,
        "P1 takes 1 from heap 1",
    );
    expect("play nim --heaps 2 --seed 1", "take 3 from heap 1\nq\n", 0, "cannot be done here");
    expect("match nim --player perfect --player random --games 4 --seed 1", "", 0, "perfect");
    let laws = "laws nim --heaps 2,2 --seed 1 --games 3 --whole-games 3";
    expect(laws, "", 0, "all there are");
    expect("player nim perfect --stdio", "", 0, "");
    expect("man record", "", 0, "nim");
}

#[test]
fn its_transcripts_are_judged() {
    let place = Place::new();
    let words = |words: &[&str]| {
        let mut command = assert_cmd::Command::new(example_path("nim"));
        let out = command.args(words).current_dir(place.path()).output().expect("it runs");
        (out.status.code(), String::from_utf8([out.stdout, out.stderr].concat()).expect("text"))
    };
    words(&["record", "nim", "--heaps", "1,2", "--seed", "1", "-o", "a.json", "--trace", "never"]);
    let (_, text) = words(&["replay", "a.json"]);
    place.write("right.txt", &text);
    let wrong = text.replace("takes 1 from heap 1", "takes 1 from heap 2");
    assert_ne!(wrong, text);
    place.write("wrong.txt", wrong);
    let scenario = "--scenario=--heaps 1,2 --seed 1";
    assert_eq!(words(&["verify", "right.txt", scenario]).0, Some(0));
    let (code, told) = words(&["verify", "wrong.txt", scenario]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("P1 takes 1 from heap 2"), "{told}");
    let (code, told) = words(&["diff", "wrong.txt", "right.txt", scenario]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("first difference: move 3, action"), "{told}");
}

#[test]
fn it_can_be_played_from_outside() {
    let program = example_path("nim");
    let player = format!("exec:{} player nim perfect --stdio", program.display());
    let place = Place::new();
    let words = |words: &[&str]| {
        let mut command = assert_cmd::Command::new(&program);
        let out = command.args(words).current_dir(place.path()).output().expect("it runs");
        (out.status.code(), String::from_utf8([out.stdout, out.stderr].concat()).expect("text"))
    };
    let (code, told) = words(&["match", "nim", "--check", &player]);
    assert!(code == Some(0) && told.contains("0 with faults"), "{told}");
    let games = ["--games", "4", "--seed", "1", "--replays", "kept"];
    let (code, told) =
        words(&[&["match", "nim", "--player", &player, "--player", "random"], &games[..]].concat());
    assert!(code == Some(0) && !told.contains("forfeits by cause"), "{told}");
    let kept = std::fs::read_dir(place.file("kept")).expect("a folder").count();
    assert!(kept >= 4, "{kept} files");
}
