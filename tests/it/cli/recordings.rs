//! record, replay, info, convert: what they print and what they leave.

use crate::harness::{Place, data, project};

crate::tables::table!();

const S3: &str = "police-citiesInformants-agentsS3-2.json";

#[test]
fn record_alone_records_the_embedded_scenario_under_its_name() {
    let place = Place::new();
    let first = place.chase("record").fine();
    first
        .stdout_has("YOU WIN - THIEF CAUGHT!\n")
        .stdout_has(&format!("recorded in {S3}\n"))
        .stdout_has(&format!("  chase replay {S3} --hour 3\n"));
    assert_eq!(place.names(), [S3]);
    // when it is recorded again, then it is the same, and that is no error
    let bytes = place.read(S3);
    place.chase("record").fine().stdout_has("already recorded, the same, in");
    assert_eq!(place.read(S3), bytes);
    // and the two data files give the very same file
    let (cities, agents) = (data("citiesInformants"), data("agentsS3"));
    let args = ["record", "police", &cities, &agents, "10", "2"];
    place.chase_with(&args, "").fine().stdout_has("already recorded, the same, in");
}

#[test]
fn a_file_that_differs_is_replaced_by_force_only() {
    for (name, content) in [("x.json", "{}"), ("x.chase", "not a replay"), ("x.json", "")] {
        let place = Place::new();
        place.write(name, content);
        place.chase(&format!("record -o {name}")).trouble(&[name, "another file", "--force"]);
        assert_eq!(place.read(name), content.as_bytes());
        place.chase(&format!("record -o {name} --force")).fine();
        place.chase(&format!("replay {name}")).fine();
        assert_eq!(place.names(), [name], "nothing is left beside it");
    }
}

#[test]
fn json_goes_to_standard_output_for_a_dash() {
    let place = Place::new();
    let piped = place.chase("record -o -").fine().stdout;
    assert_eq!(place.names(), Vec::<String>::new());
    place.chase("record -o x.json").fine();
    assert_eq!(piped.as_bytes(), place.read("x.json"));
    // and comes back from standard input
    let again = place.chase_with(&["replay", "-", "--hour", "5"], piped).fine();
    again.stdout_has("D1 caught the thief in darwin (4)");
}

#[test]
fn a_long_trace_is_printed_when_asked_for() {
    let place = Place::new();
    place.chase("new police --two-coloured --seed 1 -o m").fine();
    let record = "record police m-cities.data m-agents.data 500 1 -o x.chase --force";
    let auto = place.chase(record).fine();
    let auto = auto.stdout_has("The trace is long").stdout_has("TIME IS UP");
    assert!(!auto.stdout.contains("Hour 499\n"));
    let always = place.chase(&format!("{record} --trace always")).fine();
    assert_eq!(always.stdout.matches("\nHour ").count(), 501);
    let never = place.chase(&format!("{record} --trace never")).fine();
    assert!(!never.stdout.contains("Hour "));
}

#[test]
fn both_forms_convert_without_loss() {
    let place = Place::new();
    place.chase("new police --cities 300 --roads 400 --informants 10% --seed 2 -o m").fine();
    place.chase("record police m-cities.data m-agents.data 9000 5 -o a.chase").status(0);
    // when it goes there and back
    place.chase("convert a.chase b.json").fine().stdout_is("wrote b.json\n");
    place.chase("convert b.json c.chase").fine();
    place.chase("convert c.chase d.json").fine();
    // then nothing has changed
    assert_eq!(place.read("b.json"), place.read("d.json"));
    assert_eq!(place.read("a.chase"), place.read("c.chase"));
    let json = place.chase("convert a.chase -").fine().stdout;
    assert_eq!(json.as_bytes(), place.read("b.json"));
    for words in ["", "--stats", "--hour 3 --events", "--format json --events"] {
        let one = place.chase(&format!("replay a.chase {words}")).fine();
        let other = place.chase(&format!("replay b.json {words}")).fine();
        assert_eq!(one.stdout, other.stdout, "{words}");
    }
    place.chase("convert a.chase b.json").fine().stdout_has("already");
    place.write("e.json", "mine");
    place.chase("convert a.chase e.json").trouble(&["e.json", "--force"]);
}

