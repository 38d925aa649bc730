//! Value-change dumps as simulators of all kinds write them: events, pulses, several names of a signal, the nine values of
//! VHDL, scopes without names, words in any layout.

use serde_json::Value;

use crate::harness::Place;

/// A dump of these `$var` definitions in the scope `top`, and what follows them.
fn dump(vars: &[&str], changes: &str) -> String {
    let vars: String = vars.iter().map(|var| format!("$var {var} $end\n")).collect();
    format!(
        "$timescale 1ns $end\n$scope module top $end\n{vars}$upscope $end\n$enddefinitions $end\n{changes}"
    )
}

/// The names of the columns of a log.
fn names(place: &Place, file: &str) -> Vec<String> {
    let told = place.chase(&format!("trace {file} --format json")).fine();
    let told: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let columns = told["columns"].as_array().expect("columns").iter();
    columns.map(|column| column[0].as_str().expect("a name").to_owned()).collect()
}

/// Compares two dumps of the same signals; the sentence about them, with its status.
fn compared(vars: &[&str], ours: &str, theirs: &str, options: &str) -> (i32, String) {
    let place = Place::new();
    place.write("ours.vcd", dump(vars, ours));
    place.write("theirs.vcd", dump(vars, theirs));
    let ran = place.chase(&format!("diff ours.vcd theirs.vcd --brief {options}"));
    (ran.status.expect("a status"), ran.stdout)
}

#[test]
fn an_event_is_an_occurrence() {
    let vars = ["event 1 ! done", "wire 1 \" clk"];
    let golden = "#0\n0\"\n#10\n1!\n#20\n1!\n#30\n1!\n#40\n1\"\n";
    let lost = golden.replace("#20\n1!\n", "");
    let done = |at: &str, ours: &str, theirs: &str| {
        (
            1,
            format!(
                "different: top.done at time {at} ns: ours {ours}, theirs {theirs} (an event on one side)\n"
            ),
        )
    };
    for options in
        ["", "--sync union", "--sync interpolate", "--tolerance 5ticks", "--tick-tolerance 1"]
    {
        assert_eq!(
            compared(&vars, &lost, golden, options),
            done("20", "nothing", "event"),
            "{options}"
        );
        assert_eq!(
            compared(&vars, golden, &lost, options),
            done("20", "event", "nothing"),
            "{options}"
        );
    }
    let late = golden.replace("#20", "#23");
    assert_eq!(compared(&vars, &late, golden, ""), done("20", "nothing", "event"));
    // Its value means nothing, and several at one time are one; a section that tells all values holds none.
    for same in [
        golden.replace("#20\n1!", "#20\n0!"),
        golden.replace("#20\n1!", "#20\n1!\nx!\n1!"),
        golden.replace("#30", "#25\n$dumpall\n1!\n0\"\n$end\n#30"),
    ] {
        let (status, said) = compared(&vars, &same, golden, "");
        assert_eq!((status, said.starts_with("the same")), (0, true), "{said}");
    }
}

#[test]
fn a_pulse_of_one_side_is_a_difference() {
    let vars = ["wire 1 ! a", "wire 8 \" v", "real 64 # r"];
    let plain = "#0\n0!\nb0 \"\nr0 #\n#10\n1!\n#20\n0!\n";
    let with = |pulse: &str| plain.replace("#20", &format!("#15\n{pulse}#20"));
    let pulse = " (a pulse within one time)\n";
    for (changes, ours, theirs) in [
        ("0!\n1!\n", "top.a at time 15 ns: ours 0, then 1", "1"),
        ("b11111 \"\nb0 \"\n", "top.v at time 15 ns: ours 'h1f, then 'h00", "'h00"),
        ("r1.5 #\nr0 #\n", "top.r at time 15 ns: ours 1.5, then 0", "0"),
    ] {
        for options in ["", "--tolerance 0.5,3ticks"] {
            let due = (1, format!("different: {ours}, theirs {theirs}{pulse}"));
            assert_eq!(compared(&vars, &with(changes), plain, options), due);
            assert_eq!(compared(&vars, plain, &with(changes), options).0, 1);
        }
    }
    // What both have, and what tells of no other value, is none.
    for (ours, theirs) in
        [("0!\n1!\n", "0!\n1!\n"), ("1!\n1!\n", ""), ("0!\nx!\n1!\n", "0!\nX!\nx!\n1!\n")]
    {
        assert_eq!(compared(&vars, &with(ours), &with(theirs), "").0, 0, "{ours} {theirs}");
    }
    assert_eq!(compared(&vars, &with("0!\nx!\n1!\n"), &with("0!\n1!\n"), "").0, 1);
}

