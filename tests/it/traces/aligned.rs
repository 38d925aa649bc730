//! Two logs brought to the same times, and what is said where few of their ticks meet.

use serde_json::Value;

use super::{INPUTS, place};
use crate::harness::Place;

crate::tables::table!();

/// The logs of a ramp of some ticks, each given in tenths.
fn ramp(ticks: impl IntoIterator<Item = u32>) -> String {
    let rows = ticks.into_iter().map(|tick| {
        let t = f64::from(tick) / 10.0;
        format!("{t},{:.3}\n", 2.0 * t)
    });
    format!("t,x\n{}", rows.collect::<String>())
}

#[track_caller]
fn report(place: &Place, words: &str, status: i32) -> Value {
    let ran = place.chase(&format!("diff {words} --format json"));
    serde_json::from_str(&ran.status(status).stdout).expect("JSON")
}

/// The real inputs are sampled alike: each mode reports what is reported without one, but for its own line.
#[test]
fn rows_that_align_give_the_same_report() {
    for (folder, ending, like) in INPUTS {
        let (place, like) = place(folder, ending, like);
        let words = format!("faulty.{ending} golden.{ending}{like}");
        let due = report(&place, &words, 1);
        let is_of_changes = like.contains("like") || ending == "vcd";
        for mode in ["union", "interpolate", "nearest"] {
            if mode == "nearest" && is_of_changes {
                continue;
            }
            let mut found = report(&place, &format!("{words} --sync {mode}"), 1);
            let sync = found.as_object_mut().expect("an object").remove("sync");
            assert_eq!(sync.expect("how")["mode"], mode);
            assert_eq!(found, due, "{folder} {mode}");
        }
        assert_eq!(report(&place, &format!("{words} --sync exact"), 1), due);
    }
}

/// The first line says that few ticks meet, how far they are apart and which option helps, and it does.
#[test]
fn a_hint_says_what_would_align_the_logs() {
    let place = Place::new();
    place.write("golden.csv", ramp(0..=100));
    place.write("other.csv", ramp((0..=33).map(|n| 3 * n)));
    place.write("later.csv", ramp(200..=210));
    place.write("cut.csv", ramp(0..=30));
    let near = ramp(0..=100).replace("\n0.", "\n0.0000").replace("1,", "1001,");
    place.write("near.csv", near.replace("9,", "9001,"));
    let few = "only 34 of 100 ticks are in both logs, the others 0.1 from the nearest of the other \
               log; `diff --sync interpolate --tolerance 1%range,0.3ticks` aligns them";
    let told = place.chase("diff other.csv golden.csv").status(1);
    assert_eq!(told.stdout.lines().next(), Some(few), "{told}");
    place
        .chase("diff other.csv golden.csv --brief")
        .status(1)
        .stdout_is(&format!("different: t 0.1 is missing in ours; {few}\n"));
    let aligned = "diff other.csv golden.csv --sync interpolate --tolerance 1e-9";
    place
        .chase(aligned)
        .status(0)
        .stdout_has(
            "sync    interpolate: at each tick of theirs\n        linear between ticks: x\n",
        )
        .stdout_has("not compared: 1 tick of theirs outside the time of the other log");
    let hint = &report(&place, "other.csv golden.csv", 1)["hint"];
    assert_eq!((hint["met"].as_u64(), hint["ticks"].as_u64()), (Some(34), Some(100)));
    assert_eq!(hint["option"], "--sync interpolate --tolerance 1%range,0.3ticks");
    // No value between two rows of ours is compared, or a tolerance is given.
    let hint = &report(&place, "golden.csv other.csv", 1)["hint"];
    assert_eq!(hint["option"], "--sync interpolate");
    let hint = &report(&place, "other.csv golden.csv --tolerance 2", 1)["hint"];
    assert_eq!(hint["option"], "--sync interpolate");
    place
        .chase("diff later.csv golden.csv")
        .status(1)
        .stdout_has("the logs have no time in common: t 20 to 21 in ours, 0 to 10 in theirs\nours");
    // A log that ends early has all of its ticks in the other.
    let cut = place.chase("diff cut.csv golden.csv").status(1);
    cut.stdout_has("t 3.1 is missing in ours");
    assert!(report(&place, "cut.csv golden.csv", 1)["hint"].is_null());
}

