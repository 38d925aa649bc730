//! A log becomes a recording, and the recording the log again.

use chase::engine::any::{Projections, RecordedHistory as _};
use chase::engine::dice::Generator;
use chase::engine::replay::Header;
use chase::traces::recording::{NAME, OBSERVED, check_laws, open};
use serde_json::{Value, json};

use super::{INPUTS, cars, head_of, place};
use crate::harness::Place;

/// Each real input comes back from both forms to the letter, with the same seals, and is verified.
#[test]
fn what_is_recorded_comes_back_to_the_letter() {
    for (folder, ending, like) in INPUTS {
        let (place, like) = place(folder, ending, like);
        let log = format!("golden.{ending}");
        place.chase(&format!("record trace {log}{like} -o run.chase")).status(0);
        place.chase("convert run.chase run.json").fine();
        place.chase("convert run.json again.chase").fine();
        assert!(place.read("run.chase") == place.read("again.chase"), "{folder}: the forms");
        place.chase(&format!("convert run.json back.{ending}")).fine();
        assert!(place.read(&log) == place.read(&format!("back.{ending}")), "{folder}: the log");
        let verified = place.chase("verify run.chase run.json").fine();
        let told = "seals, fold, observed (not played again)";
        assert_eq!(verified.stdout.matches(told).count(), 2, "{folder}: {verified}");
    }
}

/// Whatever stands in a line: quotes, empty fields, comments, a last line without an end, CR and LF,
/// ticks in other letters, entities that come and go.
#[test]
fn odd_lines_come_back_to_the_letter() {
    let place = Place::new();
    for (name, text) in [
        ("quotes.csv", "t,who,x\n0,\"a, b\",\"1\"\"2\"\n0,c,\n1,c,x\\y\n"),
        ("notes.csv", "# made today\nt,x\n0,1\n\n# between\n1,2"),
        ("crlf.csv", "t,x\r\n0,1.50\r\n1,nan\r\n"),
        ("letters.csv", "t,who,x\n1,a,1\n1.0,b,-0\n2e0,a,+1\n2,b,1e-3\n"),
        ("come.csv", "t,who,x\n0,a,1\n0,b,1\n1,b,2\n2,c,3\n2,b,3\n3,a,4\n"),
        ("tabs.tsv", "t\tx\n0\ta b\n1\t\n"),
        ("plain.csv", "0,1.5\n1,2.5\n"),
        ("lines.jsonl", "{\"t\":0,\"s\":\"q\\\"\\t\"}\n{\"s\": \"x\", \"t\": 1}\n{\"t\": 2}\n"),
    ] {
        place.write(name, text);
        place.chase(&format!("record trace {name} -o run.chase --force")).status(0);
        place.chase(&format!("convert run.chase back-{name}")).fine();
        let back = String::from_utf8(place.read(&format!("back-{name}"))).expect("text");
        assert_eq!(back, text, "{name}");
        place.chase("convert run.chase run.json --force").fine();
        place.chase("verify run.chase run.json").fine();
    }
    let told = place.chase("record trace come.csv -o come.chase").status(0);
    told.stderr_has("guessed: entity is the column who");
    let events = place.chase("replay come.chase --events").fine().stdout;
    for line in
        ["a appears: 1", "a vanishes", "c appears: 3", "b changes: x 2 to 3", "a appears: 4"]
    {
        assert!(events.contains(line), "{line}: {events}");
    }
}

