//! Units: a second line that holds them, and where they are shown.

use super::head_of;
use crate::harness::Place;

const GOLDEN: &str = "t;speed;mode\n[s];[m/s];\n0,0;1,5;up\n0,5;2,5;up\n1,0;3,5;down\n";

#[test]
fn a_line_of_units_is_guessed_kept_and_shown() {
    let place = Place::new();
    place.write("golden.csv", GOLDEN);
    place.write("ours.csv", GOLDEN.replace("2,5", "2,75"));
    let told = place.chase("trace golden.csv").fine();
    told.stdout_has("guessed: the second line holds the units\n")
        .stdout_has("cycles:   3, 0.0 to 1.0 s\n")
        .stdout_has("    speed  decimal, 1.5 to 3.5 [m/s]\n");
    place
        .chase("diff ours.csv golden.csv")
        .status(1)
        .stdout_has("first difference: speed [m/s] at t 0.5 s: ours 2.75, theirs 2.5 (")
        .stdout_has("\n  speed [m/s]  1 differs, ")
        .stderr_has("the second line holds the units");
    place
        .chase("diff ours.csv golden.csv --format json")
        .status(1)
        .stdout_has("\"units\":{\"speed\":\"m/s\",\"t\":\"s\"}")
        .stdout_has("\"column\":\"speed\"");
    // What it says comes back.
    let described = place.chase("trace golden.csv --describe").fine();
    for part in [
        "units_row = true\n",
        "tick_unit = \"s\"\n",
        "name = \"speed\"\nkind = \"decimal\"\nunit = \"m/s\"\n",
    ] {
        assert!(described.stdout.contains(part), "{part} in {described}");
    }
    place.write("like.toml", &described.stdout);
    place.chase("diff golden.csv golden.csv --like like.toml --brief").fine();
    place
        .chase("replay golden.csv --tick 0.5")
        .fine()
        .stdout_is("Cycle 1: tick 0.5 s\n  speed [m/s] 2.5, mode up\n");
    place.chase("view golden.csv -o one.html").status(0);
    place.chase("diff ours.csv golden.csv --html two.html").status(1);
    for page in ["one.html", "two.html"] {
        let head = head_of(&String::from_utf8(place.read(page)).expect("text"));
        assert_eq!(head["axis"]["words"], "t [s]", "{page}");
        assert_eq!(head["plots"][0]["name"], "speed [m/s]", "{page}");
    }
}

/// One log may lack the line, and the logs may have other units: then that is said.
#[test]
fn units_of_one_log_are_enough_and_other_units_are_said() {
    let place = Place::new();
    place.write("golden.csv", "t,x\ns,m\n0,1\n1,2\n");
    place.write("bare.csv", "t,x\n0,1\n1,3\n");
    place.write("mm.csv", "t,x\ns,mm\n0,1\n1,2\n");
    for pair in ["bare.csv golden.csv", "golden.csv bare.csv"] {
        let told = place.chase(&format!("diff {pair} --brief")).status(1);
        told.stdout_has("different: x [m] at t 1 s: ours ");
    }
    place.chase("diff mm.csv golden.csv --brief").status(0).stderr_has(
        "x is in mm in ours and in m in theirs; the numbers are compared without conversion",
    );
    // A column may be described with its unit.
    place.write(
        "like.toml",
        "form = \"csv\"\ntick = \"t\"\n[[columns]]\nname = \"x\"\nunit = \"km\"\n",
    );
    place.chase("diff bare.csv bare.csv --like like.toml").fine();
    place.write("plain.csv", "t,x\n0,1\n1,2\n");
    place
        .chase("diff plain.csv bare.csv --like like.toml --brief")
        .status(1)
        .stdout_has("different: x [km] at t 1: ours 2, theirs 3");
    // A program whose log begins with a line of units is compared as it prints.
    place
        .shell(
            "{ printf 't,x\\ns,m\\n'; printf '0,1\\n1,2\\n'; } | $CHASE diff - golden.csv --brief",
        )
        .status(0);
}

/// A second line that may be data is data, and nothing is said of it.
#[test]
fn a_second_line_that_may_be_data_is_data() {
    let place = Place::new();
    for (name, text, cycles) in [
        ("above.csv", "  \nt,x\n0,1\n1,2\n", 2),
        ("words.csv", "who,where\ns,m\na,b\nc,d\n", 3),
        ("one.csv", "mode,x\ns,V\nh,2\n", 2),
        ("names.csv", "x,y\nleft,right\n1,2\n3,4\n", 3),
        ("lone.csv", "t,x\ns,V\n", 1),
        ("blank.csv", "x,y\nNA,NA\n1,2\n3,4\n", 3),
    ] {
        place.write(name, text);
        let told = place.chase(&format!("trace {name}")).fine();
        assert!(!told.stdout.contains("units"), "{told}");
        let cycles = format!("cycles:   {cycles}, 0 to ");
        told.stdout_has(&cycles);
    }
    place.write("like.toml", "form = \"csv\"\nunits_row = false\n");
    place.write("x.csv", "x,y\ns,V\n1,2\n3,4\n");
    place.chase("trace x.csv").fine().stdout_has("cycles:   2,");
    place.chase("trace x.csv --like like.toml").fine().stdout_has("cycles:   3,");
    place.write("like.toml", "form = \"csv\"\nunits_row = true\n");
    place.write("plain.csv", "x,y\n1,2\n3,4\n");
    place.chase("trace plain.csv --like like.toml").fine().stdout_has("cycles:   2,");
}
