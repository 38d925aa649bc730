//! Schedules, scores, tests and formats.

use serde_json::{Value, json};

use super::{count, play, report};
use crate::harness::Place;

crate::tables::table!();

fn names(report: &Value) -> Vec<&str> {
    let rows = report["standings"].as_array().expect("a list");
    rows.iter().map(|row| row["player"].as_str().expect("a name")).collect()
}

#[test]
fn every_game_can_be_matched() {
    for (game, players) in [
        ("police", ["dfs", "random"]),
        ("animal-checkers", ["greedy", "random"]),
        ("fishing", ["greedy", "random"]),
        ("scotland-yard", ["report", "closing"]),
        ("robots", ["contest", "random"]),
    ] {
        let place = Place::new();
        let words = "--games 4 --seed 5 --format json --replays games";
        let report = report(&play(&place, game, words, &players).fine());
        for row in report["standings"].as_array().expect("a list") {
            let of = |field: &str| count(&row[field]);
            assert_eq!(of("games"), 4, "{game}");
            assert_eq!(of("wins") + of("draws") + of("losses"), 4, "{game}");
        }
        // Players of the same side, or alone, play games of their own.
        let alone = ["police", "robots"].contains(&game);
        assert_eq!(count(&report["games"]), if alone { 8 } else { 4 }, "{game}");
        let verified = place.shell("$CHASE verify games/*.json");
        verified.status(0).stdout_has("ok    games/game-0001.json");
    }
}

#[test]
fn each_opening_is_played_with_sides_swapped() {
    let place = Place::new();
    let words = "--games 4 --seed 5 --replays games";
    play(&place, "animal-checkers", words, &["greedy", "random"]).fine();
    let header = |n: u32| {
        let text = place.read(&format!("games/game-{n:04}.json"));
        serde_json::from_slice::<Value>(&text).expect("JSON")
    };
    let games: Vec<_> = (1..=4).map(header).collect();
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["scenario"], pair[1]["scenario"]);
        assert_eq!(pair[0]["number"], pair[1]["number"]);
        assert_eq!(pair[0]["players"], json!(["greedy", "random"]));
        assert_eq!(pair[1]["players"], json!(["random", "greedy"]));
    }
    assert_ne!(games[0]["scenario"], games[2]["scenario"]);
}

#[test]
fn a_round_robin_is_everybody_against_everybody_and_a_gauntlet_one_against_all() {
    let place = Place::new();
    let players = ["greedy", "random", "alphabeta:nodes=100", "greedy"];
    for (tournament, games) in [("round-robin", 12), ("gauntlet", 6)] {
        let words = format!("--games 2 --seed 5 --format json --tournament {tournament}");
        let report = report(&play(&place, "animal-checkers", &words, &players).fine());
        assert_eq!(count(&report["games"]), games, "{tournament}");
        let rows = report["standings"].as_array().expect("a list");
        assert_eq!(count(&rows[0]["games"]), 6, "{tournament}");
        assert_eq!(names(&report), ["greedy", "random", "alphabeta:nodes=100", "greedy #2"]);
        let ratings = report["ratings"].as_array().expect("a list");
        assert_eq!(ratings.len(), 4);
        assert!(ratings[0]["error"].as_f64().expect("a number") > 0.0);
        assert!(report["elo"].is_null());
    }
}

#[test]
fn who_plays_one_side_only_meets_the_others() {
    let place = Place::new();
    let players = ["report", "risk", "closing", "tracking"];
    let words = "--games 2 --seed 5 --format json";
    let report = report(&play(&place, "scotland-yard", words, &players).fine());
    // Mr X's two against the detectives' two.
    assert_eq!(count(&report["games"]), 8);
    for row in report["standings"].as_array().expect("a list") {
        assert_eq!(count(&row["games"]), 4);
    }
    play(&place, "scotland-yard", words, &["report", "risk"])
        .trouble(&["no player here can play for detectives"]);
}