/// A moment by what the log numbers it, in a recording of several frames whose ticks have gaps.
#[test]
fn a_moment_is_found_by_its_tick() {
    let place = Place::new();
    let tick = |n: u32| {
        if n < 4_000 { f64::from(n) * 0.5 } else { f64::from(n) * 2.0 }
    };
    let rows = (0..6_000).map(|n| format!("{:.1},{},{}\n", tick(n), n * n, n % 7));
    place.write("long.csv", format!("time,a,b\n{}", rows.collect::<String>()));
    place.chase("record trace long.csv -o long.chase").status(0);
    for (typed, n) in
        [("0", 0_u32), ("1000.0", 2_000), ("1999.5", 3_999), ("8000", 4_000), ("11998", 5_999)]
    {
        let told = place.chase(&format!("replay long.chase --tick {typed} --format json")).fine();
        let moment: Value = serde_json::from_str(&told.stdout).expect("JSON");
        assert_eq!(moment["cycle"], n, "{typed}");
        assert_eq!(moment["entities"][""]["a"], (n * n).to_string(), "{typed}");
    }
    for missing in ["0.25", "3000", "12000", "-1"] {
        let told = format!("no cycle has the tick {missing}");
        place.chase(&format!("replay long.chase --tick {missing}")).trouble(&[&told]);
    }
    place.chase("replay long.chase --tick x").trouble(&["expected a number"]);
    let stats = place.chase("replay long.chase --stats --format json").fine();
    let stats: Value = serde_json::from_str(&stats.stdout).expect("JSON");
    let column = &stats["columns"][1];
    assert_eq!(column["least"], 0.0);
    assert_eq!(column["most"], 6.0);
    assert_eq!(column["last_change"], "11998.0");
}

/// From a pipe, from a program, and what a program did stands in the header.
#[test]
fn a_pipe_and_a_program_are_recorded() {
    let place = Place::new();
    place.write("cars.csv", cars(30));
    place.chase("record trace cars.csv -o file.chase").status(0);
    place.shell("cat cars.csv | $CHASE record trace -o pipe.chase").status(0);
    assert!(place.read("file.chase") == place.read("pipe.chase"));
    let ran = place.shell("$CHASE record trace -o made.chase -- sh -c 'cat cars.csv; exit 3'");
    ran.status(0).stderr_has("it ended with status 3");
    let info = place.chase("info made.chase --format json").fine();
    let info: Value = serde_json::from_str(&info.stdout).expect("JSON");
    assert_eq!(info["made_by"]["status"], 3);
    assert_eq!(info["made_by"]["command"][0], "sh");
    // A file that is there is refused before the program begins.
    place
        .shell("$CHASE record trace -o made.chase -- sh -c 'touch begun; cat cars.csv'")
        .trouble(&["there is another file of this name already"]);
    place.shell("test ! -e begun").status(0);
    place.chase("verify made.chase").fine();
    place.chase("diff made.chase file.chase --brief").fine().stdout_is("the same: 30 cycles\n");
    place.shell("gzip cars.csv").status(0);
    place.chase("diff cars.csv.gz file.chase --brief").fine();
}

/// A log that is read to a line that cannot be understood leaves what came before, unfinished.
#[test]
fn what_was_read_before_a_fault_is_kept() {
    let place = Place::new();
    place.write("bad.csv", format!("{}5,7\n", cars(400)));
    let ran = place.chase("record trace bad.csv -o bad.chase").status(2);
    ran.stderr_has("bad.csv:802:4: 2 fields; expected 4");
    let shown = place.chase("replay bad.chase --tick 398").status(0);
    shown.stderr_has("an unfinished recording");
}

#[test]
fn nobody_plays_a_trace() {
    let place = Place::new();
    place.write("cars.csv", cars(5));
    place.chase("record trace cars.csv -o cars.chase").status(0);
    for words in [
        "play trace",
        "match trace",
        "new trace",
        "player trace",
        "play --from cars.chase --hour 2",
        "record --from cars.chase --hour 2 -o other.chase",
        "odds cars.chase --hour 2",
    ] {
        place.chase(words).trouble(&["observed, not played: nobody in it decides anything"]);
    }
}

/// The header of the recording of a log.
fn header() -> Header {
    let place = Place::new();
    place.write("cars.csv", cars(5));
    place.chase("record trace cars.csv -o cars.json").status(0);
    let document: Value = serde_json::from_slice(&place.read("cars.json")).expect("JSON");
    let scenario = serde_json::value::to_raw_value(&document["scenario"]).expect("JSON");
    Header {
        chase: 1,
        game: NAME.to_owned(),
        rules: 1,
        writer: "a test".to_owned(),
        dice: Generator::Chacha8,
        seed: 0,
        number: 0,
        players: vec![OBSERVED.to_owned()],
        scenario,
        origin: None,
        made_by: None,
    }
}

