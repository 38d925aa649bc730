//! Who sees what, byte for byte, and that looking on changes nothing.

use serde_json::Value;

use super::Served;
use crate::harness::Place;

/// Everything that the server says to a key about a game.
fn everything(served: &Served, key: usize) -> String {
    let mut said = String::new();
    let mut paths = vec!["/head", "/now", "/scenes?game=1&epoch=0&from=0", "/save", "/head?seat=0"];
    // The first address plays all seats of people, one after another.
    if key > 0 {
        paths.extend(["/now?seat=0", "/scenes?seat=0&game=1&epoch=0&from=0"]);
    }
    for path in paths {
        let answer = served.get(key, path);
        // When it was said, and how many moments were shown while others thought, is the clock's.
        let by_clock =
            |line: &&str| line.starts_with("date:") || line.starts_with("content-length:");
        let head: Vec<_> = answer.head.lines().filter(|line| !by_clock(line)).collect();
        let body = match answer.body.strip_prefix("{\"scene\":") {
            Some(now) => now.trim_start_matches(|c: char| c.is_ascii_digit()),
            None => &answer.body,
        };
        said += &format!("{path}\n{}\n{body}\n", head.join("\n"));
    }
    said
}

/// A hunt in which Mr X begins at a station and goes his ways, and the detectives theirs: what was
/// said to each key after every move.
fn hunt(start: &str) -> [Vec<String>; 4] {
    let place = Place::new();
    let board = crate::harness::project("data/scotland-yard/tiny/graph.txt");
    let start = format!("mr-x={start}");
    let served = Served::play(
        &place,
        &[
            "scotland-yard",
            "--board",
            &board,
            "--detectives",
            "1",
            "--rounds",
            "6:4",
            "--start",
            &start,
            "--start",
            "blue=1",
            "--player",
            "mr-x=human",
            "--player",
            "detectives=human",
            "--seed",
            "1",
        ],
    );
    let mut said: [Vec<String>; 4] = Default::default();
    for _ in 0..3 {
        // The first of his moves that costs a taxi's ticket, and the detective's first.
        let now = served.asked(1, "");
        let taxi = |choice: &Value| choice["button"] == "taxi";
        let choices = now["choices"].as_array().expect("choices");
        let taxi = choices.iter().position(taxi).expect("a taxi");
        assert_eq!(served.choose(1, &now, taxi).status, 200);
        let now = served.asked(2, "");
        assert_eq!(served.choose(2, &now, 0).status, 200);
        served.asked(1, "");
        for (key, said) in said.iter_mut().enumerate() {
            said.push(everything(&served, key));
        }
    }
    said
}

#[test]
fn nothing_that_a_seat_may_not_know_is_in_what_it_is_sent() {
    let [all, x, red, public] = hunt("20");
    let [other_all, other_x, other_red, other_public] = hunt("18");
    assert_eq!(red, other_red);
    assert_eq!(public, other_public);
    assert_eq!(all, other_all, "one screen for all begins with what everybody sees");
    assert_ne!(x, other_x, "the two hunts are not the same");
}

/// A line of cities, an informant in city 1, the getaway and the thief far away.
const LINE: &str = "10\n0 1 3 n c0\n1 2 3 i c1\n2 3 3 n c2\n3 4 3 n c3\n4 5 3 n c4\n5 6 3 n c5\n\
                    6 7 3 n c6\n7 8 3 n c7\n8 9 3 n c8\n9 n c9\n";

/// A chase whose detectives are people, who take their first choice: what was said to each key after every
/// hour. D4 is beside the informant and too weak to leave it.
fn chase(thief: u32, getaway: u32) -> Vec<Vec<String>> {
    let place = Place::new();
    place.write("cities", LINE);
    let agents = "90 0 0 D1\n90 0 0 D2\n90 0 0 D3\n1 1 0 D4\n";
    place.write("agents", format!("90 {thief} {getaway} T\n{agents}"));
    let words = "police cities agents 9 1 --player D1=human --player D2=human --player D3=human \
                 --player D4=human";
    let served = Served::play(&place, &words.split_whitespace().collect::<Vec<_>>());
    let mut said = vec![Vec::new(); served.keys.len()];
    for _ in 0..3 {
        for key in 1..=4 {
            let now = served.asked(key, "");
            assert_eq!(served.choose(key, &now, 0).status, 200);
        }
        served.asked(1, "");
        for (key, said) in said.iter_mut().enumerate() {
            said.push(everything(&served, key));
        }
    }
    said
}