#[test]
fn any_hour_of_a_long_recording_is_the_one_a_walk_from_the_start_finds() {
    let place = Place::new();
    place.chase("new police --two-coloured --informants 2 --seed 3 -o m").fine();
    place.chase("record police m-cities.data m-agents.data 20000 1 -o a.chase").fine();
    let whole = place.chase("replay a.chase --format json").fine().stdout;
    let lines: Vec<_> = whole.lines().collect();
    assert_eq!(lines.len(), 20_001);
    for hour in [0, 1, 2, 2_047, 4_095, 4_096, 4_097, 9_999, 12_345, 19_999, 20_000] {
        let one = place.chase(&format!("replay a.chase --hour {hour} --format json"));
        assert_eq!(one.fine().stdout.trim_end(), lines[hour]);
    }
    let span = place.chase("replay a.chase --from 8000 --to 8002 --format json");
    assert_eq!(span.fine().stdout.trim_end(), lines[8_000..=8_002].join("\n"));
}

#[test]
fn a_minus_counts_from_the_end() {
    let place = Place::new();
    place.chase("record -o x.chase").fine();
    let json = project("replays/police/S3.json");
    let stored = std::fs::read(place.file("x.chase")).expect("a recording");
    for file in ["x.chase", &json, "-"] {
        let shown = |words: &str| {
            let args: Vec<_> = ["replay", file].into_iter().chain(words.split(' ')).collect();
            let stdin = if file == "-" { stored.clone() } else { Vec::new() };
            place.chase_with(&args, stdin)
        };
        for (back, number) in [
            ("--hour -1", "--hour 5"),
            ("--turn -2 --trust", "--hour 4"),
            ("--cycle -6 --events", "--hour 0 --events"),
            ("--move -3 --legal", "--hour 3 --legal"),
            ("--stats --rotation -2", "--stats --hour 4"),
            ("--from -3 --to -2", "--from 3 --to 4"),
            ("--from 1 --to -5", "--from 1 --to 1"),
        ] {
            assert_eq!(shown(back).fine().stdout, shown(number).fine().stdout, "{back}");
        }
        for beyond in ["--hour -7", "--from -7", "--hour -18446744073709551615"] {
            let number = beyond.split(' ').nth(1).expect("a number");
            let what = format!("there is no hour {number}; the last is 5");
            shown(beyond).trouble(&[&what]);
        }
        shown("--from -1 --to -2").trouble(&["--from -1 comes after --to -2"]);
        shown("--hour -1.5").status(2).stderr_has("-1 for the last one");
    }
    for file in ["x.chase", &json] {
        let drawn =
            |hour| place.chase(&format!("view {file} --svg --hour {hour} -o -")).fine().stdout;
        assert_eq!(drawn("-2"), drawn("4"));
        let page = |span| place.chase(&format!("view {file} {span} -o -")).fine().stdout;
        assert_eq!(page("--from -3 --to -2"), page("--from 3 --to 4"));
        let view = place.chase(&format!("view {file} --svg --hour -7 -o -"));
        view.trouble(&["there is no hour -7; the last is 5"]);
        let pair = place.chase(&format!("view {file} {json} --from -2 -o -"));
        pair.trouble(&["the cycles of two traces can only be counted from the beginning"]);
        let gone_on = |hour| {
            let args = ["play", "--from", file, "--hour", hour];
            place.chase_with(&args, "state\nquit\n").status(0).stdout
        };
        assert_eq!(gone_on("-3"), gone_on("3"));
        place
            .chase(&format!("play --from {file} --hour -7"))
            .trouble(&["there is no hour -7; the last is 5"]);
    }
}

#[test]
fn an_hour_goes_by_every_games_word() {
    let place = Place::new();
    let file = project("replays/police/S3.json");
    let hour = place.chase(&format!("replay {file} --hour 4")).fine();
    for word in ["--cycle", "--round", "--turn", "--move"] {
        let other = place.chase(&format!("replay {file} {word} 4")).fine();
        assert_eq!(other.stdout, hour.stdout);
    }
}

