//! Files, names and messages of strangers in every place where they can stand: what is printed of
//! them does nothing to a terminal, and no form of a report is broken by them.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output};

use chase::escape::is_plain;
use serde_json::Value;

use crate::harness::{Place, data, program, project};

/// What terminals obey: a title, a colour, a bell, the line's begin, directions of writing, C1, DEL.
const TEXT: &str =
    "x\u{1b}]0;t\u{7}\u{1b}[31m\r\u{202e}\u{9b}2J\u{7f}\u{2066}\u{200f}\u{2028}\u{61c}y";
/// A text that every loader takes for a name, for it has no control characters.
const NAME: &str = "n\u{202e}\u{2066}\u{61c}\u{200e}m";
/// What is no text, and the bytes that mark the program's own codes among it.
const BYTES: &[u8] = b"z\xfe\x1b[2J\xff\x1b\xff\xc3";

fn run<S: AsRef<OsStr>>(place: &Place, args: &[S]) -> Output {
    let ran = Command::new(program())
        .current_dir(place.path())
        .args(args)
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program starts");
    let words: Vec<_> = args.iter().map(|arg| arg.as_ref().to_string_lossy()).collect();
    shows_only(&words.join(" "), &ran);
    ran
}

#[track_caller]
fn shows_only(what: &str, ran: &Output) {
    for bytes in [&ran.stdout, &ran.stderr] {
        let text = std::str::from_utf8(bytes);
        let text = text.unwrap_or_else(|_| panic!("{what}: sent what is no text: {bytes:?}"));
        let sent = text.chars().find(|c| !is_plain(*c) && !"\n\t".contains(*c));
        assert!(sent.is_none(), "{what}: sent {sent:?} in {text:?}");
        assert!(!text.contains("panicked"), "{what}: {text}");
    }
    assert!(ran.status.code().is_some_and(|code| code <= 3), "{what}: {}", ran.status);
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// The file with a stranger's bytes put in at a number of places, spread over it.
fn spoilt(good: &[u8], bad: &[u8], places: usize) -> Vec<Vec<u8>> {
    let put = |n: usize| {
        let at = good.len() * n / places;
        [&good[..at], bad, &good[at..]].concat()
    };
    (0..=places).map(put).collect()
}

fn try_all(file: &str, good: &[u8], places: usize, commands: &[&str]) {
    let place = Place::new();
    place.write(file, good);
    for command in commands {
        let ran = run(&place, &words(command));
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    }
    for bad in [TEXT.as_bytes(), NAME.as_bytes(), BYTES] {
        for content in spoilt(good, bad, places) {
            place.write(file, content);
            for command in commands {
                run(&place, &words(command));
            }
        }
    }
}

#[test]
fn files_of_strangers_are_shown_and_not_obeyed() {
    let read = |path: &str| std::fs::read(path).expect("a file of the project");
    let (cities, agents) = (data("citiesMedium"), data("agentsS3"));
    try_all(
        "c.data",
        &read(&cities),
        25,
        &[&format!("record police c.data {agents} 10 2 --force -o x.json")],
    );
    try_all(
        "a.data",
        &read(&agents),
        25,
        &[&format!("record police {cities} a.data 10 2 --force -o x.json")],
    );
    let board = project("data/scotland-yard/tiny/graph.txt");
    try_all(
        "graph.txt",
        &read(&board),
        15,
        &[
            "record scotland-yard --board graph.txt --detectives 2 --rounds 3 --seed 1 --force -o x.json",
        ],
    );
    try_all(
        "board.txt",
        b"3 3\n10 20 30\n20 10 20\n30 20 20\n",
        10,
        &["record fishing --board board.txt --penguins 1 --seed 1 --force -o x.json"],
    );
    try_all(
        "state.txt",
        b"3 3\n01 20 30\n20 02 20\n30 20 20\nann 1 3\nbob 2 2\n",
        25,
        &["fishing phase=movement --id ann state.txt out.txt"],
    );
    try_all(
        "position.txt",
        b".m.x.e.\n..t.d..\n.......\n.......\n.......\n..D.T..\n.E.X.M.\n",
        5,
        &["record animal-checkers --position position.txt --force -o x.json"],
    );
    try_all(
        "robots.txt",
        b"2 1\n1 1\n2 9\n3 4\n",
        5,
        &["record robots robots.txt --force -o x.json"],
    );
}

/// Every command that reads recordings or transcripts.
const READERS: [&str; 16] = [
    "info FILE",
    "info FILE --format json",
    "replay FILE",
    "replay FILE --hour 2 --events",
    "replay FILE --stats --format json",
    "replay FILE --hour 1 --legal",
    "diff FILE GOOD",
    "diff GOOD FILE --brief",
    "diff FILE GOOD --format json",
    "diff FILE GOOD --format junit",
    "verify FILE",
    "verify FILE --format json",
    "verify FILE --format junit",
    "convert FILE - ",
    "play --from FILE --hour 1",
    "verify TEXT --against FILE",
];

fn reader_words(line: &str, file: &str, good: &str) -> Vec<String> {
    let word = |word: &str| match word {
        "FILE" => file.to_owned(),
        "GOOD" => good.to_owned(),
        "TEXT" => "text.txt".to_owned(),
        word => word.to_owned(),
    };
    line.split_whitespace().map(word).collect()
}

/// Runs every reader, and holds what claims to be JSON or JUnit to be that.
fn read_by_all(place: &Place, file: &str) {
    let good = project("replays/police/S3.json");
    for line in READERS {
        let ran = run(place, &reader_words(line, file, &good));
        let out = String::from_utf8_lossy(&ran.stdout);
        if line.contains("--format json") {
            for line in out.lines() {
                serde_json::from_str::<Value>(line).expect("JSON");
            }
        } else if line.contains("junit") && !out.is_empty() {
            quick_junit::Report::deserialize_from_str(&out).expect("JUnit");
        }
    }
}

#[test]
fn recordings_of_strangers_are_shown_and_not_obeyed() {
    let place = Place::new();
    let good = std::fs::read_to_string(project("replays/police/S3.json")).expect("a golden");
    place.write("text.txt", "Hour 0\n  T  D1  D2  D3  D4\n  1   1   1   1   1\n");
    let as_json = serde_json::Value::from(TEXT).to_string();
    let as_json = as_json.trim_matches('"');
    // Within the texts of a file that is JSON, where it is none any more, and where it is no text.
    for bad in [as_json.as_bytes(), TEXT.as_bytes(), BYTES] {
        for (n, part) in [
            "chase-sim 0.1.0",
            "police",
            "glibc",
            "random",
            "sydney",
            "T\",\"sta",
            "hours",
            "writer",
            "moved",
            "cycles",
            "outcome",
            "seal\":\"",
            "cause\":\"",
            "\"cycle\"",
            "{",
        ]
        .iter()
        .enumerate()
        {
            let at = good.find(part).expect("it is there") + usize::from(n < 13);
            let bytes = [&good.as_bytes()[..at], bad, &good.as_bytes()[at..]].concat();
            place.write("bad.json", bytes);
            read_by_all(&place, "bad.json");
        }
    }
}

#[test]
fn sealed_recordings_with_hostile_names_are_shown_in_every_form() {
    let place = Place::new();
    let cities = std::fs::read_to_string(data("citiesMedium")).expect("data");
    place.write("c.data", cities.replace("sydney", NAME));
    let agents = data("agentsS3");
    for file in ["x.json", "x.chase"] {
        run(&place, &["record", "police", "c.data", &agents, "10", "2", "-o", file]);
        let told = run(&place, &["verify", file]);
        assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stdout));
        place.write("text.txt", run(&place, &["replay", file]).stdout);
        read_by_all(&place, file);
    }
    // What is printed as a recording is the same recording.
    let printed = run(&place, &["convert", "x.chase", "-"]).stdout;
    place.write("printed.json", printed);
    let same = run(&place, &["diff", "printed.json", "x.json", "--exact"]);
    assert!(same.status.success(), "{}", String::from_utf8_lossy(&same.stdout));
    let held = run(&place, &["verify", "printed.json"]);
    assert!(held.status.success(), "{}", String::from_utf8_lossy(&held.stdout));
}

