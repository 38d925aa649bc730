//! Recordings that end without having a say in it.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::Xorshift;
use crate::harness::{Place, program};

/// Starts a recording that would last for hours, and kills it after so many microseconds. What the
/// file held just before.
fn killed(place: &Place, file: &str, microseconds: u64) -> Option<Vec<u8>> {
    let hours = i32::MAX.to_string();
    let mut child = Command::new(program())
        .current_dir(place.path())
        .args(["record", "police", "m-cities.data", "m-agents.data", &hours, "1"])
        .args(["-o", file, "--trace", "never"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let end = moment() + Duration::from_micros(microseconds);
    while moment() < end {
        std::hint::spin_loop();
    }
    let before = std::fs::read(place.file(file)).ok();
    child.kill().expect("the child is ours");
    child.wait().expect("the child is ours");
    before
}

#[expect(clippy::disallowed_methods, reason = "a moment to kill at needs a clock")]
fn moment() -> Instant {
    Instant::now()
}

#[test]
fn a_binary_recording_killed_at_any_moment_leaves_a_readable_prefix() {
    let place = Place::new();
    place.chase("new police --two-coloured --seed 1 -o m").fine();
    let mut luck = Xorshift(7);
    let mut with_hours = 0;
    for n in 0..600 {
        // On a busy machine a recording begins late: every hundred of them get twice as long.
        if n >= 100 && with_hours > 10 {
            break;
        }
        // given a recording killed within its first 120 ms
        let file = format!("{n}.chase");
        let before = killed(&place, &file, luck.below(120_000 << (n / 100)));
        // then there is no file yet, or one that is read as far as it goes
        if !place.file(&file).exists() {
            assert!(before.is_none(), "the file is gone");
            continue;
        }
        // and no byte of it is lost, so that hours that were there are
        let after = place.read(&file);
        assert!(after.starts_with(&before.unwrap_or_default()), "run {n}");
        let ran = place.chase(&format!("info {file}")).status(0);
        let ran = ran.stderr_has("an unfinished recording");
        with_hours += usize::from(ran.stdout.contains("hours 0 to "));
        std::fs::remove_file(place.file(&file)).expect("a file to remove");
    }
    assert!(with_hours > 10, "only {with_hours} recordings had begun");
}

#[test]
fn json_killed_at_any_moment_leaves_no_file_of_its_name() {
    let place = Place::new();
    place.chase("new police --two-coloured --seed 1 -o m").fine();
    let mut luck = Xorshift(9);
    for _ in 0..10 {
        let before = killed(&place, "x.json", luck.below(60_000));
        assert!(before.is_none(), "half a file had the name");
        assert!(!place.file("x.json").exists());
    }
}

#[test]
fn an_interrupted_recording_is_closed_and_said_to_be_unfinished() {
    if !cfg!(unix) {
        return;
    }
    let place = Place::new();
    place.chase("new police --two-coloured --seed 1 -o m").fine();
    let record = "record police m-cities.data m-agents.data 2147483647 1 --trace never -o";
    let interrupt = |file: &str, begun: &str| {
        // The interrupt waits until the recording has begun to write.
        let script = format!(
            "\"$CHASE\" {record} {file} & child=$!; n=0; \
             until [ -e {begun} ] || [ $n -gt 500 ]; do sleep 0.02; n=$((n+1)); done; \
             sleep 0.2; kill -TERM $child; wait $child"
        );
        place.shell(&script)
    };
    let ran = interrupt("x.chase", "x.chase");
    ran.status(2)
        .stderr_has("interrupted after hour")
        .stderr_has("chase replay x.chase --hour")
        .stderr_has("; continue it: chase record --from x.chase --hour ");
    place.chase("info x.chase").status(0).stderr_has("unfinished");
    let ran = interrupt("x.json", ".x.json.*.tmp");
    ran.status(2).stderr_has("interrupted after hour").stderr_has("so there is none");
    let left = ["m-agents.data", "m-cities.data", "x.chase"];
    assert_eq!(place.names(), left, "nothing is left beside it");
}
