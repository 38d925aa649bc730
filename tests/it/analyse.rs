//! `chase analyse`: the parts of a result add up, values are those of known games, and a choice is marked
//! only where it loses.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::harness::{Place, project};
use crate::view::head_of;

crate::tables::table!();

/// The value of a win.
const WIN: i64 = 1_000_000_000;

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("one object")
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("an integer")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// All parts of every side's result add up to it, and so do the changes of every turn.
fn adds_up(analysis: &Value, about: &str) {
    let mut results = 0;
    for side in list(&analysis["parts"]) {
        let choices = list(&side["choices"]).iter().map(|it| number(&it["change"]));
        let parts = ["opening", "draws", "hidden", "estimate"];
        let parts = parts.iter().map(|part| number(&side[*part]));
        let result = number(&side["result"]);
        assert_eq!(parts.chain(choices).sum::<i64>(), result, "{about}: {side}");
        assert!((0..=WIN).contains(&result), "{about}: {side}");
        results += 1;
    }
    assert!(results > 0, "{about}");
    for turn in list(&analysis["turns"]) {
        for side in 0..results {
            let of = |part: &str| number(&turn[part][side]);
            let changed = of("before") + of("choice") + of("draws") + of("hidden");
            assert_eq!(changed, of("after"), "{about}: {turn}");
            assert!((0..=WIN).contains(&of("after")), "{about}: {turn}");
        }
        let actions = list(&turn["actions"]);
        let played = actions.iter().filter(|it| it["played"] == true).count();
        assert_eq!(played, usize::from(turn["kind"] == "choice"), "{about}: {turn}");
    }
}

#[test]
fn the_parts_of_a_result_add_up_in_every_game() {
    let place = Place::new();
    for (file, words) in [
        ("police/S0.json", ""),
        ("police/S3.json", "--player dfs --player T=random"),
        ("animal-checkers/capture.json", "--player greedy"),
        ("fishing/few_floes.json", ""),
        ("fishing/three.json", "--player greedy"),
        ("scotland-yard/cornered.json", ""),
        ("robots/won.json", "--player contest"),
    ] {
        let words = format!(
            "analyse {} {words} --games 6 --format json",
            project(&format!("replays/{file}"))
        );
        let one = place.chase(&format!("{words} --jobs 1")).fine();
        adds_up(&json(&one.stdout), file);
        let two = place.chase(&format!("{words} --jobs 2")).fine();
        assert_eq!(one.stdout, two.stdout, "{file}: the number of jobs changes nothing");
    }
}

/// In Fishing a search that stops before the end of the game marks nothing: its estimates go up and down.
#[test]
fn estimates_of_fishing_mark_nothing() {
    let place = Place::new();
    let file = project("replays/fishing/two.json");
    let told = place.chase(&format!("analyse {file} --format json")).fine();
    let analysis = json(&told.stdout);
    let searched = list(&analysis["turns"]).iter();
    let searched: Vec<_> = searched.filter(|turn| turn["method"] == "search").collect();
    assert!(searched.len() > 5, "{analysis}");
    for turn in searched.iter().filter(|turn| !turn["mark"].is_null()) {
        for action in list(&turn["actions"]).iter().filter(|it| it["played"] == true) {
            assert_eq!(number(&action["value"]) % (WIN / 2), 0, "{turn}");
        }
    }
}

/// The thief stands between the getaway and a city with detectives, and draws: half of the games are won.
#[test]
fn a_draw_is_held_against_the_mean_of_all_draws() {
    let place = Place::new();
    place.write("cities", "3\n0 1 5 2 5 n middle\n1 n out\n2 n trap\n");
    place.write("agents", "100 0 1 T\n100 2 -1 D1\n100 2 -1 D2\n100 2 -1 D3\n100 2 -1 D4\n");
    let (mut won, mut lost) = (0, 0);
    for seed in 1..8 {
        place.chase(&format!("record police cities agents 1 {seed} --force -o game.json")).fine();
        let told = place.chase("analyse game.json --format json").fine();
        let analysis = json(&told.stdout);
        adds_up(&analysis, "two ways");
        let thief = list(&analysis["sides"]).iter().position(|it| it == "thief");
        let parts = &analysis["parts"][thief.expect("a side")];
        assert_eq!(number(&parts["opening"]), WIN / 2, "{analysis}");
        assert_eq!(number(&parts["estimate"]), 0, "{analysis}");
        match number(&parts["result"]) {
            WIN => {
                won += 1;
                assert_eq!(number(&parts["draws"]), WIN / 2);
            }
            0 => {
                lost += 1;
                assert_eq!(number(&parts["draws"]), -WIN / 2);
            }
            other => panic!("a result of {other}"),
        }
    }
    assert!(won > 0 && lost > 0, "{won} won, {lost} lost");
}