#[test]
fn transcripts_of_strangers_are_shown_and_not_obeyed() {
    let place = Place::new();
    let golden = project("replays/police/S3.json");
    let good = run(&place, &["replay", &golden]).stdout;
    for bad in [TEXT.as_bytes(), NAME.as_bytes(), BYTES] {
        for content in spoilt(&good, bad, 20) {
            place.write("t.txt", content);
            run(&place, &["diff", "t.txt", &golden]);
            run(&place, &["diff", "t.txt", &golden, "--format", "json", "--game", "police"]);
            run(&place, &["verify", "t.txt", "--against", &golden]);
        }
        // Texts of no game at all.
        place.write("one.txt", [b"one\n", bad, b"\n"].concat());
        place.write("two.txt", [b"two\n", bad, b"\r\n"].concat());
        for format in ["text", "json", "junit"] {
            run(&place, &["diff", "one.txt", "two.txt", "--format", format]);
        }
    }
}

#[test]
fn colours_of_a_report_are_its_own_and_no_others() {
    let place = Place::new();
    place.write("one.txt", format!("a\n{TEXT}\n"));
    place.write("two.txt", "b\nc\n");
    let ran = Command::new(program())
        .current_dir(place.path())
        .env("CLICOLOR_FORCE", "1")
        .args(["diff", "one.txt", "two.txt"])
        .output()
        .expect("the program starts");
    let text = String::from_utf8(ran.stdout).expect("text");
    let own = text.replace("\u{1b}[1m", "").replace("\u{1b}[31m", "");
    let own = own.replace("\u{1b}[32m", "").replace("\u{1b}[0m", "");
    assert!(text.contains("\u{1b}[1m") && text.contains("\\u001b[31m"), "{text:?}");
    assert!(own.chars().all(|c| is_plain(c) || c == '\n'), "{own:?}");
}

