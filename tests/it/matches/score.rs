//! Schedules, scores, tests and formats.

use serde_json::json;

use super::{count, game, number, play, report, standings};
use crate::harness::Place;

crate::tables::table!();

const GAME: &str = "animal-checkers";

#[test]
fn each_opening_is_played_with_sides_swapped() {
    let place = Place::new();
    play(&place, GAME, "--games 4 --seed 5 --replays games", &["greedy", "random"]).fine();
    let games: Vec<_> = (1..=4).map(|number| game(&place, number)).collect();
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["scenario"], pair[1]["scenario"]);
        assert_eq!(pair[0]["number"], pair[1]["number"]);
        assert_eq!(pair[0]["players"], json!(["greedy", "random"]));
        assert_eq!(pair[1]["players"], json!(["random", "greedy"]));
    }
    assert_ne!(games[0]["scenario"], games[2]["scenario"]);
}

#[test]
fn the_points_of_a_game_are_one_in_all() {
    for (game, players, words) in [
        ("fishing", vec!["greedy", "random", "territory"], "--games 6"),
        ("fishing", vec!["greedy"; 4], "--games 2 --seats 2"),
        (GAME, vec!["random", "random"], "--games 20 --moves 40"),
    ] {
        let words = format!("{words} --seed 2 --format json");
        let report = report(&play(&Place::new(), game, &words, &players).fine());
        let points: f64 = standings(&report).iter().map(|row| number(&row["points"])).sum();
        assert!((points - number(&report["games"])).abs() < 1e-9, "{game}");
        for row in standings(&report) {
            let ended = ["wins", "draws", "losses"].map(|field| count(&row[field]));
            assert_eq!(ended.iter().sum::<u64>(), count(&row["games"]), "{row}");
        }
    }
}

#[test]
fn a_test_ends_a_match_as_soon_as_it_is_decided() {
    let place = Place::new();
    let players = ["alphabeta:nodes=100", "random"];
    let words = "--games 400 --seed 5 --format json --sprt 0,100,0.05,0.05";
    let one = play(&place, GAME, words, &players).fine();
    let two = play(&place, GAME, &format!("{words} --jobs 2"), &players).fine();
    assert_eq!(one.stdout, two.stdout, "the number of jobs changes nothing");
    let report = report(&one);
    let games = count(&report["games"]);
    assert!(games < 100 && games.is_multiple_of(2), "{games}");
    assert_eq!(report["sprt"]["verdict"], "accepted1");
    assert!(number(&report["sprt"]["llr"]) >= 2.94, "{report}");
    let pairs = report["score"]["pairs"].as_array().expect("five counts");
    assert_eq!(pairs.iter().map(count).sum::<u64>(), games / 2);
}

#[test]
fn the_score_and_elo_have_one_interval_by_pairs() {
    let words = "--games 20 --seed 3 --format json";
    let report = report(&play(&Place::new(), GAME, words, &["random", "random"]).fine());
    let elo_of = |share: f64| 400.0 * (share / (1.0 - share)).log10();
    for (end, same) in [("low", "score_low"), ("high", "score_high")] {
        let (elo, share) = (number(&report["elo"][end]), number(&standings(&report)[0][same]));
        assert!((elo - elo_of(share)).abs() < 0.1, "{end}: {elo} {share}");
    }
}
