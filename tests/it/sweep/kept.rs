//! The rows of single games: of all parts the same, and whole however often a sweep goes on.

use crate::harness::Place;

const SWEEP: &str = "sweep police --cities 12 --hours 20 --seed 3 --games 100 --vary D2=random,dfs";

#[test]
fn parts_that_keep_other_games_are_not_put_together() {
    let place = Place::new();
    let part = |name: &str, shard: u8, keep: &str| {
        place.chase(&format!("{SWEEP} --shard {shard}/2 -o {name} {keep}")).fine();
    };
    part("a", 0, "--keep cycles>3");
    part("b", 1, "--keep cycles>3");
    part("other", 1, "--keep cycles>4");
    part("all", 1, "--per-game");
    part("none", 1, "");
    for (other, kept) in
        [("other", "games with cycles>4"), ("all", "all games"), ("none", "no games")]
    {
        place
            .chase(&format!("sweep merge never a {other}"))
            .trouble(&[&format!("this part keeps {kept}, but a/ keeps games with cycles>3")]);
    }
    assert!(!place.file("never").exists());
    place.chase("sweep merge whole b a").fine();
    place.chase(&format!("{SWEEP} -o once --keep cycles>3")).fine();
    for name in ["games.csv", "kept.txt"] {
        let [whole, once] = ["whole", "once"].map(|it| place.read(&format!("{it}/{name}")));
        assert!(whole == once, "{name}");
    }
    assert_eq!(place.read("whole/kept.txt"), b"cycles>3\n");
    place
        .chase("sweep merge whole a b")
        .trouble(&["there is a sweep in this folder", "name a new folder"]);
    std::fs::remove_file(place.file("b/games.csv")).expect("a table");
    place.chase("sweep merge never a b").trouble(&["has no table of games yet", "--resume"]);
}

/// A part that is done goes on with another, and a done sweep after some of its games were lost.
#[test]
fn a_sweep_that_is_done_goes_on_with_its_rows() {
    let place = Place::new();
    place.chase(&format!("{SWEEP} -o once --per-game")).fine();
    place.chase(&format!("{SWEEP} -o run --per-game --shard 0/2")).fine();
    // what is kept need not be said again
    place.chase("sweep police --resume -o run --shard 1/2").fine();
    place.chase("sweep police --resume -o run").fine();
    let games =
        |name: &str| String::from_utf8(place.read(&format!("{name}/games.csv"))).expect("rows");
    assert!(games("run") == games("once"));
    let log = String::from_utf8(place.read("run/shards.log")).expect("a log");
    let lines: Vec<_> = log.lines().collect();
    place.write("run/shards.log", format!("{}\n", lines[..lines.len() - 1].join("\n")));
    place.chase("sweep police --resume -o run --per-game").fine();
    assert!(games("run") == games("once"));
}
