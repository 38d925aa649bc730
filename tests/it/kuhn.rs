//! Kuhn poker, tests/kuhn: a game with secrets on the kit. It keeps the laws, every command knows what
//! a seat may see, and masks that show too much are refused by a law.

#[expect(dead_code, reason = "it is a program of its own")]
#[path = "../kuhn/main.rs"]
pub mod game;

mod leaks;

use chase::engine::laws::KeepsLaws as _;
use chase::prelude::*;

use crate::harness::{Place, example, example_path, project};
use game::{Kuhn, Scenario};

fn header(seed: i64) -> Header {
    let game = <Kuhn as OpenGame>::new(Scenario {}).expect("it can be played");
    let players = ["random", "random"].map(str::to_owned);
    Header::new(&game, &players, Generator::Chacha8, seed)
}

#[test]
fn it_keeps_every_law_and_each_seat_has_a_twin() {
    for seed in 0..60 {
        let kept = GameEntry::<Kuhn>::new().check_laws(&header(seed));
        let kept = kept.unwrap_or_else(|law| panic!("seed {seed}: {law}"));
        assert_eq!(kept.pairs, 2, "seed {seed}");
    }
}

#[test]
fn it_takes_no_more_than_260_lines_and_no_hidden_module() {
    let text = std::fs::read_to_string(project("tests/kuhn/main.rs")).expect("its source");
    assert!(text.lines().count() <= 260, "{}", text.lines().count());
    let used = text.lines().filter(|line| line.starts_with("use "));
    let used: Vec<_> = used.collect();
    let its = [
        "use std::process::ExitCode;",
        "use chase::prelude::*;",
        "use serde::{Deserialize, Serialize};",
    ];
    assert_eq!(used, its);
}

#[track_caller]
fn expect(place: &Place, words: &str, input: &str, code: i32, told: &[&str]) -> String {
    let words: Vec<_> = words.split_whitespace().collect();
    let (found, text) = example(place, "kuhn", &words, input);
    assert_eq!(found, code, "{words:?}: {text}");
    for told in told {
        assert!(text.contains(told), "{words:?}, `{told}`: {text}");
    }
    text
}

/// Seed 3 deals a queen and a king; both are shown in the end.
fn recorded() -> Place {
    let place = Place::new();
    expect(
        &place,
        "record kuhn --seed 3 -o k.json",
        "",
        0,
        &["P1 is dealt Queen, P2 King", "Queen against King"],
    );
    place
}

#[test]
fn a_replay_is_shown_as_a_seat_sees_it() {
    let place = recorded();
    let one = expect(&place, "replay k.json --as p1", "", 0, &["P1 is dealt Queen, P2 ?\n"]);
    let (before, after) = one.split_once("Move 3:").expect("the last move");
    assert!(!before.contains("2: King"), "{one}");
    assert!(after.contains("card2: King"), "{one}");
    let json = expect(&place, "replay k.json --as p2 --hour 1 --format json", "", 0, &["King"]);
    assert!(!json.contains("Queen"), "{json}");
    // What the other one can do is shown to nobody else.
    let legal = expect(&place, "replay k.json --as p1 --hour 1 --legal", "", 0, &[]);
    assert!(!legal.contains("fold"), "{legal}");
    expect(&place, "replay k.json --as p3", "", 2, &["choose --as p1, --as p2"]);
}

#[test]
fn what_a_seat_saw_is_compared_and_judged_as_far_as_it_goes() {
    let place = recorded();
    for seat in ["p1", "p2"] {
        let seen = expect(&place, &format!("replay k.json --as {seat}"), "", 0, &[]);
        place.write("seen.txt", &seen);
        expect(&place, "diff k.json seen.txt", "", 0, &["the same: all 4 moves"]);
        expect(&place, "verify seen.txt --against k.json", "", 0, &["ok    seen.txt"]);
        // Which of the other cards was dealt shows later: without the dice nothing can be said.
        let told = "this cannot be checked without the seed";
        expect(&place, "verify seen.txt --scenario=", "", 2, &[told]);
        place.write("seen.txt", seen.replace("P2 bets", "P2 checks"));
        expect(&place, "verify seen.txt --against k.json", "", 1, &["FAIL"]);
    }
    let all = expect(&place, "replay k.json", "", 0, &[]);
    place.write("all.txt", &all);
    expect(&place, "verify all.txt --scenario=", "", 0, &["ok    all.txt"]);
    place.write("all.txt", all.replace("card1: Queen", "card1: Jack"));
    expect(&place, "verify all.txt --against k.json", "", 1, &["but should be `Queen`"]);
}

#[test]
fn one_person_sees_the_own_card_alone() {
    let place = Place::new();
    let play = "play kuhn --seed 3 -o p.json";
    let told = expect(&place, play, "check\ncall\nn\n", 0, &["P1 is dealt Queen, P2 ?"]);
    let (before, after) = told.split_once("Queen against King").expect("a showdown");
    assert!(!before.contains("King"), "{told}");
    assert!(after.contains("card2: King"), "{told}");
    expect(&place, "verify p.json", "", 0, &["ok    p.json"]);
}

