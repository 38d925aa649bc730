//! Two logs against each other.

use serde_json::Value;

use super::{INPUTS, cars, head_of, place};
use crate::harness::Place;

crate::tables::table!();

#[test]
fn every_known_fault_is_told_as_its_golden_says() {
    for (folder, ending, like) in INPUTS {
        let (place, like) = place(folder, ending, like);
        let (golden, faulty) = (format!("golden.{ending}"), format!("faulty.{ending}"));
        let report = place.chase(&format!("diff {faulty} {golden}{like}")).status(1).stdout;
        insta::assert_snapshot!(folder, report);
        place.chase(&format!("diff {golden} {golden}{like} --brief")).status(0);
        place.chase(&format!("verify {golden} --against {golden}{like}")).status(0);
        let failed = place.chase(&format!("verify {faulty} --against {golden}{like}")).status(1);
        failed.stdout_has("FAIL ").stdout_has("different: ");
    }
}

/// A report as JSON.
#[track_caller]
fn report(place: &Place, words: &str, status: i32) -> Value {
    let told = place.chase(&format!("diff {words} --format json")).status(status).stdout;
    serde_json::from_str(&told).expect("JSON")
}

/// Any form against any form.
#[test]
fn a_log_is_the_same_in_every_form() {
    let place = Place::new();
    place.write("a.csv", "t,x,s\n0,1.50,a\n1,2.5,b\n2,-0.001,c\n");
    place.write("b.tsv", "t\ts\tx\n0\ta\t1.5\n1\tb\t25e-1\n2\tc\t-1e-3\n");
    let lines = "{\"t\":0,\"x\":1.5,\"s\":\"a\"}\n{\"t\":1.0,\"x\":2.500,\"s\":\"b\"}\n{\"s\":\"c\",\"x\":-0.0010,\"t\":2}\n";
    place.write("c.jsonl", lines);
    let all = ["a.csv", "b.tsv", "c.jsonl"];
    for (ours, theirs) in all.iter().flat_map(|one| all.iter().map(move |other| (one, other))) {
        let ran = place.chase(&format!("diff {ours} {theirs} --brief")).status(0);
        ran.stdout_is("the same: 3 cycles\n");
    }
    // Text lines against a table.
    place.write("f.log", "begun\nat 0: 1.5 a\nat 1: 2.5 b\nat 2: -0.001 c\n");
    let pattern = "pattern = '^at (?<t>\\d+): (?<x>\\S+) (?<s>\\w+)'";
    let like = format!("form = \"text\"\nrows = \"all\"\ntick = \"t\"\n[[lines]]\n{pattern}\n");
    place.write("f.toml", like);
    let ran = place.chase("diff f.log a.csv --like f.toml --brief").status(0);
    ran.stdout_is("the same: 3 cycles\n");
    // A recording of a game is a log of its columns.
    let game = crate::harness::project("replays/police/S3.json");
    place.shell(&format!("$CHASE trace {game} --format json > found.json")).status(0);
    let found: Value = serde_json::from_slice(&place.read("found.json")).expect("JSON");
    assert_eq!(found["form"], "CSV");
    assert_eq!(found["cycles"], 6);
}