/// Ticks that nearly meet are aligned by the tolerance that the hint proposes.
#[test]
fn a_tolerance_of_ticks_aligns_jitter() {
    let place = Place::new();
    place.write("a.csv", "t,x\n0.1,1\n0.2,2\n0.30000000000000004,3\n0.7999999,4\n");
    place.write("b.csv", "t,x\n0.1000001,1\n0.2000001,2\n0.3,3\n0.8,5\n");
    let told = place.chase("diff a.csv b.csv").status(1);
    told.stdout_has("`diff --tick-tolerance 1e-7` aligns them\n");
    place
        .chase("diff a.csv b.csv --tick-tolerance 1e-7")
        .status(1)
        .stdout_has("first difference: x at t 0.8: ours 4, theirs 5")
        .stdout_has(
            "sync    exact: at the ticks that both logs have; ticks within 1e-7 count as one",
        )
        .stdout_has("cycles: 4 compared, 3 equal");
    place
        .chase("diff a.csv b.csv --tick-tolerance 0.0001% --brief")
        .status(1)
        .stdout_is("different: x at t 0.8: ours 4, theirs 5 (absolute 1, relative 0.2)\n");
}

/// A column of one side alone is said first, and values are not said to be the same.
#[test]
fn columns_of_one_log_are_in_the_heading() {
    let place = Place::new();
    place.write("a.csv", "t,x,y\n0,1,1\n1,1,1\n");
    place.write("b.csv", "t,x\n0,1\n1,1\n");
    let told = place.chase("diff a.csv b.csv").status(1);
    let told = told.stdout_has("\ncolumns differ: 1 is in one log only\n");
    assert!(!told.stdout.contains("no value differs"), "{told}");
    place.write("c.csv", "t,x,z\n0,1,1\n1,2,1\n");
    place
        .chase("diff a.csv c.csv")
        .status(1)
        .stdout_has("\ncolumns differ: 2 are in one log only\nfirst difference: x at t 1");
}

/// What is between two ticks is said by the kind of the column, or by who knows better.
#[test]
fn the_course_between_ticks_is_of_a_column() {
    let place = Place::new();
    place.write("ours.csv", "t,x,gear,road\n0,0,1,A1\n1,1.0,3,A1\n2,2.0,3,A2\n");
    let theirs = "t,x,gear,road\n0.5,0.5,1,A1\n1.5,1.5,3,A1\n2,2.0,3,A2\n";
    place.write("theirs.csv", theirs);
    let told = place.chase("diff ours.csv theirs.csv --sync interpolate").status(0);
    told.stdout_has("        linear between ticks: x\n        zoh between ticks: gear, road\n");
    let linear = "diff ours.csv theirs.csv --sync interpolate --interpolation gear=linear";
    place
        .chase(&format!("{linear} --brief"))
        .status(1)
        .stdout_is("different: gear at t 0.5: ours 2, theirs 1 (absolute 1, relative 0.5)\n");
    let like = "form = \"csv\"\ntick = \"t\"\n[[columns]]\nname = \"x\"\ninterpolation = \"zoh\"\n\
                [[columns]]\nname = \"gear\"\nkind = \"decimal\"\n";
    place.write("like.toml", like);
    let told =
        place.chase("diff ours.csv theirs.csv --sync interpolate --like like.toml").status(1);
    told.stdout_has("linear between ticks: gear\n        zoh between ticks: x, road\n");
    let both = "--like like.toml --interpolation x=linear,gear=zoh";
    place.chase(&format!("diff ours.csv theirs.csv --sync interpolate {both}")).status(0);
    place
        .chase("diff ours.csv theirs.csv --sync union --interpolation speed=zoh")
        .trouble(&["there is no column `speed`"]);
    place
        .chase("diff ours.csv theirs.csv --sync union --interpolation x=spline")
        .trouble(&["`x=spline`: expected COLUMN=zoh or COLUMN=linear"]);
    place
        .chase("diff ours.csv theirs.csv --tick-tolerance 1s")
        .trouble(&["`1s`: expected a distance of ticks above 0"]);
}

