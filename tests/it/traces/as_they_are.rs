//! A log is read as the file that its program wrote: a moment of it, a page, from standard input, packed.

use serde_json::{Value, json};

use super::{cars, head_of};
use crate::harness::Place;

/// A moment by what the log numbers it, in a log whose ticks have gaps.
#[test]
fn a_moment_is_found_by_its_tick() {
    let place = Place::new();
    let tick = |n: u32| {
        if n < 4_000 { f64::from(n) * 0.5 } else { f64::from(n) * 2.0 }
    };
    let rows = (0..6_000).map(|n| format!("{:.1},{},{}\n", tick(n), n * n, n % 7));
    place.write("long.csv", format!("time,a,b\n{}", rows.collect::<String>()));
    for (typed, n) in
        [("0", 0_u32), ("1000.0", 2_000), ("1999.5", 3_999), ("8000", 4_000), ("11998", 5_999)]
    {
        let told = place.chase(&format!("replay long.csv --tick {typed} --format json")).fine();
        let moment: Value = serde_json::from_str(&told.stdout).expect("JSON");
        assert_eq!(moment["cycle"], n, "{typed}");
        assert_eq!(moment["entities"][""]["a"], (n * n).to_string(), "{typed}");
    }
    for missing in ["0.25", "3000", "12000", "-1"] {
        let told = format!("no cycle has the tick {missing}");
        place.chase(&format!("replay long.csv --tick {missing}")).trouble(&[&told]);
    }
    place.chase("replay long.csv --tick x").trouble(&["expected a number"]);
}

/// Who has no line in a cycle of a log with lines of all is gone; in a log of changes values hold.
#[test]
fn a_moment_has_those_who_are_there() {
    let place = Place::new();
    place.write("come.csv", "t,who,x\n0,a,1\n0,b,1\n1,b,2\n2,c,3\n2,b,3\n3,a,4\n");
    let at = |tick: u32| place.chase(&format!("replay come.csv --tick {tick}")).fine().stdout;
    assert_eq!(at(0), "Cycle 0: tick 0\n  a: x 1\n  b: x 1\n");
    assert_eq!(at(1), "Cycle 1: tick 1\n  b: x 2\n");
    assert_eq!(at(3), "Cycle 3: tick 3\n  a: x 4\n");
    let vcd = "$timescale 1ns $end\n$var wire 1 ! a $end\n$var wire 4 % b $end\n\
               $enddefinitions $end\n#0\n0!\nb0011 %\n#5\n1!\n#9\nbx %\n";
    place.write("run.vcd", vcd);
    place.chase("replay run.vcd --tick 5").fine().stdout_is("Cycle 1: tick 5 ns\n  a 1, b 0011\n");
    let none = place.chase("replay come.csv");
    none.trouble(&["come.csv: a log of another program is shown by its ticks", "--tick T"]);
}

/// A log is not recorded, and whoever tries is told who reads it.
#[test]
fn a_log_is_not_recorded() {
    let place = Place::new();
    place.write("cars.csv", cars(5));
    place
        .chase("record trace cars.csv -o cars.chase")
        .trouble(&["a log is read as it is, by trace, diff, view, repeat, verify --against"]);
    assert_eq!(place.names(), ["cars.csv"]);
}

/// A page has a plot for each column with a line for each entity, and a map where it is named.
#[test]
fn a_page_shows_columns_and_entities() {
    let place = Place::new();
    place.write("cars.csv", cars(900));
    let like =
        "form = \"csv\"\ntick = \"t\"\nentity = \"car\"\nmap = [\"x\", \"v\"]\n[tolerance]\n";
    place.write("like.toml", like);
    place.chase("view cars.csv --like like.toml -o page.html").fine();
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
    place.chase("view cars.csv cars.csv -o pair.html").status(0);
    let pair = String::from_utf8(place.read("pair.html")).expect("text");
    let head = head_of(&pair);
    assert_eq!(head["title"], "cars.csv against cars.csv");
    assert!(head["plots"].as_array().expect("plots").iter().all(|plot| plot["parted"].is_null()));
}

/// A log comes from standard input as from its file, and packed as it is.
#[test]
fn logs_come_from_standard_input() {
    let place = Place::new();
    place.write("run.csv", cars(5));
    let run = |words: &str, bytes: Vec<u8>| {
        let args: Vec<_> = words.split_whitespace().collect();
        place.chase_with(&args, bytes)
    };
    place.shell("gzip -k run.csv").status(0);
    for name in ["run.csv", "run.csv.gz"] {
        run("trace -", place.read(name)).fine().stdout_has("cycles:   5, 0 to 4");
        run("diff - run.csv --brief", place.read(name)).status(0).stdout_has("the same: 5 cycles");
        run("verify - --against run.csv", place.read(name))
            .status(0)
            .stdout_has("ok    -: 5 cycles; ");
        run("replay - --tick 3", place.read(name)).fine().stdout_has("Cycle 3: tick 3\n");
    }
    let other = cars(5).replace("4,7,7.00", "4,7,8.00");
    let failed = run("verify - --against run.csv", other.into_bytes());
    failed.status(1).stdout_has("FAIL  -: different: x of 7");
}
