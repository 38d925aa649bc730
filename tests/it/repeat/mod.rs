//! Programs that repeat and programs that do not: what `chase repeat` says of them.

mod asked;
mod leaks;
mod same;

use std::path::PathBuf;
use std::sync::OnceLock;

use serde_json::Value;
use tempfile::TempDir;

use crate::harness::{Place, Ran};

crate::tables::table!();

/// A program of `tests/repeat`, built once by the machine's C compiler, without which nothing here was
/// linked either.
fn built(name: &str) -> PathBuf {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["fresh", "order", "stack", "sum"] {
            let source = crate::harness::project(&format!("tests/repeat/{name}.c"));
            let mut command = std::process::Command::new("cc");
            command.args(["-O1", "-pthread", "-o"]);
            command.arg(folder.path().join(name)).arg(source);
            let status = command.status().expect("cc");
            assert!(status.success(), "{name}.c");
        }
        folder
    });
    folder.path().join(name)
}

/// `chase repeat` with these options, of a line of the shell.
fn repeat(place: &Place, options: &str, line: &str) -> Ran {
    let options = options.split_whitespace();
    let args: Vec<_> = ["repeat"].into_iter().chain(options).collect();
    let args: Vec<_> = args.into_iter().chain(["--", "sh", "-c", line]).collect();
    place.chase_with(&args, "")
}

fn as_json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).expect("JSON")
}

/// Everything is varied, and nothing is said of a program that repeats.
#[test]
fn a_program_that_repeats_is_not_accused() {
    let place = Place::new();
    place.write("a.csv", "t,x\n0,1.5\n1,2.5\n");
    place.write("b.csv", "t,x\n0,1.5\n");
    let ran = repeat(&place, "", "cat a.csv b.csv; echo done >&2").fine();
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 14, "{ran}");
    assert!(!ran.stdout.contains("differ"), "{ran}");
    assert!(lines[13].starts_with("the same: "), "{ran}");
    for name in ["environment", "hash-seeds", "time-zone", "load", "clock"] {
        let line = lines.iter().find(|line| line.starts_with(name));
        let line = line.expect("a line for each thing");
        assert!(line.contains(" 3 runs, the same"), "{line}");
    }
    // Nothing of it is left behind.
    assert_eq!(place.names(), ["a.csv", "b.csv"]);
}

/// Whoever reads the first line only is no trouble.
#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let place = Place::new();
    let line = format!("{} repeat --only locale -- seq 5 | head -1", crate::harness::program());
    let ran = place.shell(&line).fine();
    ran.stdout_is("nothing varied  3 runs, the same\n").stderr_is("");
}

/// A log is held against a log: by its values, within a tolerance where there is one.
#[test]
fn logs_are_compared_as_logs() {
    let place = Place::new();
    let log = "n=$(cat n 2>/dev/null || echo 0); echo $((n + 1)) > n; \
               echo t,x; echo 0,1.5; echo 1,2.5000$n; echo 2,3.5";
    let ran = repeat(&place, "--only load", log).status(1);
    ran.stdout_has("first difference: x at t 1: ours 2.50000, theirs 2.50001");
    place.write("like.toml", "form = \"csv\"\ntick = \"t\"\n[tolerance]\nabsolute = 0.01\n");
    std::fs::remove_file(place.file("n")).expect("a file");
    repeat(&place, "--only load --like like.toml", log).status(0).stdout_has("the same: 6 runs");
    // The same number in other letters is the same value.
    let letters = "cat n >> m 2>/dev/null; echo t,x; echo 0,1.5$(tr -dc 0 < m | head -c 4)";
    place.write("n", "0\n");
    place.write("m", "");
    repeat(&place, "--only load", letters).status(0).stdout_has("the same: 6 runs");
}

/// Files byte by byte, how a run ends, and what is kept of the two runs.
#[test]
fn files_and_ends_count_and_standard_error_does_not() {
    let place = Place::new();
    let line = "head -c 8 /dev/urandom > out.bin; echo fine; echo $$ >&2";
    let ran = repeat(&place, "--only threads", line).status(0);
    ran.stdout_has("standard error (not part of the verdict): it differs first in run 2");
    let ran = repeat(&place, "--only threads --file out.bin --keep kept", line).status(1);
    ran.stdout_has("not repeatable, even with nothing varied; no cause found\n")
        .stdout_has("out.bin: byte ");
    let one = place.read("kept/run-1/files/out.bin");
    assert_eq!(one.len(), 8);
    assert!(one != place.read("kept/run-2/files/out.bin"));
    assert_eq!(place.read("kept/run-2/varied.txt"), b"nothing varied\n");

    let ended = "test -z \"$CHASE_PADDING\"";
    let ran = repeat(&place, "--only environment --format json", ended).status(1);
    let report = as_json(&ran);
    assert_eq!(report["causes"], serde_json::json!(["environment"]));
    assert_eq!(report["by_itself"], false);
    assert_eq!(report["difference"]["places"][0]["brief"], "status 0; status 1");
    let experiment = &report["findings"][1]["experiment"];
    assert_eq!(experiment["chance_one_in"], 1_352_078);
    let ran = repeat(&place, "--only environment,load --format junit", ended).status(1);
    ran.stdout_has("tests=\"3\" skipped=\"0\" failures=\"1\" errors=\"0\"");
}

/// The process whose number stands in a file has ended, or is about to; one that nobody waits for is
/// gone too.
#[track_caller]
fn assert_is_gone(place: &Place) {
    let gone = "n=0; until s=$(cut -d' ' -f3 /proc/$(cat child)/stat 2>/dev/null); \
                [ -z \"$s\" ] || [ $s = Z ]; do n=$((n+1)); [ $n -lt 200 ] || exit 1; sleep 0.02; done";
    place.shell(gone).status(0);
}

/// A program that never ends is stopped with what it started, and so is one when somebody interrupts.
#[test]
#[cfg(target_os = "linux")]
fn nothing_outlives_its_run() {
    let place = Place::new();
    let line = "sleep 300 & echo $! > child; wait";
    repeat(&place, "--timeout 300ms", line).trouble(&["a run did not end within 300ms"]);
    assert_is_gone(&place);
    repeat(&place, "--timeout 20s --only threads", "sleep 300 & echo $! > child; echo 1").status(0);
    assert_is_gone(&place);

    std::fs::remove_file(place.file("child")).expect("a file");
    let interrupted = format!(
        "mkdir tmp; TMPDIR=$PWD/tmp timeout --foreground -s KILL 30 \"$CHASE\" repeat -- sh -c '{line}' \
         & chase=$!; n=0; until [ -s child ] || [ $n -gt 500 ]; do sleep 0.02; n=$((n+1)); done; \
         kill -INT $chase; wait $chase"
    );
    place.shell(&interrupted).status(2).stderr_has("interrupted");
    assert_is_gone(&place);
    place.shell("ls -A tmp").stdout_is("");
}
