//! Hints in `play`: whoever may ask sees what the actions are worth, and no more than the seat could know.

use std::collections::{BTreeMap, BTreeSet};

use crate::harness::Place;

/// The lines of each hint in what a session printed.
fn hints(printed: &str) -> Vec<Vec<String>> {
    let mut hints = Vec::new();
    for part in printed.split("hint: ").skip(1) {
        let lines = part.lines().skip(1);
        let lines = lines.take_while(|line| line.starts_with("  "));
        hints.push(lines.map(|line| line.trim().to_owned()).collect());
    }
    hints
}

#[test]
fn a_hint_is_the_same_each_time_and_the_recording_says_that_it_could_be_asked_for() {
    let place = Place::new();
    let words = "play animal-checkers --agent greedy --hints -o game.json";
    let words: Vec<&str> = words.split(' ').collect();
    let ran = place.chase_with(&words, "hint\nHINT\ntu\nq\n").status(0);
    let found = hints(&ran.stdout);
    assert_eq!(found.len(), 2, "{ran}");
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0].len(), 4, "three actions and how many more: {ran}");
    ran.stdout_has("by a search of 10000 positions after each action");
    let game = String::from_utf8(place.read("game.json")).expect("text");
    assert!(game.contains("[\"human:hints\",\"greedy\"]"), "{game}");
    place.chase("verify game.json").status(0);
    let again = ["play", "--from", "game.json", "--hour", "-1"];
    let ran = place.chase_with(&again, "hint\nq\n").status(0);
    assert_eq!(hints(&ran.stdout).len(), 1, "{ran}");
}

#[test]
fn without_the_option_there_is_no_hint() {
    let place = Place::new();
    for game in ["animal-checkers", "fishing", "robots --robots 5 --seed 1"] {
        let words = format!("play {game}");
        let words: Vec<&str> = words.split(' ').collect();
        let ran = place.chase_with(&words, "hint\nq\n").status(0);
        let ran = ran.stdout_has("hints are off in this game");
        assert!(hints(&ran.stdout).is_empty(), "{ran}");
    }
    let ran = place
        .chase_with(&["play", "robots", "--robots", "5", "--seed", "1", "--hints"], "hint\nq\n");
    assert_eq!(hints(&ran.status(0).stdout).len(), 1);
}

/// By Bouton's theory one move alone wins at heaps of 3, 4 and 5.
#[test]
fn a_hint_in_a_solved_game_is_the_move_of_its_theory() {
    let words = ["play", "--heaps", "3,4,5", "--hints", "--seed", "1"];
    let ran = Place::of("nim").chase_with(&words, "hint\nq\n").status(0);
    let found = hints(&ran.stdout);
    assert_eq!(found[0][0], "100.0 %  take 2 from heap 1", "{ran}");
    assert!(found[0][1].starts_with("0.0 %"), "{ran}");
}

/// Kuhn poker has three cards: what the first player is told depends on its own card alone.
#[test]
fn a_hint_says_nothing_of_what_the_seat_cannot_know() {
    let place = Place::of("kuhn");
    let mut by_card: BTreeMap<String, BTreeSet<Vec<String>>> = BTreeMap::new();
    for seed in 1..=12 {
        let seed = seed.to_string();
        let words =
            ["play", "--player", "P1=human:hints", "--player", "P2=equilibrium", "--seed", &seed];
        let text = place.chase_with(&words, "hint\nq\n").status(0).stdout;
        let card = text.lines().find(|line| line.contains("card1"));
        let card = card.expect("its own card").trim().to_owned();
        by_card.entry(card).or_default().extend(hints(&text).into_iter().take(1));
    }
    assert_eq!(by_card.len(), 3, "{by_card:?}");
    assert!(by_card.values().all(|told| told.len() == 1), "{by_card:?}");
}
