//! `chase play --web -o FILE`, killed at every action, and what is tried from a moment.

use std::time::Duration;

use serde_json::Value;

use super::{GAMES, KILLS, Session, actions, counted, document, turns};
use crate::harness::Place;
use crate::web::Served;

/// The newest moment as the person sees it who is asked, once somebody is.
fn asked(served: &Served) -> Value {
    let public = served.keys.len() - 1;
    for _ in 0..1_000 {
        // Whoever looks on is told whose turn it is, and the first address holds every person's seat.
        let now = served.get(public, "/now");
        if now.status == 200 && now.json()["turn"]["person"] == true {
            let seat = now.json()["turn"]["seat"].clone();
            let now = served.get(0, &format!("/now?seat={seat}"));
            if now.status == 200
                && now.json()["choices"].as_array().is_some_and(|it| !it.is_empty())
            {
                return now.json();
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("nobody is asked");
}

/// As at the terminal: what answers says that an action was accepted, and then the program is killed.
fn killed_at_every_action(words: &str) {
    let place = Place::new();
    let begin: Vec<_> = words.split(' ').chain(["-o", "g.json"]).collect();
    let go_on = ["--from", "g.json", "--hour", "-1", "-o", "g.json"];
    let mut choices = Vec::new();
    for kills in 0..KILLS {
        let served = match kills {
            0 => Served::play(&place, &begin),
            _ => Served::play(&place, &go_on),
        };
        let now = asked(&served);
        let count = now["choices"].as_array().expect("choices").len();
        // The first choice is one that goes on for long where another may not.
        let choice = if words.starts_with("police") { 0 } else { (kills * 7) % count };
        choices.push(now["choices"][choice]["words"].clone());
        let answer = served.choose(0, &now, choice);
        served.kill();
        assert_eq!(answer.status, 200, "{words}: {}", answer.body);
        // then what is found is every action that was accepted, and no other
        let found = document(&place.file("g.json"));
        assert_eq!(actions(&found), kills + 1, "{words}");
        assert_eq!(counted(&place, "g.json"), turns(&found).len() as u64);
        assert_eq!(place.names(), ["g.json.journal"]);
    }
    // and the game that comes to its end is the same as one that nobody ever killed
    let served = Served::play(&place, &go_on);
    asked(&served);
    assert_eq!(served.end(), Some(0));
    assert_eq!(place.names(), ["g.json"]);
    let begin: Vec<_> = words.split(' ').chain(["-o", "whole.json"]).collect();
    let served = Served::play(&place, &begin);
    for choice in &choices {
        let now = asked(&served);
        let mut offered = now["choices"].as_array().expect("choices").iter();
        let n = offered.position(|it| it["words"] == *choice).expect("it is offered");
        assert_eq!(served.choose(0, &now, n).status, 200);
    }
    asked(&served);
    assert_eq!(served.end(), Some(0));
    let (killed, whole) = (document(&place.file("g.json")), document(&place.file("whole.json")));
    assert_eq!(killed["cycles"], whole["cycles"], "{words}");
    place.chase("verify g.json").status(0);
}

#[test]
fn animal_checkers_killed_at_every_action_in_the_browser() {
    killed_at_every_action(GAMES[0].words);
}

#[test]
fn fishing_killed_at_every_action_in_the_browser() {
    killed_at_every_action(GAMES[1].words);
}

#[test]
fn scotland_yard_killed_at_every_action_in_the_browser() {
    killed_at_every_action(GAMES[2].words);
}

#[test]
fn robots_killed_at_every_action_in_the_browser() {
    // Whoever teleports to any teleport here is safe for long.
    let place = Place::new();
    let words: Vec<_> = GAMES[3].words.split(' ').chain(["-o", "g.json"]).collect();
    for kills in 0..KILLS {
        let served = match kills {
            0 => Served::play(&place, &words),
            _ => Served::play(&place, &["--from", "g.json", "--hour", "-1", "-o", "g.json"]),
        };
        let now = asked(&served);
        let choices = now["choices"].as_array().expect("choices");
        let any = choices.iter().position(|it| it["words"] == "teleport anywhere");
        let any = any.unwrap_or_else(|| panic!("{now}"));
        let answer = served.choose(0, &now, any);
        served.kill();
        assert_eq!(answer.status, 200, "{}", answer.body);
        let found = document(&place.file("g.json"));
        assert_eq!(actions(&found), kills + 1);
        assert_eq!(place.names(), ["g.json.journal"]);
    }
}

#[test]
fn a_police_chase_killed_at_every_action_in_the_browser() {
    killed_at_every_action(GAMES[4].words);
}

#[test]
fn undo_and_redo_in_the_browser_are_found_too() {
    let place = Place::new();
    let words: Vec<_> = GAMES[0].words.split(' ').chain(["-o", "g.json"]).collect();
    let served = Served::play(&place, &words);
    let first = asked(&served);
    let words = first["choices"][0]["words"].clone();
    assert_eq!(served.choose(0, &first, 0).status, 200);
    for (path, moves) in [("/undo", 0), ("/redo", 1), ("/undo", 0), ("/redo", 1)] {
        let now = asked(&served);
        let body = serde_json::json!({ "scene": now["scene"] }).to_string();
        let answer = served.post(0, path, &body);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        let copy = place.write("copy.journal", place.read("g.json.journal"));
        assert_eq!(actions(&document(&copy)), moves, "{path}");
    }
    served.kill();
    assert_eq!(actions(&document(&place.file("g.json"))), 1, "{words}");
}

#[test]
fn a_game_of_the_browser_goes_on_at_the_terminal() {
    let place = Place::new();
    let game = &GAMES[0];
    let words: Vec<_> = game.words.split(' ').chain(["-o", "g.json"]).collect();
    let served = Served::play(&place, &words);
    assert_eq!(served.choose(0, &asked(&served), 0).status, 200);
    served.kill();
    let mut session = Session::open(&place, "--from g.json --hour -1 -o g.json");
    session.until_asked(game);
    session.say("du");
    session.until_asked(game);
    session.kill();
    assert_eq!(actions(&document(&place.file("g.json"))), 2);
    // what is said of it at the next start is for the browser
    let begin = format!("play {} --web --no-open -o g.json", game.words);
    place.chase(&begin).status(2).stderr_has("-o g.json --web;");
}
