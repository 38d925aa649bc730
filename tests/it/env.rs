//! `env`: games played from outside by lines, through built programs. Wrong lines are answered and end
//! nothing, whole games are replays, and no seat is shown what it may not know.

use serde_json::{Value, json};

use crate::harness::Place;

/// A program's answers to lines, the first of which is what it says of itself.
#[track_caller]
fn answers(place: &Place, words: &str, lines: &[Value]) -> Vec<Value> {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let words: Vec<_> = ["env"].into_iter().chain(words.split(' ')).collect();
    let ran = place.chase_with(&words, input).status(0);
    let told = ran.stdout.lines().map(|line| {
        let answer = serde_json::from_str(line);
        answer.unwrap_or_else(|error| panic!("{line}: {error}"))
    });
    let told: Vec<Value> = told.collect();
    assert_eq!(told.len(), lines.len() + 1, "{told:?}");
    assert_eq!(told[0]["type"], "hello");
    told
}

fn reset(number: u64) -> Value {
    json!({"type": "reset", "seed": 5, "number": number})
}

fn act(actions: &[i64]) -> Value {
    json!({"type": "act", "actions": actions})
}

fn facts(seat: u8) -> Value {
    json!({"type": "facts", "seat": seat})
}

/// What a seat is given of a moment: what it sees, and what it can do.
fn given(moment: &Value, seat: usize) -> (Value, Option<Value>) {
    let of = |list: &str| {
        let list = moment[list].as_array().expect("a list");
        list.iter().find(|it| it["seat"] == seat).cloned()
    };
    (of("seen").expect("a seat that is seen"), of("due"))
}

#[test]
fn the_first_line_says_what_is_played() {
    let place = Place::of("goofspiel");
    let words = "--cards 3 --seed 1 --player P2=matching";
    let [hello] = &answers(&place, words, &[])[..] else {
        panic!("one line");
    };
    assert_eq!((&hello["protocol"], &hello["actions"]), (&json!(1), &json!(3)));
    let header = &hello["header"];
    assert_eq!(header["players"], json!(["outside", "matching"]));
    assert_eq!(header["scenario"], json!({"cards": 3}));
    let seats = json!([
        {"name": "P1", "side": 0, "outside": true},
        {"name": "P2", "side": 1, "outside": false},
    ]);
    assert_eq!(hello["seats"], seats);
    let features = hello["features"].as_array().expect("features");
    assert_eq!(features.len(), 1 + 3 + 9);
    assert_eq!(features[1], json!({"name": "prize", "least": 0, "most": 3}));
}

#[test]
fn a_whole_game_in_which_both_are_due_is_a_replay() {
    let place = Place::of("goofspiel");
    let lines = [
        reset(7),
        act(&[0, 2]),
        json!({"type": "words"}),
        act(&[1]),
        act(&[0]),
        act(&[2, 1]),
        act(&[0, 0]),
        json!({"type": "write", "path": "game.json"}),
    ];
    let told = answers(&place, "--cards 3 --seed 1", &lines);
    // both are due, with all their cards
    let due = json!([{"seat": 0, "legal": [0, 1, 2]}, {"seat": 1, "legal": [0, 1, 2]}]);
    assert_eq!((&told[1]["turn"], &told[1]["due"]), (&json!(0), &due));
    assert_eq!((&told[1]["seed"], &told[1]["number"]), (&json!(5), &json!(7)));
    // one step plays the turn of both
    assert_eq!(told[2]["legal"], json!([true, true]));
    let due = json!([{"seat": 0, "legal": [1, 2]}, {"seat": 1, "legal": [0, 1]}]);
    assert_eq!(told[2]["due"], due);
    assert_eq!(told[3]["words"], json!(["bid 2", "bid 3"]));
    // one after the other is the same turn
    assert_eq!(told[4]["due"], json!([{"seat": 1, "legal": [0, 1]}]));
    let due = json!([{"seat": 0, "legal": [2]}, {"seat": 1, "legal": [1]}]);
    assert_eq!(told[5]["due"], due);
    let end = &told[6];
    assert_eq!((&end["turn"], &end["due"]), (&Value::Null, &json!([])));
    assert_eq!(end["outcome"]["cause"], "no_prizes_left");
    assert_eq!(end["turns"], 6);
    assert_eq!(told[7]["what"], "the game is over; a reset begins another");
    assert_eq!(told[8], json!({"type": "write", "path": "game.json"}));
    place.chase("verify game.json").status(0);
    let game: Value = serde_json::from_slice(&place.read("game.json")).expect("a replay");
    assert_eq!((&game["seed"], &game["number"]), (&json!(5), &json!(7)));
    assert_eq!(game["outcome"], end["outcome"]);
}

#[test]
fn nothing_tells_what_another_seat_has_chosen_in_the_same_turn() {
    let place = Place::of("goofspiel");
    // among them one that is not legal
    for bid in [0, 1, 2, 3, -1] {
        let lines = [reset(0), facts(1), act(&[bid]), facts(1)];
        let told = answers(&place, "--cards 4 --seed 1", &lines);
        let [_, before, facts_before, after, facts_after] = &told[..] else {
            panic!("{told:?}");
        };
        assert_eq!(after["legal"], json!([bid >= 0]));
        assert_eq!(given(before, 1), given(after, 1), "bid {bid}");
        assert_eq!(facts_before, facts_after, "bid {bid}");
        assert!(given(after, 1).1.is_some(), "P2 is due");
        assert!(given(after, 0).1.is_none(), "P1 has chosen");
    }
}

