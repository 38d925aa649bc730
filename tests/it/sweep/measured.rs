//! What is counted beside the causes.

use crate::harness::{Place, data};
use chase::world::WorldPath;

/// A measure counts the games for which its conditions hold, is added up with the parts, has a share with
/// an interval, and is compared pair by pair.
#[test]
fn a_measure_counts_the_games_that_its_conditions_hold_for() {
    let place = Place::new();
    place.write(
        "sweep.toml",
        "game = \"police\"\nseed = 3\ngames = 300\nscenario = \"--cities 12 --hours 20\"\n\
         [vary]\nD2 = \"random,dfs\"\n\
         [measure]\nearly = \"cause=caught,cycles<=4\"\nby_d1 = [\"by=D1\"]\n",
    );
    let sweep = "sweep police --spec sweep.toml";
    place.chase(&format!("{sweep} -o run --per-game")).fine();
    let games = String::from_utf8(place.read("run/games.csv")).expect("rows");
    let count = |cell: &str, holds: &dyn Fn(&[&str]) -> bool| {
        let rows = games.lines().skip(1).map(|it| it.split(',').collect::<Vec<_>>());
        rows.filter(|row| row[0] == cell && holds(row)).count() as u64
    };
    let early = |row: &[&str]| row[2] == "caught" && row[4].parse::<u32>().is_ok_and(|it| it <= 4);
    let shown = place.chase("sweep show run --format json").fine().stdout;
    let shown: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
    for (n, cell) in ["0", "1"].into_iter().enumerate() {
        let found = &shown["cells"][n];
        assert_eq!(found["n_is_early"], count(cell, &early));
        assert_eq!(found["n_is_by_d1"], count(cell, &|row| row[5] == "D1"));
        let end = |name: &str| found[name].as_f64().expect("an end");
        assert!(end("lo_is_early") < end("p_is_early") && end("p_is_early") < end("hi_is_early"));
    }
    for part in 0..3 {
        place.chase(&format!("{sweep} -o part-{part} --per-game --shard {part}/3")).fine();
    }
    place.chase("sweep merge whole part-2 part-0 part-1").fine();
    assert!(place.read("whole/cells.csv") == place.read("run/cells.csv"));
    // as an option; another game of conditions is another sweep
    let other = "sweep police --cities 12 --hours 20 --seed 3 --games 300 --vary D2=random,dfs \
                 --measure early=cause=caught,cycles<=4 --measure by_d1=by=D1";
    place.chase(&format!("{other} -o option")).fine();
    assert!(place.read("option/spec.json") == place.read("run/spec.json"));
    place
        .chase(&format!("{other} --measure late=cycles>5 --resume -o option"))
        .trouble(&["a different sweep"]);
    for (wrong, told) in [
        ("x=by=D9", "no seat here is called `D9`"),
        ("x", "measures nothing"),
        ("X=by=D1", "no name of a measure"),
        ("x=size>3", "expected cycles, cause, winner or by"),
    ] {
        place.chase(&format!("sweep police --seed 1 --measure {wrong}")).trouble(&[told]);
    }
    // pair by pair
    let told = place.chase("sweep diff run --cells 0 1 --format json").fine().stdout;
    let paired: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    let measure = &paired["measures"][0];
    let number = |it: &serde_json::Value| it.as_u64().expect("a count");
    assert_eq!(measure["measure"], "early");
    assert_eq!(number(&measure["both"]) + number(&measure["a"]), count("0", &early));
}

/// Any game of a sweep is recorded as it was played: ending, last cycle and check value.
fn recorded_again(pairs: usize) {
    use chase::engine::dice::{Dice, Generator};
    let place = Place::new();
    let map = format!("{} {}", data("citiesMedium"), data("agentsS1"));
    let sweep =
        "--vary D2=random,dfs,cheapest-least-visited --vary hours=4,100 --games 5000 --seed 7";
    place.chase(&format!("sweep police {map} 100 {sweep} -o run --per-game")).fine();
    let games = String::from_utf8(place.read("run/games.csv")).expect("rows");
    let rows: Vec<Vec<&str>> = games.lines().skip(1).map(|it| it.split(',').collect()).collect();
    assert_eq!(rows.len(), 6 * 5000);
    let folder =
        chase::sweep::Folder::read(&WorldPath::on_disk(place.file("run"))).expect("a sweep");
    let mut dice = Dice::new(Generator::Chacha8, 11, 0);
    dice.turn_to(chase::engine::dice::DrawOwner::World);
    for _ in 0..pairs {
        let row = &rows[dice.below(30_000) as usize];
        let record = format!(
            "record --from-sweep run --cell {} --game {} -o g.chase --force",
            row[0], row[1]
        );
        let ending = row[2].replace('_', " ");
        place.chase(&record).status(0).stdout_has(&format!("hours 0 to {} ({ending})", row[4]));
        place.chase("verify g.chase").fine();
        // the check value is made of the last state: of the rules, turn by turn
        let number: u64 = row[1].parse().expect("a number");
        let cell: usize = row[0].parse().expect("a cell");
        let found = super::same_games::alone_by_the_rules(folder.spec(), cell, number);
        assert_eq!(format!("{:016x}", found.check), row[6], "{row:?}");
    }
}

#[test]
fn some_games_of_a_sweep_are_recorded_again() {
    recorded_again(8);
}

/// A minute and a half.
#[test]
#[ignore = "two programs for each of 1,000 games"]
fn a_thousand_games_of_a_sweep_are_recorded_again() {
    recorded_again(1_000);
}
