//! Goofspiel, tests/goofspiel: a game in which both act at once. It keeps the laws, every command knows
//! turns of several seats, and nobody sees what another one chose before all have chosen.

#[expect(dead_code, reason = "it is a program of its own")]
#[path = "../goofspiel/main.rs"]
pub mod game;

mod votes;

use chase::prelude::*;

use crate::harness::{Place, example, example_path, project};
use game::{Goofspiel, Scenario};

fn header(cards: u8, seed: i64, players: [&str; 2]) -> Header {
    let game = <Goofspiel as OpenGame>::new(Scenario { cards }).expect("it can be played");
    let players = players.map(str::to_owned);
    Header::new(&game, &players, Generator::Chacha8, seed)
}

#[track_caller]
fn expect(place: &Place, words: &str, input: &str, code: i32, told: &[&str]) -> String {
    let words: Vec<_> = words.split_whitespace().collect();
    let (found, text) = example(place, "goofspiel", &words, input);
    assert_eq!(found, code, "{words:?}: {text}");
    for told in told {
        assert!(text.contains(told), "{words:?}, `{told}`: {text}");
    }
    text
}

#[test]
fn it_keeps_every_law() {
    for seed in 0..20 {
        for players in [["random", "random"], ["matching", "random"]] {
            let kept = GameEntry::<Goofspiel>::new().check_laws(&header(6, seed, players));
            kept.unwrap_or_else(|law| panic!("seed {seed}: {law}"));
        }
    }
    let header = header(3, 1, ["random", "matching"]);
    let searched = GameEntry::<Goofspiel>::new().search_laws(&header, &Budget::SMALL, &mut |_| {});
    let searched = searched.unwrap_or_else(|found| panic!("{found:?}"));
    assert!(searched.is_whole && searched.states_inexact == 0);
    // The search follows some of the lost turns alone.
    let states = states_of(3, false)..=states_of(3, true);
    assert!(states.contains(&searched.states), "{states:?}: {searched:?}");
}

/// How many states there are, counted from the rules once more: prizes that were turned up, hands and
/// points.
fn states_of(cards: u8, with_lost: bool) -> u64 {
    use std::collections::BTreeSet;
    type State = (u8, Vec<u8>, [Vec<u8>; 2], [u8; 2]);
    let all: Vec<u8> = (1..=cards).collect();
    let (mut seen, mut open) = (BTreeSet::<State>::new(), Vec::new());
    open.push((0, all.clone(), [all.clone(), all], [0, 0]));
    while let Some(state) = open.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        let (prize, prizes, hands, points) = state;
        if prize == 0 {
            for card in &prizes {
                let left = prizes.iter().copied().filter(|it| it != card).collect();
                open.push((*card, left, hands.clone(), points));
            }
            continue;
        }
        // Nothing stands for a lost turn.
        let bids = |hand: &Vec<u8>| {
            let lost = Some(0).filter(|_| with_lost);
            lost.into_iter().chain(hand.iter().copied()).collect::<Vec<_>>()
        };
        for one in bids(&hands[0]) {
            for two in bids(&hands[1]) {
                let without = |hand: &Vec<u8>, bid: u8| {
                    let gone = if bid == 0 { hand[0] } else { bid };
                    hand.iter().copied().filter(|it| *it != gone).collect()
                };
                let hands = [without(&hands[0], one), without(&hands[1], two)];
                let mut points = points;
                match one.cmp(&two) {
                    std::cmp::Ordering::Greater => points[0] += prize,
                    std::cmp::Ordering::Less => points[1] += prize,
                    std::cmp::Ordering::Equal => {}
                }
                open.push((0, prizes.clone(), hands, points));
            }
        }
    }
    seen.len() as u64
}

#[test]
fn it_takes_no_more_than_220_lines_and_no_hidden_module() {
    let text = std::fs::read_to_string(project("tests/goofspiel/main.rs")).expect("its source");
    assert!(text.lines().count() <= 220, "{}", text.lines().count());
    let used: Vec<_> = text.lines().filter(|line| line.starts_with("use ")).collect();
    let its = [
        "use std::cmp::Ordering;",
        "use std::process::ExitCode;",
        "use chase::prelude::*;",
        "use serde::{Deserialize, Serialize};",
    ];
    assert_eq!(used, its);
}

/// Seed 1 turns up the prizes 3, 5, 2, 4 and 1.
fn recorded() -> Place {
    let place = Place::new();
    let told = ["Round 1: P1 bids 3, P2 bids 5: P2 takes the prize; the prize is 5\n"];
    expect(&place, "record --seed 1 -o g.json", "", 0, &told);
    place
}