#[test]
fn an_observation_does_not_depend_on_the_card_of_another() {
    let place = Place::of("kuhn");
    let games = 60;
    let lines: Vec<_> =
        (0..games).flat_map(|number| [reset(number), facts(0), act(&[1]), facts(0)]).collect();
    let told = answers(&place, "--seed 1", &lines);
    let card = |moment: &Value, seat: usize| given(moment, seat).0["numbers"][1 + seat].clone();
    let mut compared = 0;
    let games: Vec<_> = told[1..].chunks(4).collect();
    for one in &games {
        for other in &games {
            if card(&one[0], 0) == card(&other[0], 0) && card(&one[0], 1) != card(&other[0], 1) {
                for moment in [0, 2] {
                    assert_eq!(given(&one[moment], 0), given(&other[moment], 0));
                    assert_eq!(one[moment + 1], other[moment + 1]);
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared} pairs");
}

#[test]
fn nobody_is_told_what_the_seat_of_a_player_inside_sees() {
    let place = Place::of("kuhn");
    let words = "--seed 1 --player P2=equilibrium";
    let told = answers(&place, words, &[reset(0), facts(1), facts(9)]);
    let seen = told[1]["seen"].as_array().expect("what is seen");
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0]["seat"], 0);
    for (answer, seat) in [(&told[2], 1), (&told[3], 9)] {
        let what = format!("seat {seat} is not played from outside");
        assert_eq!(answer, &json!({"type": "error", "what": what}));
    }
}

#[test]
fn a_wrong_line_is_answered_and_ends_nothing() {
    let place = Place::of("kuhn");
    let wrong = [
        ("{", "`{`"),
        ("[]", "is no JSON object"),
        ("{\"seed\":1}", "has no `type`"),
        ("{\"type\":\"jump\"}", "no request of the kind `jump`"),
        ("{\"type\":\"act\",\"actions\":[0]}", "no game has begun"),
        ("{\"type\":\"words\"}", "no game has begun"),
        ("{\"type\":\"facts\",\"seat\":0}", "no game has begun"),
        ("{\"type\":\"reset\",\"seed\":1}", "missing field `number`"),
        ("{\"type\":\"reset\",\"seed\":1,\"number\":-1}", "invalid value"),
        ("{\"type\":\"write\",\"path\":\"x.json\"}", "no game has ended yet"),
        ("\u{1}", "is no JSON object"),
    ];
    let mut input: String = wrong.iter().map(|(line, _)| format!("{line}\n\n")).collect();
    let begun = [
        (reset(0), ""),
        (act(&[]), "actions for 0 seats; 1 must choose now"),
        (act(&[0, 0]), "actions for 2 seats; 1 must choose now"),
        (json!({"type": "act", "actions": ["x"]}), "invalid type"),
        (act(&[0]), ""),
    ];
    let lines = begun.iter().map(|(line, _)| format!("{line}\n"));
    input.extend(lines);
    // the last line has no end
    input.pop();
    let told = place.chase_with(&["env", "--seed", "1"], input).status(0).stdout;
    let mut answers = told.lines().skip(1);
    let begun = begun.iter().map(|(_, what)| *what);
    for what in wrong.iter().map(|(_, what)| *what).chain(begun) {
        let answer: Value = serde_json::from_str(answers.next().expect("an answer")).expect("JSON");
        let kind = if what.is_empty() { "moment" } else { "error" };
        assert_eq!(answer["type"], kind, "{answer}");
        let said = answer["what"].as_str().unwrap_or_default();
        assert!(said.contains(what), "`{what}`: {answer}");
    }
    assert_eq!(answers.next(), None);
    assert!(place.names().is_empty());
}

#[test]
fn bytes_that_are_no_text_are_answered_too() {
    let place = Place::of("kuhn");
    let ran = place.shell("printf '\\377\\n' | $CHASE env --seed 1");
    ran.fine().stdout_has("\n{\"type\":\"error\",\"what\":\"bytes that are not UTF-8\"}\n");
}

#[test]
fn who_reads_no_more_ends_it_quietly() {
    let place = Place::of("kuhn");
    let line = reset(0);
    let ran = place.shell(&format!(
        "yes '{line}' | {{ $CHASE env --seed 1; echo $? > status; }} | head -n 2 > told; cat status"
    ));
    ran.fine().stdout_is("0\n");
}

#[test]
fn what_cannot_be_an_environment_is_told() {
    let refused = |program: &str, words: &str, told: &[&str]| {
        let ran = Place::of(program).chase(words).status(2);
        told.iter().fold(ran, |ran, part| ran.stderr_has(part));
    };
    let numbers = ["nim has no numeric encoding", "NumericForm"];
    refused("nim", "env --heaps 3,4 --seed 1", &numbers);
    let there = ["called `P9`", "P1, P2"];
    refused("kuhn", "env --seed 1 --outside P1,P9", &there);
    let unnamed = ["`random` names no seat", "--outside"];
    refused("kuhn", "env --seed 1 --player random", &unnamed);
    let all = "env --seed 1 --player P1=random --player P2=random";
    refused("kuhn", all, &["no seat is left for your program"]);
    let person = "env --seed 1 --player P2=human";
    refused("kuhn", person, &["human"]);
}

#[test]
fn the_games_of_the_project_are_served_too() {
    let place = Place::new();
    let line = json!({"type": "reset", "seed": 1, "number": 0});
    let words = ["env", "police", "--outside", "detectives", "--seed", "3"];
    let ran = place.chase_with(&words, format!("{line}\n")).fine();
    let told: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let seats = told[0]["seats"].as_array().expect("seats");
    let outside: Vec<_> = seats.iter().map(|seat| seat["outside"] == true).collect();
    assert!(!outside[0] && outside[1..].iter().all(|it| *it), "{seats:?}");
    assert_eq!(told[1]["type"], "moment");
    let seen = told[1]["seen"].as_array().expect("what is seen");
    assert_eq!(seen.len(), seats.len() - 1);
}