/// Nothing is compared outside the time of a log: an end within its step is said, a later one differs.
#[test]
fn nothing_is_extrapolated() {
    let place = Place::new();
    place.write("golden.csv", ramp(0..=100));
    place.write("short.csv", ramp((0..=24).map(|n| 2 * n)));
    place
        .chase("diff short.csv golden.csv --sync interpolate --tolerance 1e-9")
        .status(1)
        .stdout_has("first out of tolerance:  t 5.1 is missing in ours")
        .stdout_has("not compared: 2 ticks of theirs outside")
        .stdout_has("50 missing in ours");
    place.write("late.csv", ramp(103..=110));
    place
        .chase("diff late.csv golden.csv --sync union --brief")
        .status(1)
        .stdout_is("different: t 0 is missing in ours\n");
    // Of logs that are sampled alike every tick is due.
    place.write("cut.csv", ramp(1..=99));
    let cut = report(&place, "cut.csv golden.csv --sync union", 1);
    assert_eq!((&cut["cycles"]["missing"], &cut["first"]["tick"]), (&2.into(), &"0".into()));
    place.write("one.csv", "t,x\n0.05,1\n");
    place.write("two.csv", "t,x\n0,1\n0.1,1\n");
    place.chase("diff two.csv one.csv --sync interpolate").status(1).stdout_has("2 extra in ours");
    place.write("before.csv", "t,x\n-0.05,1\n");
    place
        .chase("diff before.csv two.csv --sync nearest --brief")
        .status(1)
        .stdout_is("different: t 0 is missing in ours\n");
}

/// A step that is much longer than the one next to it does not let a log speak for a long time.
#[test]
fn one_long_step_hides_nothing() {
    let place = Place::new();
    place.write("ours.csv", "t,x\n0,1.0\n1,1.0\n50,1.0\n");
    place.write("golden.csv", "t,x\n0,1.0\n2,1.0\n30,1.0\n51,1.0\n60,9.0\n99,9.0\n");
    place
        .chase("diff ours.csv golden.csv --sync interpolate --brief")
        .status(1)
        .stdout_is("different: t 60 is missing in ours\n");
    place.write("ours.csv", "t,x\n50,1.0\n95,1.0\n96,1.0\n97,1.0\n");
    place.write("golden.csv", "t,x\n5,9.0\n40,9.0\n49,1.0\n60,1.0\n97,1.0\n");
    place
        .chase("diff ours.csv golden.csv --sync interpolate --brief")
        .status(1)
        .stdout_is("different: t 5 is missing in ours\n");
    // Within a step: said, also in one line.
    place.write("ours.csv", "t,x\n0,1.0\n2,1.0\n4,1.0\n");
    place.write("golden.csv", "t,x\n0,1.0\n3,1.0\n5,1.0\n");
    place.chase("diff ours.csv golden.csv --sync interpolate --brief").status(0).stdout_is(
        "the same: 2 cycles; not compared: 1 tick of theirs outside the time of the other log\n",
    );
}

/// Two sensors with times of their own: what was not compared is not called the same.
#[test]
fn entities_with_times_of_their_own_are_not_called_the_same() {
    let place = Place::new();
    let rows = |fault: f64| -> String {
        let mut text = "t,sensor,x\n".to_owned();
        for n in 0..30 {
            if n % 2 == 0 {
                text.push_str(&format!("{n},a,{n}.0\n"));
            }
            if n % 3 == 0 {
                let wrong = if n > 15 { fault } else { 0.0 };
                text.push_str(&format!("{n},b,{:.1}\n", f64::from(n) + wrong));
            }
        }
        text
    };
    place.write("ours.csv", rows(50.0));
    let shifted = rows(0.0).replacen("3,b,3.0\n", "2.5,b,2.5\n", 1);
    place.write("golden.csv", shifted);
    let words = "diff ours.csv golden.csv --tick t --entity sensor --sync interpolate --brief";
    let ran = place.chase(words).status(1);
    assert!(!ran.stdout.starts_with("the same"), "{ran}");
}

