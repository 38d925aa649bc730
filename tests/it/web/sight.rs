//! Who sees what, byte for byte, and that looking on changes nothing.

use serde_json::Value;

use super::Served;
use crate::harness::Place;

/// Everything that the server says to a key about a game.
fn everything(served: &Served, key: usize) -> String {
    let mut said = String::new();
    for path in [
        "/head",
        "/now",
        "/scenes?game=1&epoch=0&from=0",
        "/save",
        "/head?seat=0",
    ] {
        let answer = served.get(key, path);
        let head: Vec<_> = answer
            .head
            .lines()
            .filter(|line| !line.starts_with("date:"))
            .collect();
        said += &format!("{path}\n{}\n{}\n", head.join("\n"), answer.body);
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
    assert_eq!(
        all, other_all,
        "one screen for all begins with what everybody sees"
    );
    assert_ne!(x, other_x, "the two hunts are not the same");
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
