//! The commands of a sweep, with every game.

use super::GAMES;
use crate::harness::{Place, data};

/// Every command with every game; games are recorded again, and are what the table says.
#[test]
fn every_game_has_every_command() {
    for (game, words) in GAMES {
        let place = Place::new();
        let sweep = format!("sweep {game} {words} --games 12 --jobs 2");
        let planned = place.chase(&format!("{sweep} --dry-run")).status(0);
        assert!(planned.stdout.contains("12 games in 1 cells"), "{planned}");
        let empty = place.chase(&format!("{sweep} --dry-run -o none --shard 0/24")).status(0);
        assert!(empty.stdout.contains("0 games in 1 cells"), "{empty}");
        place.chase(&format!("{sweep} -o run --per-game --check 0.3")).status(0).stderr_is("");
        for part in 0..2 {
            place.chase(&format!("{sweep} -o part-{part} --shard {part}/2")).status(0);
        }
        place.chase("sweep merge merged part-1 part-0").fine();
        assert!(place.read("merged/cells.csv") == place.read("run/cells.csv"), "{game}");
        let shown = place.chase("sweep show run --format json").fine();
        let json: serde_json::Value = serde_json::from_str(&shown.stdout).expect("JSON");
        assert_eq!(json["cells"][0]["games"], 12);
        place.chase("sweep diff run --cells 0 0").fine();
        place.chase("sweep show run --html page.html").status(0);
        let page = String::from_utf8(place.read("page.html")).expect("a page");
        assert!(page.contains("<svg ") && !page.contains("<script"), "{game}");
        let games = String::from_utf8(place.read("run/games.csv")).expect("games");
        for row in games.lines().skip(1).step_by(7) {
            let cells: Vec<_> = row.split(',').collect();
            let record = format!(
                "record {game} --from-sweep run --cell 0 --game {} -o g.json --force",
                cells[1]
            );
            let recorded = place.chase(&record).status(0);
            let ending = cells[2].replace('_', " ");
            assert!(
                recorded.stdout.contains(&format!("s 0 to {} ({ending})", cells[4])),
                "{row}: {recorded}"
            );
            place.chase("verify g.json").fine();
        }
    }
}

#[test]
fn a_grid_is_what_is_varied_in_its_order() {
    let place = Place::new();
    place.write(
        "sweep.toml",
        format!(
            "game = \"police\"\nseed = 7\ngames = 60\nscenario = \"{} {} 100\"\n\n[vary]\n\
             hours = [10, 20]\n\"stamina.D1\" = \"50..100:50\"\ngetaway = [\"none\", 2]\nD2 = \"random,dfs\"\n",
            data("citiesMedium"),
            data("agentsS1")
        ),
    );
    place.chase("sweep police --spec sweep.toml -o run").fine();
    let table = String::from_utf8(place.read("run/cells.csv")).expect("a table");
    let rows: Vec<Vec<&str>> = table.lines().map(|it| it.split(',').collect()).collect();
    assert_eq!(rows[0][..6], ["cell", "hours", "stamina.D1", "getaway", "D2", "games"]);
    assert_eq!(rows.len(), 1 + 16);
    assert_eq!(rows[1][..6], ["0", "10", "50", "none", "random", "60"]);
    assert_eq!(rows[2][..5], ["1", "10", "50", "none", "dfs"]);
    assert_eq!(rows[16][..5], ["15", "20", "100", "2", "dfs"]);
    let spec: serde_json::Value =
        serde_json::from_slice(&place.read("run/spec.json")).expect("JSON");
    assert_eq!(spec["sweep"], 1);
    let of = |cell: usize| {
        let at = spec["cells"][cell]["scenarios"][0].as_u64().expect("a place");
        let scenario = &spec["scenarios"][usize::try_from(at).expect("small")];
        (
            scenario["hours"].clone(),
            scenario["getaway"].clone(),
            scenario["agents"][1]["stamina"].clone(),
        )
    };
    assert_eq!(of(0), (10.into(), serde_json::Value::Null, 50.into()));
    assert_eq!(of(15), (20.into(), 2.into(), 100.into()));
    assert_eq!(spec["cells"][15]["players"][2], "dfs");
    let by = place.chase("sweep show run --by D2 --format csv").fine();
    assert!(by.stdout.lines().nth(2).is_some_and(|it| it.starts_with("dfs,480,")), "{by}");
    // All cells have the same luck: the interval is that of the 60 games of one cell.
    let field = |name: &str| {
        let mut names = by.stdout.lines().next().expect("names").split(',');
        let at = names.position(|it| it == name).expect("a column");
        let line = by.stdout.lines().nth(2).expect("dfs");
        let value = line.split(',').nth(at).expect("a value");
        value.parse::<f64>().expect("a number")
    };
    let [p, low, high] = ["p_caught", "lo_caught", "hi_caught"].map(field);
    assert_eq!((p, high), (1.0, 1.0));
    assert!((low - 0.939_828).abs() < 1e-6, "{low}");
    // Everything again and one thing less: another sweep.
    place
        .chase("sweep police --spec sweep.toml -o run")
        .trouble(&["there is a sweep in this folder", "--resume"]);
    place
        .chase("sweep police --spec sweep.toml --games 61 -o run --resume")
        .trouble(&["a different sweep"]);
    place.chase("sweep police --spec sweep.toml -o run --resume").fine();
    place.chase("sweep police -o run --resume").fine();
}

