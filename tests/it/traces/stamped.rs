//! Logs whose ticks are dates and times of day, and what is said of logs that cannot be read.

use crate::harness::Place;

/// A log of a machine in UTC.
const UTC: &str =
    "when,load\n2026-11-27T10:00:00Z,1.5\n2026-11-27T10:00:00.500Z,2.5\n2026-11-27T10:00:01Z,3.5\n";

/// The same in another zone, as Python writes it.
const ZONED: &str = "when,load\n2026-11-27 11:00:00,000+01:00,1.5\n2026-11-27 11:00:00,500+01:00,2.5\n2026-11-27 11:00:01,000+01:00,3.5\n";

#[test]
fn stamps_are_compared_as_instants() {
    let place = Place::new();
    place.write("utc.csv", UTC);
    place.write("zoned.csv", ZONED.replace(",000", "").replace(",500", ".5"));
    place
        .chase("trace utc.csv")
        .fine()
        .stdout_has("guessed: tick is the column when; its stamps are instants, in UTC if they name no zone")
        .stdout_has("2026-11-27T10:00:00Z to 2026-11-27T10:00:01Z");
    place.chase("diff zoned.csv utc.csv --brief").status(0).stdout_is("the same: 3 cycles\n");
    place.write("other.csv", UTC.replace("3.5", "4.5"));
    let told = place.chase("diff other.csv utc.csv").status(1);
    told.stdout_has("3 cycles, when 2026-11-27T10:00:00Z to 2026-11-27T10:00:01Z")
        .stdout_has("first difference: load at when 2026-11-27T10:00:01Z: ours 4.5, theirs 3.5");
}

/// A day that one log lacks is missing, and nothing else differs.
#[test]
fn dates_alone_are_stamps() {
    let place = Place::new();
    let days = "day,x\n2026-11-25,1\n2026-11-26,2\n2026-11-27,3\n";
    place.write("days.csv", days);
    place.write("fewer.csv", days.replace("2026-11-26,2\n", ""));
    place
        .chase("diff fewer.csv days.csv --brief")
        .status(1)
        .stdout_is("different: day 2026-11-26 is missing in ours\n");
}

/// Semicolons, as the comma stands in the stamp; the ticks in between are interpolated in seconds.
#[test]
fn logs_in_time_of_day_can_be_synchronized() {
    let place = Place::new();
    place.write("utc.csv", UTC);
    let half = "2026-11-27 11:00:00,500+01:00,2.5\n";
    let coarse = ZONED.replace(half, "").replace(",1.5", ";1.5").replace(",3.5", ";3.5");
    place.write("coarse.csv", coarse.replace("when,load", "when;load"));
    place
        .chase("diff coarse.csv utc.csv --sync interpolate --brief")
        .status(0)
        .stdout_is("the same: 3 cycles\n");
}

#[test]
fn a_log_is_entered_at_an_instant() {
    let place = Place::new();
    place.write("utc.csv", UTC);
    let told = place.chase("replay utc.csv --tick 2026-11-27T11:00:00.5+01:00").fine();
    told.stdout_has("2026-11-27T10:00:00.500Z").stdout_has("2.5");
}

#[test]
fn syslog_needs_no_year() {
    let place = Place::new();
    let text = "Nov  7 09:05:01 host a: load 1\nNov  7 09:05:02 host a: load 2\n";
    place.write("a.log", text);
    place.write("b.log", text.replace("load 2", "load 3"));
    place.write(
        "like.toml",
        "form = \"text\"\ntick = \"when\"\n[[lines]]\npattern = '^(?<when>\\w+ +\\d+ [\\d:]+) \\S+ \\S+ load (?<load>\\d+)'\n",
    );
    place
        .chase("diff b.log a.log --like like.toml --brief")
        .status(1)
        .stdout_is("different: load at when Nov  7 09:05:02: ours 3, theirs 2 (absolute 1, relative 0.333334)\n");
}

#[test]
fn a_step_may_have_an_exponent() {
    let place = Place::new();
    place.write("a.csv", "t,x\n0,1\n1.0001e-8,2\n2e-8,3\n");
    place.write("b.csv", "t,x\n0,1\n1e-8,2\n1.9999e-8,3\n");
    place.write("like.toml", "form = \"csv\"\ntick = \"t\"\nstep = \"1e-8\"\n");
    place
        .chase("diff a.csv b.csv --like like.toml --brief")
        .status(0)
        .stdout_is("the same: 3 cycles\n");
    place.write("wrong.toml", "form = \"csv\"\ntick = \"t\"\nstep = \"0e-8\"\n");
    place
        .chase("diff a.csv b.csv --like wrong.toml")
        .status(2)
        .stderr_has("step `0e-8`: expected a decimal number above 0");
}

#[test]
fn what_is_not_read_is_named_with_a_way_out() {
    let place = Place::new();
    place.write("a.xml", "<?xml version=\"1.0\"?>\n<fcd-export></fcd-export>\n");
    place
        .chase("trace a.xml")
        .status(2)
        .stderr_has("a.xml:1:1: it is XML, which is not read")
        .stderr_has("xml2csv.py");
    place.write("a.csv", "time,x\n0,1\n1,2\n");
    place
        .chase("diff a.csv a.csv --tolerance time=0.1")
        .status(2)
        .stderr_has("column time is the tick")
        .stderr_has("--tick-tolerance");
}

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

/// A column of stamps of which one cannot be read is no tick, and that is said with the line.
#[test]
fn a_stamp_that_cannot_be_read_is_said() {
    let place = Place::new();
    let rows = "2026-11-27T10:00:00Z,1\n2026-11-27T10:00:60Z,2\n2026-11-27T10:01:01Z,3\n";
    place.write("leap.csv", format!("time,x\n{rows}"));
    let said = "the column time is compared as text: `2026-11-27T10:00:60Z` in line 3 is no date and time that can be read";
    place
        .chase("trace leap.csv")
        .fine()
        .stdout_has(&format!("  guessed: {said}\n"))
        .stdout_has("every line is a cycle");
    place.chase("diff leap.csv leap.csv").status(0).stderr_has(said);
    // A column of its own name, and an empty cell; lines are those of the file.
    place.write("empty.csv", "# note\nwritten,x\n2026-11-27 10:00,1\n,2\n2026-11-27 10:01,3\n");
    place
        .chase("trace empty.csv")
        .fine()
        .stdout_has("the column written is compared as text: it is empty in line 4");
    // Beside a tick such a column may hold what it likes.
    place.write("other.csv", "t,done\n0,2026-11-27\n1,2026-11-28\n2,never\n");
    let told = place.chase("trace other.csv").fine();
    assert!(!told.stdout.contains("compared as text"), "{told}");
}
