//! Faulty city and agent files: file, line, column, and what was expected.

use crate::harness::{Place, Ran};

crate::tables::table!();

const CITIES: &str = "3\n0 1 5 n a\n1 2 7 i new york\n2 n c\n";
const AGENTS: &str = "9 0 2 T\n9 1 0 D1\n9 1 1 D2\n9 2 2 D3\n9 2 -1 D4\n";

fn run(cities: impl AsRef<[u8]>, agents: impl AsRef<[u8]>) -> Ran {
    let place = Place::new();
    place.write("c.data", cities);
    place.write("a.data", agents);
    let args = ["record", "police", "c.data", "a.data", "10", "1", "-o", "x.json"];
    let ran = place.chase_with(&args, "");
    assert!(ran.status == Some(0) || !place.names().contains(&"x.json".into()));
    ran
}

#[test]
fn faulty_city_files_name_line_and_column() {
    for (cities, place, expected) in [
        ("", "c.data:1:1", "the file is empty"),
        ("\n\n", "c.data:1:1", "the file is empty"),
        ("x\n", "c.data:1:1", "expected the number of cities, found `x`"),
        ("0\n", "c.data:1:1", "expected 1 to"),
        ("-2\n", "c.data:1:1", "expected 1 to"),
        ("99999999999999999999\n", "c.data:1:1", "that does not fit in 32 bits"),
        ("2147483647\n0 n a\n", "c.data:3:1", "the file ends after 1 cities"),
        ("3 x\n", "c.data:1:3", "the end of the line"),
        ("3\n0 1 5 n a\n1 2 7 i b\n", "c.data:4:1", "the file ends after 2 cities"),
        ("1\n0 n a\n1 n b\n", "c.data:3:1", "one line too many"),
        ("2\n0 n a\n2 n b\n", "c.data:3:1", "expected 0 to 1"),
        ("2\n0 n a\n-1 n b\n", "c.data:3:1", "expected 0 to 1"),
        ("2\n0 1 5 n a\n0 n b\n", "c.data:3:1", "city 0 is given twice"),
        ("2\n0 0 5 n a\n1 n b\n", "c.data:2:3", "a road from city 0 to itself"),
        ("2\n0 2 5 n a\n1 n b\n", "c.data:2:3", "no city 2"),
        ("2\n0 -1 5 n a\n1 n b\n", "c.data:2:3", "no city -1"),
        ("2\n0 1 0 n a\n1 n b\n", "c.data:2:5", "expected 1 to 2147483647"),
        ("2\n0 1 4294967296 n a\n1 n b\n", "c.data:2:5", "expected 1 to 2147483647"),
        ("2\n0 1 n a\n1 n b\n", "c.data:2:5", "expected the length of the road to city 1"),
        ("2\n0 1 5\n1 n b\n", "c.data:2:6", "a road, `n` or `i` is expected"),
        ("2\n0 1 5 a\n1 n b\n", "c.data:2:7", "found `a`"),
        ("2\n0 1 5 n\n1 n b\n", "c.data:2:8", "the name is empty"),
        ("2\n0 1 5 n a\u{7}b\n1 n b\n", "c.data:2:9", "control character"),
    ] {
        let ran = run(cities, AGENTS);
        ran.trouble(&[&format!("{place}: "), expected]);
    }
    run(b"2\n0 1 5 n a\xff\n1 n b\n", AGENTS).trouble(&["c.data:2:10", "not UTF-8"]);
}

#[test]
fn faulty_agent_files_name_line_and_column() {
    let with = |n: usize, line: &str| {
        let lines = AGENTS.lines().enumerate();
        let lines = lines.map(|(at, old)| if at == n { line } else { old });
        lines.collect::<Vec<_>>().join("\n")
    };
    for (agents, place, expected) in [
        (String::new(), "a.data:1:1", "0 agents; expected 5"),
        (AGENTS.replace("9 2 -1 D4\n", ""), "a.data:5:1", "4 agents; expected 5"),
        (format!("{AGENTS}9 1 0 D5\n"), "a.data:6:1", "6 agents; expected 5"),
        (with(1, "-9 1 0 D1"), "a.data:2:1", "the stamina is -9"),
        (with(1, "3000000000 1 0 D1"), "a.data:2:1", "expected 0 to 2147483647"),
        (with(1, "x 1 0 D1"), "a.data:2:1", "expected the stamina, found `x`"),
        (with(1, "9 3 0 D1"), "a.data:2:3", "no city 3; cities are 0 to 2"),
        (with(1, "9 1 3 D1"), "a.data:2:5", "no strategy 3"),
        (with(1, "9 1 -2 D1"), "a.data:2:5", "no strategy -2"),
        (with(1, "9 1 0"), "a.data:2:6", "the name is empty"),
        (with(1, "9 1"), "a.data:2:4", "the line ends where the strategy is expected"),
        (with(0, "9 0 3 T"), "a.data:1:5", "no city 3"),
        (with(0, "9 0 -2 T"), "a.data:1:5", "expected -1 to"),
    ] {
        run(CITIES, &agents).trouble(&[&format!("{place}: "), expected]);
    }
}