#[test]
fn an_entry_holds_what_all_seats_chose() {
    let place = recorded();
    let text = String::from_utf8(place.read("g.json")).expect("text");
    let choices = "{\"choices\":[{\"seat\":0,\"action\":3,\"words\":1},{\"seat\":1,\"action\":5,\
                   \"words\":1}],\"words\":2,\"events\":[{\"Bids\":[3,5]}]}";
    assert!(text.contains(choices), "{text}");
    expect(&place, "convert g.json g.chase", "", 0, &[]);
    expect(&place, "convert g.chase again.json", "", 0, &[]);
    assert_eq!(place.read("again.json"), place.read("g.json"));
    expect(&place, "verify g.json g.chase", "", 0, &["2 ok, 0 failed"]);
    expect(&place, "diff g.json g.chase", "", 0, &["the same: all 6 rounds"]);
}

#[test]
fn choices_that_cannot_be_are_refused() {
    let place = recorded();
    let text = String::from_utf8(place.read("g.json")).expect("text");
    let one = "{\"seat\":0,\"action\":3,\"words\":1}";
    let two = "{\"seat\":1,\"action\":5,\"words\":1}";
    let both = format!("{one},{two}");
    let order = "must be listed in the order of play, each once";
    for (other, told) in [
        (format!("{two},{one}"), order),
        (format!("{one},{one}"), order),
        (format!("{one},{}", two.replace(":1,", ":13,")), order),
        (String::new(), order),
        (one.to_owned(), "these seats act at once: P1, P2"),
        (both.replace("\"action\":3", "\"action\":6"), "6 of P1 is not legal"),
        (both.replace("\"action\":3", "\"action\":2"), "is not what the seats chose together"),
        (both.replace("\"action\":3,", ""), order),
        (both.replace("\"words\":1", "\"words\":2"), "draw more words than the whole turn does"),
    ] {
        assert!(text.contains(&both));
        place.write("bad.json", text.replacen(&both, &other, 1));
        let found = expect(&place, "verify bad.json", "", 1, &["FAIL"]);
        assert!(found.contains(told), "{other}: {found}");
    }
    // A choice that is legal and leads to its event, but was not made.
    let other = text.replacen("\"action\":3", "\"action\":2", 1);
    let other = other.replacen("\"Bids\":[3,5]", "\"Bids\":[2,5]", 1);
    place.write("bad.json", other);
    expect(&place, "verify bad.json", "", 1, &["FAIL"]);
}

#[test]
fn damaged_files_are_refused_and_never_panic() {
    let place = recorded();
    expect(&place, "convert g.json g.chase", "", 0, &[]);
    let whole = place.read("g.chase");
    for n in (0..whole.len()).step_by(7) {
        let mut bytes = whole.clone();
        bytes[n] ^= 1 << (n % 8);
        place.write("bad.chase", &bytes);
        let (code, told) = example(&place, "goofspiel", &["verify", "bad.chase"], "");
        assert!(code == 1 || code == 2, "byte {n}: {code}: {told}");
        assert!(!told.contains("panic"), "byte {n}: {told}");
    }
}

#[test]
fn a_transcript_is_judged_seat_by_seat() {
    let place = Place::new();
    let record = "record --seed 1 --player matching --player matching -o g.json";
    let text = expect(&place, record, "", 0, &[]);
    let text = text.split("\nrounds 0 to").next().expect("a transcript");
    place.write("g.txt", text);
    expect(&place, "diff g.json g.txt", "", 0, &["the same"]);
    expect(&place, "verify g.txt --scenario=", "", 0, &["ok    g.txt"]);
    let fault = text.replacen(
        "P1 bids 3, P2 bids 3: nobody takes the prize",
        "P1 bids 3, P2 bids 4: P2 takes the prize",
        1,
    );
    let fault =
        fault.replacen("1 2 4 5 / 1 2 4 5\n  points: 0 0", "1 2 4 5 / 1 2 3 5\n  points: 0 3", 1);
    place.write("bad.txt", &fault);
    let told = [
        "P2, matching, is to act",
        "bid 4   <- ours",
        "bid 4: a breach of the strategy (matching): matching chooses bid 3",
        "bid 3: right (matching)",
    ];
    expect(&place, "diff bad.txt g.json", "", 1, &told);
    let told = "round 1, P2: it plays bid 4; matching chooses bid 3 (matching)";
    expect(&place, "verify bad.txt --against g.json", "", 1, &[told]);
    // Nobody holds a card twice.
    let fault = text.replacen("Round 2: P1 bids 5", "Round 2: P1 bids 3", 1);
    place.write("bad.txt", &fault);
    let told = "no legal action leads to what is shown";
    expect(&place, "verify bad.txt --against g.json", "", 1, &[told]);
}

