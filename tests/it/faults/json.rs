//! Documents are read as they come, one cycle in memory at a time, and say the same as when they were
//! read whole.

use super::{Scratch, Told, count_in_parallel, example, recorded, ring};
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
    let scratch = Scratch::new();
    for header in [example(), ring(0, 3), ring(40, 3)] {
        let document = text(recorded(header, "json"));
        let whole = scratch.read(document.as_bytes()).expect("a good file");
        for (what, other) in otherwise(&document) {
            let told = scratch.read(other.as_bytes());
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
            let wanted = place.chase(&format!("{verb} x.json {options}")).fine();
            let told = place.chase(&format!("{verb} y.json {options}")).fine();
            assert_eq!(told.stdout.replace("y.json", "x.json"), wanted.stdout, "{what}");
            let piped = place.shell(&format!("cat y.json | \"$CHASE\" {verb} - {options}"));
            assert_eq!(
                piped.fine().stdout.replace("-:", "x.json:").replace("ok    -", "ok    x.json"),
                wanted.stdout,
                "{what}"
            );
        }
    }
}

/// What is read of a document, and of one that is read value by value and is else the same: its first
/// line begins with a blank.
fn both(scratch: &Scratch, document: &[u8]) -> [Result<Told, String>; 2] {
    let plain = |bytes: &[u8]| {
        let read = scratch.read(bytes);
        read.map_err(|error| {
            let told = error.to_string();
            // The folder's name changes, and the blank moves what stands in the first line.
            let at = told.find("/bytes:").map_or(0, |at| at + "/bytes:".len());
            let told = told[at..].to_owned();
            match told.strip_prefix("1:") {
                Some(rest) => {
                    format!("1:{}", rest.trim_start_matches(|it: char| it.is_ascii_digit()))
                }
                None => told,
            }
        })
    };
    [plain(document), plain(&[b" ", document].concat())]
}

#[test]
fn damage_is_told_in_the_same_words_and_at_the_same_place_line_by_line_and_as_a_whole() {
    let bytes = recorded(ring(6, 3), "json");
    let flips = count_in_parallel(8 * bytes.len(), |scratch, bit| {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let [by_lines, whole] = both(scratch, &flipped);
        assert_eq!(by_lines, whole, "bit {} of byte {}", bit % 8, bit / 8);
        by_lines.is_err()
    });
    assert!(flips > 7 * bytes.len(), "only {flips} flips were refused");
    let cuts = count_in_parallel(bytes.len(), |scratch, end| {
        if end == 0 {
            // A blank alone is not an empty file.
            return scratch.read(&bytes[..end]).is_err();
        }
        let [by_lines, whole] = both(scratch, &bytes[..end]);
        assert_eq!(by_lines, whole, "cut at {end}");
        by_lines.is_err()
    });
    assert_eq!(cuts, bytes.len() - 1, "all but the last line's end is missed");
}

#[test]
fn damage_behind_the_hour_asked_for_is_found_before_anything_is_told() {
    let place = Place::new();
    let document = text(recorded(ring(30, 3), "json"));
    let lines: Vec<_> = document.lines().collect();
    let last = lines.iter().rposition(|line| line.starts_with("{\"cycle\"")).expect("a cycle");
    let with = |at: usize, from: &str, to: &str| {
        let mut lines: Vec<_> = lines.iter().map(|&line| line.to_owned()).collect();
        assert!(lines[at].contains(from), "{}", lines[at]);
        lines[at] = lines[at].replace(from, to);
        lines.join("\n") + "\n"
    };
    let damaged = [
        ("a seal", with(last - 3, "\"seal\":\"", "\"seal\":\"0"), last - 3),
        ("a bracket", with(last - 3, "\"entries\":[", "\"entries\":"), last - 3),
        ("the last number", with(last, "\"cycle\":30", "\"cycle\":12"), last),
        ("a player's name", with(8, "dfs", "dfz"), last),
    ];
    for (what, document, at) in damaged {
        place.write("x.json", document);
        for hour in ["2", "-1", "-20"] {
            let ran = place.chase(&format!("replay x.json --hour {hour}"));
            let place = format!("x.json:{}:", at + 1);
            assert!(ran.stderr.contains(&place), "{what}: {ran}");
            ran.trouble(&["intact copy"]);
        }
    }
}

/// A recording of 69 MB in 64 MiB, which it would not fit in.
#[cfg(target_os = "linux")]
#[test]
fn a_document_longer_than_the_memory_is_read() {
    let place = Place::new();
    place
        .chase("record police --two-coloured --hours 150000 --seed 3 --trace never -o x.json")
        .fine();
    assert!(place.read("x.json").len() > 64 << 20);
    let little = |words: &str| place.shell(&format!("ulimit -d 65536; {words}")).fine();
    little("\"$CHASE\" replay x.json --hour 149999").stdout_has("Hour 149999\n");
    little("cat x.json | \"$CHASE\" verify -").stdout_has("150001 hours; seals");
    little("\"$CHASE\" convert x.json x.chase");
    little("\"$CHASE\" info x.json").stdout_has("hours 0 to 150000");
    little("\"$CHASE\" diff x.json x.chase --brief");
}
