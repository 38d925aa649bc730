//! What of two logs is compared, and how both are read.

use super::cars;
use crate::harness::Place;

crate::tables::table!();

/// Two logs of two cars that differ in two columns of one car and one of the other.
fn parted() -> Place {
    let place = Place::new();
    let golden = cars(20);
    let faulty = golden
        .replace("\n3,7,5.25,3.5\n", "\n3,7,5.50,3.5\n")
        .replace("\n5,9,11.25,0.5\n", "\n5,9,11.25,0.75\n")
        .replace("\n8,9,18.00,3.5\n", "\n8,9,18.25,3.5\n");
    place.write("golden.csv", golden);
    place.write("faulty.csv", faulty);
    place
}

#[test]
fn columns_and_entities_are_chosen() {
    let place = parted();
    let diff = |words: &str, status: i32| {
        place.chase(&format!("diff faulty.csv golden.csv --brief {words}")).status(status)
    };
    for (words, told) in [
        ("", "x of 7 at t 3"),
        ("--only x", "x of 7 at t 3"),
        ("--only v", "v of 9 at t 5"),
        ("--only 9", "v of 9 at t 5"),
        ("--only 9 --ignore v", "x of 9 at t 8"),
        ("--ignore 7,v", "x of 9 at t 8"),
        ("--only v,7", "x of 7 at t 3"),
        ("--only v,7 --ignore x", "v of 9 at t 5"),
    ] {
        diff(words, 1).stdout_has(told);
    }
    diff("--only 7 --ignore x", 0);
    diff("--ignore x,v", 0);
    // An entity that is not compared may be missing.
    let without = String::from_utf8(place.read("golden.csv")).expect("text");
    let without: String =
        without.split_inclusive('\n').filter(|line| !line.contains(",9,")).collect();
    place.write("without.csv", without);
    place.chase("diff without.csv golden.csv").status(1);
    place.chase("diff without.csv golden.csv --ignore 9").status(0);
    place.chase("diff without.csv golden.csv --only 7").status(0);
    for (words, told) in [
        ("--only speed", "no column or entity is called `speed`"),
        ("--ignore speed", "no column or entity is called `speed`"),
        ("--exact", "--exact is for games"),
        ("--scenario x", "--scenario is for games"),
        ("--game police", "--game is for games"),
    ] {
        diff(words, 2).stderr_has(told).stdout_is("");
    }
}

/// Options in place of a description, in all commands that read logs.
#[test]
fn options_say_what_a_log_means() {
    let place = Place::new();
    place.write("golden.csv", "who,x,when\na,1,0\nb,2,0\na,3,1\nb,4,1\n");
    place.write("faulty.csv", "who,x,when\na,1.01,0\nb,2,0\na,3,1\nb,4.5,1\n");
    let options = "--tick when --entity who";
    let told = place.chase(&format!("trace golden.csv {options}")).fine();
    let told = told.stdout_has("cycles:   2, 0 to 1").stdout_has("entities: 2: a, b");
    assert!(!told.stdout.contains("tick is the column"), "{told}");
    let diff = format!("diff faulty.csv golden.csv {options} --brief");
    place.chase(&diff).status(1).stdout_has("x of a at when 0: ours 1.01, theirs 1");
    place.chase(&format!("{diff} --tolerance x=0.02")).status(1).stdout_has("x of b at when 1");
    for enough in ["x=0.5", "0.5", "x=15%", "x=0.02,x=15%"] {
        let told = place.chase(&format!("{diff} --tolerance {enough}")).status(0);
        told.stdout_has("the same within the tolerance");
    }
    place.chase("trace golden.csv --tolerance y=1").trouble(&["there is no column `y`"]);
    place
        .chase("trace golden.csv --tolerance x=much")
        .trouble(&["expected a bound, as in 0.01, 1%, 1%range, 4ulps"]);
    // With a comma in place of the point it would be two bounds, 0 and 5 %.
    for comma in ["0,5%", "x=0,5", "1,000", "x=1%,y=0,5%"] {
        place
            .chase(&format!("{diff} --tolerance {comma}"))
            .trouble(&[&format!("`{comma}`"), "decimals have a point"]);
    }
}

/// The kinds of lines of a text log, without a description.
#[test]
fn options_say_the_lines_of_a_text_log() {
    let place = Place::new();
    place.write("golden.log", "step 0\ncar a x=1\nnote\nstep 1\ncar a x=2\n");
    place.write("faulty.log", "step 0\ncar a x=1\nstep 1\ncar a x=2.5\n");
    let lines = [
        "--opening-line",
        r"^step (?<t>\d+)",
        "--line",
        r"car (?<who>\w+) x=(?<x>\S+)",
        "--tick",
        "t",
        "--entity",
        "who",
    ];
    let chase = |words: &[&str]| place.chase_with(&[words, &lines].concat(), "");
    chase(&["trace", "golden.log"])
        .fine()
        .stdout_has("cycles:   2, 0 to 1")
        .stdout_has("entities: 1: a");
    chase(&["diff", "faulty.log", "golden.log", "--brief"])
        .status(1)
        .stdout_has("x of a at t 1: ours 2.5, theirs 2");
    place.chase("trace golden.log --line car(").trouble(&["not a regular expression"]);
}

