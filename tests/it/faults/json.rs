//! Documents are read as they come, one cycle in memory at a time, and say the same as when they were
//! read whole.

use super::{example, read, recorded, ring};
use crate::harness::Place;

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

/// The same document as others write it, each with how its lines are.
fn otherwise(document: &str) -> Vec<(&'static str, String)> {
    let parsed: serde_json::Value = serde_json::from_str(document).expect("JSON");
    let (head, rest) = document.split_once("\"cycles\":[\n").expect("its cycles");
    let (cycles, tail) = rest.rsplit_once("\n],\n").expect("the end of its cycles");
    let head = head.strip_prefix("{\n").expect("a first line");
    let tail = tail.strip_suffix("\n}\n").expect("a last line");
    let end = head.trim_end_matches(",\n");
    vec![
        (
            "one value per line, fields in another order",
            serde_json::to_string_pretty(&parsed).expect("JSON"),
        ),
        ("one line", serde_json::to_string(&parsed).expect("JSON")),
        ("lines of another system", document.replace('\n', "\r\n")),
        ("the cycles first", format!("{{\n\"cycles\":[\n{cycles}\n],\n{head}{tail}\n}}\n")),
        ("the cycles last", format!("{{\n{head}{tail},\n\"cycles\":[\n{cycles}\n]\n}}\n")),
        ("the header last", format!("{{\n{tail},\n\"cycles\":[\n{cycles}\n],\n{end}\n}}\n")),
        ("blanks before it", format!(" \t{document}")),
        ("blanks behind it", format!("{document}{}", " \n".repeat(100_000))),
        ("blanks in the lines", document.replace(",\n{\"cycle\"", " ,\n { \"cycle\"")),
        ("lines between cycles", document.replace(",\n{\"cycle\"", ",\n\n{\"cycle\"")),
        ("two cycles in a line", document.replacen(",\n{\"cycle\"", ",{\"cycle\"", 1)),
        ("commas before cycles", document.replace(",\n{\"cycle\"", "\n,{\"cycle\"")),
        ("cycles over two lines", document.replace(",\"entries\"", ",\n\"entries\"")),
        ("the list in one line", document.replace("\"cycles\":[\n", "\"cycles\":[")),
        ("a name written out", document.replace("\"cycles\"", "\"\\u0063ycles\"")),
        ("an entry written out", document.replace("\"events\"", "\"\\u0065vents\"")),
    ]
}

#[test]
fn a_document_is_the_same_replay_whatever_its_lines_are() {
    for header in [example(), ring(0, 3), ring(40, 3)] {
        let document = text(recorded(header, "json"));
        let whole = read(document.as_bytes()).expect("a good file");
        for (what, other) in otherwise(&document) {
            let told = read(other.as_bytes());
            assert_eq!(told.as_ref(), Ok(&whole), "{what}");
        }
    }
}

#[test]
fn commands_read_such_documents_from_files_and_pipes() {
    let place = Place::new();
    let document = text(recorded(example(), "json"));
    place.write("x.json", &document);
    let commands = ["info", "verify", "replay", "replay --hour 3", "replay --hour -1"];
    for (what, other) in otherwise(&document) {
        place.write("y.json", other);
        for command in commands {
            let (verb, options) = command.split_once(' ').unwrap_or((command, ""));
            let wanted = place.chase(&format!("{verb} x.json {options}")).fine().stdout;
            let told = place.chase(&format!("{verb} y.json {options}")).fine().stdout;
            assert_eq!(told.replace("y.json", "x.json"), wanted, "{what}");
            let piped = place.shell(&format!("cat y.json | \"$CHASE\" {verb} - {options}"));
            let piped = piped.fine().stdout.replace("-:", "x.json:");
            assert_eq!(piped.replace("ok    -", "ok    x.json"), wanted, "{what}");
        }
        place.chase("convert y.json z.json --force").fine();
        assert_eq!(place.read("z.json"), document.as_bytes(), "{what}");
    }
}

#[test]
fn damage_behind_the_hour_asked_for_is_found_before_anything_is_told() {
    let place = Place::new();
    let document = text(recorded(ring(30, 3), "json"));
    let lines: Vec<_> = document.lines().collect();
    let last = lines.iter().rposition(|line| line.starts_with("{\"cycle\"")).expect("a cycle");
    // given a line that is another, and where that is told
    for (at, from, to, told) in [
        (last - 3, "\"seal\":\"", "\"seal\":\"0", last - 3),
        (last - 3, "\"entries\":[", "\"entries\":", last - 3),
        (last, "\"cycle\":30", "\"cycle\":12", last),
        (8, "dfs", "dfz", last),
    ] {
        let changed = lines[at].replace(from, to);
        assert_ne!(changed, lines[at]);
        let mut lines = lines.clone();
        lines[at] = &changed;
        place.write("x.json", lines.join("\n") + "\n");
        for hour in ["2", "-1", "-20"] {
            let ran = place.chase(&format!("replay x.json --hour {hour}"));
            ran.trouble(&["intact copy", &format!("x.json:{}:", told + 1)]);
        }
    }
}

#[test]
fn the_library_gives_a_state_of_json_only_where_its_seal_fits() {
    let (place, document) = (Place::new(), text(recorded(example(), "json")));
    let path = place.write("bad.json", document.replacen("\"seed\":2,", "\"seed\":3,", 1));
    let error = chase::open(path).expect("a header").state_at(1).expect_err("a broken seal");
    assert!(error.to_string().contains("the file's seal does not fit"), "{error}");
}
