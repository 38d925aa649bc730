//! The ladder of a game: all built-in players against each other.

use serde_json::Value;

use crate::harness::Place;

crate::tables::table!();

/// The players of a ladder from the best to the worst, by their score.
fn ladder(words: &str) -> Vec<String> {
    let ran = Place::new().chase(&format!("match {words} --seed 1 --format json"));
    let report: Value = serde_json::from_str(&ran.fine().stdout).expect("JSON");
    let standings = report["standings"].as_array().expect("players");
    let mut players: Vec<_> = standings.iter().collect();
    let score = |player: &Value| player["score"].as_f64().expect("a number");
    players.sort_by(|one, other| score(other).total_cmp(&score(one)));
    let name = |player: &&Value| player["player"].as_str().expect("a name").to_owned();
    players.iter().map(name).collect()
}

/// The order that docs/players/matches.md shows, with less to think and fewer games.
#[test]
fn stronger_players_stand_higher() {
    assert_eq!(
        ladder("animal-checkers --house=nodes=100 --games 12"),
        ["alphabeta:nodes=100", "greedy", "random"]
    );
    assert_eq!(
        ladder("robots --house=nodes=50 --games 12"),
        ["survivor:nodes=50", "contest", "random"]
    );
    assert_eq!(
        ladder("fishing --house=nodes=1000 --games 40"),
        ["strong:nodes=1000", "territory", "greedy", "random"]
    );
    assert_eq!(ladder("police --house --games 60 --cities 20 --informants 2")[0], "team");
}

/// Detectives and Mr X meet the other side alone.
#[test]
fn players_of_two_sides_have_one_ladder() {
    let players = ladder("scotland-yard --house=nodes=20 --games 2");
    let place = |name: &str| players.iter().position(|it| it == name).expect(name);
    assert_eq!(players.len(), 10);
    assert!(place("belief") < place("tracking"), "{players:?}");
    assert!(place("tracking") < place("closing"), "{players:?}");
    assert!(place("lookahead:nodes=20") < place("report"), "{players:?}");
    assert_eq!(players.last().map(String::as_str), Some("random"));
}
