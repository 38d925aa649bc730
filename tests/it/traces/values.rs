//! Values as logs print them: bits, numbers in columns of a width, ticks, very small ones.

use serde_json::{Value, json};

use super::head_of;
use crate::harness::Place;

crate::tables::table!();

/// A dump as simulators write it: definitions over several lines, comments, values before the first
/// time.
const DUMP: &str = "$date\n  today\n$end\n$comment\n  $var wire 1 z none\n$end\n\
    $scope module top $end\n$var\n  wire 4 ! out [3:0]\n$end\n$var wire 1 \" clk $end\n\
    $var real 64 # volts $end\n$upscope $end\n$enddefinitions $end\n\
    $dumpvars\nb0 !\n0\"\nr0.5 #\n$end\n#0\nb10 !\n$comment b1 ! $end\n#5\nb1 ! 1\" r1.50 #\n\
    #10\nb11 !\n#15\nbx1 !\n";

#[test]
fn bits_of_a_dump_are_numbers() {
    let place = Place::new();
    place.write("golden.vcd", DUMP);
    let told = place.chase("trace golden.vcd --format json").fine();
    let told: Value = serde_json::from_str(&told.stdout).expect("JSON");
    assert_eq!((&told["cycles"], &told["first"]), (&4.into(), &"0".into()));
    let out = &told["columns"][0];
    assert_eq!(out[0], "top.out[3:0]");
    assert_eq!((&out[1]["least"], &out[1]["most"]), (&0.0.into(), &3.0.into()));
    place.write("wide.vcd", DUMP.replace("b11 !", "b0011 !").replace("bx1 !", "bxx1 !"));
    place.chase("diff wide.vcd golden.vcd --brief").status(0);
    place.write("other.vcd", DUMP.replace("#10\nb11 !", "#10\nb1 !"));
    let other = place.chase("diff other.vcd golden.vcd --brief").status(1);
    other.stdout_has("top.out[3:0] at time 10: ours 1, theirs 11 (absolute 2, relative 0.666667");
    let near = "diff other.vcd golden.vcd --brief --tolerance";
    place.chase(&format!("{near} top.out[3:0]=2")).status(0);
    place.chase(&format!("{near} top.out[3:0]=1")).status(1);
    place.write("unknown.vcd", DUMP.replace("bx1 !", "b01 !"));
    place
        .chase("diff unknown.vcd golden.vcd --brief")
        .status(1)
        .stdout_has("ours 01, theirs x1 (unknown bits)");
}

/// Whatever a report shows of a tick finds it.
#[test]
fn a_tick_that_is_shown_is_found() {
    let place = Place::new();
    let ticks = ["0.0", "0.1", "0.2", "0.30000000000000004", "4.0000000000000002e-01"];
    let rows = |last: &str| {
        let rows = ticks.iter().enumerate();
        let rows: String = rows.map(|(n, t)| format!("{t},{n}\n")).collect();
        format!("t,x\n{rows}0.5,{last}\n")
    };
    place.write("run.csv", rows("5"));
    place.write("other.csv", rows("6"));
    for step in ["", "step = \"0.1\"\n"] {
        place.write("like.toml", format!("form = \"csv\"\ntick = \"t\"\n{step}"));
        for (n, tick) in ticks.iter().enumerate() {
            let told = place
                .chase(&format!("replay run.csv --like like.toml --tick {tick} --format json"));
            let moment: Value = serde_json::from_str(&told.fine().stdout).expect("JSON");
            assert_eq!(moment["cycle"], n, "{tick} with `{step}`");
        }
        place
            .chase("diff other.csv run.csv --like like.toml --brief")
            .status(1)
            .stdout_has("x at t 0.5");
    }
    // With a step also the multiple is found.
    place.chase("replay run.csv --like like.toml --tick 0.3").fine();
}

/// Numbers of any size in few letters, texts as texts, and escaped letters in their width.
#[test]
fn values_are_told_in_few_letters() {
    let place = Place::new();
    place.write("small.csv", "t,x,s\n0,5e-324,a\n1,1e300,\u{1b}[1m\n");
    place.write("other.csv", "t,x,s\n0,5e-324,b\n1,1e-300,a long text\n");
    let told = place.chase("trace small.csv").fine();
    told.stdout_has("x  decimal, 5e-324 to 1e300");
    let told = place.chase("diff small.csv other.csv").status(1);
    let told = told
        .stdout_has("ours a, theirs b (texts)")
        .stdout_has("> 0,5e-324,a        | 0,5e-324,b\n")
        .stdout_has("> 1,1e300,\\u001b[1m | 1,1e-300,a long text\n");
    assert!(!told.stdout.contains("ulps"), "{told}");
    place.write("ends.csv", "t,x\n0,1\r\n1,1\n");
    let told = place.chase("trace ends.csv").fine();
    told.stdout_has("line ends: CR LF and LF mixed")
        .stdout_has("line 2 is the first that differs from line 1");
    place.chase("trace ends.csv --format junit").trouble(&["invalid value 'junit'"]);
}

/// What the page of a log has no use for is refused; a span is of ticks.
#[test]
fn a_page_of_a_log_shows_a_span_of_ticks() {
    let place = Place::new();
    place.write("run.csv", "t,x\n0,1\n0.5,3\n1,2\n");
    for option in ["--as D1", "--places none.txt"] {
        let name = option.split(' ').next().expect("a name");
        place
            .chase(&format!("view run.csv -o page.html {option}"))
            .trouble(&[name, "is for games"]);
    }
    place
        .chase("view run.csv -o page.html --from 1 --to 0.5")
        .trouble(&["--from comes after --to"]);
    assert_eq!(place.names(), ["run.csv"]);
    place.chase("view run.csv -o page.html --from 0.5").fine();
    let head = head_of(&String::from_utf8(place.read("page.html")).expect("text"));
    assert_eq!(head["axis"]["span"], json!([0.5, 1.0]));
    assert_eq!(head["plots"][0]["lines"][0]["count"], 2);
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/replays/police/S3.json");
    place
        .chase(&format!("view {game} -o game.html --from 0.5"))
        .trouble(&["--from", "expected a number"]);
}