/// The heaps before a turn of Nim: the most sticks that can be taken from each.
fn heaps(actions: &[Value]) -> [u32; 3] {
    let mut heaps = [0; 3];
    for action in actions {
        let (sticks, heap) = take(action);
        heaps[heap] = heaps[heap].max(sticks);
    }
    heaps
}

/// The sticks that an action of Nim takes, and the heap.
fn take(action: &Value) -> (u32, usize) {
    let words = action["action"].as_str().expect("words");
    let numbers: Vec<u32> = words.split(' ').filter_map(|word| word.parse().ok()).collect();
    (numbers[0], numbers[1] as usize - 1)
}

/// By Bouton's theory a move wins if it leaves heaps whose exclusive or is 0.
#[test]
fn values_of_nim_are_those_of_its_theory_and_only_moves_that_lose_are_marked() {
    let place = Place::of("nim");
    let (mut marked, mut fine) = (0, 0);
    for heaps_at_first in ["3,4,5", "1,2,3", "2,2,1"] {
        let game = ["play", "--heaps", heaps_at_first, "--player", "P1=human"];
        let words = [&game[..], &["--player", "P2=perfect", "-o", "game.json"]].concat();
        // What cannot be taken is refused, and the next line is tried.
        let tries = "take 1 from heap 1\ntake 1 from heap 2\ntake 1 from heap 3\n".repeat(20);
        place.chase_with(&words, tries);
        let words = ["analyse", "game.json", "--player", "perfect", "--format", "json"];
        let text = place.chase_with(&words, "").status(0).stdout;
        std::fs::remove_file(place.file("game.json")).expect("it was recorded");
        let analysis = json(&text);
        adds_up(&analysis, heaps_at_first);
        for turn in list(&analysis["turns"]) {
            let actions = list(&turn["actions"]);
            let before = heaps(actions);
            let wins = |action: &Value| {
                let (sticks, heap) = take(action);
                let mut after = before;
                after[heap] -= sticks;
                after.iter().fold(0, |sum, heap| sum ^ heap) == 0
            };
            for action in actions {
                let due = if wins(action) { WIN } else { 0 };
                assert_eq!(number(&action["value"]), due, "{before:?}: {action}");
                assert_eq!(number(&action["error"]), 0);
            }
            let played = actions.iter().find(|it| it["played"] == true);
            let loses = !wins(played.expect("it was played")) && actions.iter().any(wins);
            let due = if loses { Value::from("??") } else { Value::Null };
            assert_eq!(turn["mark"], due, "{before:?}: {turn}");
            match loses {
                true => marked += 1,
                false => fine += 1,
            }
        }
    }
    assert!(marked > 0 && fine > 0, "{marked} marked, {fine} fine");
}

/// What a seat cannot see does not change how its choice is judged: of Kuhn poker there are three cards that the first
/// player can hold, so its first choice is judged in three ways at most, whatever the other one holds.
#[test]
fn a_choice_is_judged_by_what_its_seat_could_know() {
    let place = Place::of("kuhn");
    // By how a choice is judged: its values in truth.
    let mut judged: BTreeMap<Vec<i64>, BTreeSet<i64>> = BTreeMap::new();
    for seed in 1..=12 {
        let seed = seed.to_string();
        let words = ["record", "--player", "equilibrium", "--player", "equilibrium"];
        let words = [&words[..], &["--seed", &seed, "--force", "-o", "game.json"]].concat();
        place.chase_with(&words, "").status(0);
        let words = ["analyse", "game.json", "--games", "50", "--format", "json"];
        let text = place.chase_with(&words, "").status(0).stdout;
        let analysis = json(&text);
        adds_up(&analysis, &seed);
        let mut turns = list(&analysis["turns"]).iter();
        let first = turns.find(|turn| turn["kind"] == "choice").expect("somebody chose");
        assert_eq!(first["method"], "belief", "{first}");
        let values = list(&first["actions"]).iter().map(|it| number(&it["value"]));
        let in_truth = judged.entry(values.collect()).or_default();
        in_truth.insert(number(&first["before"][0]));
    }
    assert!((2..=3).contains(&judged.len()), "{judged:?}");
    let differs = judged.values().any(|in_truth| in_truth.len() > 1);
    assert!(differs, "the other card counts in truth: {judged:?}");
}