#[test]
fn an_option_that_changes_nothing_is_refused() {
    let place = Place::new();
    place.write("a.csv", ramp(0..=5));
    for words in ["", "--sync nearest", "--tick-tolerance 1"] {
        place.chase(&format!("diff a.csv a.csv --interpolation x=zoh {words}")).trouble(&[
            "needs --sync interpolate or --sync union, for all columns or for this one",
        ]);
    }
}

/// Entities are compared by name; one that appears or vanishes between two ticks is not judged there.
#[test]
fn entities_are_interpolated_by_name() {
    let place = Place::new();
    let golden =
        "t,car,x\n0,a,0.0\n0,b,5.0\n2,b,7.0\n2,a,2.0\n4,a,4.0\n4,c,1.0\n6,a,6.0\n6,c,3.0\n";
    place.write("golden.csv", golden);
    let ours = "t,car,x\n0,a,0.0\n0,b,5.0\n1,a,1.0\n1,b,6.0\n3,a,3.0\n5,c,2.0\n5,a,5.0\n6,a,6.0\n6,c,3.0\n";
    place.write("ours.csv", ours);
    let words = "ours.csv golden.csv --tick t --entity car";
    let told = place.chase(&format!("diff {words} --sync union")).status(0);
    told.stdout_has("no value differs")
        .stdout_has("not compared: 2 lines about entities that appear or vanish between two ticks of the other log");
    place
        .chase(&format!("diff {words} --sync union --brief"))
        .status(0)
        .stdout_is(
            "the same: 7 cycles; not compared: 2 lines about entities that appear or vanish between two ticks of the other log\n",
        );
    // There before and after: what lies between is not known.
    let gap = ours.replace("3,a,3.0\n", "3,b,8.0\n");
    place.write("ours.csv", gap);
    place
        .chase(&format!("diff {words} --sync interpolate"))
        .status(1)
        .stdout_has("not compared: 2 lines about entities that the other log has only before or only after the line; so it is not known");
    place
        .chase(&format!("diff {words} --sync interpolate --brief"))
        .status(1)
        .stdout_is("not known to be the same: 2 lines about entities could not be compared\n");
    place.write("ours.csv", ours.replace("5,c,2.0", "5,c,2.5").replace("1,b,6.0\n", ""));
    let found = report(&place, &format!("{words} --sync union"), 1);
    assert_eq!(found["first_out"]["tick"], "1");
    assert_eq!(found["first_out"]["entity"], "b");
    assert_eq!(found["first_out"]["lone_entity"]["missing_in"], "ours");
    assert_eq!(found["columns"][0]["largest_of"], "c");
    assert_eq!(found["columns"][0]["out"], 1);
}

/// What is kept near the first difference has the lines of both logs, and shows the difference again.
#[test]
fn what_is_kept_can_be_compared_again() {
    let place = Place::new();
    place.write("golden.csv", ramp(0..=1000));
    let ours = ramp((0..=333).map(|n| 3 * n)).replace("\n60,120.000\n", "\n60,121.000\n");
    place.write("ours.csv", ours);
    let options = "--sync interpolate --tolerance 1e-9";
    let first = |words: &str| {
        let told = report(&place, &format!("{words} {options}"), 1);
        let first = &told["first_out"];
        (first["tick"].clone(), first["value"].clone())
    };
    let due = first("ours.csv golden.csv --keep near --stop");
    assert_eq!(due.0, "59.8");
    assert_eq!(first("near/ours.csv near/theirs.csv --like near/like.toml"), due);
    let kept = String::from_utf8(place.read("near/ours.csv")).expect("text");
    assert!(!kept.contains("..") && kept.lines().count() < 100, "{kept}");
}