#[test]
fn a_single_line_up_plays_side_against_side() {
    let place = Place::new();
    for (game, players, sides) in [
        (
            "scotland-yard",
            &["mr-x=report", "detectives=closing"][..],
            ["mr-x=report", "detectives=closing"],
        ),
        (
            "scotland-yard",
            &["detectives=closing", "mr-x=random"],
            ["mr-x=random", "detectives=closing"],
        ),
        ("animal-checkers", &["S0=greedy", "side-1=random"], ["side-0=greedy", "side-1=random"]),
    ] {
        let words = "--games 2 --seed 5 --format json";
        let report = report(&play(&place, game, words, players).fine());
        assert_eq!(names(&report), sides);
        for row in report["standings"].as_array().expect("a list") {
            assert_eq!(count(&row["games"]), 2);
        }
        assert!(!report["elo"].is_null());
    }
}

#[test]
fn the_points_of_a_game_are_one_in_all() {
    let place = Place::new();
    for (game, players, words) in [
        ("fishing", vec!["greedy", "random", "territory"], "--games 6"),
        ("fishing", vec!["greedy"; 4], "--games 2 --seats 2"),
        ("animal-checkers", vec!["random", "random"], "--games 20 --moves 40"),
    ] {
        let words = format!("{words} --seed 2 --format json");
        let report = report(&play(&place, game, &words, &players).fine());
        let rows = report["standings"].as_array().expect("a list").iter();
        let points: f64 = rows.map(|row| row["points"].as_f64().expect("a number")).sum();
        assert!((points - report["games"].as_f64().expect("a number")).abs() < 1e-9, "{game}");
    }
}

#[test]
fn several_games_at_a_time_come_to_the_same() {
    let place = Place::new();
    let players = ["alphabeta:nodes=100", "greedy", "random"];
    for format in ["text", "csv", "json"] {
        let words = format!("--games 10 --seed 5 --format {format}");
        let one = play(&place, "animal-checkers", &words, &players).fine();
        let words = format!("{words} --jobs 2");
        let two = play(&place, "animal-checkers", &words, &players).fine();
        assert_eq!(one.stdout, two.stdout);
    }
}

#[test]
fn a_test_ends_a_match_as_soon_as_it_is_decided() {
    let place = Place::new();
    let players = ["alphabeta:nodes=100", "random"];
    let words = "--games 400 --seed 5 --format json --sprt 0,100,0.05,0.05";
    let one = play(&place, "animal-checkers", words, &players).fine();
    let words = format!("{words} --jobs 2");
    let two = play(&place, "animal-checkers", &words, &players).fine();
    assert_eq!(one.stdout, two.stdout, "the number of jobs changes nothing");
    let report = report(&one);
    let games = count(&report["games"]);
    assert!(games < 100 && games.is_multiple_of(2), "{games}");
    assert_eq!(report["sprt"]["verdict"], "accepted1");
    let llr = report["sprt"]["llr"].as_f64().expect("a number");
    assert!(llr >= 2.94, "{llr}");
    let pairs = report["score"]["pairs"].as_array().expect("five counts");
    assert_eq!(pairs.iter().map(count).sum::<u64>(), games / 2);
    let three = ["greedy", "random", "random"];
    play(&place, "animal-checkers", "--seed 1 --sprt 0,10,0.05,0.05", &three)
        .trouble(&["--sprt is for two players; there are 3"]);
}

#[test]
fn the_report_of_two_tells_elo_and_the_table_holds_together() {
    let place = Place::new();
    let players = ["greedy", "random"];
    let text = play(&place, "animal-checkers", "--games 40 --seed 5", &players).fine();
    text.stdout_has(
        "40 games of animal-checkers from positions 6 random moves after the start, seed 5\n",
    )
    .stdout_has("mean moves")
    .stdout_has("\nElo of greedy against random: +")
    .stdout_has("likelihood of superiority (LOS) ");
    let csv = play(&place, "animal-checkers", "--games 40 --seed 5 --format csv", &players).fine();
    let lines: Vec<_> = csv.stdout.lines().collect();
    assert_eq!(
        lines[0],
        "player,games,wins,draws,losses,points,score,score_error,score_low,score_high,mean,mean_error,elo,elo_error,forfeits,restarts"
    );
    assert!(lines[1].starts_with("\"greedy\",40,"), "{csv}");
    let columns = lines[0].split(',').count();
    assert!(lines.iter().all(|line| line.split(',').count() == columns), "{csv}");
}

