//! How many cycles are alike, and which lines are shown.

use serde_json::Value;

use crate::harness::Place;

crate::tables::table!();

/// The report of two logs as JSON.
#[track_caller]
fn report(place: &Place, words: &str, status: i32) -> Value {
    let told = place.chase(&format!("diff {words} --format json")).status(status).stdout;
    serde_json::from_str(&told).expect("JSON")
}

/// Compared, equal, within, different.
fn cycles(report: &Value) -> [u64; 4] {
    ["compared", "equal", "within", "different"]
        .map(|name| report["cycles"][name].as_u64().expect("a count"))
}

/// With a tolerance in time a cycle is judged when those behind it are known; it counts where it
/// stands, and its line is the one that is marked.
#[test]
fn late_values_count_in_their_own_cycles() {
    let place = Place::new();
    let rows = |values: &str| {
        let lines = values.chars().enumerate();
        let lines: String = lines.map(|(t, x)| format!("{t},{x},1\n")).collect();
        format!("t,x,y\n{lines}")
    };
    place.write("theirs.csv", rows("0000111111"));
    place.write("late.csv", rows("0000011111"));
    place.write("wrong.csv", rows("0000111511"));
    let like = "form = \"csv\"\ntick = \"t\"\n[[columns]]\nname = \"x\"\n[columns.tolerance]\ncycles = 1\n";
    place.write("like.toml", like);
    let late = report(&place, "late.csv theirs.csv --like like.toml", 0);
    assert_eq!(cycles(&late), [10, 9, 1, 0]);
    let wrong = report(&place, "wrong.csv theirs.csv --like like.toml --context 2", 1);
    assert_eq!(cycles(&wrong), [10, 9, 0, 1]);
    assert_eq!(wrong["first_out"]["tick"], "7");
    let context = wrong["context"].as_array().expect("lines");
    let lines: Vec<_> = context
        .iter()
        .map(|it| (it["ours"].as_str().unwrap_or("-"), it["differs"] == true))
        .collect();
    assert_eq!(
        lines,
        [("5,1,1", false), ("6,1,1", false), ("7,5,1", true), ("8,1,1", false), ("9,1,1", false)]
    );
    // What differs in another column before is told before.
    let both = rows("0000111511").replace("\n6,1,1", "\n6,1,2");
    place.write("both.csv", both);
    let both = report(&place, "both.csv theirs.csv --like like.toml", 1);
    assert_eq!(both["first"]["tick"], "6");
    assert_eq!(cycles(&both), [10, 8, 0, 2]);
    let text = place.chase("diff wrong.csv theirs.csv --like like.toml --stop");
    text.status(1).stdout_has("x at t 7");
}

/// In logs of changes a cycle that one side alone has is compared too: everybody knows what holds.
#[test]
fn cycles_of_changes_count_whoever_tells_them() {
    let place = Place::new();
    let head = "$var wire 8 ! x $end\n$enddefinitions $end\n";
    place.write("theirs.vcd", format!("{head}#0\nb0 !\n#10\nb1 !\n#30\nb11 !\n#40\nb100 !\n"));
    place.write(
        "ours.vcd",
        format!("{head}#0\nb0 !\n#10\nb1 !\n#20\nb10 !\n#30\nb11 !\n#40\nb100 !\n"),
    );
    let told = report(&place, "ours.vcd theirs.vcd", 1);
    assert_eq!(cycles(&told), [5, 4, 0, 1]);
    assert_eq!((&told["cycles"]["missing"], &told["cycles"]["extra"]), (&0.into(), &0.into()));
    assert_eq!(told["first_out"]["tick"], "20");
    let marked = told["context"].as_array().expect("lines").iter();
    let marked: Vec<_> = marked.filter(|it| it["differs"] == true).collect();
    assert_eq!(marked.len(), 1, "{told}");
    assert_eq!(marked[0]["ours"], "20  x 'h02");
    // Cycles are counted, and not changes: two cycles late.
    place.write("slow.vcd", format!("{head}#0\nb0 !\n#10\n#20\n#30\nb11 !\n#40\nb100 !\n"));
    place.write("fast.vcd", format!("{head}#0\nb0 !\n#10\nb11 !\n#20\n#30\n#40\nb100 !\n"));
    for (cycles, status) in [(1, 1), (2, 0)] {
        let words = format!("diff slow.vcd fast.vcd --tolerance {cycles}cycles --brief");
        place.chase(&words).status(status);
    }
    // What is kept of logs of changes are their lines.
    place.chase("diff ours.vcd theirs.vcd --keep near --brief").status(1);
    let kept = place.chase("diff near/ours.vcd near/theirs.vcd --like near/like.toml --brief");
    kept.status(1).stdout_has("x at time 20: ours 'h02, theirs 'h01");
}

/// A tick that is repeated is one cycle, in whatever words it is counted.
#[test]
fn a_repeated_tick_is_counted_once() {
    let place = Place::new();
    place.write("golden.csv", "t,x\n0,1\n1,1\n2,1\n3,1\n4,1\n");
    place.write("repeated.csv", "t,x\n0,1\n1,1\n1,1\n2,1\n3,1\n4,1\n");
    let told = place.chase("trace repeated.csv").fine();
    told.stdout_has("cycles:   5, 0 to 4").stdout_has("repeated: 1 lines, the first is line 4");
    place.write("like.toml", "form = \"csv\"\ntick = \"t\"\n");
    let like = "--like like.toml";
    let one = report(&place, &format!("repeated.csv golden.csv {like}"), 1);
    assert_eq!((&one["ours"]["cycles"], &one["ours"]["repeats"]), (&5.into(), &1.into()));
    assert_eq!((&one["cycles"]["extra"], &one["cycles"]["repeated"]), (&0.into(), &1.into()));
    assert_eq!(cycles(&one), [5, 4, 0, 1]);
    let same = report(&place, &format!("repeated.csv repeated.csv {like}"), 0);
    assert_eq!(cycles(&same), [5, 5, 0, 0]);
    // Behind lines that are the same to the byte a cycle goes on where it was.
    place.write("a.csv", "t,car,x\n0,7,1\n0,9,1\n1,7,1\n1,9,1\n");
    place.write("b.csv", "t,car,x\n0,7,1\n0,9,1\n1,7,1\n1,9,2\n");
    let went_on = report(&place, "a.csv b.csv", 1);
    assert_eq!(cycles(&went_on), [2, 1, 0, 1]);
}

/// What goes back farther than the window is not compared: then only the same lines are the same.
#[test]
fn late_lines_are_forgiven_where_they_are_the_same() {
    let place = Place::new();
    place.write("like.toml", "form = \"csv\"\ntick = \"t\"\n");
    place.write("golden.csv", "t,x\n0,1\n1,1\n2,1\n");
    place.write("late.csv", "t,x\n0,1\n1,1\n0,5\n2,1\n");
    place.write("other.csv", "t,x\n0,1\n1,1\n0,6\n2,1\n");
    let diff = |words: &str| place.chase(&format!("diff {words} --like like.toml --window 0"));
    let told = diff("late.csv golden.csv").status(1);
    told.stdout_has("lines too far back to be compared (--window): 1")
        .stdout_has("are not the same");
    diff("late.csv other.csv --brief")
        .status(1)
        .stdout_has("different: the lines too far back to be compared (--window)");
    diff("late.csv late.csv").status(0);
}