#[test]
fn every_name_of_a_signal_is_a_name() {
    let place = Place::new();
    let changes = "#0\n0!\n#5\n1!\n";
    let [one, other] = [["wire 1 ! a", "wire 1 ! b"], ["wire 1 ! b", "wire 1 ! a"]];
    place.write("one.vcd", dump(&one, changes));
    place.write("other.vcd", dump(&other, changes));
    assert_eq!(names(&place, "one.vcd"), ["top.a", "top.b"]);
    place.chase("diff one.vcd other.vcd --brief").status(0).stdout_has("the same");
    for name in ["top.a", "top.b"] {
        place.chase(&format!("diff one.vcd other.vcd --brief --only {name}")).status(0);
    }
    // The other side has a code for each, and one of them differs.
    place.write("apart.vcd", dump(&["wire 1 ! a", "wire 1 \" b"], "#0\n0!\n0\"\n#5\n1!\n"));
    for pair in ["apart.vcd one.vcd", "apart.vcd other.vcd"] {
        let brief = place.chase(&format!("diff {pair} --brief")).status(1);
        brief.stdout_is(
            "different: top.b at time 5 ns: ours 0, theirs 1 (absolute 1, relative 1)\n",
        );
        place.chase(&format!("diff {pair} --brief --only top.a")).status(0);
    }
    // A signal of two names is one difference, by its first name.
    place.write("late.vcd", dump(&one, "#0\n0!\n#6\n1!\n"));
    let text = place.chase("diff late.vcd one.vcd").status(1);
    assert!(text.stdout.contains("top.a") && !text.stdout.contains("top.b"), "{}", text.stdout);
    place
        .chase("diff late.vcd one.vcd --brief --only top.b")
        .status(1)
        .stdout_has("top.b at time 5 ns");
    place.chase("view one.vcd -o page.html").status(0);
    let head = super::head_of(&String::from_utf8(place.read("page.html")).expect("text"));
    let plots = [&head["plots"][0]["name"], &head["plots"][1]["name"]];
    assert_eq!(plots, ["top.a", "top.b"]);
    let head = super::head_of(&String::from_utf8(place.read("page.html")).expect("text"));
    assert_eq!(
        (&head["plots"][0]["name"], &head["plots"][1]["name"]),
        (&"top.a".into(), &"top.b".into())
    );
}

#[test]
fn the_values_of_vhdl_and_all_reals_are_read() {
    let place = Place::new();
    let nine = ["reg 1 ! s", "reg 4 \" v[3:0]"];
    place.write("nine.vcd", dump(&nine, "#0\nU!\nbUUHL \"\n#10\n1!\nb0W-1 \"\n#20\nH!\n#30\n-!\n"));
    place
        .write("small.vcd", dump(&nine, "#0\nu!\nbuuhl \"\n#10\n1!\nb0w-1 \"\n#20\nh!\n#30\n-!\n"));
    place
        .write("other.vcd", dump(&nine, "#0\nU!\nbUUHL \"\n#10\n1!\nb0W-1 \"\n#20\nL!\n#30\n-!\n"));
    place.chase("diff nine.vcd small.vcd --brief").status(0).stdout_is("the same: 4 cycles\n");
    let other = place.chase("diff other.vcd nine.vcd --brief").status(1);
    other.stdout_has("top.s at time 20 ns: ours L, theirs H (unknown bits)");
    let reals = [
        "real 64 ! a",
        "realtime 64 \" b",
        "parameter 32 # P",
        "real_parameter 64 $ Q",
        "shortreal 32 % sr",
    ];
    let one = "#0\nr0 !\nr1e-9 \"\nb101 #\nr2.50 $\nr0.1 %\n#5\nr0.30000000000000004 !\nrnan \"\nrinf %\n";
    let letters = "#0\nr0.0 !\nr0.000000001 \"\nb0101 #\nr2.5 $\nr1e-1 %\n#5\nr3.0000000000000004e-01 !\nrNaN \"\nrInf %\n";
    assert_eq!(compared(&reals, one, letters, "").0, 0);
    let near = one.replace("r0.1 %", "r0.11 %");
    assert_eq!(compared(&reals, &near, one, "").0, 1);
    assert_eq!(compared(&reals, &near, one, "--tolerance 0.01").0, 0);
}

