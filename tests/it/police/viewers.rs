//! `replay --as`, and what a person in a match is shown.

use serde_json::Value;

use crate::harness::{Place, Ran, data, program, project};

fn replayed(words: &str) -> Ran {
    let file = project("replays/police/S3.json");
    let args = ["replay", &file].into_iter().chain(words.split(' '));
    Place::new().chase_with(&args.collect::<Vec<_>>(), "")
}

fn shown(words: &str) -> String {
    replayed(words).fine().stdout
}

#[test]
fn a_detective_sees_itself_and_its_tips() {
    assert_eq!(
        shown("--as D2"),
        "\nPOLICE ACADEMY 2521\n\nRed alert! A thief is on the run.\n\
         Agents, to your cars. You have 10 hours.\n\nAs D2 sees it.\n\n\
         Hour 0\n  T  D1  D2  D3  D4\n  ?   ?   2   ?   ? \n\n\
         Hour 1\n  T  D1  D2  D3  D4\n  4   ?   1*  ?   ? \n\n\
         Hour 2\n  T  D1  D2  D3  D4\n  ?   ?   5   ?   ? \n\n\
         Hour 3\n  T  D1  D2  D3  D4\n  ?   ?   5   ?   ? \n\n\
         Hour 4\n  T  D1  D2  D3  D4\n  ?   ?   3   ?   ? \n\n\
         Hour 5\n  T  D1  D2  D3  D4\n  ?   ?   4   ?   ? \n\n\
         YOU WIN - THIEF CAUGHT!\n"
    );
    assert_eq!(
        shown("--as d2 --hour 3 --events"),
        "Hour 3\n  T  D1  D2  D3  D4\n  ?   ?   5   ?   ? \n\n\
         D2 is at [5] hobart with 100 stamina, cheapest-least-visited, tipped and heading to \
         [4] darwin\n\
         newest tip: the thief was at [4] darwin in hour 1\n\n\
         D2 rests at [5] hobart: stamina back to 100\n"
    );
    assert!(shown("--as D2 --hour 0").contains("\nno tip yet about where the thief is\n"));
    let stats = shown("--as D2 --stats");
    assert_eq!(stats.lines().count(), 2, "{stats}");
    assert_eq!(
        shown("--as D2 --hour 2 --legal"),
        "T is to act in hour 3; its possible actions are hidden\n"
    );
}

#[test]
fn the_detectives_together_see_each_other() {
    let third = shown("--as detectives --hour 4");
    assert!(
        third
            .starts_with("Hour 4\n  T  D1  D2  D3  D4\n  ?   3   3   5   4 \n\nD1 is at [3] perth"),
        "{third}"
    );
    assert!(third.ends_with("newest tip: the thief was at [4] darwin in hour 3\n"), "{third}");
    assert!(shown("--as detectives").contains("\nAs the detectives see it.\n"));
}

#[test]
fn for_programs_too_nothing_else_is_shown() {
    let lines = shown("--as D2 --events --format json");
    for secret in ["seal", "words", "seed", "getaway", "dfs", "\"random\""] {
        assert!(!lines.contains(secret), "{secret}: {lines}");
    }
    let hours = lines.lines().map(serde_json::from_str::<Value>);
    let hours: Vec<_> = hours.map(|hour| hour.expect("JSON")).collect();
    let last = hours.last().expect("an hour");
    assert_eq!(last["ending"], "caught");
    assert_eq!(last["told"]["city"]["id"], 4);
    assert_eq!(last["told"]["hour"], 1);
    assert_eq!(last["agents"][0]["city"], Value::Null);
    assert_eq!(last["agents"][2]["city"]["id"], 4);
    for hour in &hours {
        let entries = hour["cycle"]["entries"].as_array().expect("a cycle");
        let seats = entries.iter().filter_map(|entry| entry["seat"].as_u64());
        assert!(seats.into_iter().all(|seat| seat == 2), "{hour}");
    }
}

#[test]
fn what_was_told_is_remembered_wherever_a_replay_is_entered() {
    let place = Place::new();
    let agents = data("agentsS3");
    let cities = data("citiesInformants");
    let record = ["record", "police", &cities, &agents, "3000", "2", "-o"];
    let args: Vec<_> = record.into_iter().chain(["game.chase"]).collect();
    place.chase_with(&args, "").fine();
    for words in ["--hour 5", "--from 5 --to 5 --format json", "--hour 5 --trust"] {
        let line = format!("replay game.chase --as D2 {words}");
        let ran = place.chase(&line).fine().stdout;
        assert!(ran.contains("in hour 1") || ran.contains("\"hour\":1}"), "{ran}");
    }
}

#[test]
fn a_view_that_there_is_not_is_refused() {
    replayed("--as T").trouble(&["there is no view `T` of police", "--as D1", "--as detectives"]);
    replayed("--as D2 --knowledge").trouble(&["police hides nothing"]);
}

#[test]
fn a_person_in_a_match_sees_what_the_detective_sees() {
    let place = Place::new();
    let args = "match police --player D1=human --player D2=dfs --player D3=dfs --player D4=dfs \
                --games 1 --seed 3 --hours 2 --replays games";
    let args: Vec<_> = args.split_whitespace().collect();
    let ran = place.chase_with(&args, "1\n1\n").status(0);
    let screen = ran.stderr;
    assert!(screen.contains("\nHour 0\n  T  D1  D2  D3  D4\n  ?  31*  ?   ?   ? \n"), "{screen}");
    assert!(screen.contains("D1, your choice"), "{screen}");
    // D1 begins where an informant lives; in hour 1 the thief has moved on.
    assert!(screen.contains("newest tip: the thief was at [28] city 28 in hour 0\n"), "{screen}");
    for other in ["T is at", "D2 is at", "D3 is at", "D4 is at"] {
        assert!(!screen.contains(other), "{other}: {screen}");
    }
    // The replay has it all.
    let truth = place.chase("replay games/game-0001.json --hour 0").fine().stdout;
    assert!(truth.contains("T is at [28] city 28"), "{truth}");
}

#[test]
fn the_client_leaks_nothing_under_valgrind() {
    let place = Place::new();
    if place.shell("command -v valgrind").status != Some(0) {
        return;
    }
    let line = format!(
        "echo run | timeout 60 valgrind -q --leak-check=full {} play police {} {} 10 2 2>&1 >/dev/null",
        program(),
        data("citiesInformants"),
        data("agentsS3"),
    );
    let ran = place.shell(&line).status(0);
    assert_eq!(ran.stdout, "");
}