#[cfg(unix)]
#[test]
fn names_of_files_are_shown_and_not_obeyed() {
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    let good = std::fs::read(project("replays/police/S3.json")).expect("a golden");
    for name in [TEXT.as_bytes(), NAME.as_bytes(), BYTES, b"a\nok    b.json: fine"] {
        let name = Path::new(OsStr::from_bytes(name));
        for content in [&good[..], &good[..200], b"nothing\n"] {
            std::fs::write(place.path().join(name), content).expect("a file");
            for verb in ["info", "replay", "verify"] {
                let ran = run(&place, &[OsStr::new(verb), name.as_os_str()]);
                let out = String::from_utf8_lossy(&ran.stdout);
                assert!(!out.contains("\nok    b.json"), "a forged line: {out}");
            }
            for format in ["text", "json", "junit"] {
                let words = [OsStr::new("diff"), name.as_os_str(), name.as_os_str()];
                run(&place, &[&words[..], &[OsStr::new("--format"), OsStr::new(format)]].concat());
            }
            let words = ["record", "police", "--force", "-o"].map(OsStr::new);
            run(&place, &[&words[..], &[name.as_os_str()]].concat());
        }
        // Where a name is no file, but an option or a word of the command line.
        for before in [
            &["record"][..],
            &["record", "police"],
            &["new", "police", "-o"],
            &["diff", "--only"],
            &["fishing"],
            &[],
        ] {
            let words: Vec<_> = before.iter().map(OsStr::new).collect();
            run(&place, &[&words[..], &[name.as_os_str()]].concat());
        }
    }
}

#[cfg(unix)]
#[test]
fn programs_of_strangers_are_quoted_and_not_obeyed() {
    let place = Place::new();
    place.write("said.bin", [TEXT.as_bytes(), b"\n", BYTES].concat());
    let json = serde_json::json!({"type": "error", "what": TEXT}).to_string();
    place.write("error.json", format!("{json}\n"));
    let lines =
        ["cat said.bin", "cat said.bin >&2; exit 3", "cat error.json", "cat said.bin error.json"];
    for line in lines {
        for (kind, n) in [("exec", 0), ("file", 1)] {
            place.write("player.sh", format!("read line\n{line}\n"));
            let player = format!("{kind}:sh player.sh '{NAME},\"{n}'");
            let game = if n == 0 { "animal-checkers" } else { "fishing" };
            for format in ["text", "json", "csv"] {
                let ran = run(
                    &place,
                    &[
                        "match",
                        game,
                        "--player",
                        &player,
                        "--player",
                        "random",
                        "--games",
                        "2",
                        "--seed",
                        "1",
                        "--move-time",
                        "300ms",
                        "--start-time",
                        "300ms",
                        "--format",
                        format,
                    ],
                );
                is_of_form(format, &ran);
            }
            run(
                &place,
                &[
                    "match",
                    game,
                    "--check",
                    &player,
                    "--move-time",
                    "200ms",
                    "--start-time",
                    "200ms",
                ],
            );
        }
        let graded =
            ["grade", "--give-up", "1", "--timeout", "1", "--part", "map", "--", "sh", "player.sh"];
        for format in ["text", "json", "junit"] {
            run(&place, &[&["grade", "--format", format], &graded[1..]].concat());
        }
    }
}

#[track_caller]
fn is_of_form(format: &str, ran: &Output) {
    let out = String::from_utf8_lossy(&ran.stdout);
    match format {
        // A program that cannot say its ID is told of, and no match begins.
        _ if out.is_empty() => assert_eq!(ran.status.code(), Some(2)),
        "json" => {
            serde_json::from_str::<Value>(&out).expect("JSON");
        }
        // A field with commas stands in quotes, and quotes in it stand twice.
        "csv" => assert!(out.contains("\"\"0'") || out.contains("\"\"1'"), "{out}"),
        _ => {}
    }
}