#[test]
fn what_does_not_repeat_is_refused_and_what_is_doubtful_told() {
    let place = Place::new();
    let trouble =
        |words: &str, parts: &[&str]| drop(place.chase(&format!("sweep {words}")).trouble(parts));
    trouble(
        "animal-checkers --player alphabeta:time=5ms --player random --games 2 --seed 1",
        &["by the clock", "nodes"],
    );
    trouble(
        "animal-checkers --player exec:cat --player random --seed 1",
        &["outside", "chase match"],
    );
    trouble("robots --player human --seed 1", &["human", "chase play"]);
    trouble(
        "police --seed 1 --vary nothing=1",
        &["nothing that can be varied is called `nothing`", "D4", "getaway"],
    );
    trouble("police --seed 1 --vary getaway=99", &["--vary getaway=99", "99"]);
    trouble("police --seed 1 --vary D2=nobody", &["there is no player `nobody`"]);
    trouble("police --seed 1 --vary D2", &["varies nothing"]);
    trouble("police --seed 1 --until width=1", &["half-width"]);
    trouble(
        "police --seed 1 --engine compiled --player D1=cheapest-least-visited --informants 3",
        &["--engine general"],
    );
    trouble("show nowhere", &["nowhere"]);
    let warned = place.chase("sweep police --dice glibc --seed 1 --games 5").status(0);
    assert!(warned.stderr.contains("warning: with the dice of a C library"), "{warned}");
    assert!(place.names().is_empty(), "nothing is kept without -o");
}

/// What is kept is what the conditions say.
#[test]
fn games_are_kept_by_conditions() {
    let place = Place::new();
    let sweep = "sweep police --cities 12 --hours 20 --seed 3 --games 400 --jobs 2";
    place.chase(&format!("{sweep} -o all --per-game")).fine();
    place
        .chase(&format!("{sweep} -o some --keep cycles>=3 --keep winner=detectives --keep by!=D1"))
        .fine();
    let read = |name: &str| String::from_utf8(place.read(name)).expect("a table");
    let (all, some) = (read("all/games.csv"), read("some/games.csv"));
    let holds = |row: &&str| {
        let cells: Vec<_> = row.split(',').collect();
        cells[4].parse::<u32>().is_ok_and(|it| it >= 3)
            && cells[3] == "detectives"
            && cells[5] != "D1"
    };
    let expected: Vec<_> = all.lines().skip(1).filter(holds).collect();
    assert_eq!(some.lines().skip(1).collect::<Vec<_>>(), expected);
    assert!(!expected.is_empty() && expected.len() < 400);
    assert!(read("all/cells.csv") == read("some/cells.csv"));
    place
        .chase(&format!("{sweep} -o some --resume --keep cycles>3"))
        .trouble(&["other settings for the games to keep"]);
}

/// A match of which nothing is kept plays the games of one that is recorded, in every game.
#[test]
fn a_match_without_replays_is_the_match_with_them() {
    for (game, players) in [
        ("police", "--player dfs --player cheapest-least-visited --informants 4 --cities 12"),
        ("animal-checkers", "--player random --player greedy"),
        ("fishing", "--player random --player greedy --rows 4 --cols 4 --penguins 1"),
        ("scotland-yard", "--player random --player random --rounds 6"),
        ("robots", "--player random --player survivor:nodes=20 --robots 4"),
    ] {
        let place = Place::new();
        let words = format!("match {game} {players} --games 4 --seed 2 --format json");
        let quick = place.chase(&words).fine();
        let kept = place.chase(&format!("{words} --replays games")).fine();
        assert_eq!(quick.stdout, kept.stdout, "{game}");
    }
    let place = Place::new();
    let map = format!("--map {} {}", data("citiesMedium"), data("agentsS1"));
    let words = format!(
        "match police {map} --player dfs --player random --games 20 --seed 2 --format json"
    );
    let quick = place.chase(&words).fine();
    let kept = place.chase(&format!("{words} --replays games")).fine();
    assert_eq!(quick.stdout, kept.stdout);
    let at_once = place.chase(&format!("{words} --jobs 3")).fine();
    assert_eq!(quick.stdout, at_once.stdout);
}