#[test]
fn scopes_are_balanced_and_names_with_points_are_told_apart() {
    let place = Place::new();
    let file = |text: &str| {
        place.write("t.vcd", format!("{text}$enddefinitions $end\n#0\n0!\n"));
        names(&place, "t.vcd")
    };
    let var = |code: &str, name: &str| format!("$var wire 1 {code} {name} $end\n");
    let within = |scope: &str, text: &str| format!("$scope {scope} $end\n{text}$upscope $end\n");
    // Without a name, without a type, without either; one `$upscope` too many says nothing.
    let nameless =
        within("begin", &var("!", "a")) + &var("\"", "b") + &within("module sub", &var("#", "a"));
    assert_eq!(file(&within("module top", &nameless)), ["top.a", "top.b", "top.sub.a"]);
    let odd = within("sub", &var("!", "a"))
        + &within("", &var("\"", "b"))
        + "$upscope $end\n"
        + &var("#", "c");
    assert_eq!(file(&odd), ["sub.a", "b", "c"]);
    // A name with a point is no path.
    let points = var("!", "\\a0.cyc")
        + &within("module \\a0", &var("\"", "cyc"))
        + &within("module a0", &(var("#", "b.c") + &within("module b", &var("$", "c"))));
    assert_eq!(
        file(&within("module t", &points)),
        ["t.\\a0\\.cyc", "t.\\a0.cyc", "t.a0.b\\.c", "t.a0.b.c"]
    );
    // Two signals of one name, in scopes of one name.
    let twice = within("module u", &var("!", "x"))
        + &within("module u", &(var("\"", "x") + &var("!", "x")));
    assert_eq!(file(&twice), ["u.x", "u.x#2"]);
    assert_eq!(file(&var("!", "time")), ["time#2"], "the ticks are called so");
}

#[test]
fn words_may_stand_in_any_layout() {
    let vars = ["wire 1 ! a", "wire 8 # v", "real 64 \" r"];
    let text = dump(
        &vars,
        "$dumpvars\n0!\nb0 #\nr0 \"\n$end\n#5\n1!\nb101 #\n#7\n0!\n1!\nb1 #\nr1.5 \"\n#9\n1!\n",
    );
    let words: Vec<_> = text.split_whitespace().collect();
    let place = Place::new();
    place.write("lines.vcd", &text);
    let mut number = 1_u64;
    let mut drawn = |below: u64| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (number >> 33) % below
    };
    for layout in 0..40 {
        let spaces: &[&str] = match layout {
            0 => &[" "],
            1 => &["\n"],
            2 => &["\r\n"],
            _ => &[" ", "\n", "\t", "\r\n", "  \n ", "\n\n"],
        };
        let parts = words
            .iter()
            .map(|word| format!("{word}{}", spaces[drawn(spaces.len() as u64) as usize]));
        place.write("free.vcd", parts.collect::<String>());
        for pair in ["free.vcd lines.vcd", "lines.vcd free.vcd"] {
            let ran = place.chase(&format!("diff {pair} --brief"));
            assert_eq!(
                (ran.status, ran.stdout.as_str()),
                (Some(0), "the same: 4 cycles\n"),
                "{layout}: {}",
                ran.stderr
            );
        }
    }
    // What cannot be read is named with its line, and its column in that line.
    for (changes, place_in, what) in [
        ("#0 1 !\n", ":8:4: a value without the code of its signal", "the code follows directly"),
        ("#0 1! b1\n#5 0!\n", ":9:1: a value without the code of its signal", "`b1` in line 8"),
        ("#0 1! r1.5\n", ":8:1: a value without the code of its signal", "`r1.5`"),
        ("#0 1! q!\n", ":8:7: expected `#` and a time, or a value and a signal", ""),
    ] {
        place.write("wrong.vcd", dump(&vars, changes));
        let ran = place.chase("diff wrong.vcd lines.vcd").status(2);
        ran.stderr_has(&format!("wrong.vcd{place_in}")).stderr_has(what);
    }
    // A dump of one line that is longer than any line may be.
    let mut long = words.join(" ");
    for time in 10..400_000 {
        long.push_str(&format!(" #{time} {}!", time % 2));
    }
    place.write("long.vcd", &long);
    assert!(long.len() > 4 << 20);
    let told = place.chase("trace long.vcd").fine();
    told.stdout_has("cycles:   399994, 0 to 399999 ns");
}