#[test]
fn of_a_chase_each_agent_is_sent_what_it_was_told() {
    let (one, elsewhere, other_getaway) = (chase(9, 4), chase(7, 4), chase(9, 5));
    assert_eq!(one, other_getaway, "nobody is told where the getaway is");
    assert_eq!(one.len(), 6);
    for (key, who) in [(1, "D1"), (2, "D2"), (3, "D3")] {
        assert_eq!(one[key], elsewhere[key], "{who} is told nothing of the thief");
    }
    assert_ne!(one[4], elsewhere[4], "D4 is told where the thief is");
}

/// A game whose person always takes the first choice; `-o` of it.
fn duel(watchers: usize) -> Vec<u8> {
    let place = Place::new();
    let served = Served::play(
        &place,
        &[
            "animal-checkers",
            "--agent",
            "greedy",
            "--moves",
            "30",
            "--seed",
            "5",
            "-o",
            "duel.json",
        ],
    );
    // They ask for the stream and read nothing of it.
    let deaf: Vec<_> = (0..watchers)
        .map(|_| {
            let mut stream = served.connect();
            let request = served.request("GET /live", 1, "", "");
            std::io::Write::write_all(&mut stream, request.as_bytes()).expect("it is heard");
            stream
        })
        .collect();
    loop {
        let now = served.asked(0, "");
        if now["over"] == true {
            break;
        }
        assert_eq!(served.choose(0, &now, 0).status, 200);
    }
    assert_eq!(served.end(), Some(0));
    drop(deaf);
    place.read("duel.json")
}

#[test]
fn watchers_that_do_not_read_change_no_byte_of_a_game() {
    let alone = duel(0);
    assert_eq!(alone, duel(20));
}

/// The last cycle of a game closes with its last move.
#[test]
fn the_last_moment_says_who_won_and_why() {
    let place = Place::new();
    let board = crate::harness::project("data/fishing/3x4.txt");
    for words in [
        "police --player D1=human --seed 2",
        "animal-checkers --agent random --moves 4 --seed 5",
        &format!("fishing --board {board} --player human --player random --seed 2"),
        "scotland-yard --stations 12 --detectives 1 --rounds 2:1 --player mr-x=human --player detectives=random --seed 3",
        "robots --robots 12 --seed 4",
    ] {
        let served = Served::play(&place, &words.split_whitespace().collect::<Vec<_>>());
        let over = loop {
            let now = served.asked(0, "");
            if now["over"] == true {
                break now;
            }
            assert_eq!(served.choose(0, &now, 0).status, 200);
        };
        let summary = &over["summary"];
        assert_eq!(summary["is_over"], true, "{words}: {summary}");
        assert_ne!(summary["players"][0]["result"], "", "{words}: {summary}");
        let said = over["statistics"].as_str().unwrap_or_default();
        assert!(!said.trim().is_empty(), "{words}: {over}");
    }
}

/// The newest moment of a view, once there is one.
fn now(served: &Served, key: usize) -> Option<Value> {
    let now = served.get(key, "/now");
    (now.status == 200).then(|| now.json())
}

/// What is kept of a game that is over tells its seed to everybody: the next game has other luck, and
/// nothing is taken back of what was shown.
#[test]
fn a_game_that_was_shown_tells_nothing_of_what_is_played_then() {
    let place = Place::new();
    let board = crate::harness::project("data/scotland-yard/tiny/graph.txt");
    let words =
        "scotland-yard --detectives 1 --rounds 2:1 --player mr-x=human --player detectives=human";
    let mut args: Vec<_> = words.split_whitespace().collect();
    args.extend(["--board", &board, "--seed", "1"]);
    let served = Served::play(&place, &args);
    let mut luck = Vec::new();
    for _ in 0..2 {
        let over = loop {
            // Whoever is to move takes the first choice.
            let moved = [1, 2].into_iter().find_map(|key| {
                let now = now(&served, key)?;
                let is_asked = now["choices"].as_array().is_some_and(|it| !it.is_empty());
                (is_asked || now["over"] == true).then_some((key, now))
            });
            match moved {
                Some((_, now)) if now["over"] == true => break now,
                Some((key, now)) => drop(served.choose(key, &now, 0)),
                None => std::thread::sleep(std::time::Duration::from_millis(20)),
            }
        };
        let saved = served.get(2, "/save").json();
        luck.push((saved["seed"].clone(), saved["number"].clone()));
        assert_eq!(over["undo"], Value::Null);
        let body = format!("{{\"scene\":{}}}", over["scene"]);
        assert_eq!(served.post(2, "/undo", &body).status, 422);
        assert_eq!(served.post(2, "/again", &body).status, 200);
        for n in 0.. {
            if now(&served, 1).is_some_and(|now| now["over"] == false) {
                break;
            }
            assert!(n < 500, "no other game begins");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
    assert_eq!(luck[0], (1.into(), 0.into()));
    assert_ne!(luck[1].0, luck[0].0, "the seed is told by the first game");
}