#[test]
fn people_at_one_screen_are_called_and_see_what_is_theirs() {
    let place = Place::new();
    let told = expect(
        &place,
        "play kuhn --seed 3 --player human --player human",
        "\ncheck\n\nbet\n\nfold\nn\n",
        0,
        &["P2's turn: the others look away, P2 presses Enter P1 is dealt ?, P2 King\nP1 checks\n"],
    );
    let turns: Vec<_> = told.split("presses Enter").collect();
    assert_eq!(turns.len(), 4, "{told}");
    assert!(!turns[1].contains("King"), "{told}");
    assert!(!turns[2].contains("Queen"), "{told}");
    // In the end what was hidden is shown.
    let (third, end) = turns[3].split_once("P1 folds").expect("an end");
    assert!(!third.contains("King") && end.contains("King"), "{told}");
}

#[test]
fn every_other_command_knows_it() {
    let place = recorded();
    // The king loses nothing but the pot that it folds.
    let told = ["exact: every outcome of every draw", "won by player 2              0.750000000"];
    expect(&place, "odds k.json --hour 0 --exact", "", 0, &told);
    expect(&place, "sweep kuhn --games 60 --seed 1", "", 0, &["showdown"]);
    expect(&place, "view k.json -o k.html", "", 0, &[]);
    expect(&place, "convert k.json k.chase", "", 0, &["k.chase"]);
    expect(&place, "verify k.json k.chase", "", 0, &["2 ok, 0 failed"]);
    let program = example_path("kuhn");
    let outside = format!("exec:{} player kuhn random --stdio --seed 1", program.display());
    let (code, told) = example(&place, "kuhn", &["match", "kuhn", "--check", &outside], "");
    assert!(code == 0 && told.contains("0 with faults"), "{told}");
    let games = ["--player", "random", "--games", "6", "--seed", "1", "--replays", "kept"];
    let words = [&["match", "kuhn", "--player", &outside], &games[..]].concat();
    let (code, told) = example(&place, "kuhn", &words, "");
    assert!(code == 0 && !told.contains("forfeits by cause"), "{told}");
    expect(&place, "verify kept", "", 0, &["6 ok, 0 failed"]);
}

/// Kuhn, "A simplified two-person poker", Contributions to the Theory of Games 1 (1950): the game is
/// worth -1/18 to the first player.
#[test]
fn two_who_play_the_equilibrium_win_and_lose_an_eighteenth() {
    let place = Place::new();
    let players = "--player equilibrium --player equilibrium";
    let record = format!("record kuhn --seed 1 {players} -o e.json");
    expect(&place, &record, "", 0, &[]);
    let told =
        ["before the first move, then equilibrium, equilibrium\n", "  (-1/18)\n", "  (1/18)\n"];
    expect(&place, "odds e.json --exact", "", 0, &told);
    let told = "\"cycle\":null,";
    let exact = "{\"seat\":\"P1\",\"mean\":-0.0555555555556,\"exact\":\"-1/18\"}";
    expect(&place, "odds e.json --exact --format json", "", 0, &[told, exact]);
    // Whoever plays anything else against it wins no more.
    for other in ["P1=random", "P2=random"] {
        let odds = format!("odds e.json --exact --player {other}");
        let told = if other == "P1=random" { "chips of P1                  -0." } else { "(1/6)" };
        expect(&place, &odds, "", 0, &[told]);
    }
    let game = format!("match kuhn {players} --games 20 --seed 1");
    expect(&place, &game, "", 0, &["mean chips"]);
}

/// A player from outside that keeps what it is sent, and says nothing.
const SPY: &str = "\
import sys
with open(sys.argv[1], 'a') as kept:
    for line in sys.stdin:
        kept.write(line)
        kept.flush()
        if '\"hello\"' in line:
            print('{\"type\":\"ready\"}', flush=True)
        if '\"turn\"' in line:
            break
";

#[test]
fn a_program_outside_is_sent_its_own_card_alone() {
    let place = Place::new();
    let spy = place.write("spy.py", SPY).display().to_string();
    let kept = place.file("kept.txt").display().to_string();
    let player = format!("exec:/usr/bin/python3 {spy} {kept}");
    let game = ["--player", "random", "--games", "1", "--seed", "1", "--sandbox", "off"];
    let words = [&["match", "kuhn", "--player", &player], &game[..]].concat();
    example(&place, "kuhn", &words, "");
    let sent = std::fs::read_to_string(place.file("kept.txt")).expect("what was sent");
    let dealt = "\"seen\":{\"Dealt\":[\"Jack\",null]}";
    assert!(sent.contains(dealt), "{sent}");
    assert!(!sent.contains("Queen") && !sent.contains("King"), "{sent}");
}