/// A column is compared at times of its own; what cannot be compared, or means nothing, is said.
#[test]
fn a_column_has_a_mode_of_its_own() {
    let place = Place::new();
    place.write("golden.csv", "t,x,n,k\n0,0.0,1,5\n2,2.0,4,5\n4,4.0,8,5\n6,6.0,9,7\n");
    place.write("ours.csv", "t,x,n,k\n0,0.0,1,5\n1.9,1.9,4,9\n4.2,4.2,8,9\n6,6.0,9,7\n");
    let diff = |words: &str| place.chase(&format!("diff ours.csv golden.csv {words}"));
    diff("--sync interpolate").status(1).stdout_has("first difference: k at t 2: ours 9, theirs 5");
    diff("--sync interpolate,k=exact")
        .status(1)
        .stdout_has("first difference: n at t 4: ours 4, theirs 8");
    let words = "--sync interpolate,n=nearest,k=exact";
    let told = diff(words).status(0);
    let told = told.stdout_has("sync    interpolate: at each tick of theirs\n        linear between ticks: x\n        exact: k\n        nearest: n\n");
    diff("--sync interpolate --sync n=nearest,k=exact --brief").status(0);
    let like = "form = \"csv\"\ntick = \"t\"\n[[columns]]\nname = \"n\"\nsync = \"nearest\"\n\
                [[columns]]\nname = \"k\"\nsync = \"exact\"\n";
    place.write("like.toml", like);
    diff("--like like.toml --sync interpolate").status(0);
    diff("--like like.toml").trouble(&[
        "n cannot be compared by nearest while all other columns are compared by exact",
    ]);
    place.write("sync.toml", format!("sync = \"interpolate\"\n{like}"));
    diff("--like sync.toml").status(0).stdout_is(&told.stdout);
    diff("--like sync.toml --sync exact").trouble(&["n cannot be compared by nearest"]);
    diff("--like like.toml --sync interpolate,k=union --brief")
        .status(1)
        .stdout_has("different: k at t 1.9: ours 9, theirs 5");
    place.write("ours.csv", "t,x,n,k\n0.1,0.1,1,5\n1.9,1.9,4,9\n4.2,4.2,8,9\n6.1,6.1,9,7\n");
    diff(&format!("{words} --brief"))
        .status(1)
        .stdout_has("not known to be the same: no value of k was compared");
    diff(words).status(1).stdout_has(
        "        never compared: k; so it is not known whether the logs are the same\n",
    );
    for (words, why) in [
        (
            "--sync n=nearest",
            "n cannot be compared by nearest while all other columns are compared by exact, because every tick",
        ),
        (
            "--like like.toml",
            "n cannot be compared by nearest while all other columns are compared by exact",
        ),
        ("--sync union,nearest", "--sync names two ways to compare all columns"),
        ("--sync union,n=near", "`n=near`: expected exact, nearest, union, interpolate or order"),
        ("--sync union,m=nearest", "there is no column `m`"),
        (
            "--sync interpolate,x=nearest --interpolation x=zoh",
            "needs --sync interpolate or --sync union, for all columns or for this one",
        ),
    ] {
        diff(words).trouble(&[why]);
    }
    let vcd = "$timescale 1ns $end\n$var wire 1 ! q $end\n$enddefinitions $end\n#0\n0!\n";
    place.write("a.vcd", vcd);
    place
        .chase("diff a.vcd a.vcd --sync union,q=interpolate")
        .status(2)
        .stderr_has("chase: q cannot be compared at times of its own in a log of changes");
}

/// Of logs of changes the hint proposes that changes may come early or late.
#[test]
fn a_hint_about_changes_lets_them_come_late() {
    let place = Place::new();
    let vcd = |times: [u32; 3]| {
        let [a, b, c] = times;
        let head = "$timescale 1ns $end\n$var wire 1 ! q $end\n$enddefinitions $end\n";
        format!("{head}#0\n0!\n#{a}\n1!\n#{b}\n0!\n#{c}\n1!\n#900\n")
    };
    place.write("golden.vcd", vcd([100, 200, 300]));
    place.write("ours.vcd", vcd([103, 198, 305]));
    place.write("faulty.vcd", vcd([103, 198, 305]).replace("#305\n1!\n", "#305\n"));
    let diff = |ours: &str, ticks: u32| {
        let told = place.chase(&format!("diff {ours} golden.vcd")).status(1);
        told.stdout_has(&format!("`diff --tolerance {ticks}ticks` aligns them\n"));
        place.chase(&format!("diff {ours} golden.vcd --tolerance {ticks}ticks"))
    };
    diff("ours.vcd", 5).status(0);
    // A change that never comes is none.
    diff("faulty.vcd", 5).status(1).stdout_has("q at time 300");
}
