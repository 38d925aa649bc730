//! `chase verify --golden`: the logs of a folder against golden ones, by the rules of a golden.toml.

use crate::harness::{Place, Ran};

/// A program that writes two logs, one of them in a folder below, and a third if its number is above 1.
const SIM: &str = "#!/bin/sh
mkdir -p \"$1/sub\"
printf 't,x\\n0,1.000\\n1,%s\\n' \"$2\" > \"$1/a.csv\"
printf 't,y\\n0,1\\n1,4\\n' > \"$1/sub/b.csv\"
case $2 in 9*) printf '\\001\\002' > \"$1/c.bin\";; esac
";

/// A place with the program and what it writes as golden logs.
fn place() -> Place {
    let place = Place::new();
    place.write("sim.sh", SIM);
    let words = ["verify", "--golden", "golden", "--accept", "--run"];
    let made = place.chase_with(&[&words[..], &["sh sim.sh {out} 2.000"]].concat(), "y\ny\n");
    made.status(0).stdout_has("      accepted\n");
    place
}

/// A run of the program with a number against the golden logs.
fn run(place: &Place, number: &str, more: &[&str]) -> Ran {
    let program = format!("sh sim.sh {{out}} {number}");
    let words = ["verify", "--golden", "golden", "--run", &program];
    place.chase_with(&[&words[..], more].concat(), "")
}

#[test]
fn the_logs_of_a_run_are_held_against_golden_ones() {
    let place = place();
    assert_eq!(place.names(), ["golden", "sim.sh"]);
    run(&place, "2.000", &[]).fine().stdout_is(
        "ok    a.csv: 20 bytes; the same\nok    sub/b.csv: 12 bytes; the same\n\n\
             2 files: 2 ok, 0 failed\n",
    );
    run(&place, "2.001", &["--keep", "ours"]).status(1).stdout_is(
        "FAIL  a.csv: different: x at t 1: ours 2.001, theirs 2.000 (absolute 0.001, relative \
             0.0005)\nok    sub/b.csv: 12 bytes; the same\n\n2 files: 1 ok, 1 failed\n",
    );
    let page = String::from_utf8(place.read("ours/a.csv.html")).expect("text");
    assert!(page.to_ascii_lowercase().starts_with("<!doctype html>"));
    place.write(
        "golden/golden.toml",
        "ignore = [\"*.bin\"]\n[[logs]]\nfiles = \"a*\"\ntolerance = [\"x=0.01\"]\n",
    );
    place
        .chase("verify --golden golden ours")
        .fine()
        .stdout_has("ok    a.csv: 2 cycles; compared with golden/a.csv\n");
    let wide = run(&place, "9", &["--format", "junit"]).status(1);
    wide.stdout_has("tests=\"2\" skipped=\"0\" failures=\"1\" errors=\"0\"");
}

/// A new log and a missing one fail; each is taken only when that is said.
#[test]
fn what_is_accepted_becomes_golden_and_nothing_else() {
    let place = place();
    let words = ["verify", "--golden", "golden", "--accept", "--run"];
    let run = |number: &str, answers: &str| {
        let program = format!("sh sim.sh {{out}} {number}");
        place.chase_with(&[&words[..], &[&program]].concat(), answers)
    };
    let golden = place.read("golden/a.csv");
    run("9.5", "n\n").status(1).stdout_has("3 files: 1 ok, 2 failed\n");
    run("9.5", "").status(1);
    assert_eq!(place.read("golden/a.csv"), golden);
    run("9.5", "no\ny\n")
        .status(1)
        .stdout_has("FAIL  c.bin: new: no golden log has this name\n      add it to the golden logs? [y/N] \n      accepted\n");
    assert_eq!(place.read("golden/a.csv"), golden);
    assert_eq!(place.read("golden/c.bin"), [1, 2]);
    run("9.5", "yes\n").status(0);
    run("9.5", "").fine();
    run("8", "n\ny\n")
        .status(1)
        .stdout_has("      remove the golden log? [y/N] \n      accepted\n");
    assert!(!place.file("golden/c.bin").exists());
}

