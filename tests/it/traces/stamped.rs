//! Logs whose ticks are dates and times of day, and what is said of logs that cannot be read.

use crate::harness::Place;

crate::tables::table!();

/// The same instants in seconds, milliseconds, nanoseconds and as stamps meet, and what is compared is said.
#[test]
fn instants_meet_in_whatever_unit_they_are_counted() {
    let place = Place::new();
    let rows = |write: &dyn Fn(u64) -> String, speed: &str| {
        let rows = (0..5).map(|n| format!("{},{}\n", write(n), if n == 3 { speed } else { "1" }));
        format!("time,speed\n{}", rows.collect::<String>())
    };
    let seconds = |n: u64| format!("{}", 1_795_773_600 + n);
    let stamp = |n: u64| format!("2026-11-27T11:00:0{n}+01:00");
    place.write("s.csv", rows(&seconds, "1"));
    place.write("ms.csv", rows(&|n| format!("{}000", seconds(n)), "1"));
    place.write("ns.csv", rows(&|n| format!("{}000000000", seconds(n)), "2"));
    place.write("stamps.csv", rows(&stamp, "1"));
    for (ours, theirs, said) in [
        (
            "ms.csv",
            "s.csv",
            "ours are taken for milliseconds since 1970, theirs for seconds since 1970",
        ),
        (
            "s.csv",
            "ms.csv",
            "ours are taken for seconds since 1970, theirs for milliseconds since 1970",
        ),
        ("ms.csv", "stamps.csv", "theirs for stamps, and compared as instants"),
        ("stamps.csv", "ms.csv", "ours are taken for stamps, theirs for milliseconds since 1970"),
        ("s.csv", "stamps.csv", "ours are taken for seconds since 1970, theirs for stamps"),
    ] {
        place
            .chase(&format!("diff {ours} {theirs}"))
            .status(0)
            .stdout_has("ticks   ours are taken for")
            .stdout_has(said)
            .stdout_has("no value differs");
        place.chase(&format!("verify {ours} --against {theirs}")).status(0).stdout_has(said);
    }
    place.write("like.toml", "form = \"csv\"\ntick = \"time\"\nstep = \"1\"\n");
    place.chase("diff ms.csv s.csv --like like.toml --brief").status(1);
    for (theirs, tick) in [
        ("s.csv", "1795773603"),
        ("ms.csv", "1795773603000"),
        ("stamps.csv", "2026-11-27T10:00:03Z"),
    ] {
        let told = format!(
            "different: speed at time {tick}: ours 2, theirs 1 (absolute 1, relative 0.5); ticks: ours are taken for \
             nanoseconds since 1970, theirs for "
        );
        place
            .chase(&format!("diff ns.csv {theirs} --brief"))
            .status(1)
            .stdout_has(&told)
            .stdout_has(", and compared as instants\n");
    }
    // Lines that are the same bytes are other instants: nothing here is skipped.
    place.write("later.csv", "time,speed\n1795773600000,1\n1795773601000,1\n");
    place.write("small.csv", "time,speed\n5,1\n6,1\n");
    let others = place.chase("diff later.csv small.csv --brief").status(1);
    others.stdout_has("time 5 is missing in ours");
}

/// The same waves in another timescale are the same, and other waves in the same numbers are not.
#[test]
fn a_vcd_has_the_unit_of_its_timescale() {
    let place = Place::new();
    let vcd = |scale: &str, ticks: [u32; 2]| {
        let [first, second] = ticks;
        format!(
            "$timescale {scale} $end\n$var wire 1 ! q $end\n$enddefinitions $end\n\
             #0\n0!\n#{first}\n1!\n#{second}\n0!\n"
        )
    };
    place.write("ns.vcd", vcd("1ns", [10, 20]));
    place.write("ps.vcd", vcd("1 ps", [10_000, 20_000]));
    place.write("tens.vcd", vcd("10 ns", [1, 2]));
    place.write("short.vcd", vcd("1ps", [10, 20]));
    for ours in ["ps.vcd", "tens.vcd"] {
        place.chase(&format!("diff {ours} ns.vcd")).status(0).stdout_has(
            " in ours and 10^-9 s in theirs; those of ours are shown in the unit of theirs",
        );
    }
    place
        .chase("diff short.vcd ns.vcd --brief")
        .status(1)
        .stdout_is(
            "different: q at time 0.01 ns: ours 1, theirs 0 (absolute 1, relative 1); only 1 of 3 ticks are in both \
             logs, the others 0.01 to 0.02 from the nearest of the other log; `diff --tolerance 0.02ticks` aligns \
             them; ticks: one is 10^-12 s in ours and 10^-9 s in theirs; those of ours are shown in the unit of theirs\n",
        );
    place.chase("diff ns.vcd ps.vcd").status(0);
}