#[test]
fn what_the_assignment_promises_and_a_scenario_breaks_is_a_warning() {
    // given a map in two parts
    let ran = run("3\n0 1 5 n a\n1 n b\n2 n c\n", AGENTS).status(0);
    ran.stderr_has("warning").stderr_has("not connected");
    // given a DFS detective weaker than the longest road
    let weak = AGENTS.replace("9 2 2 D3", "6 2 2 D3");
    let ran = run(CITIES, weak).status(0);
    ran.stderr_has("D3 follows DFS with stamina 6, less than the longest road (7)");
    // given a detective whose tips can lead out of its reach
    let weak = AGENTS.replace("9 1 1 D2", "6 1 1 D2");
    run(CITIES, weak).status(0).stderr_has("D2 with stamina 6 cannot reach every city");
}

#[test]
fn files_may_come_as_other_programs_write_them() {
    let plain = run(CITIES, AGENTS).fine().stdout;
    let by_other_lines = "3\n2 n c\n1 2 7 i new york\n0 1 5 n a\n";
    let from_both_ends = "3\n0 1 5 n a\n1 0 5 2 7 i new york\n2 1 7 n c\n";
    let second_road = "3\n0 1 5 1 3 n a\n1 2 7 0 9 i new york\n2 n c\n";
    for cities in [by_other_lines, from_both_ends, second_road] {
        assert_eq!(run(cities, AGENTS).fine().stdout, plain, "{cities}");
    }
    let crlf = |text: &str| text.replace('\n', " \r\n") + "\r\n\r\n";
    assert_eq!(run(crlf(CITIES), crlf(AGENTS)).fine().stdout, plain);
    let bom = format!("\u{feff}{CITIES}");
    assert_eq!(run(bom, AGENTS.trim_end()).fine().stdout, plain);
}

#[test]
fn names_may_hold_blanks_and_begin_with_anything() {
    let cities = "3\n0 1 5 n 7 hills 4\n1 2 7 i n i 3\n2 n São Paulo\n";
    let ran = run(cities, AGENTS.replace(" D3", " Inspector 3 i"));
    let place = Place::new();
    place.write("c.data", cities);
    place.write("a.data", AGENTS);
    ran.fine();
    let args = ["play", "police", "c.data", "a.data", "10", "1"];
    let map = place.chase_with(&args, "map").fine();
    map.stdout_has("[0] 7 hills 4 has roads to: [1] n i 3 (5)\n")
        .stdout_has("[2] São Paulo has roads to: [1] n i 3 (7)\n");
}

#[test]
fn files_in_each_others_place_are_recognised() {
    let place = Place::new();
    place.write("c.data", CITIES);
    place.write("a.data", AGENTS);
    place.write("x.txt", "Hour 0\n  T  D1  D2  D3  D4\n  0   1   1   2   2 \n");
    let parts = [
        "the two files look swapped: a.data holds agents, c.data holds cities",
        "give the cities first: c.data a.data",
    ];
    for words in [
        "record police a.data c.data 10 1 -o x.json",
        "play police a.data c.data 10 1",
        "diff x.txt x.txt --scenario a.data c.data 10 1",
        "verify x.txt --scenario a.data c.data 10 1",
    ] {
        place.chase(words).trouble(&parts);
    }
    // with other line ends, blank lines and faults in them too
    let crlf = |text: &str| format!("\u{feff}\r\n{}", text.replace('\n', "\r\n"));
    run(crlf(AGENTS), crlf(CITIES)).trouble(&["look swapped"]);
    run(format!("{AGENTS}9 9 9 D5\n"), CITIES).trouble(&["look swapped"]);
    // one file twice is not that
    let twice = run(AGENTS, AGENTS);
    assert!(!twice.stderr.contains("swapped"), "{twice}");
    let twice = run(CITIES, CITIES);
    assert!(!twice.stderr.contains("swapped"), "{twice}");
}
