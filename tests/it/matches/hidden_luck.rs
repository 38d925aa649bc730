//! What a game of a match tells about the others: nothing of what is hidden.

use serde_json::Value;

use super::{game, play};
use crate::harness::{Place, data, project};

/// Where everybody begins in each game, Mr X first.
fn starts(place: &Place, words: &str, games: usize) -> Vec<Vec<u64>> {
    let board = project("data/scotland-yard/tiny/graph.txt");
    let words = format!("--board {board} --rounds 1 --replays games {words} --games {games}");
    play(place, "scotland-yard", &words, &["random", "random"]).status(0);
    let opened = |number: usize| -> Vec<u64> {
        let opened =
            &game(place, number)["cycles"][0]["entries"][0]["events"][0]["opened"]["stations"];
        serde_json::from_value(opened.clone()).expect("stations")
    };
    (1..=games).map(opened).collect()
}

/// Pearson's chi-square of a table of two by two classes, which has one degree of freedom: above
/// 10.83 once in a thousand times when they are independent.
fn chi_square(pairs: impl Iterator<Item = (bool, bool)>) -> f64 {
    let mut cells = [[0.0; 2]; 2];
    for (one, other) in pairs {
        cells[usize::from(one)][usize::from(other)] += 1.0;
    }
    let all: f64 = cells.iter().flatten().sum();
    let row = |n: usize| cells[n][0] + cells[n][1];
    let column = |n: usize| cells[0][n] + cells[1][n];
    let part = |(r, c): (usize, usize)| {
        let expected: f64 = row(r) * column(c) / all;
        assert!(expected >= 5.0, "too few games: {cells:?}");
        (cells[r][c] - expected).powi(2) / expected
    };
    [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().map(part).sum()
}

/// The starts of Mr X are independent: in the two games of an opening, in games that follow each
/// other, and of where the detectives begin. The seed is fixed, so the figures always are the same.
#[test]
fn no_start_of_mr_x_tells_another() {
    let place = Place::new();
    let starts = starts(&place, "--detectives 2 --seed 1", 400);
    let mut mr_x: Vec<u64> = starts.iter().map(|all| all[0]).collect();
    let is_high = |n: usize, of: &[u64]| -> bool {
        let mut sorted = of.to_vec();
        sorted.sort_unstable();
        of[n] > sorted[of.len() / 2]
    };
    let halves = (0..400).step_by(2).map(|n| (is_high(n, &mr_x), is_high(n + 1, &mr_x)));
    let chi = chi_square(halves);
    assert!(chi < 10.83, "the halves of a pair: {chi}");
    let next = (1..399).step_by(2).map(|n| (is_high(n, &mr_x), is_high(n + 1, &mr_x)));
    let chi = chi_square(next);
    assert!(chi < 10.83, "games that follow each other: {chi}");
    // Those on the same opening are not always on the same station, as they once were.
    assert!(mr_x.chunks(2).filter(|pair| pair[0] == pair[1]).count() < 60);
    mr_x.dedup();
    assert!(mr_x.len() > 300, "he begins where he did before");
}

#[test]
fn the_games_of_an_opening_share_what_everybody_sees() {
    let place = Place::new();
    let starts = starts(&place, "--detectives 2 --seed 7", 12);
    let detectives: Vec<_> = starts.iter().map(|all| &all[1..]).collect();
    assert!(detectives.chunks(2).all(|pair| pair[0] == pair[1]), "{starts:?}");
    assert!(detectives.chunks(2).any(|pair| pair[0] != detectives[0]), "{starts:?}");
}

/// In the police chase the players of a match share the thief's walk on purpose. Nobody plays an
/// opening twice, and openings have walks of their own, on the same map too.
#[test]
fn nobody_meets_the_same_walk_of_the_thief_twice() {
    let place = Place::new();
    let [cities, agents] = ["citiesInformants", "agentsS3"].map(data);
    let words = format!("--map {cities} {agents} --hours 3 --games 40 --seed 1 --replays games");
    play(&place, "police", &words, &["random", "stationary"]).status(0);
    let walks = |player: &str| -> Vec<(u64, u64)> {
        let games = (1..=80).map(|number| game(&place, number));
        let own = games.filter(|game| game["players"][1] == player);
        let second_step = |game: Value| {
            let step = &game["cycles"][2]["entries"][0]["action"]["move"]["to"];
            let number = game["number"].as_u64().expect("a number");
            step.as_u64().map(|step| (number, step))
        };
        own.filter_map(second_step).collect()
    };
    let (others, mine) = (walks("random"), walks("stationary"));
    assert!(others.len() > 20 && others.iter().all(|walk| mine.contains(walk)));
    let numbers: std::collections::BTreeSet<_> = mine.iter().map(|(number, _)| number).collect();
    assert_eq!((mine.len(), numbers.len()), (40, 40), "an opening each");
    let mut steps: Vec<_> = mine.iter().map(|(_, step)| step).collect();
    steps.dedup();
    assert!(steps.len() > 10, "the thief goes where it went before");
}
