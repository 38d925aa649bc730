//! The players in examples/ play every game without a fault, and not like beginners.

use super::{play, report};
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

#[test]
fn they_pass_the_check_in_every_game() {
    for player in [rust_player(), python_player()] {
        for game in chase::games::GAMES.iter() {
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
            let score = report(&ran)["standings"][0]["score"]
                .as_f64()
                .expect("a number");
            assert!(score > 0.6, "{player}, {game}: {score}");
        }
    }
}