#[test]
fn a_code_that_was_never_declared_leaves_no_verdict() {
    let place = Place::new();
    let vars = ["wire 1 ! a"];
    place.write("golden.vcd", dump(&vars, "#0\n0!\n1?\n#5\n1!\nb11 ??\n0?\n"));
    place.write("ours.vcd", dump(&vars, "#0\n0!\n#5\n1!\n"));
    let words =
        "3 changes of codes that were never declared, the first in line 8 (`?`: 2, `??`: 1)";
    place.chase("trace golden.vcd").fine().stdout_has(words);
    for (pair, side) in [("ours.vcd golden.vcd", "theirs"), ("golden.vcd ours.vcd", "ours")] {
        place
            .chase(&format!("diff {pair} --brief"))
            .status(2)
            .stdout_is(&format!("not known to be the same: {side} has {words}\n"))
            .stderr_has("--ignore-undeclared");
        let text = place.chase(&format!("diff {pair}")).status(2);
        text.stdout_has(&format!("not compared: {words}\n"))
            .stdout_has("no value that was compared differs\n");
        place
            .chase(&format!("diff {pair} --brief --ignore-undeclared"))
            .status(0)
            .stdout_has("the same");
    }
    place
        .chase("verify golden.vcd --against ours.vcd")
        .status(1)
        .stdout_has("not known to be the same");
    place.write("other.vcd", dump(&vars, "#0\n0!\n#6\n1!\n"));
    place.chase("diff other.vcd golden.vcd --brief").status(1);
}

#[test]
fn ticks_have_their_unit_and_vectors_are_hexadecimal() {
    let place = Place::new();
    let vars = ["wire 8 ! v[7:0]", "wire 4 \" n"];
    place.write("golden.vcd", dump(&vars, "#0\nb0 !\nb0 \"\n#20\nb11111 !\nb1010 \"\n#30\nbx !\n"));
    place.write(
        "ours.vcd",
        dump(&vars, "#0\nb0 !\nb0 \"\n#20\nb111 !\nb1010 \"\n#30\nb1010xxxx !\n"),
    );
    let told = place.chase("trace golden.vcd").fine();
    told.stdout_has("cycles:   3, 0 to 30 ns\n").stdout_has("top.v[7:0]  mixed, 'h00 to 'h1f\n");
    let text = place.chase("diff ours.vcd golden.vcd").status(1);
    text.stdout_has("VCD, 3 cycles, time 0 to 30 ns\n")
        .stdout_has(
            "first difference: top.v[7:0] at time 20 ns: ours 'h07, theirs 'h1f (absolute 24",
        )
        .stdout_has("  20  top.n 1010 ")
        .stdout_has("> 20  top.v[7:0] 'h07 | 20  top.v[7:0] 'h1f\n")
        .stdout_has("'hax")
        .stdout_has("last at 30 ns");
    place
        .chase("diff ours.vcd golden.vcd --brief --radix bin")
        .status(1)
        .stdout_has("at time 20 ns: ours 111, theirs 11111 (");
    place.chase("trace golden.vcd --radix bin").fine().stdout_has("top.v[7:0]  mixed, 0 to 31\n");
    let scaled = String::from_utf8(place.read("golden.vcd")).expect("text").replace("1ns", "10 ns");
    place.write("scaled.vcd", scaled);
    let scaled = place.chase("diff scaled.vcd golden.vcd --brief").status(1);
    scaled.stdout_has("at time 20 ns: ours 'h00, theirs 'h1f");
    let reference = place.chase("diff golden.vcd scaled.vcd --brief").status(1);
    reference.stdout_has("at time 2 x 10 ns: ours 'h1f, theirs 'h00");
    place.chase("view ours.vcd golden.vcd -o page.html").status(0);
    let head = super::head_of(&String::from_utf8(place.read("page.html")).expect("text"));
    assert_eq!(head["axis"]["words"], "time [ns]");
    let plot = &head["plots"][0];
    assert_eq!((&plot["name"], &plot["width"]), (&"top.v[7:0]".into(), &8.into()));
    assert!(
        plot["parted"]["words"].as_str().expect("words").contains("ours 'h07, theirs 'h1f"),
        "{plot}"
    );
}
