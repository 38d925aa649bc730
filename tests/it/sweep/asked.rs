//! What is asked for counts, or is refused: nothing is passed over in silence.

use crate::harness::{Place, data};

/// A sweep's spec, by its file.
fn spec(place: &Place, folder: &str) -> String {
    String::from_utf8(place.read(&format!("{folder}/spec.json"))).expect("JSON")
}

/// Beside a file only the games and the seed may be given; everything else is refused.
#[test]
fn the_command_line_changes_only_games_and_seed_of_a_file() {
    let place = Place::new();
    let (cities, agents) = (data("citiesMedium"), data("agentsS1"));
    place.write(
        "sweep.toml",
        format!(
            "game = \"police\"\ngames = 6\nmaps = 2\nplayers = [\"D1=dfs\"]\n\
             scenario = \"{cities} {agents} 100 7\"\n[vary]\nD2 = \"random,dfs\"\n"
        ),
    );
    place.chase("sweep police --spec sweep.toml --games 4 --seed 9 -o ours").fine();
    let alone =
        format!("sweep police {cities} {agents} 100 9 --player D1=dfs --vary D2=random,dfs");
    place.chase(&format!("{alone} --games 4 --maps 2 -o alone")).fine();
    assert!(spec(&place, "ours") == spec(&place, "alone"));
    for more in ["--hours=12", "--player=D1=random", "--dice=glibc", "--maps 1", "--vary D2=dfs"] {
        let word = more.split(' ').next().expect("a word");
        place
            .chase(&format!("sweep police --spec sweep.toml --seed 9 {more} -o never"))
            .trouble(&["sweep.toml", &format!("`{word}` cannot be given beside --spec")]);
    }
}

#[test]
fn what_would_be_passed_over_is_refused() {
    let place = Place::new();
    let sweep = "sweep police --cities 12 --hours 20 --seed 3 --games 40 --shard-games 20";
    // a folder that is not there has no sweep to go on with
    place
        .chase("sweep police --resume -o tyop")
        .trouble(&["tyop: no sweep was begun in this folder"]);
    assert!(!place.file("tyop").exists());
    // a cell may have fewer seats than the first one
    place
        .chase("sweep fishing --seed 1 --games 4 -o never --vary player=greedy --vary P2=greedy,random")
        .trouble(&["--vary P2=greedy", "a cell has no such seat"]);
    for (keep, word) in [("winner=bogus", "bogus"), ("by!=D9", "D9")] {
        place.chase(&format!("{sweep} -o never --keep {keep}")).trouble(&[word, keep, "none"]);
    }
    place.chase(&format!("{sweep} --vary D2=random,dfs --until half-width=0.3 -o run")).fine();
    place.chase(&format!("{sweep} --keep cause=bogus -o bogus")).status(0).stderr_has(
        "warning: --keep cause=bogus: no game ended this way; the games ended by caught",
    );
    // where a rule that ended the cells is not allowed for, it is said
    place
        .chase("sweep diff run --cells 0 1")
        .fine()
        .stdout_has("the cells end by half-width=0.3: ");
    let json = place.chase("sweep show run --format json").fine().stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!(json["cells"][0]["lo_cycles"].is_null() && json["cells"][0]["mean_cycles"].is_f64());
    place.chase("sweep show run --by D2").status(0).stderr_has("different numbers of games");
    // the game is named by the sweep alone
    let record = "record police --from-sweep run --cell 1 --game 3 -o g.json";
    for (more, told) in [
        ("--player D1=dfs", "--player cannot be given too"),
        ("--seed 5", "--seed cannot be given too"),
        ("a b 3", "CITIES cannot be given too"),
    ] {
        place
            .chase(&format!("{record} {more}"))
            .trouble(&["--from-sweep already fixes the whole game", told]);
    }
    place
        .chase("record --from-sweep run --cell 1 --game 3 --player D1=dfs --from x.json --hour 1")
        .trouble(&["--from cannot be given too"]);
    place.chase(record).status(0);
    // every way to show intervals says where they keep no promise
    place.chase(&format!("{sweep} --dice glibc -o glibc")).status(0);
    for words in ["show glibc", "diff glibc --cells 0 0", "merge whole glibc"] {
        place
            .chase(&format!("sweep {words}"))
            .status(0)
            .stderr_has("warning: with the dice of a C library the games");
    }
    let page = place.chase("sweep show bogus --html -").fine().stdout;
    assert!(page.contains("</html>") && page.contains("<svg "), "{page}");
}