/// Side 1 leaves its mouse alone, and side 0 walks into its den.
#[test]
fn a_game_with_a_search_of_its_own_is_analysed_by_it() {
    let place = Place::new();
    let den = project("replays/animal-checkers/den.json");
    let words = format!("analyse {den} --format json");
    let ran = place.chase(&words).fine();
    let analysis = json(&ran.stdout);
    adds_up(&analysis, "den");
    let turns = list(&analysis["turns"]);
    assert!(turns.iter().all(|turn| turn["method"] == "search"));
    let of_turn = |n| {
        let found = turns.iter().find(|turn| turn["cycle"] == n);
        found.expect("it could have gone otherwise")
    };
    assert_eq!(of_turn(8)["mark"], "??", "{}", of_turn(8));
    for n in 16..=21 {
        assert_eq!(of_turn(n)["after"][0], WIN, "the win is kept");
        assert_eq!(of_turn(n)["mark"], Value::Null, "{}", of_turn(n));
    }
    let again = place.chase(&format!("{words} --jobs 1")).fine();
    assert_eq!(ran.stdout, again.stdout);
    // Who names a player wants games of that player.
    let greedy = place.chase(&format!("{words} --player greedy --games 4"));
    let analysis = json(&greedy.fine().stdout);
    assert!(list(&analysis["turns"]).iter().any(|it| it["method"] != "search"));
}

/// The page has a value for each side and cycle, and the marks that the report has.
#[test]
fn a_page_shows_the_analysis() {
    let place = Place::new();
    let file = project("replays/fishing/few_floes.json");
    let words = format!("view {file} --analyse -o page.html");
    place.chase(&words).fine();
    let page = String::from_utf8(place.read("page.html")).expect("a page is UTF-8");
    let found = &head_of(&page)["analysis"];
    assert_eq!(list(&found["sides"]), ["player 1", "player 2"]);
    assert_eq!(list(&found["values"]).len(), 9, "{found}");
    for values in list(&found["values"]) {
        let sum: f64 = list(values).iter().filter_map(Value::as_f64).sum();
        assert!((sum - 1.0).abs() < 0.002, "{found}");
    }
    let marks = list(&found["marks"]).iter();
    let marks: Vec<_> = marks.map(|it| (&it["cycle"], &it["mark"])).collect();
    let due = (&Value::from(1), &Value::from("??"));
    assert_eq!(marks.first(), Some(&due), "{found}");
    place
        .shell(&format!("$CHASE view - --analyse -o other.html < {file}"))
        .trouble(&["standard input", "write it to a file first"]);
}

#[test]
fn each_of_several_recordings_is_told_before_the_totals_of_all() {
    let place = Place::new();
    let [one, two] =
        ["few_floes", "shared"].map(|name| project(&format!("replays/fishing/{name}.json")));
    let told = place.chase(&format!("analyse {one} {two} --games 2")).fine();
    let lines: Vec<_> = told.stdout.lines().collect();
    assert!(lines[0].starts_with(&format!("{one}: no moves; ")), "{told}");
    assert!(lines[1].starts_with(&format!("{two}: ")) && lines[1].ends_with(" ??"), "{told}");
    assert_eq!(lines[2..4], ["", "2 recordings, in % of a win"], "{told}");
    let object = place.chase(&format!("analyse {one} {two} --games 2 --format json"));
    assert_eq!(json(&object.fine().stdout)["files"], 2);
}