#[test]
fn what_cannot_be_compared_is_said() {
    let place = place();
    place.write("golden/b.bin", [1, 2]);
    place.write("golden/empty.csv", "t,x\n");
    std::fs::create_dir_all(place.file("ours/sub")).expect("a folder");
    place.write("ours/a.csv", place.read("golden/a.csv"));
    place.write("ours/b.bin", [1, 3]);
    place.write("ours/empty.csv", "t,x\n\n");
    place.write("ours/sub/b.csv", place.read("golden/sub/b.csv"));
    place.write("golden/golden.toml", "[[logs]]\nfiles = \"nix\"\n");
    place
        .chase("verify --golden golden ours")
        .status(2)
        .stdout_has("FAIL  b.bin: the bytes differ, and neither file is a log")
        .stdout_has("????? empty.csv: the bytes differ, but no line of ours has a value")
        .stderr_has("golden.toml: no log fits `nix`");
    std::fs::remove_file(place.file("golden/golden.toml")).expect("it is there");
    let refused = |words: &str, parts: &[&str]| {
        let words = shlex::split(words).expect("words");
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let ran = place.chase_with(&[&["verify"], &words[..]].concat(), "");
        ran.trouble(parts);
    };
    refused("--golden gone sub", &["gone: there is no such folder", "--accept makes it"]);
    refused("--golden sim.sh golden", &["sim.sh: expected a folder of golden logs"]);
    refused("--golden golden", &["--golden compares the logs of one folder"]);
    refused("--golden golden sim.sh", &["--golden compares the logs of one folder"]);
    refused("--golden golden --run 'sh sim.sh'", &["sh sim.sh: {out} is missing in the command"]);
    refused("--golden golden --run 'sh sim.sh {out} \"'", &["a quote is not closed"]);
    refused(
        "--golden golden --run 'sh -c \"echo no >&2; exit 3\" {out}'",
        &["the program ended with status 3", "it said: no"],
    );
    refused("--golden golden --run 'sh sim.sh {out}' --keep ours", &["the folder is not empty"]);
    refused("--golden golden --run 'sh sim.sh {out}' --keep golden/k", &["among the golden logs"]);
    refused("--golden golden gone", &["gone: there is no such folder"]);
    refused("--golden golden golden --keep k", &["--keep keeps what a program writes"]);
    refused("--golden golden golden --quick", &["cannot be used with"]);
    refused(
        "--golden golden --run 'sh -c \"sleep 60\" {out}' --timeout 10ms",
        &["the program did not end within 10ms"],
    );
    refused("--golden golden golden --accept --format json", &["--accept asks questions"]);
    refused("--golden golden --run 'true {out}' golden", &["cannot be used with"]);
    for (text, parts) in [
        ("[[logs]]\nfiles = \"*\"\ntoleranc = 1\n", "`toleranc` is no key of [[logs]]"),
        ("[[logs]]\nfiles = \"*\"\ntolerance = true\n", "`tolerance`: expected a text or a number"),
        ("[[logs]]\nfiles = \"*\"\ntolerance = \"x=y\"\n", "`y`: expected a bound"),
        ("[[logs]]\nfiles = \"*\"\nsync = \"nix\"\n", "invalid value 'nix'"),
        ("[[logs]]\ntick = \"t\"\n", "missing field `files`"),
        ("logs = 1\n", "golden/golden.toml"),
    ] {
        place.write("golden/golden.toml", text);
        refused("--golden golden golden", &["golden/golden.toml", parts]);
    }
}

/// Names with blanks and ends of lines, in folders and in files.
#[cfg(unix)]
#[test]
fn odd_names_are_names() {
    let place = Place::new();
    for folder in ["golden", "ours", "with blanks"] {
        std::fs::create_dir(place.file(folder)).expect("a folder");
    }
    place.write("golden/a.csv", "t,x\n0,1\n1,2\n");
    place
        .shell("TMPDIR=\"$PWD/with blanks\" $CHASE verify --golden golden --run 'sh -c \"cp golden/a.csv {out}/a.csv\"'")
        .fine();
    place
        .shell("TMPDIR=\"$PWD/with blanks\" $CHASE verify --golden golden --run 'sh -c \"cp golden/a.csv \\\"{out}\\\"\"'")
        .fine();
    place
        .shell("$CHASE verify --golden golden --keep 'with blanks/ours' --run 'sh -c \"cp golden/a.csv {out}\"'")
        .fine();
    assert!(place.file("with blanks/ours/a.csv").exists());
    place.write("golden/b\nc.csv", "t,x\n0,1\n1,2\n");
    place.write("ours/a.csv", "t,x\n0,1\n1,2\n");
    place.write("ours/b\nc.csv", "t,x\n0,1\n1,3\n");
    place
        .chase("verify --golden golden ours")
        .status(1)
        .stdout_has("\nFAIL  b\\nc.csv: different: x at t 1");
    place
        .chase("verify --golden golden ours --format junit")
        .status(1)
        .stdout_has("name=\"b\\nc.csv\"");
}

/// What a symbolic link among the golden logs leads to is never written.
#[cfg(unix)]
#[test]
fn a_golden_link_is_not_written_through() {
    let place = Place::new();
    place.write("elsewhere.csv", "t,x\n0,1\n1,2\n");
    for folder in ["golden", "ours"] {
        std::fs::create_dir(place.file(folder)).expect("a folder");
    }
    place.write("ours/a.csv", "t,x\n0,1\n1,3\n");
    let link = std::os::unix::fs::symlink("../elsewhere.csv", place.file("golden/a.csv"));
    link.expect("a link");
    place
        .chase_with(&["verify", "--golden", "golden", "ours", "--accept"], "y\n")
        .status(1)
        .stdout_has(
            "not accepted: the golden log is a symbolic link; the file it points to is left as it is",
        );
    assert_eq!(place.read("elsewhere.csv"), b"t,x\n0,1\n1,2\n");
    assert!(place.file("golden/a.csv").is_symlink());
}

/// A column of a golden log can be compared at times of its own.
#[test]
fn a_golden_log_has_columns_with_modes_of_their_own() {
    let place = Place::new();
    for folder in ["golden", "ours"] {
        std::fs::create_dir(place.file(folder)).expect("a folder");
    }
    place.write("golden/a.csv", "t,x,gear\n0,0.0,1\n2,2.0,4\n4,4.0,8\n");
    place.write("ours/a.csv", "t,x,gear\n0,0.0,1\n1.9,1.9,4\n3.9,3.9,8\n5,5.0,8\n");
    let rules = |sync: &str| {
        let text =
            format!("[[logs]]\nfiles = \"a.csv\"\nsync = [{sync}]\ntolerance = \"x=1e-9\"\n");
        place.write("golden/golden.toml", text);
        place.chase("verify --golden golden ours")
    };
    rules("\"interpolate\", \"gear=nearest\"").fine();
    place.write("ours/a.csv", "t,x,gear\n0,0.0,1\n1.9,1.9,4\n2.1,2.1,5\n3.9,3.9,9\n4.2,4.2,9\n");
    rules("\"interpolate\", \"gear=nearest\"")
        .status(1)
        .stdout_has("FAIL  a.csv: different: gear at t 4: ours 9, theirs 8");
}