/// The laws on a log without lines.
#[test]
fn the_laws_hold_for_a_trace() {
    let header = header();
    let mut moment = open(&mut header.clone()).expect("a log");
    moment.project(Projections { seals: true, ..Projections::default() });
    let events = r#"[{"began":{"tick":"0"}},{"ended":{"cut":false}}]"#;
    let cycle = format!(r#"{{"cycle":0,"entries":[{{"events":{events}}}]}}"#);
    moment.read_unsealed_json(&cycle).expect("one cycle");
    let mut sealed = Vec::new();
    moment.put_json(&mut sealed);
    let sealed = String::from_utf8(sealed).expect("text");
    let checked = check_laws(&header, &[&sealed]);
    assert!(checked.is_ok(), "{}", checked.expect_err("a law"));
}

/// A cycle of a log is one turn of the world, in which something happens and nothing is drawn.
#[test]
fn turns_that_no_log_has_are_refused() {
    const BEGAN: &str = r#"{"events":[{"began":{"tick":"0"}}]}"#;
    const NOTED: &str = r#"{"events":[{"noted":{"line":"x"}}]}"#;
    let header = header();
    let refused = |entries: &str, cycle: u64| {
        let mut moment = open(&mut header.clone()).expect("a log");
        let line = format!(r#"{{"cycle":{cycle},"entries":[{entries}]}}"#);
        match moment.read_unsealed_json(&line) {
            Ok(()) => String::new(),
            Err(why) => why.to_string(),
        }
    };
    let in_0 = |why: &str| format!("cycle 0: {why}");
    assert_eq!(refused(BEGAN, 0), "");
    let two = format!("{NOTED},{BEGAN}");
    let drawn = BEGAN.replace("{\"events", "{\"words\":1,\"events");
    let lost = BEGAN
        .replace("{\"events", r#"{"seat":1,"forfeit":{"cause":"timeout","detail":""},"events"#);
    let acted = BEGAN.replace("{\"events", r#"{"seat":0,"action":{},"events"#);
    assert_eq!(refused(&two, 0), in_0("a cycle of a log has one turn"));
    assert_eq!(refused(&drawn, 0), in_0("a log cannot draw random numbers"));
    let turn = "out of turn: it is the world's turn";
    assert_eq!(refused(&lost, 0), in_0(turn));
    assert_ne!(refused(&acted, 0), "");
    assert_eq!(refused("", 0), in_0("a cycle without a turn"));
    let empty = in_0("a turn in which nothing happened");
    assert_eq!(refused(r#"{"events":[]}"#, 0), empty);
    let place = "cycle 1: this turn belongs to cycle 0";
    assert_eq!(refused(BEGAN, 1), place);
}

/// The laws on every real log.
#[test]
fn the_laws_hold_for_real_logs() {
    for (folder, ending, like) in INPUTS {
        let (place, like) = place(folder, ending, like);
        place.chase(&format!("record trace golden.{ending}{like} -o run.json")).status(0);
        let text = String::from_utf8(place.read("run.json")).expect("text");
        let mut document: Value = serde_json::from_str(&text).expect("JSON");
        for field in ["cycles", "outcome", "seal"] {
            document.as_object_mut().expect("a document").remove(field);
        }
        let header: Header = serde_json::from_value(document).expect("a header");
        let lines = text.lines().filter(|line| line.starts_with("{\"cycle\":"));
        let lines: Vec<_> = lines.map(|line| line.trim_end_matches(',')).collect();
        assert!(lines.len() > 10, "{folder}: {} cycles", lines.len());
        let checked = check_laws(&header, &lines);
        assert!(checked.is_ok(), "{folder}: {}", checked.expect_err("a law"));
    }
}

/// A state that is longer than a frame of other games may hold is kept now and then, and jumped to.
#[test]
fn long_states_are_jumped_to() {
    let place = Place::new();
    let rows = |t: u32| -> String {
        let cars = 0..400;
        cars.map(|car| format!("{t},car{car},{}.5,{}\n", t * 3 + car, car * 7)).collect()
    };
    let log: String = (0..120).map(rows).collect();
    place.write("run.csv", format!("t,car,x,y\n{log}"));
    place.chase("record trace run.csv -o run.chase").status(0);
    place.chase("verify run.chase").fine();
    let now = |tick: u32| place.chase(&format!("replay run.chase --tick {tick} --format json"));
    let moment: Value = serde_json::from_str(&now(110).fine().stdout).expect("JSON");
    assert_eq!(moment["entities"]["car399"]["x"], "729.5");
    // Damage in an early frame is not met on the way.
    let mut bytes = place.read("run.chase");
    let frames = bytes.windows(4).enumerate();
    let frames: Vec<_> = frames.filter(|(_, it)| it == b"FRAM").map(|it| it.0).collect();
    assert!(frames.len() > 10, "{} frames", frames.len());
    bytes[frames[1] + 100] ^= 1;
    place.write("run.chase", bytes);
    now(110).fine();
    now(12).status(2);
}

/// A page has a plot for each column with a line for each entity, and a map where it is named.
#[test]
fn a_page_shows_columns_and_entities() {
    let place = Place::new();
    place.write("cars.csv", cars(900));
    let like =
        "form = \"csv\"\ntick = \"t\"\nentity = \"car\"\nmap = [\"x\", \"v\"]\n[tolerance]\n";
    place.write("like.toml", like);
    place.chase("record trace cars.csv --like like.toml -o cars.chase").status(0);
    place.chase("view cars.chase -o page.html").fine();
    let page = String::from_utf8(place.read("page.html")).expect("text");
    let head = head_of(&page);
    let plots: Vec<_> = head["plots"].as_array().expect("plots").iter().collect();
    let names = |plot: &Value| -> Vec<String> {
        let lines = plot["lines"].as_array().expect("lines").iter();
        lines.map(|line| line["name"].to_string()).collect()
    };
    assert!(plots.iter().any(|plot| plot["name"] == "x"), "{plots:?}");
    assert!(plots.iter().any(|plot| names(plot).contains(&"\"9\"".to_owned())));
    assert_eq!(head["map"]["names"], json!(["x", "v"]));
    place.chase("view cars.csv cars.chase -o pair.html").fine();
    let pair = String::from_utf8(place.read("pair.html")).expect("text");
    let head = head_of(&pair);
    assert_eq!(head["title"], "cars.csv against cars.chase");
    assert!(head["plots"].as_array().expect("plots").iter().all(|plot| plot["parted"].is_null()));
}

/// A recording of either form is read from standard input as from its file.
#[test]
fn recordings_come_from_standard_input() {
    let place = Place::new();
    place.write("run.csv", cars(5));
    place.chase("record trace run.csv -o run.chase").status(0);
    place.chase("convert run.chase run.json").fine();
    for name in ["run.chase", "run.json", "run.csv"] {
        let bytes = place.read(name);
        let run = |words: &str| {
            let args: Vec<_> = words.split_whitespace().collect();
            place.chase_with(&args, bytes.clone())
        };
        run("trace -").fine().stdout_has("cycles:   5, 0 to 4");
        run("diff - run.csv --brief").status(0).stdout_has("the same: 5 cycles");
        run("verify - --against run.chase").fine().stdout_has("ok    -: 5 cycles; ");
    }
    place.write("other.csv", cars(5).replace("4,7,7.00", "4,7,8.00"));
    let failed =
        place.chase_with(&["verify", "-", "--against", "run.chase"], place.read("other.csv"));
    failed.status(1).stdout_has("FAIL  -: different: x of 7");
}