/// What parted first at all, what is out of tolerance first, and what followed.
#[test]
fn what_parted_first_is_told_before_what_matters() {
    let place = Place::new();
    let golden = cars(40);
    place.write("golden.csv", &golden);
    let faulty = golden
        .replace("\n10,7,17.50,", "\n10,7,17.500000000000004,")
        .replace("\n12,9,27.00,2.5\n", "\n12,9,27.25,2.75\n")
        .replace("\n20,9,45.00,0.5\n", "\n");
    place.write("faulty.csv", &faulty);
    place.write(
        "like.toml",
        "form = \"csv\"\ntick = \"t\"\nentity = \"car\"\n[tolerance]\nulps = 4\n",
    );
    let told = report(&place, "faulty.csv golden.csv --like like.toml", 1);
    let first = &told["first"];
    assert_eq!((first["tick"].as_str(), first["entity"].as_str()), (Some("10"), Some("7")));
    assert_eq!(first["value"]["ulps"], 1);
    assert_eq!(first["value"]["within"], true);
    let out = &told["first_out"];
    assert_eq!(out["tick"], "12");
    assert_eq!(out["value"]["absolute"], 0.25);
    let followed = told["followed"].as_array().expect("a list");
    let order: Vec<_> =
        followed.iter().map(|it| (it["tick"].clone(), it["entity"].clone())).collect();
    let due = [("10", "7"), ("12", "9"), ("12", "9"), ("20", "9")];
    let due: Vec<_> =
        due.iter().map(|(tick, entity)| (Value::from(*tick), Value::from(*entity))).collect();
    assert_eq!(order, due);
    assert_eq!(told["cycles"]["missing_entities"], 1);
    assert_eq!(told["columns"][0]["trend"], "comes_back");
    let only = golden.replace("\n10,7,17.50,", "\n10,7,17.500000000000004,");
    place.write("near.csv", only);
    let near = place.chase("diff near.csv golden.csv --like like.toml").status(0);
    near.stdout_has("within the tolerance").stdout_has("first out of tolerance:  none");
}

/// Values that are no finite numbers, columns of their own, kinds, names and time.
#[test]
fn tolerances_are_of_columns() {
    let place = Place::new();
    place.write(
        "ours.csv",
        "t,x,y,id,skip\n0,nan,0,007,1\n1,inf,0,1,2\n2,3,1,1,3\n3,4,1,1,4\n4,4,1,1,4\n",
    );
    place.write(
        "theirs.csv",
        "t,pos,y,id,skip\n0,NaN,0,7,9\n1,inf,0,1,9\n2,3.05,0,1,9\n3,4,1,1,9\n4,4,1,1,9\n",
    );
    let like = "form = \"csv\"\ntick = \"t\"\n[tolerance]\n[[columns]]\nname = \"skip\"\nkind = \"ignored\"\n\
                [[columns]]\nname = \"id\"\nkind = \"text\"\n";
    place.write("strict.toml", like);
    let strict = place.chase("diff ours.csv theirs.csv --like strict.toml").status(1);
    let strict =
        strict.stdout_has("only ours has a column x").stdout_has("only theirs has a column pos");
    strict.stdout_has("id at t 0: ours 007, theirs 7 (texts)");
    let theirs = String::from_utf8(place.read("theirs.csv")).expect("text");
    place.write("theirs.csv", theirs.replace("pos", "x").replace(",7,", ",007,"));
    let first = report(&place, "ours.csv theirs.csv --like strict.toml", 1);
    assert_eq!(first["first_out"]["tick"], "2");
    let wide = "[[columns]]\nname = \"x\"\n[columns.tolerance]\nabsolute = 0.1\n\
                [[columns]]\nname = \"y\"\n[columns.tolerance]\ncycles = 1\n";
    place.write("wide.toml", format!("{like}{wide}"));
    place
        .chase("diff ours.csv theirs.csv --like wide.toml")
        .status(0)
        .stdout_has("within the tolerance");
    let narrow = wide.replace("0.1", "0.01");
    place.write("narrow.toml", format!("{like}{narrow}"));
    let told = report(&place, "ours.csv theirs.csv --like narrow.toml", 1);
    assert_eq!(told["first_out"]["value"]["column"], "x");
}

/// Beside a program that never ends the comparison stops at the first difference; what is near it is
/// kept.
#[test]
fn stop_ends_beside_a_program_that_runs_for_ever() {
    let place = Place::new();
    let rows =
        |from: u32, to: u32| (from..to).map(|t| format!("{t},{}.5\n", t * 2)).collect::<String>();
    place.write("golden.csv", format!("t,x\n{}", rows(0, 100)));
    let program = "mkfifo pipe
        { echo t,x; i=0; while [ $i -lt 40 ]; do echo $i,$((i * 2)).5; i=$((i + 1)); done; echo 40,80.75
          exec sleep 60; } > pipe 2> /dev/null &
        $CHASE diff pipe golden.csv --stop --keep near; echo $? > status; kill $!";
    let ran = place.shell(program).status(0);
    ran.stdout_has("x at t 40: ours 80.75, theirs 80.5")
        .stdout_has("stopped at the first difference");
    assert_eq!(place.read("status"), b"1\n");
    let kept =
        place.chase("diff near/ours.csv near/theirs.csv --like near/like.toml --brief").status(1);
    kept.stdout_has("x at t 40");
    let text = place.chase("diff golden.csv golden.csv --format junit").fine();
    text.stdout_has("failures=\"0\"");
    place.chase("diff near/ours.csv golden.csv --html page.html").status(1);
    let page = String::from_utf8(place.read("page.html")).expect("text");
    let head = head_of(&page);
    assert_eq!(head["title"], "ours.csv against golden.csv");
    let verdict = head["compared"]["verdict"].as_str().expect("a verdict");
    assert!(verdict.contains("x at t 40"), "{verdict}");
    assert_eq!(head["plots"][0]["name"], "x");
    assert_eq!(head["plots"][0]["parted"]["tick"], "40");
}