#[test]
fn a_described_column_that_is_not_there_is_told() {
    let place = Place::new();
    place.write("run.csv", "t,x\n0,1\n1,2\n");
    place.write("run.jsonl", "{\"t\":0,\"x\":1}\n{\"t\":1,\"x\":2}\n");
    for (form, ending) in [("csv", "csv"), ("json-lines", "jsonl")] {
        let like = format!("form = \"{form}\"\ntick = \"t\"\n[[columns]]\nname = \"speed\"\n");
        place.write("like.toml", like);
        place
            .chase(&format!("trace run.{ending} --like like.toml"))
            .status(2)
            .stderr_has("there is no column `speed`, which the description names");
    }
    place.write("like.toml", "form = \"csv\"\ntick = \"t\"\n[[columns]]\nname = \"speed\"\n");
    for words in ["view run.csv -o page.html", "diff run.csv run.csv"] {
        place.chase(&format!("{words} --like like.toml")).trouble(&["there is no column `speed`"]);
    }
    // One side is enough: that the other has it not is a difference.
    place.write("fast.csv", "t,x,speed\n0,1,5\n1,2,5\n");
    place
        .chase("diff run.csv fast.csv --like like.toml")
        .status(1)
        .stdout_has("only theirs has a column speed");
}

/// Lines that are the same to the byte say other things where columns stand in another order.
#[test]
fn columns_are_compared_by_name_and_not_by_place() {
    let place = Place::new();
    place.write("ours.csv", "t,x,y\n0,1,2\n1,1,2\n2,1,2\n");
    place.write("theirs.csv", "t,y,x\n0,2,1\n1,1,2\n2,1,2\n");
    let like =
        "form = \"csv\"\ntick = \"t\"\n[[columns]]\nname = \"x\"\n[[columns]]\nname = \"y\"\n";
    place.write("like.toml", like);
    for like in ["", "--like like.toml"] {
        place
            .chase(&format!("diff ours.csv theirs.csv {like}"))
            .status(1)
            .stdout_has("3 compared, 1 equal, 0 within the tolerance, 2 different");
    }
}

/// A column has another name in the other log.
#[test]
fn a_column_is_renamed() {
    let place = Place::new();
    place.write("ours.csv", "t,x\n0,1\n1,2\n");
    place.write("theirs.csv", "t,position\n0,1\n1,3\n");
    let like = "form = \"csv\"\ntick = \"t\"\n[[columns]]\nname = \"x\"\nas = \"position\"\n";
    place.write("like.toml", like);
    for (ours, theirs) in [("ours.csv", "theirs.csv"), ("theirs.csv", "ours.csv")] {
        let told = place.chase(&format!("diff {ours} {theirs} --like like.toml"));
        told.status(1).stdout_has("position at t 1");
    }
    place.write("both.csv", "t,x,position\n0,1,1\n");
    place.chase("trace both.csv --like like.toml").trouble(&["two columns are called `position`"]);
}

/// A log of text lines is shown and checked by its description.
#[test]
fn a_description_is_enough_to_show_and_to_check_a_log() {
    let (place, like) = super::place("vmstat", "log", Some("vmstat.trace.toml"));
    place.chase(&format!("verify golden.log --against golden.log{like}")).status(0);
    place
        .chase(&format!("verify golden.log --against faulty.log{like}"))
        .status(1)
        .stdout_has("FAIL  golden.log: different: blocked at line 5");
    place.chase(&format!("view golden.log{like} -o page.html")).fine();
    place.chase(&format!("view golden.log faulty.log{like} -o pair.html")).status(0);
}

/// A scope of a VCD stands for its signals, and no name for those that only begin alike.
#[test]
fn a_scope_stands_for_its_signals() {
    let (place, _) = super::place("icarus", "vcd", None);
    let diff = |words: &str| {
        let ran = place.chase(&format!("diff faulty.vcd golden.vcd --brief {words}"));
        ran.status(1)
    };
    diff("--only test.dut").stdout_has("different: test.dut.out[3:0] at time 125000");
    diff("--ignore test.dut,test.out[3:0]").stdout_has("different: test.carry at time");
    place
        .chase("diff faulty.vcd golden.vcd --only test.du")
        .status(2)
        .stderr_has("no column or entity is called `test.du`");
}