#[test]
fn chacha8_gives_another_game_that_repeats() {
    let place = Place::new();
    place.chase("new police --cities 30 --two-coloured --seed 8 -o m").fine();
    let record = "record police m-cities.data m-agents.data 40 1 --dice";
    place.chase(&format!("{record} glibc -o g.json")).fine();
    place.chase(&format!("{record} chacha8 -o c.json")).fine();
    place.chase(&format!("{record} chacha8 -o c.json")).fine();
    let seal = |file: &str| {
        let info = place.chase(&format!("info {file}")).fine().stdout;
        info.lines().find(|line| line.starts_with("history")).map(str::to_owned)
    };
    assert_ne!(seal("g.json"), seal("c.json"));
    place.chase("info c.json").fine().stdout_has("dice          chacha8, seed 1\n");
}

#[test]
fn a_seed_that_was_drawn_is_shown_and_stored() {
    let place = Place::new();
    let (cities, agents) = (data("citiesMedium"), data("agentsS1"));
    let ran = place.chase_with(&["record", "police", &cities, &agents, "10", "-o", "x.json"], "");
    let seed = ran.stderr.split_whitespace().nth(1).expect("a seed").to_owned();
    ran.status(0)
        .stderr_is(&format!("seed {seed} was drawn; give it with --seed to repeat this game\n"));
    place.chase("info x.json").fine().stdout_has(&format!("glibc, seed {seed}\n"));
}

#[test]
fn names_with_blanks_and_folders_work() {
    let place = Place::new();
    std::fs::create_dir(place.file("a b")).expect("a folder");
    place.chase_with(&["record", "-o", "a b/c d.json"], "").fine();
    place.chase_with(&["replay", "a b/c d.json"], "").fine();
    place.chase_with(&["record", "-o", "a b"], "").trouble(&["a b", "directory"]);
    place.chase_with(&["record", "-o", "nowhere/x.json"], "").trouble(&["nowhere/x.json"]);
    place.chase_with(&["replay", "a b"], "").trouble(&["a b", "directory"]);
}

#[test]
fn what_happened_and_what_can_be_done_are_told_together() {
    let place = Place::new();
    let file = project("replays/animal-checkers/capture.json");
    let replay = |words: &str| place.chase(&format!("replay {file} {words}")).fine().stdout;
    let both = replay("--move 4 --events --legal");
    let happened = "side 1: elephant f7 to e7 (its right)\n\n";
    assert_eq!(both, format!("{happened}{}", replay("--move 4 --legal")));
    let json: serde_json::Value =
        serde_json::from_str(&replay("--move 4 --events --legal --format json")).expect("JSON");
    assert_eq!(json["seat"], "S0");
    assert!(json["legal"].as_array().expect("actions").len() > 5);
    assert_eq!(json["cycle"]["cycle"], 4, "{json}");
}

#[test]
fn boards_of_moments_have_coordinates() {
    let place = Place::new();
    let moment = |file: &str| {
        let file = project(&format!("replays/{file}.json"));
        place.chase(&format!("replay {file} --cycle 4")).fine().stdout
    };
    let checkers = moment("animal-checkers/capture");
    assert!(checkers.starts_with("Move 4\n  a b c d e f g\n7 . . m x e . .\n"));
    assert!(checkers.contains("\n1 . E . X . . M\n"), "{checkers}");
    let fishing = moment("fishing/two");
    assert!(fishing.starts_with("Turn 4\n    a  b  c  d  e\n 1 P2  3  2  2  1\n"));
    assert!(fishing.contains("\nP1 strong-1: 2 fish, P2 territory-2: 2 fish\n"));
    let robots = moment("robots/teleport");
    let player = "\n11 ......+........+..@............\n";
    assert!(robots.contains(player), "{robots}");
    let above = "   1   5   10   15   20   25   30\n 1 .";
    assert!(robots.contains(above), "{robots}");
}