/// What is kept replaces nothing unless that is said, and is refused before anything is read.
#[test]
fn what_is_kept_replaces_nothing() {
    let place = Place::new();
    place.write("a.csv", "t,x\n0,1\n1,2\n");
    place.write("b.csv", "t,x\n0,1\n1,3\n");
    place
        .shell("mkdir mine theirs && echo mine > mine/ours.csv && echo mine > theirs/like.toml")
        .fine();
    for (folder, file) in [("mine", "ours.csv"), ("theirs", "like.toml")] {
        let there = format!("{folder}/{file}");
        place
            .chase(&format!("diff a.csv b.csv --keep {folder}"))
            .trouble(&[&there, "there is another file of this name already"]);
        place.chase(&format!("diff none.csv b.csv --keep {folder}")).trouble(&[&there]);
        assert_eq!(place.read(&there), b"mine\n");
        place.chase(&format!("diff a.csv b.csv --keep {folder} --force")).status(1);
        assert_ne!(place.read(&there), b"mine\n");
    }
    place.chase("diff a.csv b.csv --keep new").status(1);
    place.chase("diff a.csv b.csv --force").status(2);
}

/// Beside a description no more of a slow program is waited for than its first line.
#[test]
fn a_difference_is_told_before_a_slow_program_goes_on() {
    let place = Place::new();
    place.write("golden.csv", "t,x\n0,1\n1,1\n2,1\n3,1\n4,1\n");
    place.write("like.toml", "form = \"csv\"\ntick = \"t\"\n");
    for reference in ["golden.csv", "golden.csv --like like.toml"] {
        let program = format!(
            "rm -f pipe; mkfifo pipe
            {{ printf 't,x\\n0,1\\n1,1\\n2,7\\n'; exec sleep 30; }} > pipe 2> /dev/null &
            timeout 20 $CHASE diff pipe {reference} --stop; echo $? > status; kill $!"
        );
        place.shell(&program).status(0).stdout_has("x at t 2: ours 7, theirs 1");
        assert_eq!(place.read("status"), b"1\n", "{reference}");
    }
}

/// A game's recording has a line a cycle, which has the number that the game counts by.
#[test]
fn a_game_is_a_log_of_its_cycles() {
    let place = Place::new();
    for (replay, cycles) in
        [("police/S3.json", "cycles:   6, 0 to 5"), ("animal-checkers/capture.json", ", 0 to ")]
    {
        let replay = crate::harness::project(&format!("replays/{replay}"));
        let told = place.chase(&format!("trace {replay}")).fine();
        let told = told.stdout_has(cycles);
        for odd in ["entities:", "guessed:", "back in time:", "repeated:"] {
            assert!(!told.stdout.contains(odd), "{told}");
        }
    }
}

/// So many columns are paired by their names in a moment.
#[test]
fn a_log_may_have_many_columns() {
    let place = Place::new();
    let columns = 40_000;
    let names: String = (0..columns).map(|n| format!(",column{n}")).collect();
    let values = ",1".repeat(columns);
    place.write("a.csv", format!("t{names}\n0{values}\n1{values}\n"));
    place.write("b.csv", format!("t{names}\n0{values}\n1{values}0\n"));
    place
        .chase("diff a.csv b.csv --brief")
        .status(1)
        .stdout_has("column39999 at t 1: ours 1, theirs 10");
}
