//! What is asked for counts, or is refused: nothing is passed over in silence.

use crate::harness::{Place, data};

/// A sweep's spec, by its file.
fn spec(place: &Place, folder: &str) -> String {
    String::from_utf8(place.read(&format!("{folder}/spec.json"))).expect("JSON")
}

/// What the command line says takes the place of what the file says, however either says it; what of
/// the file does not count is told.
#[test]
fn the_command_line_comes_before_the_file() {
    let place = Place::new();
    let (cities, agents) = (data("citiesMedium"), data("agentsS1"));
    place.write(
        "sweep.toml",
        format!(
            "game = \"police\"\ngames = 6\nmaps = 2\nplayers = [\"D1=dfs\"]\n\
             scenario = \"{cities} {agents} 100 7\"\n[vary]\nD2 = \"random,dfs\"\n"
        ),
    );
    let other = data("agentsS0");
    let lines = [
        ("--seed 9", format!("{cities} {agents} 100 9"), "`--seed=9` replaces `7` of"),
        ("--hours 12", format!("{cities} {agents} 12 7"), "`--hours=12` replaces `100` of"),
        (
            &format!("{cities} {other} 100"),
            format!("{cities} {other} 100 7"),
            "agentsS0.data` replaces",
        ),
        ("--cities 12 --seed 9", "--cities 12 --seed 9".into(), "`--cities=12` replaces"),
        ("--dice glibc", format!("{cities} {agents} 100 7 --dice glibc"), ""),
    ];
    for (n, (ours, alone, told)) in lines.iter().enumerate() {
        let run = format!("sweep police {ours} --spec sweep.toml -o from-{n}");
        let ran = place.chase(&run).status(0).stderr_has(told);
        assert!(ran.stderr.matches("is played").count() <= 1, "{ran}");
        let alone = format!("sweep police {alone} --player D1=dfs --vary D2=random,dfs");
        place.chase(&format!("{alone} --games 6 --maps 2 -o alone-{n}")).status(0);
        let (ours, theirs) = (format!("from-{n}"), format!("alone-{n}"));
        assert!(spec(&place, &ours) == spec(&place, &theirs), "{run}");
    }
    let more = "--player D1=random --games 4 --maps 1 --vary D2=stationary --vary hours=3,4";
    place
        .chase(&format!("sweep police --spec sweep.toml {more} -o more"))
        .status(0)
        .stderr_has("`--player=D1=random` replaces `--player=D1=dfs` of sweep.toml\n")
        .stderr_has("`--games=4` replaces `--games=6` of sweep.toml\n")
        .stderr_has("`--maps=1` replaces `--maps=2` of sweep.toml\n")
        .stderr_has("`--vary D2=stationary` replaces `--vary D2=random,dfs` of sweep.toml\n");
    place.chase(&format!("sweep police {cities} {agents} 100 7 {more} -o more-alone")).fine();
    assert!(spec(&place, "more") == spec(&place, "more-alone"));
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
    for (keep, word) in [("winner=bogus", "bogus"), ("by!=D9", "D9")] {
        place.chase(&format!("{sweep} -o never --keep {keep}")).trouble(&[word, keep, "none"]);
    }
    place.chase(&format!("{sweep} --vary D2=random,dfs --until half-width=0.3 -o run")).fine();
    place.chase(&format!("{sweep} --keep cause=bogus -o bogus")).status(0).stderr_has(
        "warning: --keep cause=bogus: no game ended this way; the games ended by caught",
    );
    // a rule that ended the cells is allowed for, or it is said that it is not
    place
        .chase("sweep show run --interval exact")
        .trouble(&["end by half-width=0.3", "--interval"]);
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
            .stderr_has("warning: with glibc the games");
    }
    let page = place.chase("sweep show bogus --html -").fine().stdout;
    assert!(page.contains("</html>") && page.contains("<svg "), "{page}");
}