#[test]
fn what_cannot_be_played_is_told() {
    let place = Place::new();
    let checkers = |players: &[&str]| play(&place, "animal-checkers", "--seed 1", players);
    checkers(&[]).trouble(&["players named: 0, expected 2 or more"]);
    checkers(&["greedy"]).trouble(&["players named: 1, expected 2 or more"]);
    checkers(&["greedy", "nobody"]).trouble(&["there is no player `nobody`", "exec:COMMAND"]);
    checkers(&["greedy", "exec:./nothing"]).trouble(&["no such program"]);
    checkers(&["greedy", "exec:\"open"]).trouble(&["a quotation mark is open"]);
    checkers(&["greedy", "tcp:4000"]).trouble(&["`4000` is not of the form HOST:PORT"]);
    checkers(&["greedy", "listen:here"]).trouble(&["`here` is not of the form HOST:PORT"]);
    checkers(&["greedy", "file:true"]).trouble(&["no protocol for players that exchange files"]);
    let police = |players: &[&str]| play(&place, "police", "--seed 1", players);
    police(&["D1=dfs", "D2=dfs", "dfs"])
        .trouble(&["the line-up `D1=dfs D2=dfs` has no player for D3, D4"]);
    police(&["T=dfs"]).trouble(&["no seat or side here is called `T`", "detectives, D1"]);
    police(&["dfs", "human="]).trouble(&["no seat or side here is called `human`"]);
    let yard = |players: &[&str]| play(&place, "scotland-yard", "--seed 1", players);
    yard(&["mr-x=closing", "report"]).trouble(&["`closing` does not play for BLACK"]);
    let words = "--games 0";
    play(&place, "robots", words, &["random"]).status(2).stdout_is("");
    let words = "--sprt 5,0,0.05,0.05";
    play(&place, "robots", words, &["random", "contest"]).status(2).stdout_is("");
}

#[test]
fn who_meets_nobody_is_told() {
    let place = Place::new();
    let players = ["risk", "tracking", "report"];
    let words = "--games 1 --seed 1 --tournament gauntlet";
    let ran = play(&place, "scotland-yard", words, &players).status(0);
    assert!(ran.stderr.contains("report has no opponent here"), "{ran}");
}

#[test]
fn a_person_who_waits_does_not_keep_a_match_from_being_stopped() {
    let place = Place::new();
    let line = "mkfifo in; sleep 20 >in & \
        timeout -s INT -k 10 1 $CHASE match robots --player human --games 1 --seed 1 <in; \
        echo $?; kill $!";
    let ran = place.shell(line);
    assert!(ran.stdout.ends_with("124\n"), "it was stopped, not killed: {ran}");
}

#[test]
fn a_game_without_its_pair_counts_too() {
    let place = Place::new();
    let words = "--games 1 --seed 5 --format json";
    let report = report(&play(&place, "animal-checkers", words, &["greedy", "random"]).fine());
    let games = report["score"]["games"].as_array().expect("three counts");
    assert_eq!(games.iter().map(count).sum::<u64>(), 1);
    assert!(!report["elo"].is_null());
}

/// Four of four is no certainty: two pairs won leave a share of 15.8 % or more.
#[test]
fn the_score_and_elo_have_one_interval_by_pairs() {
    let place = Place::new();
    let played =
        play(&place, "animal-checkers", "--games 4 --seed 1", &["greedy", "random"]).fine();
    played.stdout_has("100.0 (15.8-100.0) %").stdout_has("at least -290.5, no upper limit");
    let ran =
        play(&place, "animal-checkers", "--games 20 --seed 3 --format json", &["random", "random"]);
    let report: Value = serde_json::from_str(&ran.fine().stdout).expect("a report");
    let number = |value: &Value| value.as_f64().expect("a number");
    let elo_of = |share: f64| 400.0 * (share / (1.0 - share)).log10();
    let row = &report["standings"][0];
    for (end, same) in [("low", "score_low"), ("high", "score_high")] {
        let (elo, share) = (number(&report["elo"][end]), number(&row[same]));
        assert!((elo - elo_of(share)).abs() < 0.1, "{end}: {elo} {share}");
    }
}

#[test]
fn who_fails_in_every_game_is_named_first_and_the_status_tells_it() {
    let place = Place::new();
    let players = ["exec:false", "random"];
    let ran = play(&place, "animal-checkers", "--games 2 --seed 1", &players).status(1);
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert!(lines[2].starts_with("exec:false failed in all of its 2 games: crash 2"), "{ran}");
}