#[test]
fn what_can_be_done_is_listed_for_all_who_act() {
    let place = recorded();
    let told = ["P1 is to act in round 3:\n  bid 1\n", "P2 is to act in round 3:\n  bid 1\n"];
    expect(&place, "replay g.json --hour 2 --legal", "", 0, &told);
    let told =
        ["{\"seats\":[{\"seat\":\"P1\",\"legal\":[1,4,5]},{\"seat\":\"P2\",\"legal\":[1,2,3]}]}"];
    let words = "replay g.json --hour 2 --legal --format json";
    let json = expect(&place, words, "", 0, &[]);
    assert!(json.replace([' ', '\n'], "").contains(told[0]), "{json}");
}

#[test]
fn people_choose_one_after_the_other_and_see_nothing_of_it() {
    let place = Place::new();
    let told = expect(
        &place,
        "play --cards 3 --seed 1 --player human --player human -o p.json",
        "\nbid 3\n\nbid 2\n\nundo\n\nbid 2\n\nbid 2\n\nbid 1\n\nbid 3\n\nbid 1\n\nbid 3\n",
        0,
        &["P2's turn: the others look away, P2 presses Enter"],
    );
    let second = told.split("presses Enter").nth(2).expect("the second person's turn");
    assert!(!second.contains("bids"), "{told}");
    expect(&place, "verify p.json", "", 0, &["ok    p.json"]);
}

#[test]
fn odds_sweeps_and_matches_know_it() {
    let place = Place::new();
    expect(&place, "record --cards 1 --seed 1 -o one.json", "", 0, &[]);
    expect(&place, "odds one.json --exact", "", 0, &["no single winner 1.000000000"]);
    // With two cards each bids high or low at random: one of four ways wins the first prize, and so on.
    expect(&place, "record --cards 2 --seed 1 -o two.json", "", 0, &[]);
    let told = [
        "won by player 1              0.250000000",
        "points of P1                 0.750000000  (3/4)",
    ];
    expect(&place, "odds two.json --exact", "", 0, &told);
    expect(&place, "sweep goofspiel --games 40 --seed 1", "", 0, &["no_prizes_left"]);
    expect(
        &place,
        "match --player random --player matching --games 10 --seed 1",
        "",
        0,
        &["mean points"],
    );
    expect(&place, "view two.json --svg", "", 0, &["<svg"]);
    expect(&place, "view two.json -o two.html", "", 0, &[]);
}

/// A player from outside that answers once the other one was asked too.
const MEETS: &str = "\
import json, os, sys, time
me, folder = sys.argv[1], sys.argv[2]
game = 0
for line in sys.stdin:
    message = json.loads(line)
    if message['type'] == 'hello':
        game += 1
        print('{\"type\":\"ready\"}', flush=True)
    if message['type'] == 'turn':
        place = os.path.join(folder, f'{game}-{message[\"turn\"]}-')
        open(place + me, 'w').close()
        while not all(os.path.exists(place + who) for who in 'ab'):
            time.sleep(0.001)
        action = message['legal'][0 if me == 'a' else -1]
        print(json.dumps({'type': 'action', 'turn': message['turn'], 'action': action}), flush=True)
";

/// Two recorded games of players outside against each other.
fn two_games(place: &Place, one: &str, two: &str) -> (i32, String) {
    let players = ["--player", one, "--player", two];
    let how = "--games 2 --seed 1 --sandbox off --replays kept";
    let words: Vec<_> = ["match"].into_iter().chain(players).chain(how.split(' ')).collect();
    example(place, "goofspiel", &words, "")
}

#[test]
fn players_outside_are_asked_at_the_same_time() {
    let place = Place::new();
    let script = place.write("meets.py", MEETS).display().to_string();
    let folder = place.path().display();
    let player = |who: &str| format!("exec:/usr/bin/python3 {script} {who} {folder}");
    let (one, two) = (player("a"), player("b"));
    let (code, told) = two_games(&place, &one, &two);
    assert!(code == 0 && !told.contains("forfeits by cause"), "{told}");
    expect(&place, "verify kept", "", 0, &["2 ok, 0 failed"]);
}

#[test]
fn a_player_outside_that_fails_loses_its_own_turn_alone() {
    let place = Place::new();
    let own = example_path("goofspiel");
    let good = format!("exec:{} player goofspiel matching --stdio --seed 1", own.display());
    let (_, told) = two_games(&place, &good, "exec:/bin/false");
    assert!(told.contains("crash"), "{told}");
    expect(&place, "verify kept", "", 0, &["2 ok, 0 failed"]);
    let (code, told) = example(&place, "goofspiel", &["match", "--check", &good], "");
    assert!(code == 0 && told.contains("0 with faults"), "{told}");
}
