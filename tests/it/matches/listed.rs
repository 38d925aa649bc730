//! `chase match --list`: the games of each player, those it lost first.

use super::{play, report};
use crate::harness::Place;

/// The lines of one player's list.
fn list_of<'a>(text: &'a str, player: &str) -> Vec<&'a str> {
    let heading = format!("\ngames of {player}, lost ones first\n");
    let (_, list) = text.split_once(&heading).unwrap_or_else(|| panic!("{text}"));
    list.lines().take_while(|line| !line.is_empty()).collect()
}

#[test]
fn the_games_of_each_player_are_listed_lost_ones_first() {
    let place = Place::new();
    let players = ["greedy", "random"];
    let words = "--games 6 --seed 3 --replays games --list";
    let ran = play(&place, "animal-checkers", words, &players).fine();
    let plain = play(&place, "animal-checkers", "--games 6 --seed 3", &players).fine();
    assert!(ran.stdout.starts_with(&plain.stdout), "after the tables: {ran}");
    let json = play(&place, "animal-checkers", "--games 6 --seed 3 --format json", &players);
    for (n, player) in players.into_iter().enumerate() {
        let list = list_of(&ran.stdout, player);
        assert_eq!(list.len(), 6, "{list:?}");
        let results: Vec<_> = list.iter().map(|it| it.split_whitespace().nth(2)).collect();
        let rank =
            |it: &Option<&str>| ["lost", "shared", "won"].iter().position(|w| *it == Some(w));
        assert!(results.is_sorted_by_key(rank), "{list:?}");
        let lost = results.iter().filter(|it| **it == Some("lost")).count();
        assert_eq!(report(&json)["standings"][n]["losses"], lost, "{list:?}");
        for line in list {
            // What stands there is so: the replay is of that game, and ends when it says.
            let file = line.split_whitespace().last().expect("a replay");
            let number: u64 =
                line.split_whitespace().nth(1).and_then(|it| it.parse().ok()).expect("a number");
            assert_eq!(file, format!("games/game-{number:04}.json"));
            let last = place.chase(&format!("replay {file} --move -1 --format json")).fine();
            let last: serde_json::Value = serde_json::from_str(&last.stdout).expect("JSON");
            assert!(line.contains(&format!(", after {} moves", last["move"])), "{line} {last}");
        }
    }
}
