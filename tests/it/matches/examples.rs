//! The players in examples/ play every game without a fault, and not like beginners.

use serde_json::Value;

use super::{built_in, game, play, report};
use crate::harness::{Place, example_path, project};

/// The Rust example, built.
fn rust_player() -> String {
    format!("exec:{}", example_path("player").display())
}

fn python_player() -> String {
    format!("exec:python3 {}", project("examples/player.py"))
}

#[test]
fn they_play_every_game_without_a_fault() {
    for player in [rust_player(), python_player()] {
        for (game, words, other) in [
            ("police", "--games 4", None),
            ("animal-checkers", "--games 6", Some("random")),
            ("fishing", "--games 4", Some("random")),
            ("scotland-yard", "--games 2", Some("detectives=random")),
            ("scotland-yard", "--games 2", Some("mr-x=random")),
            ("robots", "--games 4", None),
        ] {
            let words = format!("{words} --seed 1 --format json");
            let players: Vec<_> = std::iter::once(player.as_str()).chain(other).collect();
            let report = report(&play(&Place::new(), game, &words, &players).fine());
            assert_eq!(report["accusations"], serde_json::json!([]), "{game}");
        }
    }
}

/// The examples, and players that are built in.
#[test]
fn they_pass_the_check_in_every_game() {
    for game in chase::project_games().all() {
        for player in [rust_player(), python_player(), built_in(game.name(), "random")] {
            let args = ["match", game.name(), "--check", &player];
            let ran = Place::new().chase_with(&args, "").fine();
            assert!(ran.stdout.ends_with(" 0 with faults\n"), "{ran}");
        }
    }
}

#[test]
fn they_beat_those_who_choose_at_random() {
    for player in [rust_player(), python_player()] {
        for game in ["animal-checkers", "fishing"] {
            let words = "--games 20 --seed 1 --format json";
            let ran = play(&Place::new(), game, words, &[&player, "random"]).fine();
            let score = report(&ran)["standings"][0]["score"].as_f64().expect("a number");
            assert!(score > 0.6, "{player}, {game}: {score}");
        }
    }
}

/// Plays a game of Scotland Yard on the program's board against the detectives of the tree search, and
/// gives its report and their moves, in order.
fn hunt(mr_x: &str, words: &str) -> (Value, Vec<(u64, Value)>) {
    let place = Place::new();
    let search = format!("exec:{} 20g", example_path("scotland_yard_mcts").display());
    let mr_x = format!("mr-x={}", if mr_x == "search" { &search } else { mr_x });
    let words = format!("{words} --games 1 --seed 1 --replays games --format json");
    let players = [mr_x.as_str(), &format!("detectives={search}")];
    let ran = play(&place, "scotland-yard", &words, &players).fine();
    let replay = game(&place, 1);
    let cycles = replay["cycles"].as_array().expect("cycles");
    let entries = cycles.iter().flat_map(|cycle| cycle["entries"].as_array());
    let moves = entries.flatten().filter_map(|entry| {
        let seat = entry["seat"].as_u64().filter(|seat| *seat > 0)?;
        Some((seat, entry["action"].clone()))
    });
    (report(&ran), moves.collect())
}

#[test]
fn the_search_of_scotland_yard_plays_both_sides_and_the_same_again() {
    for mr_x in ["random", "search"] {
        let [first, again] = [(), ()].map(|()| hunt(mr_x, ""));
        assert_eq!(first, again);
        let (report, moves) = first;
        assert_eq!(report["accusations"], serde_json::json!([]), "{mr_x}");
        assert!(moves.len() >= 5, "{mr_x}: {moves:?}");
    }
}

#[test]
fn detectives_of_the_search_do_not_know_where_mr_x_hides() {
    // He pays with taxis only and never shows himself: all that detectives are told is the same.
    let words = "--rounds 6: --tickets mr-x=20,0,0,0,0 --tickets detectives=20,0,0,0,0 \
                 --start detectives=26,29,50,53,91";
    let elsewhere = [155, 170].map(|start| {
        let (_, moves) = hunt("random", &format!("{words} --start mr-x={start}"));
        assert_eq!(moves.len(), 30, "he is not found from {start}");
        moves
    });
    assert_eq!(elsewhere[0], elsewhere[1]);
}
